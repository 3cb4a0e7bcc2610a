import { quote } from '../metadata/describe-value.ts';
import type { Finding } from '../metadata/finding.ts';
import { listIssues } from '../metadata/list-issues.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import { readSource } from '../metadata/source-document.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import type { Lint } from './lint.ts';
import { lintCommands } from './lint-commands.ts';
import { lintNames } from './lint-names.ts';
import { lintTexts } from './lint-texts.ts';
import { lintWorkflows } from './lint-workflows.ts';
import { RULES } from './rules.ts';

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
