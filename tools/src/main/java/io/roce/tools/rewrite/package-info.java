/**
 * Makes a capture of a capture, with packets changed and checksums and ICRCs made to fit: which changes there are, to
 * which frames they go, and where the file goes.
 */
package io.roce.tools.rewrite;
