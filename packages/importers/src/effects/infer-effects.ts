import {
  classOfVerb,
  type EffectKind,
  effectsOfKind,
  type Evidence,
  type Finding,
  type FlagRows,
  type ProgramRow,
  splitWords,
  toEvidence,
  type VerbClass,
} from './evidence.ts';
import {
  descriptionFinding,
  isSafeguard,
  type LookedAtOption,
  type OptionFinding,
  optionFinding,
} from './option-finding.ts';
import { NETWORK_FAMILIES, TOOL_PROGRAMS } from './programs/tools.ts';
import { UNIX_PROGRAMS } from './programs/unix.ts';
import { type AtipEffects, mergeEffects } from '@atip/core';
import { isRecord, setOwn } from '@atip/core/internal';

/** A command as far as it is known; foreign, and read field by field. */
export interface InferableCommand {
  /** The program, then the keys down to the command. */
  readonly path: readonly string[];
  readonly description?: unknown;
  readonly options?: unknown;
  readonly arguments?: unknown;
}

export interface InferredEffects {
  readonly effects: AtipEffects;
  readonly evidence: readonly Evidence[];
  /** The harm that options add, by name; those that add nothing, as far as one knows, are not there. */
  readonly options: Readonly<Record<string, OptionFinding>>;
}

/** More are not looked at; no real command has as many. */
const MAX_OPTIONS = 5000;

/**
 * The effects of a command as its name, its description, its options and what is known of programs tell them.
 *
 * Shape: `{ path: ["gh", "repo", "delete"] }` → `{ effects: { destructive: true, deletes: ["repo"], network: true },
 * evidence: [{ field: "destructive", value: true, reason: "\"delete\" in the name", source: "name" }, …], options: {} }`.
 * Nothing is stated without evidence; what nobody knows is absent. That nothing is written or destroyed is stated only for
 * programs of the table, and for commands whose own name reads while nothing speaks against it: neither the description nor
 * an option such as `--yes`. A description alone only ever speaks of harm.
 * Limits: 5,000 options; linear in the length of all texts. Never throws.
 */
export function inferEffects({ path, description, options, arguments: positional }: InferableCommand): InferredEffects {
  const words = path.filter((word) => typeof word === 'string' && word !== '');
  const looked = optionsIn(options);
  const row = programRow(words);
  const findings = row ? [rowFinding(row)] : guess(words, description, looked);
  const [, family] = NETWORK_FAMILIES.find(([names]) => names.split(' ').includes(words[0] ?? '')) ?? [];
  if (family !== undefined)
    findings.push({ effects: { network: true }, reason: `${words[0]} ${family}`, source: 'program' });
  findings.push(...argumentFindings(positional));
  return {
    effects: mergeEffects(...findings.map(({ effects }) => effects)),
    evidence: findings.flatMap(toEvidence),
    options: raises(looked, row),
  };
}

function rowFinding([, kind, reason]: ProgramRow): Finding {
  return { effects: effectsOfKind(kind), reason, source: 'program' };
}

function guess(words: readonly string[], description: unknown, options: readonly LookedAtOption[]): Finding[] {
  const name = nameFinding(words);
  const object = words.at(-1) ?? 'something';
  const described = descriptionFinding(description, object);
  if (!name) return described ? [described] : [];
  if (name.kind !== 'read') {
    const adds = name.kind !== 'destroy' && described?.effects.destructive === true;
    return adds ? [name, described] : [name];
  }
  // A reading name is believed only while nothing speaks against it.
  if (described) return [described];
  return options.some(isSafeguard) ? [] : [name];
}

function raises(options: readonly LookedAtOption[], row: ProgramRow | undefined): Record<string, OptionFinding> {
  const found: Record<string, OptionFinding> = {};
  for (const option of options) {
    // Long ones first: `-p` is `--paginate` to git, and `--patch` to its log.
    const flags = option.flags.toSorted((a, b) => Number(b.startsWith('--')) - Number(a.startsWith('--')));
    const known = flags.map((flag) => flagRow(row, flag)).find((what) => what !== undefined);
    if (known?.[0] === 'nothing') continue;
    const raise = known ? { effects: effectsOfKind(known[0]), reason: known[1] } : optionFinding(option);
    if (raise) setOwn(found, option.name, raise);
  }
  return found;
}

/** A positional that is where the output goes. */
function argumentFindings(positional: unknown): Finding[] {
  const list: unknown[] = Array.isArray(positional) ? positional.slice(0, MAX_OPTIONS) : [];
  return list.flatMap((argument): Finding[] => {
    const name = isRecord(argument) && typeof argument['name'] === 'string' ? argument['name'].slice(0, 80) : '';
    if (!/^(?:output|out|outfile|output[-_ ]?(?:file|path|dir|directory))$/i.test(name)) return [];
    return [
      { effects: effectsOfKind('make'), reason: `the argument "${name}" is where it writes`, source: 'argument' },
    ];
  });
}

function optionsIn(options: unknown): LookedAtOption[] {
  const list: unknown[] = Array.isArray(options) ? options.slice(0, MAX_OPTIONS) : [];
  return list.flatMap((option): LookedAtOption[] => {
    if (!isRecord(option)) return [];
    const { name, flags, type, description } = option;
    if (typeof name !== 'string' || !Array.isArray(flags)) return [];
    const texts = flags.filter((flag): flag is string => typeof flag === 'string').map((flag) => flag.slice(0, 200));
    return [{ name, flags: texts, type, description, enum: option['enum'] }];
  });
}

