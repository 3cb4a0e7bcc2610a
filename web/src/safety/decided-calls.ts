/** The calls of a tool that policies decide about, in the order of the table, and what a policy decides about each. */
import { type AtipTool, type ExecutionPolicy, type FlatCommand, flattenCommands } from '@atip/core';
import { cellOf, changesOf, DECISIONS, type DecisionSubject, raiseEffects, trustSourceOf } from '@atip/core/internal';
import { DANGER_ORDER, type Risk, risksOf } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Section, SECTIONS, wholePolicy } from './policy-words.ts';

/** A command as it is called plainly, or with options that change its effects. */
export type Call = ReturnType<typeof callOf>;

const listed = new WeakMap<AtipTool, readonly Call[]>();

export function callsOf(tool: AtipTool): readonly Call[] {
  const calls = listed.get(tool) ?? listCalls(tool);
  listed.set(tool, calls);
  return calls;
}

/**
 * A policy's decisions about each call of a tool. A row may be about several options, and a rule may name one of them.
 * The row shows the mildest decision: the policy decides about each option at least as strictly.
 */
export function decisionRangesOf(tool: AtipTool, policy: PlainPolicy = {}) {
  const whole = wholePolicy(policy);
  return callsOf(tool).map((call) => decisionRangeOf(call, whole));
}

export type DecisionRange = ReturnType<typeof decisionRangeOf>;

/** @param whole as `wholePolicy` makes it */
export function decisionRangeOf({ subjects }: Call, whole: ExecutionPolicy) {
  const made = new Set(subjects.map((subject) => cellOf(subject, whole).decision));
  const [mildest = 'deny'] = DECISIONS.filter((decision) => made.has(decision));
  return { mildest, strictest: DECISIONS.findLast((decision) => made.has(decision)) ?? mildest };
}

/** The page's one number of commands that destroy data by themselves, and how many more do with an option. */
export function destroyCounts(commands: readonly FlatCommand[]) {
  const ways = commands.map(destroyingBy);
  const count = (way: 'itself' | 'option'): number => ways.filter((one) => one === way).length;
  return { itself: count('itself'), withOption: count('option') };
}

/**
 * Tells whether a command destroys data by itself, or with an option. Options of all commands, defaults and catch-all
 * values do not count.
 */
export function destroyingBy(command: FlatCommand): 'itself' | 'option' | undefined {
  if (command.effects.destructive === true) return 'itself';
  const isSo = variantsOf(command).some(({ isUnusual, effects }) => !isUnusual && effects.destructive === true);
  return isSo ? 'option' : undefined;
}

function listCalls(tool: AtipTool): readonly Call[] {
  const plain = flattenCommands(tool).map((command) => callOf(command));
  const [mildest] = plain.toSorted((one, other) => dangerOf(one) - dangerOf(other));
  const withOptions = plain.flatMap((call) => {
    const others = variantsOf(call.command).map((variant) => callOf(call.command, variant));
    return others.filter((other) => (other.isShared ? call === mildest : statedIn(other) !== statedIn(call)));
  });
  return [...plain, ...withOptions]
    .map((call) => ({ call, place: placeOf(call) }))
    .toSorted((one, other) => one.place - other.place || (one.call.row.id < other.call.row.id ? -1 : 1))
    .map(({ call }) => call);
}

/** An effect that an option leaves unsaid makes no row. */
function statedIn({ row }: Call): string {
  return row.risks.filter((risk) => risk !== 'not-stated').join();
}

const DANGERS = DANGER_ORDER.filter((risk) => risk !== 'reads');

/** A graver risk outweighs all lighter ones together; beside destruction the network does not count. */
function dangerOf({ row: { risks, isDoubtful } }: Call): number {
  const known = risks.filter((risk) => risk !== 'not-stated' && !(risk === 'network' && risks.includes('destroys')));
  const weighs = (risk: Risk): boolean => (risk === 'not-stated' ? isDoubtful : known.includes(risk));
  return DANGERS.reduce((sum, risk) => sum * 2 + (weighs(risk) ? 1 : 0), 0);
}

