import {
  type AtipCommand,
  AtipError,
  type AtipTool,
  type Decision,
  type ExecutionPolicy,
  type FlatCommand,
  flattenCommands,
  type PolicyCell,
  policyMatrix,
  type Range,
  trustSourceOf,
  type TrustSource,
} from '@atip/core';
import { riskMarks } from '../../state/risks.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';
import { riskBits } from '../commands/risk-bits.ts';
import { createPointerLocator } from '../provenance/range-of-pointer.ts';
import { readSubject, type Subject } from '../subject.ts';
import { type OptionVariant, optionVariants } from './option-variants.ts';
import { type ColumnKey, COLUMN_KEYS, policyColumns } from './policy-columns.ts';

export interface MatrixQuestion extends Subject {
  /** Absent: the defaults of core. */
  readonly policy?: PlainPolicy;
}

/** A command as it is called plainly, or with options that add harm. */
export interface SafetyRow {
  /** The compiled name. */
  readonly name: string;
  /** What a person calls it: `"repo delete"`; the tool's name for the tool itself. */
  readonly label: string;
  /**
   * Present: called with one of these parameters, about which some policy decides otherwise than about the plain call,
   * whose row is above.
   */
  readonly options?: readonly string[];
  /**
   * Present: the options are those of the tool as a whole, `name` and `label` are the tool's, and this is decided about each
   * of the commands with these compiled names. A row for each command would say one thing a hundred times.
   */
  readonly names?: readonly string[];
  /** By `riskBits`. */
  readonly risks: number;
  readonly range?: Range;
}

export interface SafetyMatrix {
  readonly ok: true;
  readonly trust: TrustSource;
  /** Numbers of commands, each as it is called plainly. */
  readonly columns: readonly ({ readonly key: ColumnKey } & Readonly<Record<Decision, number>>)[];
  readonly rows: readonly SafetyRow[];
  /** Every decision that occurs, once. */
  readonly kinds: readonly PolicyCell[];
  /** Row by row, a place in `kinds` for each column: thousands of commands are handed over at once. */
  readonly cells: Uint16Array<ArrayBuffer>;
}

export type MatrixAnswer = SafetyMatrix | { readonly ok: false; readonly message: string };

type Policies = Readonly<Record<ColumnKey, ExecutionPolicy>>;

/** What every policy decides about every command of a document, and which rule decided; core decides, not the page. */
export function answerSafetyMatrix({ policy, ...subject }: MatrixQuestion): MatrixAnswer {
  const read = readSubject(subject);
  if (!read.ok) return read;
  const { tool } = read;
  try {
    const trust = trustSourceOf(tool);
    const policies = policyColumns(policy, trust);
    const matrix = policyMatrix([tool], policies);
    const commands = flattenCommands(tool);
    const locator = createPointerLocator(subject.text);
    const variants = commands.map(optionVariants);
    const variantCells = cellsOfVariants(tool, variants.flat(), policies).values();
    const collected = collector();
    const shared = new Map<string, SharedRow>();
    const rows = commands.flatMap((command, index): readonly SafetyRow[] => {
      const range = locator?.rangeOf(command.pointer);
      const place = { name: command.name, label: command.path.join(' ') || tool.name, ...(range && { range }) };
      const cells = matrix.rows[index]?.cells ?? [];
      collected.add(cells);
      const others = (variants[index] ?? []).flatMap(({ keys, effects, isGlobal }): readonly SafetyRow[] => {
        const variant = variantCells.next().value ?? [];
        // What is decided as without them needs no row.
        if (JSON.stringify(variant) === JSON.stringify(cells)) return [];
        if (isGlobal) {
          share(shared, { keys, name: command.name, risks: risksOf(effects), cells: variant });
          return [];
        }
        collected.add(variant);
        return [{ ...place, options: keys, risks: risksOf(effects) }];
      });
      return [{ ...place, risks: risksOf(command.effects) }, ...others];
    });
    const range = locator?.rangeOf('/globalOptions');
    for (const { keys: options, names, risks, cells } of shared.values()) {
      collected.add(cells);
      rows.push({ name: tool.name, label: tool.name, options, names, risks, ...(range && { range }) });
    }
    const columns = COLUMN_KEYS.map((key) => {
      const counts = matrix.policies.find(({ name }) => name === key);
      return { key, allow: counts?.allow ?? 0, confirm: counts?.confirm ?? 0, deny: counts?.deny ?? 0 };
    });
    return { ok: true, trust, columns, rows, ...collected.all() };
  } catch (error) {
    if (AtipError.isInstance(error)) return { ok: false, message: error.message };
    throw error;
  }
}

interface SharedRow {
  readonly keys: readonly string[];
  readonly names: string[];
  readonly cells: readonly PolicyCell[];
  risks: number;
}

/** Puts a command to those about which the same is decided when they are called with the same options. */
function share(
  rows: Map<string, SharedRow>,
  { keys, name, risks, cells }: Pick<SharedRow, 'keys' | 'cells' | 'risks'> & { readonly name: string },
): void {
  const id = JSON.stringify([keys, cells]);
  const row = rows.get(id) ?? { keys, names: [], cells, risks: 0 };
  row.names.push(name);
  row.risks |= risks;
  rows.set(id, row);
}

/** The cell of a row in a column; both are in range. */
export function cellAt({ kinds, cells, columns }: SafetyMatrix, row: number, column: number): PolicyCell {
  return kinds[cells[row * columns.length + column] ?? 0] ?? { decision: 'deny' };
}

function risksOf(effects: FlatCommand['effects']): number {
  return riskBits(riskMarks(effects).map(({ risk }) => risk));
}

/**
 * The cells of variants, in their order. Core's matrix is about commands, so each variant becomes one, of a tool that says
 * nothing but what they do.
 */
function cellsOfVariants(
  { name, version, description, atip, trust }: AtipTool,
  variants: readonly OptionVariant[],
  policies: Policies,
): readonly (readonly PolicyCell[])[] {
  const commands = Object.fromEntries(
    variants.map(({ effects }, index): [string, AtipCommand] => [`v${index}`, { description: '', effects }]),
  );
  const tool: AtipTool = { atip, name, version, description, commands, ...(trust && { trust }) };
  return policyMatrix([tool], policies).rows.map(({ cells }) => cells);
}

/** Gathers cells; each distinct one is kept once. */
function collector(): {
  readonly add: (cells: readonly PolicyCell[]) => void;
  readonly all: () => Pick<SafetyMatrix, 'kinds' | 'cells'>;
} {
  const kinds: PolicyCell[] = [];
  const places = new Map<string, number>();
  const cells: number[] = [];
  return {
    add: (row) => {
      for (const cell of row) {
        const id = JSON.stringify([cell.decision, cell.rule, cell.assumed]);
        const place = places.get(id) ?? kinds.push(cell) - 1;
        places.set(id, place);
        cells.push(place);
      }
    },
    all: () => ({ kinds, cells: Uint16Array.from(cells) }),
  };
}
