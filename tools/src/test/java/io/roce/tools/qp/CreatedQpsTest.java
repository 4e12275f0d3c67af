package io.roce.tools.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.FakeNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class CreatedQpsTest
{
    @Test
    void shouldCreateNothingMoreOnceTheProcessIsEnding() throws IOException
    {
        try (FakeNode node = new FakeNode("127.40.0.5"))
        {
            final AdminClient client = new AdminClient(Addresses.parse(node.address()), null);
            final CreatedQps created = new CreatedQps();
            created.create(client, QpType.RC, 2);
            assertEquals("all 2 queue pairs that were created are destroyed again", created.destroyAll());
            assertThrows(CommandFailedException.class, () -> created.create(client, QpType.RC, 1));
            assertEquals("", created.destroyAll());
            assertTrue(node.qps().isEmpty());
        }
    }

    @Test
    void shouldDestroyNothingThatIsKept() throws IOException
    {
        try (FakeNode node = new FakeNode("127.40.0.5"))
        {
            final CreatedQps created = new CreatedQps();
            created.create(new AdminClient(Addresses.parse(node.address()), null), QpType.RC, 2);
            created.keep();
            assertEquals("", created.destroyAll());
            assertEquals(2, node.qps().size());
        }
    }
}
