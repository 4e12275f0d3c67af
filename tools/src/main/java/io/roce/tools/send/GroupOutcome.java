package io.roce.tools.send;

import io.roce.tools.ledger.SendOutcome;

/**
 * What became of the packets of one group.
 *
 * @param values of what is swept, as they are printed.
 */
record GroupOutcome(String values, SendOutcome outcome)
{
}
