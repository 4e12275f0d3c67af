package io.roce.tools.bench;

import java.util.Locale;

/** What the C programs can compute a CRC-32 with. */
enum CLibrary
{
    ISAL("ISA-L", "isal", "libisal-dev"),
    LIBDEFLATE("libdeflate", "deflate", "libdeflate-dev"),
    ZLIB("zlib", "z", "zlib1g-dev");

    private final String title;
    private final String linkName;
    private final String debianPackage;

    CLibrary(final String title, final String linkName, final String debianPackage)
    {
        this.title = title;
        this.linkName = linkName;
        this.debianPackage = debianPackage;
    }

    /** As people call it. */
    String title()
    {
        return title;
    }

    /** Prefix of its figures, in what a program prints. */
    String key()
    {
        return title.toLowerCase(Locale.ROOT).replace("-", "");
    }

    String linkOption()
    {
        return "-l" + linkName;
    }

    /** Tells a program that it is there. */
    String define()
    {
        return "-DWITH_" + name();
    }

    /** In one line, that it is not there and how it comes. */
    String absence()
    {
        return title + " is not installed (Debian: apt-get install " + debianPackage + ")";
    }

    /** Source of a program that needs it, and nothing else. */
    String probe()
    {
        return switch (this)
        {
            case ISAL -> "#include <isa-l/crc.h>\nint main(void) { return crc32_gzip_refl(0, 0, 0) != 0; }\n";
            case LIBDEFLATE -> "#include <libdeflate.h>\nint main(void) { return libdeflate_crc32(0, 0, 0) != 0; }\n";
            case ZLIB -> "#include <zlib.h>\nint main(void) { return crc32(0, 0, 0) != 0; }\n";
        };
    }
}
