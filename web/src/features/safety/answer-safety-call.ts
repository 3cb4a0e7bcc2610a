import type { AtipTool, Decision, PolicyCell, Range } from '@atip/core';
import { POLICY_FIELDS, safetyFlags, trustSourceOf, withPolicyDefaults } from '@atip/core/internal';
import { createPointerLocator } from '../../document/json-place.ts';
import { type Risk, type RiskMark, riskMarks } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { cellsOf, type DecidedCall, decidedCalls } from './decided-calls.ts';
import type { PolicyKey, PolicyName, PolicyValue } from './policy-edit.ts';

export interface SafetyCallQuestion extends Subject {
  readonly policy?: PlainPolicy;
  /** As the table names it. */
  readonly id: string;
}

/** One setting of the policy, and what it would do. */
export interface PolicyChange {
  readonly key: PolicyKey;
  /** Absent: the field is left out. */
  readonly value?: Exclude<PolicyValue, undefined>;
  /** About this call. */
  readonly decision: Decision;
  /** Other commands that would be decided otherwise. */
  readonly others: number;
}

export interface SafetyCall {
  readonly ok: true;
  readonly description: string;
  readonly range?: Range;
  readonly marks: readonly RiskMark[];
  /** The policy in force comes first. */
  readonly decisions: readonly { readonly policy: PolicyName; readonly cell: PolicyCell }[];
  /** Words about danger in the description that models get. */
  readonly told: readonly string[];
  readonly change: PolicyChange;
}

type SafetyCallAnswer = SafetyCall | { readonly ok: false; readonly message: string };

/** Why policies decide about one call as they do, and which setting would change that; it may be gone by now. */
export function answerSafetyCall(question: SafetyCallQuestion): SafetyCallAnswer {
  return aboutTool(question, ({ tool }) => {
    const { policy, text, id } = question;
    const { columns, calls } = decidedCalls(tool, policy);
    const call = calls.find((one) => one.id === id);
    if (call === undefined) return { ok: false, message: 'This command is gone from the document.' } as const;
    const range = createPointerLocator(text)?.rangeOf(call.pointer);
    const decisions = columns.flatMap((name, index) => {
      const cell = call.cells[index];
      return cell === undefined ? [] : [{ policy: name, cell }];
    });
    return {
      ...{ ok: true, description: call.description, marks: riskMarks(call.effects), decisions },
      ...(range && { range }),
      told: safetyFlags(call.effects),
      change: changeOf(tool, calls, call, policy ?? {}),
    };
  });
}

function changeOf(tool: AtipTool, calls: readonly DecidedCall[], call: DecidedCall, policy: PlainPolicy): PolicyChange {
  const { key, value } = settingFor(tool, call);
  const plain = calls.filter(({ options }) => options === undefined);
  const after = withPolicyDefaults({ ...policy, [key]: value });
  // The call itself comes last.
  const cells = cellsOf(
    tool,
    [...plain, call].map(({ effects }) => effects),
    [after],
  ).map(([cell]) => cell?.decision ?? 'deny');
  const others = plain.filter((one, index) => one !== call && one.cells[0]?.decision !== cells[index]).length;
  return { key, ...(value !== undefined && { value }), decision: cells.at(-1) ?? 'deny', others };
}

/** The setting that takes the deciding rule away; of what runs, the one that would hold its gravest effect. */
function settingFor(
  tool: AtipTool,
  { cells: [cell], risks }: DecidedCall,
): Pick<PolicyChange, 'key'> & { value: PolicyValue } {
  const rule = cell?.rule;
  if (rule === undefined || rule === 'confirmationHandler') {
    const holding = risks.map((risk) => HOLDING[risk]).find((key) => key !== undefined);
    return holding === undefined ? { key: 'confirmAll', value: true } : { key: holding, value: false };
  }
  if (rule === 'minTrustLevel') return { key: rule, value: trustSourceOf(tool) };
  const field = POLICY_FIELDS[rule];
  return { key: rule, value: field.kind === 'switch' ? field.allows : undefined };
}

const HOLDING: Readonly<Partial<Record<Risk, PolicyKey>>> = {
  destroys: 'allowDestructive',
  'no-undo': 'allowNonReversible',
  costs: 'allowBillable',
  deletes: 'allowFilesystemDelete',
  writes: 'allowFilesystemWrite',
  network: 'allowNetwork',
  asks: 'allowInteractive',
};
