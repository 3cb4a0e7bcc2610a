import type { Fix } from '../metadata/finding.ts';
import { nodeAt, type SourceDocument } from '../metadata/source-document.ts';
import { replaceValue } from '../metadata/text-fixes.ts';
import type { IssueSeverity } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import type { RuleCode } from './rules.ts';

/** Absent, or answering `undefined`: no certain way out. */
export type LazyFix = (() => Fix | undefined) | undefined;

/** One run of `checkTool`, handed from rule to rule. */
export interface Lint {
  readonly tool: AtipTool;
  /** Without text: findings have neither ranges nor fixes. */
  readonly document: SourceDocument;
  /**
   * Notes a finding.
   *
   * @param found fills the rule's message, made visible and cut where it has to be
   * @param mark absent: the value
   * @param severity absent: the rule's own
   */
  report(
    code: RuleCode,
    path: string,
    found?: string,
    fix?: LazyFix,
    mark?: 'key' | 'value',
    severity?: IssueSeverity,
  ): void;
}

/** A fix that replaces a value; none where the text holds something else there than the tool that is checked. */
export function replaceSame(
  { document: { text } }: Lint,
  path: string,
  before: unknown,
  after: unknown,
  title?: string,
): LazyFix {
  return (
    text &&
    (() =>
      JSON.stringify(nodeAt(text, path)?.node.value) === JSON.stringify(before)
        ? replaceValue(text, path, after, title)
        : undefined)
  );
}
