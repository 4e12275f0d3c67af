/** How all commands read their arguments and write what they have to say, down to the exit status. */
package io.roce.tools.cli;
