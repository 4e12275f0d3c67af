/**
 * `lint`: what is wrong or remarkable in RoCEv2 traffic. {@link io.roce.tools.lint.Linter} takes one frame after the
 * other and tells what it finds as soon as it is sure; what it remembers is bounded, so a capture may be of any length
 * and traffic may be live. Each family of rules is a class.
 */
package io.roce.tools.lint;
