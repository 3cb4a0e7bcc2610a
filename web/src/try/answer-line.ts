/** Answers for a shell line: its parts with what they do, the place of each in the line, and the decision. */
import type { AtipTool } from '@atip/core';
import { DECISIONS } from '@atip/core/internal';
import type { LineIssue, PartCheck, Word } from '@atip/shell';
import { DANGER_ORDER, dangerOf } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { readSubject, type Subject } from '../worker/subject.ts';
import { wholePolicy } from '../safety/policy-edit.ts';

export interface LineQuestion {
  readonly text: string;
  /** Absent: core's defaults. */
  readonly policy?: PlainPolicy | undefined;
  /** The page's document; it describes its program if no table does. */
  readonly document?: Subject | undefined;
}

export type CheckedLine = Awaited<ReturnType<typeof answerLine>>;

/** A stretch of the line that belongs to one part, or that we do not understand. UTF-16 offsets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Index of the part. Absent: an operator, or a space. */
  readonly part?: number | undefined;
  /** True: an issue is about it. */
  readonly isUnread?: boolean | undefined;
}

export type ShownPart = ReturnType<typeof shownPart>;
export type ShownWord = ReturnType<typeof shownWord>;

/** Parts that are listed. */
const MAX_PARTS = 200;
/** UTF-16 units that are coloured: more would make typing slow. */
const MAX_COLOURED = 20_000;

/** Reads a line and decides about it by the page's policy; loads the reader, and a document for each program, when asked. */
export async function answerLine({ text, policy, document }: LineQuestion) {
  const [{ checkLine, readLine, wantedTools }, { loadShim }] = await Promise.all([
    import('@atip/shell'),
    import('@atip/catalog'),
  ]);
  const reading = readLine(text);
  const wanted = wantedTools(reading);
  const loaded = await Promise.all(wanted.map(({ program, group }) => loadShim(program, group)));
  const tables = new Map<string, AtipTool>();
  for (const [at, { program, group }] of wanted.entries()) {
    const tool = loaded[at];
    // A cloud's document differs from group to group; a builtin's does not.
    if (tool) tables.set(program, tool).set(`${program} ${group}`, tool);
  }
  const read = document && readSubject(document);
  const own = read?.ok ? read.whole : undefined;
  const find = (program: string, group?: string): AtipTool | undefined =>
    tables.get(`${program} ${group}`) ?? tables.get(program) ?? (own?.name === program ? own : undefined);
  const check = checkLine(reading, find, wholePolicy(policy));
  const described = new Set([...tables.values()].map(({ name }) => name));
  const parts = check.parts.map((part) => shownPart(part, !described.has(part.tool ?? '')));
  const deciding = decidingPart(parts);
  return {
    decision: check.decision,
    // Strictest first.
    reasons: check.reasons,
    parts: parts.slice(0, MAX_PARTS),
    total: parts.length,
    // The first of the strictest decision, gravest first; `undefined` where no part decided.
    deciding: deciding >= 0 && deciding < MAX_PARTS ? deciding : undefined,
    // In the order of the text, without gaps of their own. Empty for a line that is too long to colour.
    stretches: text.length > MAX_COLOURED ? [] : stretchesOf(text, parts.slice(0, MAX_PARTS), check.problems),
    issues: check.problems,
    // Files that redirects write and read.
    writes: check.writes,
    reads: check.reads,
  };
}

function shownPart(part: PartCheck, isOwn: boolean) {
  const { start, end, kind, through, decision, reasons, notUnderstood, from, effects, rule, program, tool } = part;
  const danger = kind === 'nothing' && reasons.length === 0 ? undefined : dangerOf(effects);
  return {
    start,
    end,
    kind,
    through,
    decision,
    reasons,
    notUnderstood,
    from,
    effects,
    words: part.words.map(shownWord),
    program,
    // Such as `git remote add`; `undefined` where no document describes the program.
    command: part.command && tool !== undefined ? commandName(part, tool) : undefined,
    source: tool === undefined ? undefined : isOwn ? ('document' as const) : ('table' as const),
    // `undefined` for a part that does nothing of note.
    danger,
    rule,
    remarks: remarksOf(part),
  };
}

