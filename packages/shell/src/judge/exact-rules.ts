import type { ExecutionPolicy, PolicyPart, PolicyRule } from '@atip/core';
import { stated } from '@atip/core/internal';
import type { LinePart, LineReading, PartCheck } from '../line/types.ts';
import { builtinOf } from '../read/builtins.ts';
import type { PartContext } from './context.ts';
import { startsOf, writesFile } from './paths.ts';

/**
 * Why an exact rule must not allow a part of a line; undefined: it may, or no exact rule allows the part.
 *
 * A person saw one call by itself. It means something else with other variables or other input, through another
 * program, or where another part of the line changes what it reads: its settings, its files, what a name stands for.
 * Nobody knows all that a program reads, so every other part must change nothing.
 */
export function whyNotExact(check: PartCheck, { checks, reading, context }: CheckedLine): string | undefined {
  const rule = exactRuleOf(check, context.policy);
  if (rule === undefined) return undefined;
  const { assigns: [variable] = ['a variable'] } = reading;
  const why =
    variable === undefined
      ? (otherMeaning(check, context, rule) ?? changedBy(check, checks))
      : `the line sets ${variable}`;
  return why && `A rule allows ${nameOf(check)} by itself, but here ${why}.`;
}

interface CheckedLine {
  readonly checks: readonly PartCheck[];
  readonly reading: LineReading;
  readonly context: PartContext;
}

function exactRuleOf({ decision, rule }: PartCheck, { rules = [] }: ExecutionPolicy): PolicyRule | undefined {
  const [, index] = /^rules\/(\d+)$/.exec(rule ?? '') ?? [];
  const found = index === undefined ? undefined : rules[Number(index)];
  return decision === 'allow' && found?.exact === true ? found : undefined;
}

function otherMeaning(part: PartCheck, { settings }: PartContext, { project }: PolicyRule): string | undefined {
  if (part.through.length > 0) return `${part.through.join(' ')} starts it`;
  if (part.piped === true || part.redirects.some(({ operator }) => operator.startsWith('<')))
    return 'it is given input';
  if (part.redirects.some(writesFile) && part.effects['x-reveals'] === 'credentials')
    return 'a file keeps the secrets that it prints';
  const { realPath = (path: string) => path } = settings;
  const isElsewhere = project !== undefined && startsOf(part, settings).some((start) => realPath(start) !== project);
  return isElsewhere ? 'it may start in another directory' : undefined;
}

function changedBy(check: PartCheck, checks: readonly PartCheck[]): string | undefined {
  const started = check.innerFrom === undefined ? undefined : checks[checks.indexOf(check) + 1];
  const other = checks.find(
    (one) => one !== check && !changesNothing(one) && !(one === started && isStarted(one, check)),
  );
  if (!other) return undefined;
  return `${other.kind === 'nothing' ? 'a redirect' : nameOf(other)} in the same line may change what it does`;
}

/** True for a program that a runner starts directly. */
export function isStarted(part: LinePart, outer: LinePart | undefined): boolean {
  if (outer?.innerFrom === undefined || outer.through.length > 0 || part.through.length !== 1) return false;
  const [, ...words] = outer.words.slice(outer.innerFrom);
  const own = words.length === 0 ? [] : part.words.slice(-words.length);
  const isSame = own.length === words.length && own.every(({ text }, at) => text === words[at]?.text);
  return isSame && (part.runner ?? part.remote) !== undefined && part.start === outer.start && part.end === outer.end;
}

/**
 * True for the program of a runner where an exact rule allows the runner's whole call: the person saw these words, too.
 * @param seen the program, judged so
 */
export function isSeenWhole(seen: PartCheck, outer: PartCheck, context: PartContext): boolean {
  const rule = exactRuleOf(outer, context.policy);
  // A rule about a container says where its call starts on this machine.
  const { directories, elsewhere } = seen.remote ? outer : seen;
  return (
    rule !== undefined &&
    seen.decision === 'allow' &&
    otherMeaning({ ...seen, through: [], directories, elsewhere }, context, rule) === undefined
  );
}

/** True for a part that only reads: no file, no setting of the shell and no other machine is another one after it. */
function changesNothing({ kind, program = '', effects }: PartCheck): boolean {
  if (kind === 'nothing' || kind === 'function') return effects.filesystem?.write !== true;
  // The reader follows `cd` for the parts behind it.
  const isQuiet = kind === 'builtin' && /^(?:harmless|moves|jobs|leaves)$/.test(builtinOf(program) ?? '');
  if (kind === 'builtin' && !isQuiet) return false;
  const { filesystem, destructive, reversible } = effects;
  const isRead = filesystem?.write === false && filesystem.delete !== true;
  const isMild = destructive !== true && reversible !== false;
  return isRead && isMild && effects['x-runs'] !== 'call' && effects['x-sends'] !== 'given';
}

function nameOf({ program = 'it', tool, command = [] }: PartCheck): string {
  return [tool === 'builtins' || tool === undefined ? program : tool, ...command]
    .filter((word) => word !== '')
    .join(' ');
}

/** A policy whose exact rules allow nothing; all rules keep their places. */
export function withoutExact(policy: ExecutionPolicy): ExecutionPolicy {
  const { rules = [] } = policy;
  if (!rules.some(({ exact }) => exact)) return policy;
  return { ...policy, rules: rules.map((rule) => (rule.exact && rule.decision === 'allow' ? unmatched(rule) : rule)) };
}

/** Keeps the index of a rule that must not match. */
function unmatched(rule: PolicyRule): PolicyRule {
  return { ...rule, run: '\0' };
}

/**
 * The policy for a call with unknown words: a rule that allows under conditions may not match them, and one that asks
 * or denies under conditions may.
 */
export function forOpenCalls(policy: ExecutionPolicy): ExecutionPolicy {
  const { rules } = policy;
  if (!rules) return policy;
  return {
    ...policy,
    rules: rules.map((rule) => {
      if (isUnconditional(rule)) return rule;
      if (rule.decision === 'allow') return unmatched(rule);
      return stated({ run: rule.run, decision: 'confirm' as const, tightens: true, reason: rule.reason });
    }),
  };
}

function isUnconditional({ given, without, where, exact }: PolicyRule): boolean {
  return given === undefined && without === undefined && where === undefined && exact === undefined;
}

/** True if an unconditional rule allows the command: it then also covers words that the document lacks. */
export function isLiftedByName(policy: ExecutionPolicy, part: PolicyPart | undefined): boolean {
  const rule = ruleAt(policy, part);
  return rule?.decision === 'allow' && isUnconditional(rule);
}

export function ruleAt({ rules = [] }: ExecutionPolicy, part: PolicyPart | undefined): PolicyRule | undefined {
  return part?.startsWith('rules/') ? rules[Number(part.slice('rules/'.length))] : undefined;
}
