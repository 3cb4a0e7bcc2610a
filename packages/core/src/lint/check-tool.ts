import { flattenCommands } from '../commands/flatten-commands.ts';
import { AtipValidationError } from '../errors/atip-error.ts';
import { joinPointer } from '../json/pointer.ts';
import { quote } from '../metadata/describe-value.ts';
import { type Finding, listIssues } from '../metadata/finding.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import { readSource } from '../metadata/source-document.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { lintCommands } from './lint-commands.ts';
import { lintTexts } from './lint-texts.ts';
import { type Lint, RULES } from './rules.ts';

/**
 * Lists what is doubtful in metadata that has the right shape: effects that are missing or contradict each other, text that
 * is hidden or addresses models, flags and names that cannot be told apart, defaults, descriptions and examples.
 *
 * Shape: `{ …, commands: { rm: { description: "Remove a remote" } } }` → `[{ code: "unstated-destruction", path:
 * "/commands/rm", … }, …]`. Codes stand in `RULES`. A value that `parseTool` refuses gives `parseTool`'s errors instead.
 * Limits: those of `parseTool`; at most 1,000 issues; time linear in the document. Never throws.
 *
 * @param source the text that the tool was parsed from. Absent, or no JSON: issues have neither range nor fix. Where text
 * and tool differ no fix is offered.
 * @see ATIP 0.3 §3, §8.2, §11
 * @example
 * ```ts
 * import { checkTool, parseTool } from '@atip/core';
 * declare const text: string;
 * const { tool } = parseTool(text);
 * if (tool) for (const { code, path, message } of checkTool(tool, text)) console.log(code, path, message);
 * ```
 */
export function checkTool(tool: AtipTool, source?: string): Issue[] {
  const { tool: value, issues } = parseTool(tool);
  if (value === undefined) return issues.filter(({ severity }) => severity === 'error');
  const text = source === undefined ? undefined : readSource(source).document?.text;
  const findings: Finding[] = [];
  const lint: Lint = {
    tool: value,
    document: { value, ...(text && { text }) },
    report(code, path, found = '', fix = undefined, mark = 'value', severity = RULES[code][0]) {
      const [, section, message] = RULES[code];
      findings.push({
        code,
        severity,
        message: () => message.replace('%', () => show(found)),
        path,
        mark,
        section,
        fix,
      });
    },
  };
  lintTexts(lint);
  lintCommands(lint);
  lintNames(lint);
  lintWorkflows(lint);
  return listIssues(lint.document, findings, []);
}

/** Compiled names are shown whole, everything else in quotes. */
function show(found: string): string {
  return /^[\w+, -]{1,64}$/.test(found) ? found : quote(found);
}

/**
 * Checks that the commands can be compiled, and which get another name in that than their own.
 *
 * @see ATIP 0.3 §8.2 rule 3
 */
function lintNames(lint: Lint): void {
  try {
    for (const { name, path, pointer } of flattenCommands(lint.tool)) {
      if (name !== [lint.tool.name, ...path].join('_')) lint.report('renamed-command', pointer, name);
    }
  } catch (error) {
    if (!(error instanceof AtipValidationError)) throw error;
    lint.report('cannot-compile', joinPointer('', ...error.path), error.message);
  }
}

/** `{branch}`, and neither a shell's `${branch}`, git's `@{1}` nor a template's `{{branch}}`. */
const VARIABLE = /(?<![$@{])\{([a-z_][\w-]*)\}/gi;

/** Checks authentication, and the variables of patterns. @see ATIP 0.3 §3.8, §3.9 */
function lintWorkflows(lint: Lint): void {
  const { authentication, patterns = [] } = lint.tool;
  if (authentication?.required && !authentication.methods?.length) lint.report('missing-methods', '/authentication');
  for (const [index, { steps, variables = {} }] of patterns.entries()) {
    const at = joinPointer('/patterns', index);
    const declared = new Set(Object.keys(variables));
    const unused = new Set(declared);
    for (const [step, { command }] of steps.entries()) {
      for (const [, name = ''] of command.matchAll(VARIABLE)) {
        unused.delete(name);
        if (!declared.has(name)) lint.report('undeclared-variable', `${at}/steps/${step}/command`, name);
        declared.add(name);
      }
    }
    for (const name of unused) lint.report('unused-variable', joinPointer(at, 'variables', name), '', undefined, 'key');
  }
}
