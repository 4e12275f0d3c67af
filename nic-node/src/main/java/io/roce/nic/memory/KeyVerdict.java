package io.roce.nic.memory;

/** What a key says to an access; when several reasons are against it, the first of this list. */
public enum KeyVerdict
{
    VALID("The access may be made."),
    UNKNOWN_KEY("The key names no region, or one that has been deregistered."),
    OTHER_PD("The region belongs to another protection domain."),
    INVALIDATED("The key was invalidated."),
    OUT_OF_BOUNDS("The access begins before the region or ends behind it."),
    NO_PERMISSION("The region was registered without that access.");

    private final String description;

    KeyVerdict(final String description)
    {
        this.description = description;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }
}
