package io.roce.tools.rewrite;

import java.util.List;
import java.util.Map;

/**
 * What a rewrite did.
 *
 * @param unused by option, what its rules are for that no frame had.
 * @param fault  why the file could not be read to its end, in one sentence; null when it could.
 */
record RewriteResult(RewriteTally tally, Map<String, List<String>> unused, String fault)
{
}
