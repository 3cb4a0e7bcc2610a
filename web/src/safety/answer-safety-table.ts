import type { AtipTool, PolicyCell, PolicyRule } from '@atip/core';
import { claimWords, idleRules, trustSourceOf } from '@atip/core/internal';
import { DANGER_ORDER, type Risk } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { aboutTool, type Subject } from '../worker/subject.ts';
import { type DecidedCall, type DecidedCalls, decidedCalls, grouped } from './decided-calls.ts';
import { wholePolicy } from './policy-edit.ts';

export interface SafetyQuestion extends Subject {
  /** Absent: the defaults of core. */
  readonly policy?: PlainPolicy | undefined;
}

export type SafetyMember = ReturnType<typeof memberOf>;

/** Calls of a group with the same effects and decisions. */
export interface SafetyRow {
  readonly risks: readonly Risk[];
  /** True: nothing says whether it destroys data. */
  readonly isDoubtful: boolean;
  readonly cells: readonly PolicyCell[];
  readonly members: readonly [SafetyMember, ...SafetyMember[]];
}

export type SafetyTable = Extract<ReturnType<typeof answerSafetyTable>, { ok: true }>;

/** The decisions of policies about a tool's commands: counted, the worst first, grouped, and folded where they are alike. */
export function answerSafetyTable({ policy, ...subject }: SafetyQuestion) {
  return aboutTool(subject, ({ tool }) => {
    const decided = decidedCalls(tool, policy);
    return {
      ...countsOf(tool, decided),
      groups: groupsOf(decided.calls),
      tool: tool.name,
      rules: ruleNotes(tool, decided.calls, wholePolicy(policy).rules ?? []),
    };
  });
}

/** Commands count as called plainly by default. */
function countsOf(tool: AtipTool, { columns, calls }: DecidedCalls) {
  const plain = calls.filter(({ options }) => options === undefined);
  const destroys = plain.filter(({ effects }) => effects.destructive === true).length;
  const named = (fitting: (call: DecidedCall) => boolean): number =>
    new Set(calls.filter(fitting).flatMap(({ name, names }) => names ?? [name])).size;
  const decided = (fitting: (cell: PolicyCell) => boolean): number =>
    plain.filter(({ cells: [cell] }) => cell !== undefined && fitting(cell)).length;
  return {
    ok: true as const,
    trust: trustSourceOf(tool),
    // The tool's own claim, unchecked.
    claims: claimWords(tool.trust ?? {}),
    commands: plain.length,
    destroys,
    // Only with some of their options.
    destroysWithOption: named((call) => call.effects.destructive === true) - destroys,
    doubtful: plain.filter(isDoubtful).length,
    // Counts by the decision of the policy in force; `assumed`: nothing is stated, so it expects the worst.
    inForce: {
      name: columns[0],
      allow: decided(({ decision }) => decision === 'allow'),
      confirm: decided(({ decision }) => decision === 'confirm'),
      deny: decided(({ decision }) => decision === 'deny'),
      assumed: decided(({ assumed }) => assumed === true),
    },
    columns,
  };
}

/** Of each rule how many calls it decides here, and what seems wrong with it; rules about other programs are left in peace. */
function ruleNotes(tool: AtipTool, calls: readonly DecidedCall[], rules: readonly PolicyRule[]) {
  const idle = idleRules(rules, [tool]);
  return rules.map(({ run }, index) => {
    const message = idle.find((one) => one.index === index)?.message;
    const isForeign = message !== undefined && run.split(' ')[0] !== tool.name && !message.includes('Did you mean');
    return {
      isForeign,
      decides: calls.filter(({ cells: [cell] }) => cell?.rule === `rules/${index}`).length,
      idle: isForeign ? undefined : message?.replace(/^Rule \d+, "(?:[^"\\]|\\.)*", /, 'It '),
    };
  });
}

function isDoubtful({ effects, risks }: DecidedCall): boolean {
  return effects.destructive === undefined && !risks.includes('reads');
}

const DANGERS = DANGER_ORDER.filter((risk) => risk !== 'reads');

/** A graver risk outweighs all lighter ones together; silence weighs most where it leaves open whether data are destroyed. */
function dangerOf(call: DecidedCall): number {
  const { risks } = call;
  const weighs = (risk: Risk): boolean => (risk === 'not-stated' ? isDoubtful(call) : risks.includes(risk));
  const stated = DANGERS.reduce((sum, risk) => sum * 2 + (weighs(risk) ? 1 : 0), 0);
  return stated * 4 + (risks.includes('not-stated') ? 2 : 0) + (risks.includes('reads') ? 0 : 1);
}

/**
 * Of what destroys data: commands of daily use first, and last what only does with some values, or with options of the tool as a whole.
 */
function placeOf({ effects, isEveryday, isByValue, names }: DecidedCall): number {
  if (effects.destructive !== true) return 3;
  return isByValue === true || names !== undefined ? 2 : isEveryday ? 0 : 1;
}

/** Groups by their first call, so that the worst come first. */
function groupsOf(
  calls: readonly DecidedCall[],
): readonly { readonly name: string; readonly rows: readonly SafetyRow[] }[] {
  const weighed = calls.map((call) => ({ call, place: placeOf(call), danger: dangerOf(call) }));
  const sorted = weighed
    .toSorted((one, other) => one.place - other.place || other.danger - one.danger)
    .map(({ call }) => call);
  return grouped(sorted, ({ group }) => group).map(([name, list]) => ({ name, rows: foldRows(list) }));
}

const LEAST_FOLDED = 3;

/** One row for equal calls, at the place of the first; a destructive call always has its own row. */
function foldRows(calls: readonly DecidedCall[]): readonly SafetyRow[] {
  const alike = grouped(calls, (call) =>
    call.effects.destructive !== true ? JSON.stringify([call.risks, call.cells, isDoubtful(call)]) : call.id,
  );
  return alike.flatMap(([, list]) => (list.length < LEAST_FOLDED ? list.map((call) => rowOf([call])) : [rowOf(list)]));
}

function rowOf(calls: readonly [DecidedCall, ...DecidedCall[]]): SafetyRow {
  const [first, ...others] = calls;
  return {
    risks: first.risks,
    isDoubtful: isDoubtful(first),
    cells: first.cells,
    members: [memberOf(first), ...others.map(memberOf)],
  };
}

function memberOf({ id, label, group, options, names }: DecidedCall) {
  return {
    id,
    label,
    // Its words without those of the group.
    short: label.startsWith(`${group} `) ? label.slice(group.length + 1) : label,
    options,
    // Of how many commands these are options; `undefined` where they are of one.
    of: names?.length,
  };
}
