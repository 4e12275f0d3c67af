package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.NicNodeConfig;

import java.net.InetSocketAddress;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Tests of the node's page in a real browser, of a node with sockets. */
@Timeout(120)
@Tag("long")
abstract class WithPage
{
    static Browser browser;

    NodeOverHttp node;

    @BeforeAll
    static void openBrowser()
    {
        browser = Browser.open();
    }

    @AfterAll
    static void closeBrowser()
    {
        if (browser != null)
        {
            browser.close();
        }
    }

    @AfterEach
    void closeNode()
    {
        // What is refused, or not there any more, the browser says of its own; a script that fails or a policy that is
        // broken is another matter.
        final List<String> wrong = browser.complaints().stream()
            .filter(line -> !line.contains("Failed to load resource") && !line.contains("net::ERR_"))
            .toList();
        final InetSocketAddress nobody = new InetSocketAddress(node.address().getAddress(), 1);
        browser.show(nobody, "/");
        node.close();
        assertEquals(List.of(), wrong);
    }

    /** The page of a node with the admin API where it is free, when it is live. */
    void open(final String host, final NicNodeConfig config) throws Exception
    {
        node = NodeOverHttp.open(host, config);
        browser.show(node.address(), "/");
        browser.await("#state", "live"::equals);
    }
}
