/** {@code roce top}: what several nodes do, as they tell it, in a terminal. */
package io.roce.tools.top;
