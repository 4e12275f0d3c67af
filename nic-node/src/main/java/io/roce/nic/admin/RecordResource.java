package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.Lane;
import io.roce.nic.record.RecordFigures;
import io.roce.nic.record.RecordMode;
import io.roce.nic.record.RecordState;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * {@code /v1/record}: the annotated capture. Requests switch it on and off and choose what is recorded; where to, the
 * node was told when it started, so that nobody makes it write any other file.
 */
final class RecordResource
{
    private static final String MODE = "mode";

    private final Lane lane;

    RecordResource(final Lane lane)
    {
        this.lane = lane;
    }

    CompletableFuture<Answer> show()
    {
        return lane.submit(this::content).thenApply(Answer::ok);
    }

    /** Answers when the file is there. */
    CompletableFuture<Answer> on(final Route.Call call) throws Refusal
    {
        final JsonBody body = JsonBody.read(call.body(), List.of(MODE));
        final RecordMode mode = body.has(MODE) ? mode(body) : null;
        return whenDone(() ->
        {
            requireFile();
            return lane.recorder().on(mode == null ? lane.recorder().figures().config().mode() : mode);
        });
    }

    /** Answers when all that was recorded is in the file. */
    CompletableFuture<Answer> off()
    {
        return whenDone(() ->
        {
            requireFile();
            return lane.recorder().off();
        });
    }

    private CompletableFuture<Answer> whenDone(final Callable<CompletableFuture<Void>> action)
    {
        return lane.submit(action)
            .thenCompose(done -> done.exceptionally(RecordResource::refuse))
            .thenCompose(done -> show());
    }

    private void requireFile() throws Refusal
    {
        if (!lane.recorder().hasFile())
        {
            throw new Refusal(AdminErrorCode.NO_RECORD_FILE, "The node was started without a file to record to");
        }
    }

    private Json.Content content()
    {
        final RecordFigures figures = lane.recorder().figures();
        return json -> write(json, figures);
    }

    private static Void refuse(final Throwable cause)
    {
        throw new CompletionException(
            cause instanceof IOException ? new Refusal(AdminErrorCode.RECORD_FAILED, cause.getMessage()) : cause);
    }

    private static RecordMode mode(final JsonBody body) throws Refusal
    {
        final String text = body.text(MODE);
        for (final RecordMode mode : RecordMode.values())
        {
            if (mode.label().equals(text))
            {
                return mode;
            }
        }

        final List<String> known = Arrays.stream(RecordMode.values()).map(RecordMode::label).toList();
        throw new Refusal(
            AdminErrorCode.UNKNOWN_NAME,
            MODE + " must be one of " + String.join(", ", known) + ": \"" + JsonBody.shown(text) + "\"")
            .with("field", MODE)
            .with("value", JsonBody.shown(text))
            .with("allowed", known);
    }

    private static void write(final JsonGenerator json, final RecordFigures figures) throws IOException
    {
        json.writeStartObject();
        json.writeStringField("state", figures.state().name());
        if (figures.state() != RecordState.NO_FILE)
        {
            json.writeStringField(MODE, figures.mode().label());
            json.writeStringField("file", figures.config().file().toString());
            json.writeNumberField("max_file_bytes", figures.config().maxFileBytes());
            json.writeNumberField("max_files", figures.config().maxFiles());
            json.writeNumberField("packets", figures.packets());
            json.writeNumberField("recorded", figures.recorded());
            json.writeNumberField("record_missed", figures.missed());
            json.writeNumberField("file_bytes", figures.fileBytes());
            json.writeNumberField("files", figures.files());
            json.writeStringField("failure", figures.failure());
        }
        json.writeEndObject();
    }
}
