package io.roce.tools.record;

import io.roce.nic.record.RecordMode;
import io.roce.tools.cli.Labels;

/** {@link RecordMode} on the command line. */
final class RecordModes extends Labels<RecordMode>
{
    RecordModes()
    {
        super(RecordMode.values(), RecordMode::label);
    }
}
