/** Plots as SVG: points with bounds, lines, stacked bars. Each is a picture of its own and can stand in a page. */
package io.roce.tools.plot;
