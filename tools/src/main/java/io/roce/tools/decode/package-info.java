/** The packets of a capture as text for people and as JSON for programs. */
package io.roce.tools.decode;
