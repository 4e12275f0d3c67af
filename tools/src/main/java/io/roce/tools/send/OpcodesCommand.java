package io.roce.tools.send;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.TextTable;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce opcodes}. */
@Command(
    name = "opcodes",
    description = "List every opcode: its number, its name, and the headers that follow the BTH.")
public final class OpcodesCommand implements Callable<Integer>
{
    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        if (output.isJson())
        {
            final ObjectNode json = Json.object();
            final ArrayNode list = json.putArray("opcodes");
            for (final Opcode opcode : Opcode.values())
            {
                final ArrayNode headers = list.addObject()
                    .put("opcode", opcode.name())
                    .put("opcode_value", opcode.code())
                    .putArray("headers");
                opcode.extendedHeaders().forEach(header -> headers.add(header.label()));
            }
            output.json(json);
            return ExitStatus.DONE;
        }
        final TextTable table = new TextTable("NUMBER", "OPCODE", "HEADERS");
        for (final Opcode opcode : Opcode.values())
        {
            table.row(
                String.format("0x%02x", opcode.code()),
                opcode.name(),
                opcode.extendedHeaders().stream().map(HeaderType::label).collect(Collectors.joining(" ")));
        }
        table.print(output.out());
        return ExitStatus.DONE;
    }
}
