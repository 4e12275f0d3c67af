package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;
import io.roce.nic.memory.VmDirectMemory;

/** The ways a table gets from a number to its record. */
public enum QpTableKind
{
    FLAT("flat", 1, "One row of records for the whole pool of numbers, all of its memory taken at the start.")
    {
        @Override
        QpTable open(final int firstQpn, final int lastQpn, final DirectMemory memory)
        {
            return new FlatQpTable(firstQpn, lastQpn, memory);
        }
    },
    TWO_LEVEL("two-level", 2, "A directory of 4,096 pages of 4,096 records, of 1 MiB each, which come and go.")
    {
        @Override
        QpTable open(final int firstQpn, final int lastQpn, final DirectMemory memory)
        {
            return new TwoLevelQpTable(memory);
        }
    },
    THREE_LEVEL("three-level", 3, "256 directories of 256 pages of 256 records, of 64 KiB each, which come and go.")
    {
        @Override
        QpTable open(final int firstQpn, final int lastQpn, final DirectMemory memory)
        {
            return new ThreeLevelQpTable(memory);
        }
    };

    private final String label;
    private final int levels;
    private final String description;

    QpTableKind(final String label, final int levels, final String description)
    {
        this.label = label;
        this.levels = levels;
        this.description = description;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }

    /** Loads from a number to the address of its record. */
    public int levels()
    {
        return levels;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }

    /**
     * An empty table for the numbers {@code firstQpn} to {@code lastQpn}.
     *
     * @throws IllegalArgumentException when this kind cannot have so many, or there is no memory for them.
     */
    public QpTable open(final int firstQpn, final int lastQpn)
    {
        return open(firstQpn, lastQpn, VmDirectMemory.INSTANCE);
    }

    abstract QpTable open(int firstQpn, int lastQpn, DirectMemory memory);
}
