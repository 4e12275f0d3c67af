package io.roce.tools.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;

/** What a study comes to, as a person and as a program read it. */
public final class StudyAnswer
{
    private StudyAnswer()
    {
    }

    /** @param isOk whether all is as arithmetic has it. */
    public static void print(
        final List<String> sentences, final boolean isOk, final StudyOptions study, final Output output)
    {
        final Path report = study.out().resolve("report.html");
        final String seed = Long.toUnsignedString(study.seed());
        if (output.isJson())
        {
            final ObjectNode json = Json.object()
                .put("seed", new BigInteger(seed))
                .put("report", report.toString());
            final ArrayNode answer = json.putArray("answer");
            sentences.forEach(answer::add);
            output.json(json.put("ok", isOk));
            return;
        }
        sentences.forEach(output.out()::println);
        output.out().println();
        output.out().println("seed " + seed + "; " + report);
    }
}
