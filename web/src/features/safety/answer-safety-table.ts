import type { AtipEffects, AtipTool, Decision, PolicyCell, TrustSource } from '@atip/core';
import { trustSourceOf } from '@atip/core/internal';
import { DANGER_ORDER, RISK_ORDER, type Risk } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { type DecidedCall, type DecidedCalls, decidedCalls } from './decided-calls.ts';
import type { PolicyName } from './policy-edit.ts';
import { UNSTATED } from './unstated.ts';

/** By danger, by the words of the command, or by what one policy decides. */
export interface SafetySort {
  readonly by: 'danger' | 'command' | PolicyName;
  readonly reverse: boolean;
}

/** Filters of one kind widen each other, filters of several kinds narrow: `"effect:costs"`, `"decision:deny"`, `"unstated:network"`. */
export type SafetyFilter = `effect:${Risk}` | `decision:${Decision | 'assumed'}` | `unstated:${string}`;

export interface SafetyQuestion extends Subject {
  /** Absent: the defaults of core. */
  readonly policy?: PlainPolicy;
  readonly sort: SafetySort;
  readonly only: readonly SafetyFilter[];
}

export interface SafetyMember {
  readonly id: string;
  /** Its words without those of the group. */
  readonly short: string;
  readonly label: string;
  readonly options?: readonly string[];
  /** Of how many commands these are options; absent where they are of one. */
  readonly of?: number;
}

/** Calls of a group with the same effects and decisions. */
export interface SafetyRow {
  readonly risks: readonly Risk[];
  /** True: nothing says whether it destroys data. */
  readonly isDoubtful: boolean;
  readonly cells: readonly PolicyCell[];
  readonly members: readonly SafetyMember[];
}

export interface SafetyGroup {
  readonly name: string;
  readonly rows: readonly SafetyRow[];
}

export interface SafetyColumn extends Readonly<Record<Decision, number>> {
  /** Of those asked about or refused: because nothing is stated, and the worst is expected. */
  readonly assumed: number;
  readonly name: PolicyName;
}

export interface Unstated {
  readonly field: string;
  readonly question: string;
  /** Commands that do not state it. */
  readonly commands: number;
  /** Of those, how many the policy in force asks about or refuses for that alone. */
  readonly held: number;
}

export interface SafetyTable {
  readonly ok: true;
  readonly trust: TrustSource;
  readonly commands: number;
  /** Commands that destroy data: however they are called, and with some of their options only. */
  readonly destroys: number;
  readonly destroysWithOption: number;
  /** Commands of which nothing says whether they destroy data. */
  readonly doubtful: number;
  /** The policy in force comes first. Commands are counted as they are called plainly. */
  readonly columns: readonly SafetyColumn[];
  /** With the number of commands that have each; only those that occur. */
  readonly effects: readonly { readonly risk: Risk; readonly commands: number }[];
  readonly unstated: readonly Unstated[];
  readonly groups: readonly SafetyGroup[];
}

type SafetyAnswer = SafetyTable | { readonly ok: false; readonly message: string };

/** The decisions of policies about a tool's commands: counted, filtered, sorted, grouped, and folded where they are alike. */
export function answerSafetyTable(question: SafetyQuestion): SafetyAnswer {
  return aboutTool(question, ({ tool }) => {
    const decided = decidedCalls(tool, question.policy);
    const calls = decided.calls.filter((call) => fits(call, question.only));
    return { ...countsOf(tool, decided), groups: groupsOf(tool, calls, question.sort, decided.columns) };
  });
}

function countsOf(tool: AtipTool, { columns, calls }: DecidedCalls): Omit<SafetyTable, 'groups'> {
  const plain = calls.filter(({ options }) => options === undefined);
  const destroys = namesOf(plain.filter(({ effects }) => effects.destructive === true));
  const withOption = namesOf(calls.filter(({ effects }) => effects.destructive === true));
  const effects = RISK_ORDER.map((risk) => ({
    risk,
    commands: namesOf(calls.filter((call) => call.risks.includes(risk))).size,
  }));
  return {
    ...{ ok: true, trust: trustSourceOf(tool), commands: plain.length, destroys: destroys.size },
    destroysWithOption: withOption.size - destroys.size,
    doubtful: plain.filter(isDoubtful).length,
    columns: columns.map((name, index) => {
      const count = (decision: Decision): number =>
        plain.filter(({ cells }) => cells[index]?.decision === decision).length;
      const assumed = plain.filter(({ cells }) => cells[index]?.assumed === true).length;
      return { name, allow: count('allow'), confirm: count('confirm'), deny: count('deny'), assumed };
    }),
    effects: effects.filter(({ commands }) => commands > 0),
    unstated: UNSTATED.map(({ field, question, rule, isStated }) => {
      const silent = plain.filter((call) => !isStated(call.effects));
      const held = silent.filter(({ cells: [cell] }) => cell?.assumed === true && cell.rule === rule);
      return { field, question, commands: silent.length, held: held.length };
    }),
  };
}

