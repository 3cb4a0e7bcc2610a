import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  type Decision,
  defaultPolicyFor,
  type ExecutionPolicy,
  type FlatCommand,
  flattenCommands,
  POLICY_PRESETS,
  type PolicyCell,
  policyMatrix,
  type Range,
  type TrustSource,
} from '@atip/core';
import { callEffects, parametersOf, trustSourceOf, withPolicyDefaults } from '@atip/core/internal';
import { RISK_ORDER, type Risk, risksOf } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { createPointerLocator } from '../../document/json-place.ts';
import { aboutTool, type Subject } from '../../worker/subject.ts';

/** The policies that stand side by side: `yours` is the page's, `trust` what core advises for the document's source. */
export const COLUMN_KEYS = ['yours', 'open', 'standard', 'read-only', 'no-network', 'ci', 'trust'] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];

export interface MatrixQuestion extends Subject {
  /** Absent: the defaults of core. */
  readonly policy?: PlainPolicy;
}

/** A command as it is called plainly, or with options that add harm. */
export interface SafetyRow {
  readonly name: string;
  /** Words that a person types: `"repo delete"`; the tool's name for the tool itself. */
  readonly label: string;
  /**
   * Present: called with one of these parameters, about which some policy decides otherwise than about the plain call,
   * whose row is above.
   */
  readonly options?: readonly string[];
  /**
   * Present: the options are those of the tool as a whole, and this is decided about each of the commands with these
   * compiled names. A row for each command would say one thing a hundred times.
   */
  readonly names?: readonly string[];
  /** Gravest first. */
  readonly risks: readonly Risk[];
  readonly range?: Range;
  /** Decisions in the order of the columns. Equal cells are one object, so that a copy stays small. */
  readonly cells: readonly PolicyCell[];
}

export interface SafetyMatrix {
  readonly ok: true;
  readonly trust: TrustSource;
  /** Numbers of commands, each as it is called plainly. */
  readonly columns: readonly ({ readonly key: ColumnKey } & Readonly<Record<Decision, number>>)[];
  readonly rows: readonly SafetyRow[];
}

type MatrixAnswer = SafetyMatrix | { readonly ok: false; readonly message: string };

/** Decides about every command under every policy, and names the rule. Core decides, not the page. */
export function answerSafetyMatrix({ policy, ...subject }: MatrixQuestion): MatrixAnswer {
  return aboutTool(subject, ({ tool }) => matrixOf(tool, subject.text, policy));
}

function matrixOf(tool: AtipTool, text: string, policy: PlainPolicy | undefined): SafetyMatrix {
  const trust = trustSourceOf(tool);
  const policies = { yours: withPolicyDefaults(policy), ...POLICY_PRESETS, trust: defaultPolicyFor(trust) };
  const matrix = policyMatrix([tool], policies);
  const locator = createPointerLocator(text);
  const commands = flattenCommands(tool);
  const variants = commands.map(optionVariants);
  const variantCells = cellsOfVariants(tool, variants.flat(), policies).values();
  const one = createCellTable();
  const shared = new Map<string, SafetyRow & { readonly names: string[] }>();
  const sharedRange = locator?.rangeOf('/globalOptions');
  const rows = commands.flatMap((command, index): readonly SafetyRow[] => {
    const range = locator?.rangeOf(command.pointer);
    const place = { name: command.name, label: command.path.join(' ') || tool.name, ...(range && { range }) };
    const cells = (matrix.rows[index]?.cells ?? []).map(one);
    const others = (variants[index] ?? []).flatMap(({ keys, effects, isGlobal }): readonly SafetyRow[] => {
      const changed = (variantCells.next().value ?? []).map(one);
      // A variant that every policy decides like the plain call needs no row.
      if (changed.every((cell, column) => cell === cells[column])) return [];
      const row = { ...place, options: keys, risks: risksOf(effects), cells: changed };
      if (!isGlobal) return [row];
      const id = JSON.stringify([keys, changed]);
      const known = shared.get(id);
      known?.names.push(command.name);
      const risks = RISK_ORDER.filter((risk) => row.risks.includes(risk) || known?.risks.includes(risk));
      const whole = { name: tool.name, label: tool.name, ...(sharedRange && { range: sharedRange }) };
      shared.set(id, { ...whole, options: keys, cells: changed, risks, names: known?.names ?? [command.name] });
      return [];
    });
    return [{ ...place, risks: risksOf(command.effects), cells }, ...others];
  });
  const columns = COLUMN_KEYS.map((key) => {
    const { allow = 0, confirm = 0, deny = 0 } = matrix.policies.find(({ name }) => name === key) ?? {};
    return { key, allow, confirm, deny };
  });
  return { ok: true, trust, columns, rows: [...rows, ...shared.values()] };
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
 * The cells of variants, in their order. Core's matrix is about commands, so each variant becomes one, of a tool that says
 * nothing but what they do.
 */
function cellsOfVariants(
  { name, version, description, atip, trust }: AtipTool,
  variants: readonly OptionVariant[],
  policies: Readonly<Record<ColumnKey, ExecutionPolicy>>,
): readonly (readonly PolicyCell[])[] {
  const commands = Object.fromEntries(
    variants.map(({ effects }, index): [string, AtipCommand] => [`v${index}`, { description: '', effects }]),
  );
  const tool: AtipTool = { atip, name, version, description, commands, ...(trust && { trust }) };
  return policyMatrix([tool], policies).rows.map(({ cells }) => cells);
}
