import { compileGlob, MAX_GLOB_VALUE } from '../document/match-glob.ts';
import { mergeEffects, eitherEffects, harmOf, raiseEffects } from '../effects/merge-effects.ts';
import { mayReassure } from '../effects/trust.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { isConditional, WORST_EFFECTS } from '../document/check-commands.ts';
import type { AtipEffects, CommandMapping, ConditionalEffects } from '../types/tool.ts';
import { isSettled } from '../json/settled.ts';
import { isAbsent, isGiven, type Parameter, parametersOf, valuesFor } from './parameters.ts';
import { withSecrets } from './shown-files.ts';

/**
 * The effects of a call: those of its command, or of the modes that the call gives, plus the harm that its other
 * parameters add.
 *
 * Shape: `git branch` reads, its option `delete` has `"x-effects": { destructive: true }`; with `{ delete: true }` the
 * call is destructive. `tar` extracts unless its option `list` is given, whose `x-mode` only reads. Two modes together
 * count as the worse of both. Modes count only where the document may reassure (`mayReassure`); in others their harm is
 * added. A statement that cannot be read counts as all harm. Arguments under either of a parameter's keys count, and so
 * do values that are not checked yet. If the arguments are no object, every parameter counts.
 *
 * @throws AtipValidationError when the command's parameters cannot be read
 * @see ATIP 0.3 §3.6; `x-effects`, `x-mode` and `x-values` are ours
 */
export function effectsOf(mapping: CommandMapping, args: Readonly<Record<string, unknown>> = {}): AtipEffects {
  const effects = withSecrets(effectsWith(mapping.effects, changesOf(mapping), args), mapping, args);
  const { interactive } = effects;
  if (interactive?.stdin !== 'required' || !isInputGiven(mapping, args)) return effects;
  return { ...effects, interactive: { ...interactive, stdin: 'optional' } };
}

/** True if the call supplies the command's standard input, so that no person has to be there. */
function isInputGiven(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): boolean {
  return parametersOf(mapping).some((one) => one.kind === 'stdin' && isRecord(args) && isGiven(one, args));
}

/** The mapping with the effects of a call; the same mapping where the call changes none. */
export function withCallEffects(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): CommandMapping {
  const effects = effectsOf(mapping, args);
  return effects === mapping.effects ? mapping : { ...mapping, effects };
}

/** Effects that hold unless one of certain parameters is given. */
export interface Conditional {
  readonly id: number;
  readonly effects: AtipEffects;
  readonly unless: readonly Parameter[];
  /** They hold only when all of these are given. */
  readonly needs: readonly Parameter[];
  /** The reason in the document, for people. */
  readonly why?: string;
  /**
   * The parameters whose values name everything that it destroys. `itself`: the one that has these effects. Absent: not
   * stated.
   */
  readonly loses?: readonly Parameter[] | 'itself' | undefined;
  /** It runs the code of the file at the parameter's value, and nothing else. */
  readonly loads?: boolean;
}

/** The effects of a parameter's values that match a pattern. */
interface ValueRule {
  readonly match?: string;
  /** Absent: the pattern is unreadable, and the rule applies to every value. */
  readonly matches?: (value: string) => boolean;
  readonly added?: Conditional | undefined;
  readonly mode?: Conditional | undefined;
}

export interface Effective {
  /** Harm that it adds when it is given. */
  readonly added?: Conditional | undefined;
  /** Effects that replace the command's own when it is given. */
  readonly mode?: Conditional | undefined;
  /** The first rule that matches a value applies. */
  readonly values: readonly ValueRule[];
}

/** A parameter that changes the effects of its command. */
export interface Change extends Effective {
  readonly parameter: Parameter;
}

/** Scanning a hundred options is the slowest part here; settled documents do not change. */
const CHANGES = new WeakMap<object, { readonly tool: object; readonly changes: readonly Change[] }>();

