import {
  type AtipEffects,
  type AtipTool,
  type ExecutionPolicy,
  type FlatCommand,
  flattenCommands,
  POLICY_PRESETS,
  type PolicyCell,
} from '@atip/core';
import {
  defaultPolicyFor,
  cellOf,
  changesOf,
  type DecisionSubject,
  raiseEffects,
  trustSourceOf,
  withPreset,
} from '@atip/core/internal';
import { RISK_ORDER, type Risk, risksOf } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { type PolicyName, policyName, wholePolicy } from './policy-edit.ts';

/** A command as it is called plainly, or with options that add harm. */
export interface DecidedCall {
  /** Unique in the document. */
  readonly id: string;
  readonly name: string;
  /** Words that a person types: `"repo delete"`; the tool's name for the tool itself. */
  readonly label: string;
  /** The first word where commands share it, else the tool's name. */
  readonly group: string;
  /** Present: called with one of these parameters, about which some policy decides otherwise than about the plain call. */
  readonly options?: readonly string[];
  /** True: only with some values of these options, which are mostly unusual ones. */
  readonly isByValue?: boolean;
  /** True: people use the command daily. */
  readonly isEveryday: boolean;
  /** Present: the options are those of the tool as a whole, and each of these compiled names is decided alike with them. */
  readonly names?: readonly string[];
  readonly description: string;
  readonly effects: AtipEffects;
  /** The call as policies see it. */
  readonly subject: DecisionSubject;
  /** Gravest first. */
  readonly risks: readonly Risk[];
  readonly pointer: string;
  /** Decisions in the order of the columns. */
  readonly cells: readonly PolicyCell[];
}

export interface DecidedCalls {
  /** The policy in force comes first. */
  readonly columns: readonly [PolicyName, ...PolicyName[]];
  readonly calls: readonly DecidedCall[];
}

const SHOWN: readonly PolicyName[] = ['standard', 'read-only', 'ci'];

/** Sorting and filtering ask about the same tool again and again. */
let kept: { readonly tool: AtipTool; readonly policy: string; readonly decided: DecidedCalls } | undefined;

export function decidedCalls(tool: AtipTool, policy: PlainPolicy | undefined): DecidedCalls {
  const key = JSON.stringify(policy ?? {});
  if (kept?.tool === tool && kept.policy === key) return kept.decided;
  const trust = trustSourceOf(tool);
  const inForce = policyName(policy, trust);
  const others = SHOWN.filter((name) => name !== inForce);
  const presets = { ...POLICY_PRESETS, trust: defaultPolicyFor(trust), yours: {} };
  const policies = [wholePolicy(policy), ...others.map((name) => presets[name])];
  const decided: DecidedCalls = { columns: [inForce, ...others], calls: callsOf(tool, policies) };
  kept = { tool, policy: key, decided };
  return decided;
}

function callsOf(tool: AtipTool, policies: readonly ExecutionPolicy[]): readonly DecidedCall[] {
  const commands = flattenCommands(tool);
  const trust = trustSourceOf(tool);
  const parents = new Set(commands.filter(({ path }) => path.length > 1).map(({ path }) => path[0]));
  const asked = commands.flatMap((command) => {
    const { name, path, pointer, effects, metadata } = command;
    const first = path[0] ?? tool.name;
    const group = parents.has(first) ? first : tool.name;
    const label = path.join(' ') || tool.name;
    const subject = { name, path, effects, trust, call: { command } };
    const isEveryday = metadata['x-everyday'] === true;
    const plain = {
      id: name,
      name,
      label,
      group,
      pointer,
      description: metadata.description,
      effects,
      subject,
      isEveryday,
    };
    const variants = optionVariants(command).map(({ given, ...variant }) => ({
      ...plain,
      ...variant,
      id: `${name} ${variant.options.join(' ')}`,
      subject: { ...subject, effects: variant.effects, call: { command, arguments: { [given]: true } } },
    }));
    return [{ ...plain, isGlobal: false }, ...variants];
  });
  const cells = cellsOf(
    asked.map(({ subject }) => subject),
    policies,
  );
  let plainCells = '';
  const calls = asked.flatMap((call, index) => {
    const own = cells[index] ?? [];
    const id = JSON.stringify(own);
    // A variant that every policy decides like the plain call needs no row.
    if ('options' in call && id === plainCells) return [];
    if (!('options' in call)) plainCells = id;
    return [{ ...call, risks: risksOf(call.effects), cells: own }];
  });
  return [
    ...calls.filter(({ isGlobal }) => !isGlobal),
    ...sharedCalls(
      tool,
      calls.filter(({ isGlobal }) => isGlobal),
    ),
  ];
}

/** One call for all commands that are decided alike with the same options of the tool as a whole. */
function sharedCalls({ name }: AtipTool, calls: readonly DecidedCall[]): readonly DecidedCall[] {
  const alike = grouped(calls, ({ options, cells }) => JSON.stringify([options, cells]));
  return alike.map(([id, list]) => ({
    ...list[0],
    id,
    name,
    label: name,
    group: name,
    pointer: '/globalOptions',
    risks: RISK_ORDER.filter((risk) => list.some(({ risks }) => risks.includes(risk))),
    names: list.map((call) => call.name),
  }));
}

/** In the order in which the keys first come. */
export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [string, readonly [Item, ...Item[]]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups];
}

/** One variant for each distinct outcome of giving a parameter, or some of its values, alone; those of the tool as a whole are kept apart. */
function optionVariants(command: FlatCommand) {
  const outcomes = changesOf(command).flatMap(({ parameter: { key, global }, ...change }) =>
    [{ ...change, match: undefined }, ...change.values].flatMap(({ added, mode, match }) => {
      const option = match === undefined ? key : `${key} ${match.length > 24 ? '(some values)' : match}`;
      const isByValue = match !== undefined;
      if (mode) return [{ option, key, global, isByValue, effects: mode.effects }];
      return added ? [{ option, key, global, isByValue, effects: raiseEffects(command.effects, added.effects) }] : [];
    }),
  );
  const kindOf = ({ global, isByValue = false, effects }: (typeof outcomes)[number]): string =>
    JSON.stringify([global, isByValue, effects]);
  return grouped(outcomes, kindOf).map(([, list]) => ({
    given: list[0].key,
    options: list.map(({ option }) => option),
    isGlobal: list[0].global,
    isByValue: list.every(({ isByValue }) => isByValue),
    effects: list[0].effects,
  }));
}

/** The cells of each of these calls, in the order of the policies. */
export function cellsOf(
  subjects: readonly DecisionSubject[],
  policies: readonly ExecutionPolicy[],
): readonly (readonly PolicyCell[])[] {
  const whole = policies.map(withPreset);
  return subjects.map((subject) => whole.map((policy) => cellOf(subject, policy)));
}
