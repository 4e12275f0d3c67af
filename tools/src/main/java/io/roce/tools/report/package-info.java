/**
 * What every study has: its options, bounds of what was measured, and the folder that it leaves, with figures as CSV,
 * plots as SVG and a report as a page of HTML that needs nothing else.
 */
package io.roce.tools.report;