function namesOf(calls: readonly DecidedCall[]): ReadonlySet<string> {
  return new Set(calls.flatMap(({ name, names }) => names ?? [name]));
}

function fits(call: DecidedCall, only: readonly SafetyFilter[]): boolean {
  const kinds = grouped(only, (filter) => filter.slice(0, filter.indexOf(':')));
  return [...kinds.values()].every((filters) => filters.some((filter) => has(call, filter)));
}

function has({ risks, cells: [cell], effects, options }: DecidedCall, filter: SafetyFilter): boolean {
  const [kind, value] = filter.split(':');
  if (kind === 'effect') return risks.some((risk) => risk === value);
  if (kind === 'decision') return value === 'assumed' ? cell?.assumed === true : cell?.decision === value;
  const statement = UNSTATED.find(({ field }) => field === value);
  return statement !== undefined && options === undefined && !statement.isStated(effects);
}

function isDoubtful({ effects, risks }: { readonly effects: AtipEffects; readonly risks: readonly Risk[] }): boolean {
  return effects.destructive === undefined && !risks.includes('reads');
}

/** A graver risk outweighs all lighter ones together; silence weighs most where it leaves open whether data are destroyed. */
function dangerOf(call: DecidedCall): number {
  const { risks } = call;
  const weighs = (risk: Risk): boolean => (risk === 'not-stated' ? isDoubtful(call) : risks.includes(risk));
  const stated = DANGERS.reduce((sum, risk) => sum * 2 + (weighs(risk) ? 1 : 0), 0);
  return stated * 4 + (risks.includes('not-stated') ? 2 : 0) + (risks.includes('reads') ? 0 : 1);
}

const DANGERS = DANGER_ORDER.filter((risk) => risk !== 'reads');

const SEVERITY: Readonly<Record<Decision, number>> = { allow: 0, confirm: 1, deny: 2 };

type Compare = (one: DecidedCall, other: DecidedCall) => number;

function comparison({ by, reverse }: SafetySort, columns: readonly PolicyName[]): Compare {
  const danger = new Map<DecidedCall, number>();
  const dangerIn = (call: DecidedCall): number => {
    const known = danger.get(call) ?? dangerOf(call);
    danger.set(call, known);
    return known;
  };
  const byDanger: Compare = (one, other) => dangerIn(other) - dangerIn(one);
  const column = columns.indexOf(by as PolicyName);
  const severity = ({ cells }: DecidedCall): number => SEVERITY[cells[column]?.decision ?? 'deny'];
  const compare: Compare =
    by === 'danger'
      ? byDanger
      : by === 'command'
        ? (one, other) => (one.label < other.label ? -1 : one.label > other.label ? 1 : 0)
        : (one, other) => severity(other) - severity(one) || byDanger(one, other);
  return reverse ? (one, other) => compare(other, one) : compare;
}

/** In the order in which the keys first come. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Groups by their first call, so that the worst come first; of groups that begin alike the one with more of it. */
function groupsOf(
  tool: AtipTool,
  calls: readonly DecidedCall[],
  sort: SafetySort,
  columns: readonly PolicyName[],
): readonly SafetyGroup[] {
  const compare = comparison(sort, columns);
  const groups = [...grouped(calls, ({ group }) => group)].map(([name, list]) => {
    const sorted = list.toSorted(compare);
    const first = sorted.slice(0, 1);
    const alike = sorted.filter((call) => first.some((one) => compare(one, call) === 0)).length;
    return { name, sorted, first, alike };
  });
  const ordered = groups.toSorted((one, other) => {
    if (sort.by === 'command') return (one.name < other.name ? -1 : 1) * (sort.reverse ? -1 : 1);
    const [a, b] = [...one.first, ...other.first];
    return (a && b ? compare(a, b) : 0) || other.alike - one.alike;
  });
  return ordered.map(({ name, sorted }) => ({
    name,
    rows: foldRows(sorted, name, name === tool.name, sort.by !== 'command'),
  }));
}

const LEAST_FOLDED = 3;

/** One row for calls that are alike, in the place of the first; what destroys always stands by itself. */
function foldRows(
  calls: readonly DecidedCall[],
  group: string,
  isWhole: boolean,
  folds: boolean,
): readonly SafetyRow[] {
  const alike = grouped(calls, (call) =>
    folds && call.effects.destructive !== true ? JSON.stringify([call.risks, call.cells, isDoubtful(call)]) : call.id,
  );
  return [...alike.values()].flatMap((list) => {
    const rows = list.length < LEAST_FOLDED ? list.map((call) => [call]) : [list];
    return rows.map((row) => rowOf(row, isWhole ? '' : group));
  });
}

function rowOf(calls: readonly DecidedCall[], group: string): SafetyRow {
  const [first] = calls;
  return {
    risks: first?.risks ?? [],
    isDoubtful: first !== undefined && isDoubtful(first),
    cells: first?.cells ?? [],
    members: calls.map(({ id, label, options, names }) => ({
      ...{ id, label },
      short: label === group || group === '' ? label : label.slice(group.length + 1),
      ...(options && { options }),
      ...(names && { of: names.length }),
    })),
  };
}