/** The parameters of a command that change its effects, global options included. */
export function changesOf(command: Pick<CommandMapping, 'metadata' | 'tool'>): readonly Change[] {
  const known = CHANGES.get(command.metadata);
  if (known?.tool === command.tool) return known.changes;
  if (!statesChange(command)) return NO_CHANGES;
  const parameters = parametersOf(command);
  const isBelieved = mayReassure(command.tool);
  const changes = parameters.flatMap((parameter) => {
    const change = changeOf(parameter.source, parameters, isBelieved);
    return change.added || change.mode || change.values.length > 0 ? [{ parameter, ...change }] : [];
  });
  if (isSettled(command.tool)) CHANGES.set(command.metadata, { tool: command.tool, changes });
  return changes;
}

const NO_CHANGES: readonly Change[] = [];

/** Most commands have no parameter that changes their effects, and need none of them read. */
function statesChange({ metadata, tool }: Pick<CommandMapping, 'metadata' | 'tool'>): boolean {
  const states = (one: object): boolean => 'x-effects' in one || 'x-mode' in one || 'x-values' in one;
  const { arguments: positional = [], options = [], 'x-stdin': input } = metadata;
  return (
    positional.some(states) || options.some(states) || (tool.globalOptions ?? []).some(states) || input !== undefined
  );
}

/** The command with other changes. */
export function withChanges(mapping: CommandMapping, changes: readonly Change[]): CommandMapping {
  const metadata = { ...mapping.metadata };
  CHANGES.set(metadata, { tool: mapping.tool, changes });
  return { ...mapping, metadata };
}

/** A statement with other effects. */
export function restated(one: Conditional, effects: AtipEffects): Conditional {
  return { ...one, id: ids++, effects };
}

function changeOf(source: Parameter['source'], all: readonly Parameter[], isBelieved: boolean): Effective {
  const [added, mode]: readonly unknown[] = [source['x-effects'], source['x-mode']];
  const listed: unknown = source['x-values'];
  const values = listed === undefined ? [] : Array.isArray(listed) ? listed : [undefined];
  return {
    ...rule(added, mode, all, isBelieved),
    values: values.map((value) => valueRule(value, source, all, isBelieved && mode === undefined)),
  };
}

function valueRule(
  value: unknown,
  { default: preset }: Parameter['source'],
  all: readonly Parameter[],
  isBelieved: boolean,
): ValueRule {
  const { match, effects, mode } = isRecord(value) ? value : {};
  const matches = typeof match === 'string' ? compileGlob(match) : undefined;
  if (typeof match !== 'string' || !matches) return { added: WORST };
  // The default is what a call without the parameter has, and that has the command's effects.
  const isOther = (text: string): boolean => text !== String(preset);
  const matching = match === '*' && preset !== undefined ? isOther : matches;
  return { match, matches: matching, ...rule(effects, mode, all, isBelieved) };
}

let ids = 0;

const WORST: Conditional = { id: ids++, effects: WORST_EFFECTS, unless: [], needs: [] };

/**
 * A mode beside harm, in a document that may not reassure, or without the parameter that undoes it, only adds its harm.
 */
function rule(
  added: unknown,
  mode: unknown,
  all: readonly Parameter[],
  isBelieved: boolean,
): Pick<Change, 'added' | 'mode'> {
  if ((added !== undefined && !isConditional(added)) || (mode !== undefined && !isConditional(mode)))
    return { added: WORST };
  const { unless, needs } = conditionsOf(mode ?? added, all);
  if (mode && !added && isBelieved && unless.length + needs.length === (mode.unless ?? []).length)
    return {
      mode: {
        id: ids++,
        effects: withoutConditions(mode),
        unless,
        needs,
        ...whyOf(mode),
        loads: mode['x-loads'] === true,
      },
    };
  const harm = mergeEffects(added && harmOf(withoutConditions(added)), mode && harmOf(withoutConditions(mode)));
  if (!added && !mode) return {};
  const always = { unless: [], needs: [] };
  const loses = mode === undefined ? losesOf(added, all) : undefined;
  const loads = mode === undefined && added?.['x-loads'] === true;
  return {
    added: {
      id: ids++,
      effects: harm,
      ...(mode ? always : { unless, needs }),
      ...whyOf(added ?? mode),
      loses,
      loads,
    },
  };
}

