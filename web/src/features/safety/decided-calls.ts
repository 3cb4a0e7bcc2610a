import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  defaultPolicyFor,
  type ExecutionPolicy,
  type FlatCommand,
  flattenCommands,
  POLICY_PRESETS,
  type PolicyCell,
  policyMatrix,
} from '@atip/core';
import { callEffects, parametersOf, trustSourceOf, withPolicyDefaults } from '@atip/core/internal';
import { RISK_ORDER, type Risk, risksOf } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { type PolicyName, policyName } from './policy-edit.ts';

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
  /** Present: the options are those of the tool as a whole, and each of these compiled names is decided alike with them. */
  readonly names?: readonly string[];
  readonly description: string;
  readonly effects: AtipEffects;
  /** Gravest first. */
  readonly risks: readonly Risk[];
  readonly pointer: string;
  /** Decisions in the order of the columns. Equal cells are one object, so that a copy stays small. */
  readonly cells: readonly PolicyCell[];
}

export interface DecidedCalls {
  /** The policy in force comes first. */
  readonly columns: readonly PolicyName[];
  readonly calls: readonly DecidedCall[];
}

const SHOWN: readonly PolicyName[] = ['standard', 'read-only', 'ci'];

interface Kept {
  readonly tool: AtipTool;
  readonly policy: string;
  readonly decided: DecidedCalls;
}

/** Sorting and filtering ask about the same tool again and again. */
let kept: Kept | undefined;

/** Every call that policies decide about, with their decisions, in the document's order. */
export function decidedCalls(tool: AtipTool, policy: PlainPolicy | undefined): DecidedCalls {
  const key = JSON.stringify(policy ?? {});
  if (kept?.tool === tool && kept.policy === key) return kept.decided;
  const trust = trustSourceOf(tool);
  const inForce = policyName(policy, trust);
  const columns = [inForce, ...SHOWN.filter((name) => name !== inForce)];
  const presets = { ...POLICY_PRESETS, trust: defaultPolicyFor(trust), yours: {} };
  const policies = columns.map((name, index) => (index === 0 ? withPolicyDefaults(policy) : presets[name]));
  const decided = { columns, calls: callsOf(tool, policies) };
  kept = { tool, policy: key, decided };
  return decided;
}

function callsOf(tool: AtipTool, policies: readonly ExecutionPolicy[]): readonly DecidedCall[] {
  const commands = flattenCommands(tool);
  const variants = commands.map(optionVariants);
  const plainCells = cellsOf(
    tool,
    commands.map(({ effects }) => effects),
    policies,
  );
  const variantCells = cellsOf(
    tool,
    variants.flat().map(({ effects }) => effects),
    policies,
  ).values();
  const parents = new Set(commands.flatMap(({ path }) => (path.length > 1 ? path.slice(0, 1) : [])));
  const one = createCellTable();
  const shared = new Map<string, DecidedCall & { readonly names: string[] }>();
  const calls = commands.flatMap((command, index): readonly DecidedCall[] => {
    const { name, path, pointer, effects } = command;
    const first = path[0] ?? tool.name;
    const place = {
      ...{ name, pointer, label: path.join(' ') || tool.name, group: parents.has(first) ? first : tool.name },
      description: command.metadata.description,
    };
    const cells = (plainCells[index] ?? []).map(one);
    const others = (variants[index] ?? []).flatMap((variant): readonly DecidedCall[] => {
      const { keys: options, isGlobal } = variant;
      const changed = (variantCells.next().value ?? []).map(one);
      // A variant that every policy decides like the plain call needs no row.
      if (changed.every((cell, column) => cell === cells[column])) return [];
      const risks = risksOf(variant.effects);
      const call = {
        ...place,
        id: `${name} ${options.join(' ')}`,
        options,
        effects: variant.effects,
        risks,
        cells: changed,
      };
      if (!isGlobal) return [call];
      const id = JSON.stringify([options, changed]);
      const known = shared.get(id);
      known?.names.push(name);
      shared.set(id, {
        ...(known ?? { ...call, id, name: tool.name, label: tool.name, group: tool.name, pointer: '/globalOptions' }),
        risks: RISK_ORDER.filter((risk) => risks.includes(risk) || known?.risks.includes(risk)),
        names: known?.names ?? [name],
      });
      return [];
    });
    return [{ ...place, id: name, effects, risks: risksOf(effects), cells }, ...others];
  });
  return [...calls, ...shared.values()];
}

/** @returns the first of all cells that are equal to a cell */
function createCellTable(): (cell: PolicyCell) => PolicyCell {
  const known = new Map<string, PolicyCell>();
  return (cell) => {
    const id = JSON.stringify([cell.decision, cell.rule, cell.assumed]);
    const first = known.get(id) ?? cell;
    known.set(id, first);
    return first;
  };
}

/** A command called with parameters that add harm to what it does without them. */
interface OptionVariant {
  /** Keys of the parameters, each of which alone adds this. */
  readonly keys: string[];
  /** They are options of the tool as a whole. */
  readonly isGlobal: boolean;
  readonly effects: AtipEffects;
}

/** One variant for each distinct `x-effects` of a command's parameters; those of the tool as a whole are kept apart. */
function optionVariants(command: FlatCommand): readonly OptionVariant[] {
  const variants = new Map<string, OptionVariant>();
  for (const { key, source, global: isGlobal } of parametersOf(command)) {
    const stated = source['x-effects'];
    if (stated === undefined) continue;
    const id = JSON.stringify([isGlobal, stated]);
    const effects = callEffects({ command: [], ...command }, { [key]: true });
    const variant = variants.get(id) ?? { keys: [], isGlobal, effects };
    variant.keys.push(key);
    variants.set(id, variant);
  }
  return [...variants.values()];
}

/**
 * The cells of each of these effects. Core's matrix is about commands, so each becomes one, of a tool that says nothing
 * but what they do.
 */
export function cellsOf(
  { name, version, description, atip, trust }: AtipTool,
  effects: readonly AtipEffects[],
  policies: readonly ExecutionPolicy[],
): readonly (readonly PolicyCell[])[] {
  const commands = Object.fromEntries(
    effects.map((one, index): [string, AtipCommand] => [`v${index}`, { description: '', effects: one }]),
  );
  const tool: AtipTool = { atip, name, version, description, commands, ...(trust && { trust }) };
  return policyMatrix([tool], Object.fromEntries(policies.entries())).rows.map(({ cells }) => cells);
}
