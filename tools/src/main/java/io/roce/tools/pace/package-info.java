/** Time passing: what is sent is held back until it is due. Tests move the clock. */
package io.roce.tools.pace;