/** Every row of the tables of programs. */
export const PROGRAM_ROWS: readonly ProgramRow[] = readRows(UNIX_PROGRAMS + TOOL_PROGRAMS);

function readRows(table: string): ProgramRow[] {
  const rows: ProgramRow[] = [];
  let flags: Record<string, FlagRow> = {};
  for (const line of table.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [names = '', word, reason = ''] = line.trim().split(' | ');
    // A test holds the word of every row against the kinds.
    const kind = word as EffectKind;
    if (line.startsWith(' ')) flags[names] = [kind, reason];
    else {
      flags = {};
      for (const name of names.split(', ')) rows.push([name, kind, reason, flags]);
    }
  }
  return rows;
}

const BY_COMMAND: ReadonlyMap<string, ProgramRow> = new Map(PROGRAM_ROWS.map((row) => [row[0], row]));

/** The row of exactly this command: what is known of `git` says nothing about `git branch`. */
export function programRow(path: readonly string[]): ProgramRow | undefined {
  return BY_COMMAND.get(path.join(' ').toLowerCase());
}

type FlagRow = FlagRows[string];

const FLAGS: ReadonlyMap<ProgramRow, ReadonlyMap<string, FlagRow>> = new Map(
  PROGRAM_ROWS.map((row) => [row, new Map(Object.entries(row[3]).flatMap(singleFlags))]),
);

/** The effects of a flag in its program's row. */
export function flagRow(row: ProgramRow | undefined, flag: string): FlagRow | undefined {
  return row && FLAGS.get(row)?.get(flag);
}

function singleFlags([flags, what]: [string, FlagRow]): [string, FlagRow][] {
  return flags.split(' ').map((flag) => [flag, what]);
}

/** Words before a verb that only say how: `batch-delete-items`. */
const ADVERBS: ReadonlySet<string> = new Set('batch bulk admin multi force async auto self safe'.split(' '));

/** Verbs that are hardly ever nouns. */
const CHANGES: ReadonlySet<string> = new Set('create add set put edit modify enable disable install'.split(' '));
const SECRETS: ReadonlySet<string> = new Set(['credential', 'credentials', 'password', 'passphrase', 'token']);

const RANK: Readonly<Record<VerbClass, number>> = { read: 0, run: 1, write: 2, destroy: 3 };

/** A finding from a command's name. */
interface NameFinding extends Finding {
  readonly kind: VerbClass;
}

/**
 * Reads a command's own name, verb first or verb last; where it has no verb, what the groups above say against it.
 *
 * Shape: `["gh", "repo", "delete"]` → `{ kind: "destroy", effects: { destructive: true, deletes: ["repo"] }, … }`.
 * Of two verbs the worse counts. A group's name never says that something only reads, and neither does a program's own
 * name of one word: `find` may be any program's.
 *
 * @param path the program and the keys down to the command
 */
function nameFinding(path: readonly string[]): NameFinding | undefined {
  const last = splitWords(path.at(-1) ?? '');
  const own = verbOf(last);
  if (own && own.kind !== 'read') return finding(own, last, path);
  const reads = own !== undefined && (path.length > 1 || last.length > 1) && !handsOutSecrets(last);
  for (let index = path.length - 2; index >= 1; index--) {
    const words = splitWords(path[index] ?? '');
    const above = verbOf(words);
    // Below many nouns that look like verbs, as in `backup list`, something reads; below these nothing does.
    const counts =
      above?.kind === 'destroy' || CHANGES.has(above?.word ?? '') || (own === undefined && above?.kind !== 'read');
    if (above && counts) return finding(above, [...words, ...last], path);
  }
  return own && reads ? finding(own, last, path) : undefined;
}

/** `get-credentials` and the like mostly make what they hand out. */
function handsOutSecrets(words: readonly string[]): boolean {
  return words[0] === 'get' && words.some((word) => SECRETS.has(word));
}

interface Verb {
  readonly word: string;
  readonly kind: VerbClass;
}

function verbOf(words: readonly string[]): Verb | undefined {
  const start = ADVERBS.has(words[0] ?? '') && words.length > 1 ? 1 : 0;
  const places = [words[0], words[start], words.at(-1), ...afterAnd(words)];
  const verbs = places.flatMap((word = '', at): Verb[] => {
    const kind = classOfVerb(word);
    // `list-updates` and `describe-backup`: behind a verb that reads comes what is read.
    const isObject = at === 2 && words.length > 1 && classOfVerb(words[start] ?? '') === 'read' && kind !== 'destroy';
    return kind && !isObject ? [{ word, kind }] : [];
  });
  return verbs.sort((a, b) => RANK[b.kind] - RANK[a.kind])[0];
}

/** `get-or-create` does both. */
function afterAnd(words: readonly string[]): string[] {
  return words.filter((_, index) => words[index - 1] === 'and' || words[index - 1] === 'or');
}

function finding({ word, kind }: Verb, words: readonly string[], path: readonly string[]): NameFinding {
  const rest = words.filter((part) => part !== word).join(' ');
  const group = path.length > 2 ? path.at(-2) : path[0];
  const object = rest === '' ? (group ?? 'something') : rest;
  const reason = `"${word}" in the name`;
  return { kind, effects: effectsOf(kind, word, object), reason, source: 'name' };
}

function effectsOf(kind: VerbClass, verb: string, object: string): Finding['effects'] {
  if (kind === 'destroy') return { destructive: true, deletes: [object] };
  if (kind === 'read') return effectsOfKind('view');
  if (kind === 'run') return effectsOfKind('run');
  return verb === 'create' || verb === 'add' ? { creates: [object] } : { modifies: [object] };
}
