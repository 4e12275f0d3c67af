/** {@code study}: the group of commands that answer questions of design with figures and plots. */
package io.roce.tools.study;
