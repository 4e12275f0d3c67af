package io.roce.nic.admin;

/**
 * Why a request was refused by the admin API itself; {@link io.roce.nic.error.VerbsErrorCode} has the reasons of verbs.
 * Its name is the answer's {@code code}.
 */
enum AdminErrorCode
{
    /** Not HTTP, not JSON, not UTF-8, or a text that is not what it must be, as a number. */
    SYNTAX(400),
    /** A member, attribute, parameter or value that is in no list. */
    UNKNOWN_NAME(400),
    /** A JSON value of another type than is asked for. */
    WRONG_TYPE(400),
    /** A member that has to be there is not. */
    MISSING(400),
    /** Members that do not go together. */
    CONTRADICTION(400),
    /** The token is missing or wrong. */
    UNAUTHORIZED(401),
    /** The Host header names somebody else. */
    FOREIGN_HOST(403),
    /** The request was made by a page from somewhere else. */
    FOREIGN_ORIGIN(403),
    /** No resource has this path. */
    NOT_FOUND(404),
    /** The resource does not know this method. */
    METHOD_NOT_ALLOWED(405),
    /** Work for a queue pair that was created without work queues. */
    NO_WORK_QUEUES(409),
    /** Not so many requests can be posted before some that were posted are complete. */
    QUEUE_FULL(409),
    /** The node was given no file to record to. */
    NO_RECORD_FILE(409),
    /** The file to record to cannot be written. */
    RECORD_FAILED(409),
    /** Made by the program that embeds the node, and not by requests to it. */
    OWNED_BY_PROGRAM(409),
    /** The body is too long. */
    BODY_TOO_LARGE(413),
    /** The request line is too long. */
    URI_TOO_LONG(414),
    /** The body is not {@code application/json}. */
    UNSUPPORTED_MEDIA_TYPE(415),
    /** An expectation other than 100-continue. */
    EXPECTATION_FAILED(417),
    /** The headers are too long. */
    HEADERS_TOO_LARGE(431),
    /** A fault of the node. */
    INTERNAL(500),
    /** The node is closing. */
    NODE_CLOSED(503),
    /** As many connections are open as there may be, and a request is being served on each. */
    TOO_MANY_CONNECTIONS(503),
    /** As many streams of events are open as there may be. */
    TOO_MANY_STREAMS(503),
    /** An HTTP version other than 1.0 and 1.1. */
    HTTP_VERSION_NOT_SUPPORTED(505);

    private final int status;

    AdminErrorCode(final int status)
    {
        this.status = status;
    }

    int status()
    {
        return status;
    }
}
