/** Queue pairs as a capture names them, and the rules by which a user gives them other numbers. */
package io.roce.tools.mapping;