function losesOf(stated: ConditionalEffects | undefined, all: readonly Parameter[]): Conditional['loses'] {
  if (stated?.['x-replaces'] === true) return 'itself';
  return stated?.['x-loses'] && named(stated['x-loses'], all);
}

/** `unless: ["list", "!value"]`: not when `list` is given, and not when `value` is absent. */
function conditionsOf(
  { unless = [] }: ConditionalEffects = {},
  all: readonly Parameter[],
): Pick<Conditional, 'unless' | 'needs'> {
  const [absent, given] = [
    unless.filter((name) => name.startsWith('!')),
    unless.filter((name) => !name.startsWith('!')),
  ];
  return {
    unless: named(given, all),
    needs: named(
      absent.map((name) => name.slice(1)),
      all,
    ),
  };
}

function withoutConditions({
  unless: _unless,
  'x-why': _why,
  'x-kind': _kind,
  'x-replaces': _replaces,
  'x-loses': _loses,
  'x-carries': _carries,
  'x-loads': _loads,
  ...effects
}: ConditionalEffects): AtipEffects {
  return effects;
}

function whyOf(stated: ConditionalEffects | undefined): Pick<Conditional, 'why'> {
  const why = stated?.['x-why'];
  return why === undefined ? {} : { why };
}

/** The parameters with these names or flags. */
export function named(names: readonly string[], all: readonly Parameter[]): Parameter[] {
  return names.flatMap((name) => {
    const isMeant = ({ kind, source, key }: Parameter): boolean =>
      source.name === name || key === name || (kind === 'option' && source.flags.includes(name));
    return all.find(isMeant) ?? [];
  });
}

export function effectsWith(effects: AtipEffects, changes: readonly Change[], args: unknown): AtipEffects {
  if (changes.length === 0) return effects;
  if (!isRecord(args)) return changes.reduce((worst, change) => raiseEffects(worst, harmOfChange(change)), effects);
  const { modes, harms } = statementsOf(changes, args);
  return modes.length + harms.length === 0 ? effects : combined(effects, modes, harms, outcomesOf(changes, effects));
}

/** The statements of parameters that apply to a call. */
function statementsOf(changes: readonly Change[], args: Readonly<Record<string, unknown>>) {
  const modes: Conditional[] = [];
  const harms: Conditional[] = [];
  const holds = (one: Conditional | undefined, isThere: (parameter: Parameter) => boolean): one is Conditional =>
    one !== undefined && !one.unless.some(isThere) && one.needs.every((parameter) => isGiven(parameter, args));
  const isStated = (parameter: Parameter): boolean => isGiven(parameter, args);
  // `--dry-run` takes effects away, and `--dry-run=none` takes none.
  const isMeant = (parameter: Parameter): boolean =>
    isGiven(parameter, args) &&
    !isAsAbsent(parameter, changes.find((one) => one.parameter === parameter)?.values ?? [], args);
  for (const { parameter, added, mode, values } of changes) {
    if (!isGiven(parameter, args)) continue;
    if (holds(added, isMeant)) harms.push(added);
    if (holds(mode, isStated)) modes.push(mode);
    if (values.length === 0) continue;
    const rules = rulesOf(parameter, values, args);
    for (const one of rules) if (holds(one?.added, isMeant)) harms.push(one.added);
    const own = rules.flatMap((one) => (holds(one?.mode, isStated) ? [one.mode] : []));
    if (own.length === rules.length) modes.push(...own);
  }
  return { modes, harms };
}

