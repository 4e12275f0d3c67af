package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNodeConfig;

import java.net.InetSocketAddress;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The node's page does not move what somebody looks at, and takes no other node for the one before. */
class PageAttentionTest extends WithPage
{
    private static final String HOST = "127.94.2.1";
    private static final String SENDER = "127.94.2.2";
    private static final String RECEIVED = "#charts .chart:first-child";

    private static NicNodeConfig config()
    {
        return new NicNodeConfig().bind(new InetSocketAddress(HOST, 0)).qpns(0x11, 0xFFF);
    }

    private void open() throws Exception
    {
        open(HOST, config());
    }

    private void drop(final int qpn) throws Exception
    {
        PageTraffic.sendOnce(node.node.udpAddress(), SENDER, qpn);
    }

    @Test
    void shouldKeepDropsThatAreReadUntilTheyAreClosed() throws Exception
    {
        open();
        drop(0x700);
        browser.await("#drop-rows", text -> text.contains("0x000700"));
        browser.find("#drop-rows button").click();
        final String read = browser.text("#drop-rows");
        assertTrue(read.contains("RC_SEND_ONLY"), read);

        drop(0x701);
        drop(0x702);

        browser.await("#drop-note", text -> text.startsWith("Held while you read: 2 more since."));
        assertEquals(read, browser.text("#drop-rows"));
        browser.find("#drop-rows button").click();
        browser.await("#drop-rows", text -> text.contains("0x000701") && text.contains("0x000702"));
        browser.await("#drop-note", ""::equals);
    }

    @Test
    void shouldKeepDropsWhileTheKeyboardIsAmongThem() throws Exception
    {
        open();
        drop(0x700);
        browser.await("#drop-rows", text -> text.contains("0x000700"));
        // From the map, by Tab alone: only what is between there and the drops.
        browser.script("document.getElementById('map').focus()");
        browser.press(Keys.TAB);
        assertNotNull(browser.focused().getDomAttribute("aria-expanded"));

        drop(0x701);

        browser.await("#drop-note", text -> text.startsWith("Held while you read: 1 more since."));
        assertNotNull(browser.focused().getDomAttribute("aria-expanded"));
        browser.press(Keys.TAB);
        browser.await("#drop-rows", text -> text.contains("0x000701"));
    }

    @Test
    void shouldKeepTheFocusOnAQueuePairWhenTheListComesAnew() throws Exception
    {
        open();
        node.done(node.post("/v1/qps", "{\"type\":\"RC\",\"count\":3}"));
        browser.await("#qp-rows", text -> text.contains("0x000013"));
        browser.script("document.querySelector('#qp-rows a[href=\"#qp=0x000012\"]').focus()");

        node.done(node.post("/v1/qps", "{\"type\":\"RC\",\"count\":1}"));

        browser.await("#qp-rows", text -> text.contains("0x000014"));
        assertEquals("#qp=0x000012", browser.focused().getDomAttribute("href"));
    }

    /** A page that was paused saw no uptime go back. */
    @Test
    void shouldBeginAnewWhenAnotherNodeCameDuringAPause() throws Exception
    {
        open();
        drop(0x700);
        browser.await(RECEIVED, text -> text.contains("most ") && !text.contains("most 0\n"));
        browser.press("p");
        browser.await("#state", "paused"::equals);
        final InetSocketAddress address = node.address();
        node.close();
        node = NodeOverHttp.reopen(HOST, config(), address);

        browser.press("p");

        browser.await("#equation", text -> text.startsWith("received 0 "));
        browser.await(RECEIVED, text -> text.contains("most 0\n"));
    }
}
