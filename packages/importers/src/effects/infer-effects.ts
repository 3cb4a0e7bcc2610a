import { effectsOfKind, type Evidence, type EffectFinding, toEvidence } from './evidence.ts';
import {
  argumentFinding,
  isPreview,
  isSafeguard,
  type LookedAtOption,
  type OptionFinding,
  optionFinding,
} from './option-finding.ts';
import { type Description, readDescription } from './read-description.ts';
import { isChange, CLASSES, CODE, THINGS, rankOf, splitWords, type VerbClass } from './verbs.ts';
import type { AtipEffects, ValueEffects } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { isRecord, setOwn } from '@atip/core/internal';

/** The known facts about a command; foreign, and checked field by field. */
export interface InferableCommand {
  /** The program, then the keys down to the command. */
  readonly path: readonly string[];
  readonly description?: unknown;
  readonly options?: unknown;
  readonly arguments?: unknown;
  /** Effects that its document already states. */
  readonly stated?: AtipEffects;
}

export interface InferredEffects {
  readonly effects: AtipEffects;
  readonly evidence: readonly Evidence[];
  /** The harm that options add, by name. Options without known harm are absent. */
  readonly options: Readonly<Record<string, OptionFinding>>;
  /** The same for optional arguments; the harm of required ones is among the effects. */
  readonly arguments: Readonly<Record<string, OptionFinding>>;
}

/** More are ignored; no real command has as many. */
const MAX_OPTIONS = 5000;

/**
 * Infers the effects of a command from the words of its name, description, options and arguments. The catalog has the
 * facts about single programs.
 *
 * Shape: `{ path: ["gh", "repo", "delete"] }` → `{ effects: { destructive: true, deletes: ["repo"] },
 * evidence: [{ field: "destructive", value: true, reason: "\"delete\" in the name", source: "name" }, …], options: {},
 * arguments: {} }`.
 * Every statement has evidence; unknown effects are absent. "Writes and destroys nothing" is stated only for commands
 * whose name is a reading verb; the description of a subcommand counts, too. A word of the name or description, or an
 * option such as `--yes`, contradicts it, and so does any writing option if only the description reads.
 * An option or argument that writes or changes something revokes it with `destructive: true`, unless `stated` says
 * whether it is destructive. Limits: 5,000 options and arguments; linear in the length of all texts. Never throws.
 * @example
 * ```ts
 * import { inferEffects } from '@atip/importers';
 * inferEffects({ path: ['gh', 'repo', 'delete'] }).effects.destructive; // true
 * ```
 */
export function inferEffects(command: InferableCommand): InferredEffects {
  const words = command.path.filter((word) => typeof word === 'string' && word !== '');
  const [looked, positionals] = [parametersIn(command.options), parametersIn(command.arguments)];
  const found = guess(aliasedPath(words, command.description), readDescription(command.description, true), looked);
  // Effects that are stated know more than the names of values.
  const isStated = Object.keys(command.stated ?? {}).length > 0;
  const operations = isStated ? [] : operationsIn([...looked, ...positionals], words.at(-1) ?? '');
  const own = operations.reduce(withOperation, found);
  const positional = positionals.flatMap((argument) => {
    const found = argumentFinding(argument);
    return found ? [{ ...argument, found }] : [];
  });
  const always = positional.filter(({ required }) => required !== false);
  // A command that writes in every call does not count as reading.
  const findings = always.some(({ found }) => takesBack(found))
    ? own.filter(({ effects }) => !reassures(effects))
    : own;
  for (const { found } of always) findings.push({ ...found, source: 'argument' });
  const effects = mergeEffects(...findings.map((finding) => finding.effects));
  const isOurs = reassures(effects) && command.stated?.destructive === undefined;
  const given: Record<string, OptionFinding> = {};
  for (const { name, required, found } of positional)
    if (required === false) setOwn(given, name, isOurs ? takingBack(found) : found);
  const options = raises(looked, isOurs);
  for (const { parameter, raise } of operations)
    if (raise) setOwn(looked.includes(parameter) ? options : given, parameter.name, raise);
  return { effects, evidence: findings.flatMap(toEvidence), options, arguments: given };
}

/** The words of the command for which this one is an alias, below the same program; else its own. */
function aliasedPath(words: readonly string[], description: unknown): readonly string[] {
  const target = aliasOf(description);
  if (target === undefined) return words;
  return [words[0] ?? '', ...(target[0] === words[0] ? target.slice(1) : target)];
}

