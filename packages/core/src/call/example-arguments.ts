import { readArgv } from './read-argv.ts';
import type { FlatCommand } from '../types/tool.ts';
import { checkCall } from './check-call.ts';

/** Each costs a model about thirty tokens. */
const MAX_EXAMPLES = 3;

/**
 * The arguments of the calls in a command's examples, at most 3: for `inputExamples` of `compile`.
 *
 * Shape: `git clean` with the example `git clean -n src` → `[{ "dry-run": true, pathspec: ["src"] }]`. An example
 * counts if it is one plain command line, the document describes all its words, and its arguments are valid. Lines with
 * pipes, variables, patterns or placeholders in brackets do not count, nor do calls without arguments.
 *
 * @throws AtipValidationError when the tool's document cannot be read
 * @example
 * ```ts
 * import { type AtipTool, compile } from '@atip/core';
 * import { exampleArguments } from '@atip/core/internal';
 * declare const git: AtipTool;
 * const { tools } = compile([git], 'anthropic', { inputExamples: exampleArguments });
 * console.log(tools[0]?.input_examples);
 * ```
 */
export function exampleArguments({ name, tool, metadata }: FlatCommand): Record<string, unknown>[] {
  const found = new Map<string, Record<string, unknown>>();
  for (const example of Array.isArray(metadata.examples) ? metadata.examples : []) {
    const argv = typeof example === 'string' ? wordsOf(example) : undefined;
    if (argv === undefined) continue;
    const { name: read, given, unknown, problems } = readArgv(argv, [tool]);
    if (read !== name || unknown.length > 0 || problems.length > 0) continue;
    // A flag alone whose value is optional.
    const args = Object.fromEntries(given.map(({ name: key, value = true }) => [key, value]));
    const check = checkCall({ id: '', name, arguments: args }, [tool]);
    if (check.ok && Object.keys(check.arguments).length > 0)
      found.set(JSON.stringify(check.arguments), { ...check.arguments });
    if (found.size === MAX_EXAMPLES) break;
  }
  return [...found.values()];
}

/** A word that every shell reads the same way, quotes removed. */
const PLAIN = /^(?:[\w./:=@%,+-]+|'[^']*'|"[^"$`\\!]*")+$/;
const MAX_LINE = 2000;

/** The words of a command line; undefined if a shell would change one. */
function wordsOf(line: string): string[] | undefined {
  const words = line.length > MAX_LINE ? [] : (line.match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? []);
  if (!words.every((word) => PLAIN.test(word))) return undefined;
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one, other) => one ?? other));
}
