import type { AtipTool } from '@atip/core';
import { POLICY_FIELDS, safetyFlags, trustSourceOf } from '@atip/core/internal';
import { createPointerLocator } from '../../document/json-place.ts';
import { riskMarks } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { cellsOf, type DecidedCall, decidedCalls } from './decided-calls.ts';
import { HARMS } from './harms.ts';
import { type PolicyKey, type PolicyValue, wholePolicy, withSetting } from './policy-edit.ts';

export interface SafetyCallQuestion extends Subject {
  readonly policy?: PlainPolicy;
  /** As the table names it. */
  readonly id: string;
}

export type SafetyCall = Extract<ReturnType<typeof answerSafetyCall>, { ok: true }>;

/** Why policies decide about one call as they do, and which setting would change that; it may be gone by now. */
export function answerSafetyCall({ policy, id, ...subject }: SafetyCallQuestion) {
  return aboutTool(subject, ({ tool }) => {
    const { columns, calls } = decidedCalls(tool, policy);
    const call = calls.find((one) => one.id === id);
    if (call === undefined) return { ok: false, message: 'This command is gone from the document.' } as const;
    const range = createPointerLocator(subject.text)?.rangeOf(call.pointer);
    return {
      ok: true as const,
      description: call.description,
      marks: riskMarks(call.effects),
      // The policy in force comes first.
      decisions: call.cells.map((cell, index) => ({ policy: columns[index] ?? 'yours', cell })),
      ...(range && { range }),
      // Words about danger in the description that models get.
      told: safetyFlags(call.effects),
      change: changeOf(tool, calls, call, policy ?? {}),
    };
  });
}

/** One setting, and how this call and others would then be decided. Without a value the field is left out. */
function changeOf(tool: AtipTool, calls: readonly DecidedCall[], call: DecidedCall, policy: PlainPolicy) {
  const { key, value } = settingFor(tool, call);
  const others = calls.filter((one) => one.options === undefined && one !== call);
  const subjects = [call, ...others].map((one) => one.subject);
  const [own, ...after] = cellsOf(subjects, [wholePolicy(withSetting(policy, key, value))]);
  return {
    key,
    ...(value !== undefined && { value }),
    decision: own?.[0]?.decision ?? ('deny' as const),
    others: others.filter(({ cells }, index) => cells[0]?.decision !== after[index]?.[0]?.decision).length,
  };
}

/** The setting that takes the deciding rule away; of what runs, the one that would hold its gravest effect. */
function settingFor(
  tool: AtipTool,
  { cells: [cell], risks }: DecidedCall,
): { readonly key: PolicyKey; readonly value: PolicyValue } {
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
  return { key, value: field.kind === 'switch' ? field.allows : field.group === 'asked' ? 'allow' : undefined };
}
