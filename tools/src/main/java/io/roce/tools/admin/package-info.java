/** A node's admin API as tools use it: requests, refusals, silence, the option that names the node, values as text. */
package io.roce.tools.admin;
