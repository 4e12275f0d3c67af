package io.roce.tools.bench;

import java.util.EnumSet;
import java.util.Set;

/** The C programs that are measured beside ours; the head of each source says what it does. */
enum CProgram
{
    FLOOD("flood", EnumSet.noneOf(CLibrary.class), EnumSet.of(CLibrary.ISAL)),
    RECEIVE("receive", EnumSet.of(CLibrary.ISAL), EnumSet.noneOf(CLibrary.class)),
    ICRC("icrc", EnumSet.noneOf(CLibrary.class), EnumSet.allOf(CLibrary.class)),
    BULK("bulk", EnumSet.of(CLibrary.ISAL), EnumSet.noneOf(CLibrary.class)),
    PINGPONG("pingpong", EnumSet.noneOf(CLibrary.class), EnumSet.noneOf(CLibrary.class));

    private final String file;
    private final Set<CLibrary> needed;
    private final Set<CLibrary> used;

    CProgram(final String file, final Set<CLibrary> needed, final Set<CLibrary> used)
    {
        this.file = file;
        this.needed = needed;
        this.used = used;
    }

    /** Of the source, without {@code .c}, and of the program. */
    String file()
    {
        return file;
    }

    /** Without which it cannot be built. */
    Set<CLibrary> needed()
    {
        return needed;
    }

    /** Which it uses where they are. */
    Set<CLibrary> used()
    {
        return used;
    }
}
