import { argumentsOf, readArgv } from '../argv/read-argv.ts';
import { checkCall, isComplete } from '../execute/check-call.ts';
import { isRecord } from '../json/is-record.ts';
import { ruleWords, withPolicyDefaults } from '../policy/check-policy.ts';
import type { Decision, ExecutionPolicy, PolicyPart } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import type { CompleteCheck } from '../types/validation.ts';

/** A decision in the audit log, with the fields that count here; others are ignored. */
export interface RecordedDecision {
  /** ISO 8601. */
  readonly time?: string;
  readonly tool: { readonly name: string };
  /** Names of the subcommands. */
  readonly command: readonly string[];
  /** With secrets redacted; for a refused call perhaps only its beginning. */
  readonly argv: readonly string[];
  /** The directory in which the call would have run. Absent: relative paths are judged without one. */
  readonly cwd?: string;
  readonly decision: Decision;
  readonly rule?: string;
  readonly approved?: boolean;
  readonly refused?: string;
  /** Present if `argv` is cut. */
  readonly argvBytes?: number;
}

/** The outcome of a call: `yes`, `no` and `unanswered` are those that a person was asked about. */
export type RecordedOutcome = 'allowed' | 'yes' | 'no' | 'unanswered' | 'refused';

/** Identical calls with the same outcome by the same part of the policy. */
export interface FoldedDecision {
  readonly argv: readonly string[];
  readonly was: RecordedOutcome;
  /** The part of the policy that decided at that time. */
  readonly wasBy?: string;
  readonly count: number;
  /** Times of the first and the last call. */
  readonly first?: string;
  readonly last?: string;
}

/** Identical calls with the decision that a policy makes now. */
export interface ReplayedDecision extends FoldedDecision {
  readonly now: Decision;
  /** The part of the policy that decides now. */
  readonly nowBy?: PolicyPart;
  /** The rule in words, where a rule decides. */
  readonly ruled?: string;
  /** Why it is not simply allowed; one sentence each. */
  readonly reasons: readonly string[];
  readonly differs: boolean;
}

/** Identical calls that cannot be decided again. */
export interface UnreadDecision extends FoldedDecision {
  /** Completes "It was passed over: …". */
  readonly why: string;
}

export interface DecisionReplay {
  readonly decisions: number;
  /** The calls that were decided again: then, and now. */
  readonly before: Readonly<Record<RecordedOutcome, number>>;
  readonly after: Readonly<Record<Decision, number>>;
  /** Number of calls with another decision now. */
  readonly differing: number;
  readonly unread: number;
  /** In the order of the record, changed ones first. */
  readonly rows: readonly ReplayedDecision[];
  readonly unreadRows: readonly UnreadDecision[];
}

/**
 * Decides every recorded call again, under `policy`.
 *
 * The record has no arguments, so each argv is read with the current documents. A call is skipped, and counted, when
 * the reading is not exact: a secret was redacted, the argv was cut, or the document of the command changed. Nothing is
 * run or looked up. Costs one `checkCall` for each different call.
 *
 * @param policy merged over its preset, or `standard`
 * @throws AtipValidationError when the policy is invalid
 * @example
 * const recorded = [{ tool: { name: 'git' }, command: ['push'], argv: ['git', 'push'], decision: 'confirm', approved: true }];
 * replayDecisions(recorded, [git], { rules: [{ run: 'git push', decision: 'allow' }] }).after; // { allow: 1, confirm: 0, deny: 0 }
 */
export function replayDecisions(
  decisions: Iterable<RecordedDecision>,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): DecisionReplay {
  const whole = withPolicyDefaults(policy);
  const rows: ReplayedDecision[] = [];
  const unreadRows: UnreadDecision[] = [];
  for (const { entry, folded } of foldDecisions(decisions)) {
    const check = checkRecorded(entry, tools, whole);
    if (typeof check === 'string') unreadRows.push({ ...folded, why: check });
    else rows.push(replayed(folded, check, whole));
  }
  const counted = (wanted: (row: ReplayedDecision) => boolean): number => sum(rows.filter(wanted));
  const was = (outcome: RecordedOutcome): number => counted((row) => row.was === outcome);
  const now = (decision: Decision): number => counted((row) => row.now === decision);
  return {
    decisions: sum(rows) + sum(unreadRows),
    before: {
      ...{ allowed: was('allowed'), yes: was('yes'), no: was('no') },
      ...{ unanswered: was('unanswered'), refused: was('refused') },
    },
    after: { allow: now('allow'), confirm: now('confirm'), deny: now('deny') },
    differing: counted((row) => row.differs),
    unread: sum(unreadRows),
    rows: [...rows.filter((row) => row.differs), ...rows.filter((row) => !row.differs)],
    unreadRows,
  };
}

