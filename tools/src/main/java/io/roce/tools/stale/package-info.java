/** The stale drill: what an old peer's packet meets while its number is destroyed, held back, free and reissued. */
package io.roce.tools.stale;