/** True if each value of a parameter is its default, or one that the document says adds nothing. */
function isAsAbsent(
  parameter: Parameter,
  values: readonly ValueRule[],
  args: Readonly<Record<string, unknown>>,
): boolean {
  const { default: preset } = parameter.source;
  const rules = rulesOf(parameter, values, args);
  return valuesFor(parameter, args).every((value, at) => {
    const rule = rules[at];
    const addsNothing =
      rule?.added !== undefined && rule.mode === undefined && Object.keys(rule.added.effects).length === 0;
    return addsNothing || (preset !== undefined && value === preset);
  });
}

/** Characters of a document's reason, and of a value beside it. */
const MAX_WHY = 300;
const MAX_SHOWN = 80;

/**
 * The document's own reason for an effect of a call, to follow the command's name: ` --force replaces what others have
 * pushed` after `git push`. `undefined` if the document gives no reason, or may not reassure: the words would be a
 * stranger's.
 *
 * @param has true for effects whose reason is wanted
 */
export function whyOfEffect(
  command: Pick<CommandMapping, 'metadata' | 'tool'>,
  args: Readonly<Record<string, unknown>>,
  has: (effects: AtipEffects) => boolean,
): string | undefined {
  if (!mayReassure(command.tool)) return undefined;
  const changes = changesOf(command);
  const { modes, harms } = statementsOf(changes, args);
  const { 'x-why': own, ...stated } = command.metadata.effects ?? {};
  // An option that only repeats what its command does says little; a mode that does something else takes its place.
  if (own !== undefined && has(stated) && modes.every((one) => has(one.effects) && isLike(one.effects, stated)))
    return completing(own);
  for (const cause of [...harms, ...modes]) {
    if (!has(cause.effects) || (cause.loses !== 'itself' && cause.why === undefined)) continue;
    const change = changes.find((one) => isStatementOf(cause, one));
    const [value = 'a file', ...more] = change ? valuesOf(cause, change, args).map(shownValue) : [];
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    return cause.loses === 'itself'
      ? ` replaces ${value}${others}`
      : `${nameOf(change, value)}${completing(cause.why)}`;
  }
  return own === undefined ? undefined : completing(own);
}

function isStatementOf(cause: Conditional, { added, mode, values }: Change): boolean {
  return added === cause || mode === cause || values.some((one) => one.added === cause || one.mode === cause);
}

/** True for effects that differ at most in how often a command asks. */
function isLike(one: AtipEffects, { filesystem, ...other }: AtipEffects): boolean {
  const isSame = (['write', 'delete'] as const).every((key) => one.filesystem?.[key] === filesystem?.[key]);
  return isSame && one['x-runs'] === other['x-runs'];
}

/** The values of a parameter that a statement is about. */
function valuesOf(cause: Conditional, { parameter, values }: Change, args: object): readonly unknown[] {
  const ruled = values.find(({ added, mode }) => added === cause || mode === cause);
  const all = valuesFor(parameter, args);
  const meant = all.filter((value) => values.find(({ matches }) => matches?.(String(value)) !== false) === ruled);
  return ruled === undefined || meant.length === 0 ? all : meant;
}

/**
 * The word for a parameter in a sentence, after the command's words; empty for a wrapped command, whose first word says
 * too little.
 */
function nameOf(change: Change | undefined, value: string): string {
  if (change?.parameter.kind === 'option') return ` ${longFlag(change.parameter.source.flags)}`;
  const isWhole = change !== undefined && 'x-rest' in change.parameter.source;
  return isWhole && change.parameter.source['x-rest'] === true ? '' : ` ${value}`;
}

function longFlag(flags: readonly string[]): string {
  return flags.find((flag) => flag.startsWith('--')) ?? flags[0] ?? '';
}

function shownValue(value: unknown): string {
  const text = String(value);
  return (/^[\w./@%+-]+$/.test(text) ? text : JSON.stringify(text)).slice(0, MAX_SHOWN);
}

/** Lets a reason that begins with a verb continue the sentence. */
function completing(why = ''): string {
  const isVerb = /^(?:(?!(?:as|files|packages|others|commands)\b)\w+s|may|also|even|only|can|no longer)\b/.test(why);
  return `${isVerb ? ' ' : ': '}${why.slice(0, MAX_WHY)}`;
}