/** The number of recorded calls in some rows. */
export function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((all, { count }) => all + count, 0);
}

const DECIDED: Readonly<Record<RecordedOutcome, Decision>> = {
  ...{ allowed: 'allow', refused: 'deny' },
  ...{ yes: 'confirm', no: 'confirm', unanswered: 'confirm' },
};

function replayed(folded: FoldedDecision, check: CompleteCheck, { rules = [] }: ExecutionPolicy): ReplayedDecision {
  const { decision: now, rule: nowBy, reasons } = check;
  const [, index] = /^rules\/(\d+)$/.exec(nowBy ?? '') ?? [];
  const rule = index === undefined ? undefined : rules[Number(index)];
  return {
    ...folded,
    now,
    ...(nowBy && { nowBy }),
    ...(rule && { ruled: ruleWords(rule) }),
    reasons,
    differs: DECIDED[folded.was] !== now,
  };
}

/** Folds identical calls, in the order of their first occurrence. */
export function foldDecisions(
  decisions: Iterable<RecordedDecision>,
): { readonly entry: RecordedDecision; readonly folded: FoldedDecision }[] {
  const all = new Map<string, { readonly entry: RecordedDecision; readonly folded: FoldedDecision }>();
  for (const entry of decisions) {
    const was = outcomeOf(entry);
    const key = JSON.stringify([entry.argv, entry.cwd, was, entry.rule, entry.refused]);
    const known = all.get(key);
    const { time } = entry;
    const first = known?.folded.first ?? time;
    const folded = {
      ...{ argv: entry.argv, was, count: (known?.folded.count ?? 0) + 1 },
      ...(entry.rule !== undefined && { wasBy: entry.rule }),
      ...(first !== undefined && { first }),
      ...(time !== undefined && { last: time }),
    };
    all.set(key, { entry: known?.entry ?? entry, folded });
  }
  return [...all.values()];
}

function outcomeOf({ decision, approved }: RecordedDecision): RecordedOutcome {
  if (decision === 'allow') return 'allowed';
  if (decision === 'deny') return 'refused';
  return approved === undefined ? 'unanswered' : approved ? 'yes' : 'no';
}

/**
 * Checks a recorded call with `checkCall`. @returns the check, or the reason why it is impossible, as the end of a
 * sentence
 */
export function checkRecorded(
  { argv, cwd, refused, argvBytes }: RecordedDecision,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): CompleteCheck | string {
  if (refused === 'unknown' || refused === 'invalid') return 'it was no valid call, whatever the policy';
  if (argv.some((word) => word.includes('[REDACTED'))) return 'a secret in it is not on record';
  if (argvBytes !== undefined || argv.some((word) => word.includes('…[CUT]'))) return 'not all of it is on record';
  const reading = readArgv(argv, tools);
  const [unknown] = reading.unknown;
  if (unknown) return `${JSON.stringify(argv[unknown.word])} ${unknown.reason}`;
  if (reading.name === undefined) return `no document that is known now has its command`;
  const call = { id: '', name: reading.name, arguments: argumentsOf(reading) };
  const check = checkCall(call, tools, policy, cwd === undefined ? {} : { directories: { cwd } });
  if (!isComplete(check)) return check.problems[0]?.message ?? 'it is no valid call now';
  // The rebuilt argv must be identical word for word; then nothing was guessed.
  const isSame = check.argv.length === argv.length && check.argv.every((word, index) => word === argv[index]);
  return isSame ? check : 'the document writes this call otherwise now';
}

/** A parsed line of a record, if it is a decision; `undefined` for any other value. */
export function asRecordedDecision(line: unknown): RecordedDecision | undefined {
  if (!isRecord(line) || line['event'] !== 'decision') return undefined;
  const { tool, command, argv, decision, approved, argvBytes } = line;
  if (!isRecord(tool) || typeof tool['name'] !== 'string' || !isTexts(command) || !isTexts(argv)) return undefined;
  if (decision !== 'allow' && decision !== 'confirm' && decision !== 'deny') return undefined;
  const texts = ['time', 'cwd', 'rule', 'refused'].flatMap((key) => {
    const text = line[key];
    return typeof text === 'string' ? [[key, text]] : [];
  });
  return {
    ...{ tool: { name: tool['name'] }, command, argv, decision },
    ...Object.fromEntries(texts),
    ...(typeof approved === 'boolean' && { approved }),
    ...(typeof argvBytes === 'number' && { argvBytes }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
