import { type SourceFix, rangeAt, type SourceDocument } from './source-document.ts';
import type { Issue, IssueSeverity } from '../types/issue.ts';

/** Most issues listed for one document; more would be noise, and locating them costs time. */
export const MAX_ISSUES = 1000;

export type Repair =
  | { readonly action: 'set'; readonly pointer: string; readonly value: unknown }
  | { readonly action: 'remove'; readonly pointer: string };

/** An issue before its range is known. */
export interface DocumentFinding {
  readonly code: string;
  readonly severity: IssueSeverity;
  /** A function if the text is costly: only listed findings need it. */
  readonly message: string | (() => string);
  readonly path: string;
  /** The place to mark, if it differs from `path`. */
  readonly at?: string | undefined;
  readonly section?: string | undefined;
  /** The part of the text to mark: the key, or the value. */
  readonly mark: 'key' | 'value';
  readonly repair?: Repair | undefined;
  /** True if the command around `path` is left out although this is no error. */
  readonly leavesOut?: true;
  /** Absent, or returns `undefined`: no certain fix. */
  readonly fix?: (() => SourceFix | undefined) | undefined;
}

/**
 * Joins syntax issues and findings to one list in the order of the text, with ranges and fixes. Errors are never
 * dropped in favour of lesser issues.
 */
export function listIssues(
  document: SourceDocument,
  findings: readonly DocumentFinding[],
  syntax: readonly Issue[],
): Issue[] {
  const kept = findings.length > MAX_ISSUES ? mostSevere(findings) : findings;
  const issues = [...syntax, ...kept.map((finding) => toIssue(document, finding))];
  if (kept.length < findings.length) {
    issues.push({
      code: 'too-many-problems',
      severity: 'info',
      message: `More than ${MAX_ISSUES} issues were found; ${kept.length} of the most severe ones are listed.`,
      path: '',
    });
  }
  return issues.sort((one, other) => startOf(one) - startOf(other));
}

function mostSevere(findings: readonly DocumentFinding[]): readonly DocumentFinding[] {
  const bySeverity = (severity: Issue['severity']) => findings.filter((finding) => finding.severity === severity);
  return [...bySeverity('error'), ...bySeverity('warning'), ...bySeverity('info')].slice(0, MAX_ISSUES);
}

/** Issues of a value that was not text have no place: they keep their order of discovery. */
function startOf({ range }: Issue): number {
  return range?.start.offset ?? 0;
}

/** The innermost command or group of a pointer: `/commands/pr/options/0` → `/commands/pr`; `''` outside commands. */
export function commandOf(pointer: string): string {
  return /^(?:\/commands\/[^/]*)*/.exec(pointer)?.[0] ?? '';
}

export function messageOf({ message }: DocumentFinding): string {
  return typeof message === 'string' ? message : message();
}

function toIssue(document: SourceDocument, finding: DocumentFinding): Issue {
  const { code, severity, path, section } = finding;
  const fix = finding.fix?.();
  return {
    code,
    severity,
    message: messageOf(finding),
    path,
    ...(document.text && { range: rangeAt(document.text, finding.at ?? path, finding.mark) }),
    ...(section !== undefined && { section }),
    ...(fix !== undefined && { fix }),
  };
}