/** Results of a command's changes so far, by the statements that applied: merging is the slowest part here. */
type Outcomes = Map<string, AtipEffects>;
const OUTCOMES = new WeakMap<readonly Change[], { readonly effects: AtipEffects; readonly known: Outcomes }>();
const MAX_OUTCOMES = 200;

function outcomesOf(changes: readonly Change[], effects: AtipEffects): Outcomes {
  const kept = OUTCOMES.get(changes);
  if (kept?.effects === effects && kept.known.size < MAX_OUTCOMES) return kept.known;
  const known: Outcomes = new Map();
  OUTCOMES.set(changes, { effects, known });
  return known;
}

function combined(
  effects: AtipEffects,
  modes: readonly Conditional[],
  harms: readonly Conditional[],
  outcomes: Outcomes,
): AtipEffects {
  let key = '';
  for (const { id } of modes) key += `${id} `;
  key += '+';
  for (const { id } of harms) key += `${id} `;
  const known = outcomes.get(key);
  if (known) return known;
  const [first = effects, ...others] = modes.map((one) => one.effects);
  const found = harms.map((one) => one.effects).reduce(raiseEffects, others.reduce(eitherEffects, first));
  outcomes.set(key, found);
  return found;
}

/** The rule for each item. If an item is no text, or too long to match, every rule adds its harm. */
function rulesOf(parameter: Parameter, values: readonly ValueRule[], args: object): (ValueRule | undefined)[] {
  const given = [getOwn(args, parameter.key), getOwn(args, parameter.narrowKey)].find((value) => !isAbsent(value));
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  return items.flatMap((item): (ValueRule | undefined)[] => {
    const isText = ['string', 'number', 'boolean'].includes(typeof item);
    const text = String(isText ? item : '');
    if (!isText || text.length > MAX_GLOB_VALUE) return values.map(({ added = NONE }) => ({ added }));
    return [values.find(({ matches }) => matches === undefined || matches(text))];
  });
}

const NONE: Conditional = { id: ids++, effects: {}, unless: [], needs: [] };

/** All harm that a declaration says its parameter may add, as in `harmOfChange`; empty without such statements. */
export function harmOfSource(source: Parameter['source']): AtipEffects {
  const { 'x-effects': added, 'x-mode': mode, 'x-values': values } = source;
  if (added === undefined && mode === undefined && values === undefined) return {};
  // The other parameters matter only for `unless`, which does not count here.
  return harmOfChange(changeOf(source, [], false));
}

/** All harm that a parameter may add, with any value and beside any other parameter. */
export function harmOfChange({ added, mode, values }: Effective): AtipEffects {
  const all = [added, mode, ...values.flatMap((value) => [value.added, value.mode])];
  return mergeEffects(...all.map((one) => one && harmOf(one.effects)));
}

/**
 * The kinds that a parameter's statements about effects give it (`x-kind`), such as `force` of git's
 * `--force-with-lease` or of the value `+main`. With values: only the kinds that apply to them.
 */
export function kindsOf(source: Parameter['source'], values?: readonly unknown[]): readonly string[] {
  const listed: unknown = source['x-values'];
  const rules: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const held = (rule: unknown): boolean => {
    if (values === undefined) return true;
    const matches = isRecord(rule) && typeof rule['match'] === 'string' ? compileGlob(rule['match']) : undefined;
    return !matches || values.some((value) => matches(String(value).slice(0, MAX_GLOB_VALUE)));
  };
  const statements = [
    source['x-effects'],
    source['x-mode'],
    ...rules.filter(held).flatMap((rule) => (isRecord(rule) ? [rule['effects'], rule['mode']] : [])),
  ];
  return statements.flatMap((one: unknown) =>
    isRecord(one) && typeof one['x-kind'] === 'string' ? [one['x-kind']] : [],
  );
}
