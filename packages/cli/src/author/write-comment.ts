import type { Issue, ToolChange, ToolChangeKind, ToolDiff } from '@atip/core';
import { countOf, plainLine } from '../terminal/text.ts';
import { countIssues } from '../documents/format-issue.ts';
import type { EffectCounts, ReleaseCheck } from './check-release.ts';

/** The result of `atip ci` for one document. */
export interface CheckedDocument {
  /** The file as the command line names it, or the words of a program. */
  readonly file: string;
  readonly issues: readonly Issue[];
  /** Absent: the document is invalid. */
  readonly release?: ReleaseCheck;
}

/** A later run finds the comment by this mark and replaces it, so that a pull request has one comment. */
const COMMENT_MARK = '<!-- atip ci -->';

/** Changes or issues in one list; GitHub takes 65,536 characters. */
const MAX_LISTED = 50;
/** Characters of one message. */
const MAX_MESSAGE = 300;

/**
 * Writes the result for a pull request, as Markdown. Text of documents appears only in code spans: there it cannot mention a person,
 * link anywhere or act as HTML.
 */
export function writeComment(documents: readonly CheckedDocument[]): string {
  return `${COMMENT_MARK}\n${documents.map(writeDocument).join('\n')}`;
}

function writeDocument({ file, issues, release }: CheckedDocument): string {
  const isRed = issues.some(({ severity }) => severity === 'error');
  const lines = [`### ${isRed ? '❌' : '✅'} ATIP: ${code(file)}`, ''];
  if (release === undefined) lines.push('The document is not valid, so nothing else was checked.', '');
  else lines.push(effectsLine(release), '', ...releaseLines(release));
  const listed = issues.filter(({ code: id, severity }) => severity !== 'info' || id === 'version-step');
  if (listed.length > 0) lines.push(...list(listed, writeIssue), '');
  return `${lines.join('\n')}\n`;
}

function effectsLine({ counts }: ReleaseCheck): string {
  const way = counts.complete === counts.commands ? '' : ' (`atip effects` asks for them one by one)';
  return `${effectsOf(counts)}${way}.`;
}

/** Shape: `14 commands, effects complete`, `14 commands, 3 without complete effects` */
export function effectsOf({ commands, complete }: EffectCounts): string {
  const rest = commands - complete;
  return `${countOf(commands, 'command')}, ${rest === 0 ? 'effects complete' : `${rest} without complete effects`}`;
}

function releaseLines({ diff, from = '', missing }: ReleaseCheck): string[] {
  if (diff === undefined) return [missing ?? '', ''];
  const said = changesSince(diff, code(from));
  return diff.changes.length === 0 ? [`${said}.`, ''] : [`${said}:`, '', ...list(diff.changes, writeChange), ''];
}

const KINDS: Readonly<Record<ToolChangeKind, string>> = {
  breaking: '**breaking**',
  safety: '**safety**',
  additive: 'additive',
  neutral: 'neutral',
};

function writeChange({ kind, path = [], message }: ToolChange): string {
  return `- ${KINDS[kind]}: ${code(path.length === 0 ? message : `${path.join(' ')}: ${message}`)}`;
}

function writeIssue({ severity, message, range, code: id }: Issue): string {
  return `- **${severity}**${range ? `, line ${range.start.line}` : ''}: ${code(message)} ${code(id)}`;
}

function list<Item>(items: readonly Item[], write: (item: Item) => string): string[] {
  const rest = items.length - MAX_LISTED;
  return [...items.slice(0, MAX_LISTED).map(write), ...(rest > 0 ? [`- and ${rest} more`] : [])];
}

/** A code span around any text: its fence is longer than every run of backticks inside. */
function code(text: string): string {
  const line = plainLine(text).slice(0, MAX_MESSAGE);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const gap = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** The same in a line for a terminal. Shape: `atip.json: 14 commands, effects complete; 2 changes since v1.2.0 ask for a minor version.` */
export function writeResult({ file, issues, release }: CheckedDocument): string {
  const count = countIssues(issues);
  if (release === undefined) return `${plainLine(file)}: ${count}.\n`;
  const { counts, diff, from = '' } = release;
  const changed = diff === undefined ? '' : ` ${changesSince(diff, from)}.`;
  return `${plainLine(`${file}: ${effectsOf(counts)}; ${count}.${changed}`)}\n`;
}

function changesSince({ changes, verdict }: ToolDiff, from: string): string {
  if (changes.length === 0) return `Nothing changed since ${from}`;
  return `${changes.length} ${changes.length === 1 ? 'change asks' : 'changes ask'} for a ${verdict} version since ${from}`;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Writes an issue as a command to GitHub's runner, which shows it at the line.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function writeAnnotation(file: string, { severity, message, code: id, range }: Issue): string {
  const place = range ? `,line=${range.start.line},col=${range.start.column}` : '';
  const where = `file=${property(file)}${place},title=${property(`ATIP: ${id}`)}`;
  return `::${LEVELS[severity]} ${where}::${escapeData(plainLine(message))}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
