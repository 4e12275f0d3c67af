/** {@code study cache}: how often the modelled cache of contexts hits, and what that leaves of throughput. */
package io.roce.tools.misses;
