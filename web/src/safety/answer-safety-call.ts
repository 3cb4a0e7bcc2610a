import type { AtipTool, PolicyRule } from '@atip/core';
import { mapToCommand } from '@atip/core/execute';
import {
  exactRule,
  parametersOf,
  POLICY_FIELDS,
  ruleWords,
  runOf,
  safetyFlags,
  stated,
  trustSourceOf,
} from '@atip/core/internal';
import { createPointerLocator } from '../document/json-place.ts';
import { riskMarks } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { aboutTool, type Subject } from '../worker/subject.ts';
import { cellsOf, type DecidedCall, decidedCalls } from './decided-calls.ts';
import { HARMS } from './harms.ts';
import { changedPolicy, type PolicyChange, type PolicyKey, wholePolicy } from './policy-edit.ts';

export interface SafetyCallQuestion extends Subject {
  readonly policy?: PlainPolicy | undefined;
  /** As the table names it. */
  readonly id: string;
}

export type SafetyCall = Extract<ReturnType<typeof answerSafetyCall>, { ok: true }>;

/** Explains the policies' decisions about one call, and the setting that would change them; the call may be gone by now. */
export function answerSafetyCall({ policy, id, ...subject }: SafetyCallQuestion) {
  return aboutTool(subject, ({ tool }) => {
    const { columns, calls } = decidedCalls(tool, policy);
    const call = calls.find((one) => one.id === id);
    if (call === undefined) return { ok: false, message: 'This command is gone from the document.' } as const;
    const range = createPointerLocator(subject.text)?.rangeOf(call.pointer);
    const [, index] = /^rules\/(\d+)$/.exec(call.cells[0]?.rule ?? '') ?? [];
    const ruled = index === undefined ? undefined : policy?.rules?.[Number(index)];
    return {
      ok: true as const,
      // The rule that decided, in words.
      ruled: ruled && ruleWords(ruled),
      description: call.description,
      marks: riskMarks(call.effects),
      // The policy in force comes first.
      decisions: call.cells.map((cell, index) => ({ policy: columns[index] ?? 'yours', cell })),
      range,
      // Words about danger in the description that models get.
      told: safetyFlags(call.effects),
      changes: changesOf(tool, calls, call, policy ?? {}),
    };
  });
}

/** Changes of the policy, the narrowest first, with their effect on this call and others; only changes that matter here. */
function changesOf(tool: AtipTool, calls: readonly DecidedCall[], call: DecidedCall, policy: PlainPolicy) {
  const others = calls.filter((one) => one.options === undefined && one !== call);
  const subjects = [call, ...others].map((one) => one.subject);
  return proposals(tool, call, policy).flatMap((change) => {
    const [own, ...after] = cellsOf(subjects, [wholePolicy(changedPolicy(policy, change))]);
    const decision = own?.[0]?.decision ?? 'deny';
    if (decision === call.cells[0]?.decision) return [];
    const differing = others.filter(({ cells }, index) => cells[0]?.decision !== after[index]?.[0]?.decision);
    return [{ change, decision, others: differing.length }];
  });
}

/** A rule for this command, then what decided: a rule of the policy to take away, or its setting. */
function proposals(tool: AtipTool, call: DecidedCall, { rules = [] }: PlainPolicy): readonly PolicyChange[] {
  const [cell] = call.cells;
  const [, index] = /^rules\/(\d+)$/.exec(cell?.rule ?? '') ?? [];
  const decided = index === undefined ? settingFor(tool, call) : { without: Number(index) };
  // A rule that denies wins over all others.
  if (index !== undefined && rules[Number(index)]?.decision === 'deny') return [decided];
  const rule = ruleFor(tool, call);
  return rule ? [{ rule }, decided] : [decided];
}

/** The narrowest rule that asks about a call that runs, or allows one that is denied; `undefined` for calls of many commands. */
function ruleFor(tool: AtipTool, { name, names, cells: [cell], subject }: DecidedCall): PolicyRule | undefined {
  if (names !== undefined) return undefined;
  const command = mapToCommand(name, [tool]);
  const args = subject.call?.arguments ?? {};
  const [given] = Object.keys(args);
  if (cell?.decision === 'allow')
    return stated({
      run: runOf(command),
      given: given === undefined ? undefined : [given],
      decision: 'confirm' as const,
    });
  // We cannot know which value a person would mean.
  const isFlag = parametersOf(command).find(({ key }) => key === given)?.source.type === 'boolean';
  if (given !== undefined && !isFlag) return undefined;
  return exactRule({ command, args, isUnstated: cell?.assumed === true });
}

/** The setting that takes the deciding one away; of what runs, the one that would hold its gravest effect. */
function settingFor(tool: AtipTool, { cells: [cell], risks }: DecidedCall): PolicyChange {
  const rule = cell?.rule;
  if (rule === undefined || !Object.hasOwn(POLICY_FIELDS, rule)) {
    const holding = HARMS.find(({ risk, key }) => key !== undefined && risks.includes(risk))?.key;
    if (holding === undefined) return { key: 'confirmAll', value: true };
    return { key: holding, value: POLICY_FIELDS[holding].kind === 'switch' ? false : 'confirm' };
  }
  if (rule === 'minTrustLevel') return { key: rule, value: trustSourceOf(tool) };
  // It was just found among them.
  const key = rule as PolicyKey;
  const field = POLICY_FIELDS[key];
  const isLevel = field.group === 'asked' || field.group === 'covered';
  return { key, value: field.kind === 'switch' ? field.allows : isLevel ? 'allow' : undefined };
}
