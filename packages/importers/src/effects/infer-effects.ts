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
import { effectsOfVerb, mentionsChange, nameFinding } from './read-name.ts';
import { isChange } from './verbs.ts';
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
  /** The harm that options add, by name; without options that are not known to add any. */
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
 * whose name reads (below a program also the description), unless something contradicts it: a word of the name or
 * description, an option such as `--yes`, or against a description alone any writing option.
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
    findings.push({ effects: effectsOfKind('view'), reason: 'its description reads', source: 'description' });
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
