/** {@code stale --case psn}: every PSN of an old peer against a number that was reissued at once. */
package io.roce.tools.psn;