/** The words behind "Alias for" in a description. */
export function aliasOf(description: unknown): string[] | undefined {
  const [, target] = (typeof description === 'string' && ALIAS.exec(description.slice(0, 200))) || [];
  return target?.split(' ');
}

const ALIAS =
  /^\W*(?:an? )?(?:alias|shorthand|shortcut|short form|synonym) (?:for|of|to) (?:the )?[`'"]?([a-z][\w:-]*(?: [a-z][\w:-]*){0,3}?)[`'"]?(?: command)?\W*$/i;

/** The operations of a call count beside what else is found; reading ones only where nothing is. */
function withOperation(findings: EffectFinding[], { finding }: Operations): EffectFinding[] {
  if (reassures(finding.effects)) return findings.length === 0 ? [finding] : findings;
  return [...findings.filter(({ effects }) => !reassures(effects)), finding];
}

function guess(path: readonly string[], text: Description, options: readonly LookedAtOption[]): EffectFinding[] {
  const name = nameFinding(path, text.reads);
  const findings: EffectFinding[] = name && name.kind !== 'work' ? [name] : [];
  for (const { kind, verb, isCode } of text.harms) {
    const effects = isCode ? effectsOfKind('anything') : effectsOfVerb(kind, path.at(-1) ?? 'something');
    // If both only change something, the name is more exact.
    const isWorse = effects.destructive === true && name?.effects.destructive !== true;
    const adds = !isChange(name?.kind) || isWorse || kind === 'run' || kind === 'send';
    if (adds) findings.push({ effects, reason: `"${verb}" in the description`, source: 'description' });
  }
  const isKnown = (option: LookedAtOption): boolean => text.prints && isLeftOut(option);
  const isMild = (): boolean =>
    !text.reveals &&
    !mentionsChange(path.at(-1) ?? '') &&
    !options.some((option) => !isKnown(option) && isHarmful(option));
  if (findings.length === 0 && text.reads && path.length > 1 && isMild())
    findings.push({ effects: effectsOfKind('view'), reason: 'the description only reads', source: 'description' });
  if (text.reveals)
    findings.push({ effects: effectsOfKind('reveal'), reason: 'prints a secret', source: 'description' });
  // Reading counts only without contradiction; a preview option does not contradict if name and description agree.
  const agree = name?.kind === 'read' && text.reads;
  const doubted =
    text.harms.length > 0 || options.some((option) => isSafeguard(option) && !(agree && isPreview(option)));
  return doubted ? findings.filter(({ effects }) => !reassures(effects)) : findings;
}

/** True if a call without the option does not have it all the same. */
function isLeftOut({ required, default: preset, description }: LookedAtOption): boolean {
  const says =
    typeof description === 'string' &&
    /\bdefaults?\b(?!.*\b(?:stdout|standard output|false|off|none)\b)/i.test(description);
  return required !== true && (preset === undefined || preset === false) && !says;
}

/** True if the option writes or destroys: then its command's description alone does not prove reading. */
function isHarmful(option: LookedAtOption): boolean {
  const found = optionFinding(option);
  return found !== undefined && (found.effects.destructive === true || takesBack(found));
}

/** The statement of reassuring findings about destruction. */
function reassures(effects: AtipEffects): boolean {
  return effects.destructive === false;
}

function raises(options: readonly LookedAtOption[], isOurs: boolean): Record<string, OptionFinding> {
  const found: Record<string, OptionFinding> = {};
  for (const option of options) {
    const raise = optionFinding(option);
    if (raise) setOwn(found, option.name, isOurs ? takingBack(raise) : raise);
  }
  return found;
}

/** True if something is written, ended or changed locally: then the command does not only read. */
function takesBack({ effects }: OptionFinding): boolean {
  const { filesystem, modifies } = effects;
  const changesHere = modifies !== undefined && effects['x-sends'] === undefined;
  return filesystem?.write === true || filesystem?.delete === true || changesHere;
}

function takingBack(found: OptionFinding): OptionFinding {
  return takesBack(found) ? { ...found, effects: mergeEffects(found.effects, { destructive: true }) } : found;
}

function parametersIn(parameters: unknown): LookedAtOption[] {
  const list: unknown[] = Array.isArray(parameters) ? parameters.slice(0, MAX_OPTIONS) : [];
  return list.flatMap((parameter): LookedAtOption[] => {
    if (!isRecord(parameter)) return [];
    const { name, flags = [], type, description, required } = parameter;
    if (typeof name !== 'string' || !Array.isArray(flags)) return [];
    const texts = flags.filter((flag): flag is string => typeof flag === 'string').map((flag) => flag.slice(0, 200));
    return [{ ...parameter, name, flags: texts, type, description, required }];
  });
}

/** A parameter that says which of several operations a call does, such as `method` of an MCP tool. */
interface Operations {
  readonly parameter: LookedAtOption;
  /** The harm of all values together; reading, where each value reads. */
  readonly finding: EffectFinding;
  /** The effects by value. Undefined: each value reads. */
  readonly raise: OptionFinding | undefined;
}

const NAMES = /^(?:method|action|operation|op|command|subcommand|verb)$/i;
const MAX_VALUES = 500;

/**
 * Reads the operations that a command offers as the values of a parameter.
 *
 * Shape: `{ name: "method", enum: ["get", "delete"] }` → a command that deletes, with `x-values` by which `get` only
 * reads, where its document may reassure. Values without a known verb have the effects of the command.
 *
 * @param name of the command, as the object of its operations
 */
function operationsIn(parameters: readonly LookedAtOption[], name: string): Operations[] {
  const isPlain = !parameters.some(isSafeguard);
  return parameters.flatMap((parameter): Operations[] => {
    if (!NAMES.test(parameter.name) || !Array.isArray(parameter.enum)) return [];
    const texts = parameter.enum.slice(0, MAX_VALUES).filter((value): value is string => typeof value === 'string');
    const findings = texts.map((value) => nameFinding([name, value], true));
    const harms = findings.flatMap((finding) => (isChange(finding?.kind) ? [finding?.effects ?? {}] : []));
    const isReader = isPlain && parameter.required === true && findings.every((finding) => finding?.kind === 'read');
    if (texts.length === 0 || (harms.length === 0 && !isReader)) return [];
    const reason = `"${parameter.name}" chooses: ${texts.slice(0, 8).join(', ')}`.slice(0, 200);
    const effects: AtipEffects = isReader ? effectsOfKind('view') : mergeEffects(...harms);
    const values = texts.flatMap((value, at): ValueEffects[] => {
      const { kind, effects: mode } = findings[at] ?? {};
      return mode && (kind === 'read' || isChange(kind)) ? [{ match: literal(value), mode }] : [];
    });
    const raise = isReader ? undefined : { effects, reason, values };
    return [{ parameter, finding: { effects, reason, source: 'option' }, raise }];
  });
}

/** A glob that matches this text alone. */
function literal(text: string): string {
  return text.replaceAll(/[\\*?[\]!+@()|]/g, '\\$&');
}

interface NameFinding extends EffectFinding {
  readonly kind: VerbClass;
}

/** Words before a verb that only qualify it: `batch-delete-items`. */
const ADVERBS: ReadonlySet<string> = new Set('batch bulk admin multi force async auto self safe'.split(' '));

/** Verbs of groups whose commands never only read. */
const CHANGES: ReadonlySet<string> = new Set('create add set put edit modify enable disable install'.split(' '));

const SECRETS: ReadonlySet<string> = new Set('credential credentials password passphrase secret token'.split(' '));

/** Nouns that stand for reading, as the whole name of a command. */
const LEAVES: ReadonlySet<string> = new Set('plan path preview version'.split(' '));

/** Verbs that output the thing itself; `list` and `describe` output facts about it. */
const HANDS_OUT: ReadonlySet<string> = new Set('get print show read view export display fetch generate'.split(' '));

/** Verbs that run the caller's code. */
const ANYTHING: ReadonlySet<string> = new Set('exec execute eval evaluate'.split(' '));

const FILES: ReadonlySet<string> = new Set('file files'.split(' '));

/**
 * Reads a command's own name, with its verb first, last or after nouns; without a verb, the groups above can only add
 * harm.
 *
 * Shape: `["gh", "repo", "delete"]` → `{ kind: "destroy", effects: { destructive: true, deletes: ["repo"] }, … }`.
 * Of two verbs the worse counts. A group's name never proves reading, and neither does a program's own name of one
 * word: `find` may be any program.
 *
 * @param path the program and the keys down to the command
 * @param isReader its description reads: then `status` and `plan` below a group such as `reset` do, too
 */
function nameFinding(path: readonly string[], isReader = false): NameFinding | undefined {
  const last = splitWords(path.at(-1) ?? '');
  const own = verbOf(last);
  if (own && isChange(own.kind)) return finding(own, last, path);
  const leads = isReader && (own?.kind === 'read' || LEAVES.has(last.join(' ')));
  for (let index = path.length - 2; index >= 1 && !leads; index--) {
    const words = splitWords(path[index] ?? '');
    const above = verbOf(words);
    // Below nouns that look like verbs, as in `backup list`, something may only read; below these groups nothing does.
    const counts =
      above?.kind === 'destroy' || CHANGES.has(above?.word ?? '') || (own === undefined && isChange(above?.kind));
    if (above && counts) return finding(above, [...words, ...last], path);
  }
  // `go get` installs.
  const isBare = path.length === 2 && last.join(' ') === 'get' && !isReader;
  return own && !isBare && (path.length > 1 || last.length > 1) ? finding(own, last, path) : undefined;
}

/** True if any word of the name is a verb that changes something. */
function mentionsChange(name: string): boolean {
  const words = splitWords(name);
  const isNoun = (word: string, at: number): boolean => at > 0 && at < words.length - 1 && THINGS.has(word);
  return words.some((word, at) => isChange(CLASSES.get(word)) && !isNoun(word, at));
}

interface Verb {
  readonly word: string;
  readonly kind: VerbClass;
}

/** Verbs that come after their object: `label_get`. */
const BEHIND: ReadonlySet<string> = new Set('get describe show find lookup inspect ls read'.split(' '));

function verbOf(words: readonly string[]): Verb | undefined {
  const verbs = words.flatMap((word, at): (Verb & { at: number })[] => {
    const kind = CLASSES.get(word);
    const isLast = at === words.length - 1;
    // `browser-console-messages`: between other words it is a noun.
    const isRequest = /^(?:pull|merge)$/.test(word) && /^requests?$/.test(words[at + 1] ?? '');
    const isNoun = isRequest || (!isLast && (ADVERBS.has(word) || (at > 0 && kind !== 'read' && THINGS.has(word))));
    if (kind === undefined || isNoun) return [];
    // `bump-version`, `favorite-view`: after a word that may be a verb, only the description decides.
    return [{ word, at, kind: kind === 'read' && at > 0 && THINGS.has(word) && word !== 'list' ? 'work' : kind }];
  });
  const lead = (THINGS.has(verbs[0]?.word ?? '') && verbs.find(({ word }) => BEHIND.has(word))) || verbs[0];
  if (lead === undefined) return undefined;
  const counted = verbs.filter(({ word, at }) => {
    if (at === lead.at || words[at - 1] === 'and' || words[at - 1] === 'or') return true;
    if (at !== words.length - 1 || at < lead.at) return false;
    // `get-update` and `describe-backup`: the object of reading follows the verb.
    const hasObject = lead.kind === 'read' && (lead.word === 'list' || !THINGS.has(lead.word));
    return !(hasObject && THINGS.has(word));
  });
  return counted.sort((a, b) => rankOf(b.kind) - rankOf(a.kind))[0];
}

function finding(verb: Verb, words: readonly string[], path: readonly string[]): NameFinding {
  const { word, kind } = verb;
  const rest = words.filter((part) => part !== word);
  const group = path.length > 2 ? path.at(-2) : path[0];
  const object = rest.length === 0 ? (group ?? 'something') : rest.join(' ');
  const reason = `"${word}" in the name`;
  return { kind, effects: effectsOf(verb, rest, object), reason, source: 'name' };
}

function effectsOf({ word, kind }: Verb, rest: readonly string[], object: string): AtipEffects {
  // Such commands usually create the secret that they output.
  if (HANDS_OUT.has(word) && rest.some((part) => SECRETS.has(part))) return effectsOfKind('reveal');
  if (ANYTHING.has(word) || (kind === 'run' && rest.some((part) => CODE.has(part)))) return effectsOfKind('anything');
  const overwrites = ['write', 'put', 'edit', 'move'].includes(word) && rest.some((part) => FILES.has(part));
  if (overwrites) return { filesystem: { write: true }, destructive: true };
  // As a command's name both replace the whole content; in a text they may add to it.
  if (word === 'write' || word === 'put') return effectsOfVerb('replace', object);
  return word === 'create' || word === 'add' ? { creates: [object] } : effectsOfVerb(kind, object);
}

function effectsOfVerb(kind: VerbClass, object: string): AtipEffects {
  switch (kind) {
    case 'read':
      return effectsOfKind('view');
    case 'work':
      return {};
    case 'run':
      return effectsOfKind('call');
    case 'write':
      return { modifies: [object] };
    case 'send':
      return { ...effectsOfKind('give'), modifies: [object] };
    case 'end':
      return { modifies: [object], 'x-ends': 'processes' };
    case 'replace':
      return { destructive: true, modifies: [object] };
    case 'destroy':
      return { destructive: true, deletes: [object] };
  }
}