/** Documents whose root is a command have it as the empty name; all builtins share one document. */
function commandName({ command = [], kind, program }: PartCheck, tool: string): string {
  const path = command.filter((word) => word !== '');
  return kind === 'builtin' ? (program ?? tool) : [tool, ...path].join(' ');
}

const OPEN_WORDS: Readonly<Record<NonNullable<Extract<Word, { unknown: true }>['reason']>, string>> = {
  variable: 'a variable',
  substitution: 'the output of another command',
  glob: 'names of files',
  arithmetic: 'a sum',
  tilde: 'a home directory',
  input: 'read while it runs',
};

/** `open`: why it is unknown before the line runs. */
function shownWord(word: Word): { readonly text: string; readonly open?: string } {
  return word.unknown ? { text: word.text, open: OPEN_WORDS[word.reason] } : { text: word.text };
}

const FROM: Readonly<Record<PartCheck['from'], string | undefined>> = {
  line: undefined,
  substitution: 'Its output becomes words of another part.',
  script: 'It is in code that another part gets.',
  heredoc: 'It is in text that another part runs.',
};

const PIPED = 'Another part writes its standard input.';

function remarksOf({ redirects, assignments, piped, background, from, directories = [], code }: PartCheck): string[] {
  const sets = assignments.map(({ name, value }) => `${name}=${value?.text ?? '(…)'}`);
  const below = directories.map(({ text }) => text);
  return [
    ...redirects.map(({ fd = '', operator, target }) => `Redirects: ${fd}${operator} ${target.text}`),
    ...(sets.length > 0 ? [`Sets ${sets.join(' ')}`] : []),
    ...(code && !code.isHarmless ? [`The ${code.language} program ${code.reason ?? 'was not understood'}.`] : []),
    // A redirect says it by itself.
    ...(piped && !redirects.some(({ operator }) => operator.startsWith('<')) ? [PIPED] : []),
    ...(below.length > 0 ? [`It runs in ${below.join('/')}, where cd went.`] : []),
    ...(background ? ['The shell does not wait for it.'] : []),
    FROM[from] ?? [],
  ].flat();
}

function decidingPart(parts: readonly ShownPart[]): number {
  const rank = ({ decision, danger }: ShownPart): number =>
    DECISIONS.indexOf(decision) * DANGER_ORDER.length - (danger ? DANGER_ORDER.indexOf(danger) : DANGER_ORDER.length);
  const ranks = parts.map(rank);
  return ranks.indexOf(ranks.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY));
}

/**
 * The line cut where another part, or an issue, begins or ends. A part inside of another has its own stretch; of several in one
 * place, such as those of one script, the strictest has it.
 */
function stretchesOf(text: string, parts: readonly ShownPart[], issues: readonly LineIssue[]): readonly Stretch[] {
  const owners = new Int16Array(text.length).fill(-1);
  const outermostFirst = [...parts.keys()].sort((one, other) => {
    const [a, b] = [parts[one], parts[other]];
    if (a === undefined || b === undefined) return 0;
    const longer = b.end - b.start - (a.end - a.start);
    return longer || DECISIONS.indexOf(a.decision) - DECISIONS.indexOf(b.decision);
  });
  for (const at of outermostFirst) owners.fill(at, parts[at]?.start, parts[at]?.end);
  const unread = new Uint8Array(text.length);
  for (const { start, end } of issues) {
    // A line that ends too early has its issue behind the last character.
    const from = Math.min(start, text.length - 1);
    unread.fill(1, from, Math.max(end, from + 1));
  }
  const stretches: Stretch[] = [];
  for (let start = 0, end = 1; start < text.length; start = end, end += 1) {
    while (end < text.length && owners[end] === owners[start] && unread[end] === unread[start]) end += 1;
    const part = owners[start] ?? -1;
    stretches.push({ start, end, part: part >= 0 ? part : undefined, isUnread: unread[start] === 1 || undefined });
  }
  return stretches;
}
