/** Answers for a shell line: its parts with what they do, the place of each in the line, and the decision. */
import type { AtipTool } from '@atip/core';
import type { PartCheck, Word } from '@atip/shell';
import { dangerOf, RISK_ORDER, type Risk, risksOf } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { decidedWords, wholePolicy } from '../safety/policy-words.ts';
import { readSubject, type Subject } from '../worker/subject.ts';

export interface LineQuestion {
  readonly text: string;
  readonly policy?: PlainPolicy | undefined;
  /** The page's document; it describes its program if no bundled document does. */
  readonly document?: Subject | undefined;
}

export type CheckedLine = Awaited<ReturnType<typeof answerLine>>;

const MAX_PARTS = 200;

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
  const { parts: checked, decision, reasons, problems, writes, reads } = checkLine(reading, find, wholePolicy(policy));
  const described = new Set([...tables.values()].map(({ name }) => name));
  return {
    decision,
    // Strictest first.
    reasons,
    parts: checked.slice(0, MAX_PARTS).map((part) => shownPart(part, !described.has(part.tool ?? ''), policy)),
    total: checked.length,
    // Places that are not understood. UTF-16 offsets, as those of the parts.
    unread: problems.map(({ start, end }) => ({ start, end })),
    // Files that redirects write and read.
    writes,
    reads,
  };
}

function shownPart(part: PartCheck, isOwn: boolean, policy: PlainPolicy | undefined) {
  const { start, end, through, decision, reasons, rule } = part;
  const isNothing = part.kind === 'nothing' && reasons.length === 0;
  return {
    ...{ start, end, through, decision, reasons },
    decidedBy: rule === undefined ? '' : decidedWords(rule, policy),
    // `open`: why the word is unknown before the line runs.
    words: part.words.map((word) => ({ text: word.text, open: word.unknown ? OPEN_WORDS[word.reason] : undefined })),
    // Gravest first; empty for a part that does nothing of note.
    risks: isNothing ? [] : risksOf(part.effects),
    harm: isNothing ? 0 : harmOf(dangerOf(part.effects)),
    remarks: remarksOf(part, isOwn),
  };
}

/** 2: cannot be had back; 1: reaches far; 0: everything else. */
function harmOf(danger: Risk = 'reads'): number {
  const mildest: readonly Risk[] = ['no-undo', 'deletes'];
  return mildest.filter((risk) => RISK_ORDER.indexOf(danger) <= RISK_ORDER.indexOf(risk)).length;
}

const OPEN_WORDS: Readonly<Record<NonNullable<Extract<Word, { unknown: true }>['reason']>, string>> = {
  variable: 'a variable',
  substitution: 'the output of another command',
  glob: 'names of files',
  arithmetic: 'a sum',
  tilde: 'a home directory',
  input: 'read while it runs',
};

const FROM: Readonly<Record<PartCheck['from'], string>> = {
  line: '',
  substitution: 'Its output becomes words of another part.',
  script: 'It is in code that another part gets.',
  heredoc: 'It is in text that another part runs.',
};

function remarksOf(part: PartCheck, isOwn: boolean): readonly string[] {
  const { redirects, assignments, piped, background, from, directories = [], code, notUnderstood } = part;
  const sets = assignments.map(({ name, value }) => `${name}=${value?.text ?? '(…)'}`).join(' ');
  const below = directories.map(({ text }) => text).join('/');
  // A redirect says it by itself.
  const isPiped = piped && !redirects.some(({ operator }) => operator.startsWith('<'));
  return [
    sourceOf(part, isOwn),
    notUnderstood.length > 0 ? `Not understood: ${notUnderstood.join(' ')}.` : '',
    ...redirects.map(({ fd = '', operator, target }) => `Redirects ${fd}${operator} ${target.text}.`),
    sets && `Sets ${sets}.`,
    code && !code.isHarmless ? `The ${code.language} program ${code.reason ?? 'was not understood'}.` : '',
    isPiped ? 'Another part writes its standard input.' : '',
    below && `It runs in ${below}, where cd went.`,
    background ? 'The shell does not wait for it.' : '',
    FROM[from],
  ].filter((remark) => remark !== '');
}

function sourceOf({ kind, tool, command, program }: PartCheck, isOwn: boolean): string {
  if (kind === 'nothing') return 'It starts no program.';
  if (kind === 'function') return 'A function that the line defines: its commands are parts of their own.';
  if (kind === 'builtin') return 'A builtin of the shell.';
  if (tool === undefined)
    return program === undefined ? 'Its program is not known before the line runs.' : 'No document describes it.';
  const name = [tool, ...(command ?? []).filter((word) => word !== '')].join(' ');
  return isOwn ? `${name}, as the open document describes it.` : `${name}, as the table of this page describes it.`;
}
