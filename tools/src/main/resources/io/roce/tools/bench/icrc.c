/* Nanoseconds of processor time for the ICRC of a packet, of 64 and 1,024 bytes, by each library that it was built
 * with: in one run behind its header, where that lies in front of the packet, and in two, where it does not. */
#include "common.h"
#ifdef WITH_LIBDEFLATE
#include <libdeflate.h>
#endif
#ifdef WITH_ZLIB
#include <zlib.h>
#endif

#define BYTES_PER_FIGURE 20000000L

typedef uint32_t (*crc_function)(uint32_t, const uint8_t *, size_t);

#ifdef WITH_ISAL
static uint32_t by_isal(uint32_t c, const uint8_t *p, size_t n)
{
    return crc32_gzip_refl(c, p, n);
}
#endif
#ifdef WITH_LIBDEFLATE
static uint32_t by_libdeflate(uint32_t c, const uint8_t *p, size_t n)
{
    return libdeflate_crc32(c, p, n);
}
#endif
#ifdef WITH_ZLIB
static uint32_t by_zlib(uint32_t c, const uint8_t *p, size_t n)
{
    return crc32(c, p, n);
}
#endif

static const struct
{
    const char *name;
    crc_function crc;
} libraries[] = {
#ifdef WITH_ISAL
    {"isal", by_isal},
#endif
#ifdef WITH_LIBDEFLATE
    {"libdeflate", by_libdeflate},
#endif
#ifdef WITH_ZLIB
    {"zlib", by_zlib},
#endif
};

static volatile uint32_t sink;

int main(void)
{
    static uint8_t in_place[PREFIX + 8192], apart[8192];
    struct sockaddr_in from = loopback("127.0.0.1", "49152"), to = loopback("127.0.0.1", "4791");
    int sizes[] = {64, 1024};
    for (size_t library = 0; library < sizeof libraries / sizeof *libraries; library++)
    {
        for (int s = 0; s < 2; s++)
        {
            int size = sizes[s];
            long rounds = BYTES_PER_FIGURE / (size + PREFIX);
            crc_function crc = libraries[library].crc;
            for (int i = 0; i < size; i++)
            {
                apart[i] = i * 31;
            }
            icrc_prefix(in_place, apart, size, &from, &to);
            memcpy(in_place + PREFIX - BTH, apart, size);

            int64_t start = cpu_ns();
            for (long i = 0; i < rounds; i++)
            {
                uint8_t *congestion = in_place + PREFIX - BTH + 4, kept = *congestion;
                *congestion = 0xff;
                uint32_t c = crc(0, in_place, PREFIX - BTH + size - ICRC);
                *congestion = kept;
                in_place[PREFIX + (i & 7)] = c;
                sink += c;
            }
            double one = (double)(cpu_ns() - start) / rounds;

            start = cpu_ns();
            for (long i = 0; i < rounds; i++)
            {
                uint8_t h[PREFIX];
                icrc_prefix(h, apart, size, &from, &to);
                uint32_t c = crc(crc(0, h, PREFIX), apart + BTH, size - BTH - ICRC);
                apart[BTH + (i & 7)] = c;
                sink += c;
            }
            double two = (double)(cpu_ns() - start) / rounds;
            printf("%s_one_%d=%.2f %s_two_%d=%.2f ", libraries[library].name, size, one, libraries[library].name, size,
                two);
        }
    }
    printf("\n");
    return 0;
}
