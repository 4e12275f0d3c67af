package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;

/**
 * A node refused a request and has changed nothing; exit status 1. The message is the node's own sentence without its
 * full stop.
 */
public final class AdminException extends RuntimeException
{
    @Serial
    private static final long serialVersionUID = 1L;

    private static final int UNAUTHORIZED = 401;
    private static final int SERVER_ERROR = 500;

    private final int status;
    private final transient JsonNode answer;

    /**
     * @param url    of the node.
     * @param answer the node's.
     */
    public AdminException(final String url, final int status, final JsonNode answer)
    {
        // What is not about the request is about the node.
        super((status == UNAUTHORIZED || status >= SERVER_ERROR ? url + ": " : "") + sentence(status, answer));
        this.status = status;
        this.answer = answer;
    }

    /** Whether a token is what is missing. */
    public boolean isUnauthorized()
    {
        return status == UNAUTHORIZED;
    }

    /** Why, as a name: {@code TABLE_FULL}. */
    public String code()
    {
        return answer.path("code").asText();
    }

    /** What a program may want to know beside the message; a missing node when there is no such field. */
    public JsonNode field(final String name)
    {
        return answer.has(name) ? answer.path(name) : answer.path("fields").path(name);
    }

    private static String sentence(final int status, final JsonNode answer)
    {
        final StringBuilder text = new StringBuilder(answer.path("message").asText());
        if (text.length() > 0 && text.charAt(text.length() - 1) == '.')
        {
            // More may follow.
            text.setLength(text.length() - 1);
        }
        if (text.length() == 0)
        {
            text.append("refused with ").append(answer.path("code").asText("HTTP " + status));
        }
        appendNames(text, answer, "missing");
        appendNames(text, answer, "forbidden");
        return text.toString();
    }

    /** Says which attributes are meant when the node's sentence does not. */
    private static void appendNames(final StringBuilder text, final JsonNode answer, final String field)
    {
        final List<String> names = new ArrayList<>();
        final JsonNode list = answer.has(field) ? answer.path(field) : answer.path("fields").path(field);
        for (final JsonNode name : list)
        {
            if (text.indexOf(name.asText()) < 0)
            {
                names.add(name.asText());
            }
        }
        if (!names.isEmpty())
        {
            text.append("; ").append(field).append(": ").append(String.join(", ", names));
        }
    }
}
