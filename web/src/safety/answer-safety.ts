/** Answers about safety: the table, one command of it, and a rule that is being written. */
import { flattenCommands, type PolicyRule } from '@atip/core';
import { decide, DECISIONS, idleRules, runOf, sentencesOf } from '@atip/core/internal';
import { markOf } from '../document/json-place.ts';
import { riskMarks } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { aboutTool, type Subject } from '../worker/subject.ts';
import {
  type Call,
  callsOf,
  decisionRangeOf,
  decisionRangesOf,
  type DecisionRange,
  destroyCounts,
} from './decided-calls.ts';
import { DECIDED, decidedWords, wholePolicy, withRule } from './policy-words.ts';

export interface SafetyQuestion extends Subject {
  /** Absent: the defaults of core. */
  readonly policy?: PlainPolicy | undefined;
  /** The policy before the last change. */
  readonly before?: PlainPolicy | undefined;
}

export type SafetyTable = Extract<ReturnType<typeof answerSafetyTable>, { ok: true }>;
export type SafetyRow = SafetyTable['rows'][number];

/** The calls of a tool with the policy's decisions, the worst first, and how many commands are decided how. */
export function answerSafetyTable({ policy, before, ...subject }: SafetyQuestion) {
  return aboutTool(subject, ({ tool }) => {
    const [decisions, earlier] = [decisionRangesOf(tool, policy), decisionRangesOf(tool, before)];
    const rows = callsOf(tool).map(({ row }, index) => {
      const { mildest: decision = 'deny', strictest = 'deny' } = decisions[index] ?? {};
      const was = earlier[index]?.mildest ?? decision;
      // `was`: before the last change. `strictest`: with one of its options.
      const isChanged = was !== decision || earlier[index]?.strictest !== strictest;
      return { ...row, decision, strictest, was, isChanged };
    });
    return { ok: true as const, rows, destroy: destroyCounts(flattenCommands(tool)) };
  });
}

/** `"Changes 12 rows: asks → runs."`, and why a new rule fits no call, for example a typo. */
export function answerSafetyPreview({ policy = {}, rule, ...subject }: SafetyQuestion & { readonly rule: PolicyRule }) {
  return aboutTool(subject, ({ tool }) => {
    const after = decisionRangesOf(tool, withRule(policy, rule)).map(rangeWords);
    const arrows = decisionRangesOf(tool, policy).flatMap((range, index) => {
      const [from, to] = [rangeWords(range), after[index]];
      return to === from ? [] : [`${from} → ${to}`];
    });
    const kinds = [...new Set(arrows)].map((kind) => `${arrows.filter((one) => one === kind).length} ${kind}`);
    const changes = `Changes ${countOf(arrows.length, 'row')}: ${kinds.length === 1 ? arrows[0] : kinds.join(', ')}.`;
    const idle = idleRules([rule], [tool]).map(({ message }) => message.replace(/^Rule 1, "(?:[^"\\]|\\.)*",/, 'It'));
    return { ok: true as const, words: [arrows.length === 0 ? 'Changes nothing.' : changes, ...idle].join(' ') };
  });
}

/** `"asks"`, or `"asks, some refused"` where the options of a row are decided differently. */
function rangeWords({ mildest, strictest }: DecisionRange): string {
  return strictest === mildest ? DECIDED[mildest] : `${DECIDED[mildest]}, some ${DECIDED[strictest]}`;
}

/** Why one call is decided so, and the rule by which a person decides otherwise. */
export function answerSafetyCall({ policy = {}, id, ...subject }: SafetyQuestion & { readonly id: string }) {
  return aboutTool(subject, ({ tool, source }) => {
    const call = callsOf(tool).find(({ row }) => row.id === id);
    if (call === undefined) return { ok: false, message: 'This command is gone from the document.' } as const;
    const { command, options, isShared } = call;
    const { decision, violations, rule: part } = decide(call.subject, wholePolicy(policy));
    const sentences = sentencesOf(violations).map((one) => visibleText(one.replaceAll(command.name, runOf(command))));
    const rule = ruleAbout(call);
    // A refusal of another rule, or of a setting that no rule lifts, stays.
    const choices = DECISIONS.filter((choice) => {
      const next = withRule(policy, { ...rule, decision: choice });
      return choice === decision || decisionRangeOf(call, wholePolicy(next)).mildest === choice;
    });
    return {
      ok: true as const,
      decision,
      reasons: [...sentences, decidedWords(part, policy)],
      description: isShared ? 'Here with the most harmless command.' : command.metadata.description,
      options: options.map(({ words }) => words),
      marks: riskMarks(call.subject.effects),
      range: source && markOf(source, isShared ? '/globalOptions' : command.pointer),
      rule,
      choices,
    };
  });
}

const MOST_GIVEN = 3;

/** A short rule about a call, without its decision. */
function ruleAbout({ command, isShared, options }: Call): Omit<PolicyRule, 'decision'> {
  const run = isShared ? `${runOf({ tool: command.tool, path: [] })} *` : runOf(command);
  // Many names are nothing that a person reads, and a rule names no values: then it is about the whole command.
  const isShort = options.length <= MOST_GIVEN && options.every(({ match }) => match === undefined);
  return isShort && options.length > 0 ? { run, given: options.map(({ key }) => key) } : { run };
}