/** Within a section plain calls come first, then those whose own deed it is, then the worst. */
function placeOf(call: Call): number {
  const { row, command } = call;
  const section = SECTIONS.findIndex(({ name }) => name === row.section);
  const rank = row.isPlain ? 0 : command.effects.destructive === true ? 2 : 1;
  const isByCall = row.risks.includes('destroys') && row.risks.includes('runs');
  return (section * 6 + rank * 2 + (isByCall ? 1 : 0)) * 2 ** DANGERS.length - dangerOf(call);
}

function callOf(command: FlatCommand, variant?: Variant) {
  const { name, path, tool, metadata } = command;
  // Each option alone has these effects. Shared: those of all commands, here with the most harmless one.
  const { options = [], isShared = false, effects = command.effects } = variant ?? {};
  const risks = risksOf(effects);
  const isDoubtful = effects.destructive === undefined && !risks.includes('reads');
  const isEveryday = metadata['x-everyday'] === true && (variant === undefined || command.effects.destructive !== true);
  const destroys: Section = isEveryday ? 'everyday' : variant === undefined ? 'itself' : 'option';
  const known: Section = effects.destructive === true ? destroys : isDoubtful ? 'silent' : 'rest';
  const section = variant?.isUnusual ? 'unusual' : known;
  const id = [isShared ? '*' : name, ...options.map(({ words }) => words)].join(' ');
  const label = labelOf(isShared ? 'any command' : visibleText(path.join(' ') || tool.name), options);
  const trust = trustSourceOf(tool);
  const subjectOf = (args: Readonly<Record<string, unknown>>): DecisionSubject => {
    return { name, path, effects, trust, call: { command, arguments: args } };
  };
  const alone = options.map(({ key, value }) => subjectOf({ [key]: value }));
  const [subject = subjectOf({}), ...others] = alone;
  const row = { id, section, label, risks, isDoubtful, isPlain: variant === undefined };
  return { row, command, options, isShared, subject, subjects: [subject, ...others] };
}

const MAX_NAMED = 3;
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `"push with --force, --delete or 3 more"`; all its characters are visible. */
function labelOf(name: string, options: Variant['options']): string {
  const all = [...new Set(options.map(({ words }) => visibleText(words)))];
  const named = all.slice(0, MAX_NAMED);
  const more = all.length > MAX_NAMED ? [`${all.length - MAX_NAMED} more`] : [];
  return named.length === 0 ? name : `${name} with ${OR.format([...named, ...more])}`;
}

type Variant = ReturnType<typeof variantsOf>[number];

/** The distinct effects that one parameter, or some of its values, gives a command; short names first. */
function variantsOf(command: FlatCommand) {
  const outcomes = changesOf(command).flatMap(({ parameter, values, ...change }) =>
    [{ ...change, match: undefined }, ...values].flatMap(({ added, mode, match }) => {
      const effects = mode?.effects ?? (added && raiseEffects(command.effects, added.effects));
      if (effects === undefined) return [];
      const { key, source, global, kind } = parameter;
      const flags = kind === 'option' ? parameter.source.flags : [];
      const flag = flags.find((one) => one.startsWith('--')) ?? flags[0] ?? key;
      const { words, isOdd } = valueWords(flag, match, source.default);
      const option = { key, words, match, value: source.type === 'boolean' ? true : `<${key}>` };
      return [{ option, effects, isShared: global, isUnusual: global || isOdd }];
    }),
  );
  const kinds = outcomes.map(({ effects, isShared, isUnusual }) => JSON.stringify([effects, isShared, isUnusual]));
  return outcomes.flatMap(({ option: _option, ...outcome }, index) => {
    if (kinds.indexOf(kinds[index] ?? '') !== index) return [];
    const options = outcomes.filter((_, at) => kinds[at] === kinds[index]).map(({ option }) => option);
    return [{ ...outcome, options: options.toSorted((one, other) => one.words.length - other.words.length) }];
  });
}

/** `"--method DELETE"`, `"some values of --resource"`. Odd: the default, none, or what the document does not name. */
function valueWords(flag: string, match: string | undefined, preset: unknown) {
  if (match === undefined) return { words: flag, isOdd: false };
  const literals = /^(?:@\()?([\w|.-]+)\)?$/.exec(match)?.[1]?.split('|');
  if (literals === undefined) return { words: `some values of ${flag}`, isOdd: /^\*+$/.test(match) };
  const isOdd = literals.some((value) => ['none', 'false', String(preset)].includes(value));
  return { words: `${flag} ${OR.format(literals)}`, isOdd };
}
