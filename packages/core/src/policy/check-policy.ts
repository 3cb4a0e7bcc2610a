import { toolList } from '../commands/assert-document.ts';
import { type Change, changesOf, effectsWith, whyOfEffect, withCallEffects } from '../commands/effects-of.ts';
import { listCommands, refuseTool } from '../commands/flatten-commands.ts';
import { ToolCache } from '../json/settled.ts';
import { isReadOnly } from '../effects/safety-flags.ts';
import { isTrustedEnough, TRUST_SOURCES, type TrustRow, trustRowOf, trustSourceOf } from '../effects/trust.ts';
import { isRecord } from '../json/is-record.ts';
import { isNewerVersion } from '../document/protocol-version.ts';
import type { ToolCall } from '../types/call.ts';
import type { WritableDirectories } from '../types/validation.ts';
import type {
  AnyViolationCode,
  Decision,
  ExecutionPolicy,
  Policy,
  PolicyCell,
  PolicyDecision,
  PolicyPart,
  PolicyPresetName,
  PolicyRule,
  CallViolation,
  ValidationResult,
  Validator,
} from '../types/policy.ts';
import type { CompileSettings, NameSeparator } from '../types/provider.ts';
import type { AtipCommand, AtipEffects, AtipTool, CommandMapping, FlatCommand, TrustSource } from '../types/tool.ts';
import { type DelegationBreach, delegationBreaches } from './delegation.ts';
import { findRule, type RuledCall } from './match-rule.ts';
import { namedInside, writesOutside } from './sandbox-access.ts';
import { assertPolicy } from './policy-fields.ts';
import {
  defaultPolicyFor,
  POLICY_PRESETS,
  type EffectRule,
  isInForce,
  POLICY_RULES,
  type RuleSubject,
  strict,
  trustRule,
  VERSION_RULE,
} from './policy-rules.ts';

/**
 * Merges `policy` over its preset, or over `standard` if it names none. An undefined field counts as absent.
 *
 * @throws AtipValidationError when the policy is no object
 */
export function withPolicyDefaults(policy: ExecutionPolicy = {}): ExecutionPolicy {
  assertPolicy(policy);
  return overPreset(policy, policy.preset ?? 'standard');
}

/**
 * Decides about one call: allow, confirm or deny, with the rule that decided and every violation.
 *
 * The effects are those of the call, arguments included (`effectsOf`). The policy is used as given: an absent field
 * allows. Before running anything, merge it over a preset.
 *
 * @param directories writable directories, for `writesOutside`. Absent: relative paths below the current directory, and
 * `/tmp`
 * @throws AtipValidationError when the policy is no object
 * @see ATIP 0.3 §11.2
 * @example
 * ```ts
 * import { type AtipTool, type ToolCall } from '@atip/core';
 * import { checkPolicy, mapToCommand } from '@atip/core/execute';
 * declare const git: AtipTool, call: ToolCall;
 * const { decision } = checkPolicy(call, mapToCommand(call.name, [git]), { allowDestructive: false }); // 'confirm'
 * ```
 */
export function checkPolicy(
  call: ToolCall,
  mapping: CommandMapping,
  policy: ExecutionPolicy,
  directories?: WritableDirectories,
): PolicyDecision {
  assertPolicy(policy);
  const raised = withCallEffects(mapping, namedInside(call.arguments, directories));
  return checkEffects(call, raised, withPreset(policy), directories);
}

/** `checkPolicy` of a command that has the effects of the call already. @param whole as `withPreset` returns it */
export function checkEffects(
  call: ToolCall,
  mapping: CommandMapping,
  whole: ExecutionPolicy,
  directories?: WritableDirectories,
): PolicyDecision {
  const { path, tool, effects } = mapping;
  const outside = writesOutside(mapping, call.arguments, directories, effects);
  const ruled = { command: mapping, arguments: call.arguments, directory: () => realDirectory(directories) };
  return decideWhole({ name: call.name, path, effects, trust: trustSourceOf(tool), outside, tool, call: ruled }, whole);
}

/** The directory of a call without links, as rules name it; undefined if a link cannot be resolved. */
export function realDirectory(directories: WritableDirectories | undefined): string | undefined {
  return directories?.realPath ? directories.realPath(directories.cwd) : directories?.cwd;
}

export interface DecisionSubject extends RuleSubject {
  /** The compiled name, for messages. */
  readonly name: string;
  readonly path: readonly string[];
  /** Absent: the trust in its document decides nothing but `minTrustLevel`. */
  readonly tool?: AtipTool;
  /** The call, for the policy's rules. Absent: no rule matches. */
  readonly call?: RuledCall;
}

/**
 * Checks a command's effects against a policy, field by field, and takes the strictest answer; then it applies the
 * policy's rules.
 *
 * A rule that denies is final. One that allows lifts all objections to effects, unknown ones included, because it names
 * the program. It never lifts demands on the document's source, nor `requireReadOnly`.
 *
 * A stated effect that the policy does not allow is denied or confirmed, as its row says. An unstated effect never
 * counts as absent: it is confirmed, and its violation is marked `assumed`. With `denyRestricted` and `denyUnknown` the
 * policy denies these instead.
 *
 * @throws AtipValidationError when the policy is no object
 * @see ATIP 0.3 §11.2
 */
export function decide(subject: DecisionSubject, policy: ExecutionPolicy): PolicyDecision {
  assertPolicy(policy);
  return decideWhole(subject, withPreset(policy));
}

/** @param whole as `withPreset` returns it */
function decideWhole(subject: DecisionSubject, whole: ExecutionPolicy): PolicyDecision {
  const { decision, rule, broken, ruled, breaches } = judge(subject, whole);
  const own = broken.map((entry) => toViolation(entry, subject, whole));
  const beyond = breaches.map((breach) => breachViolation(subject, breach));
  const violations = [...beyond, ...(ruled === undefined ? [] : [ruleViolation(subject, ruled)]), ...own];
  return { decision, ...(rule !== undefined && { rule }), violations };
}

interface Judgement {
  readonly decision: Decision;
  readonly rule?: PolicyPart;
  /** The remaining objections to the call. */
  readonly broken: readonly BrokenRule[];
  /** The policy's rule that asks about the call or denies it. */
  readonly ruled?: PolicyRule;
  /** True: an unstated effect decided. */
  readonly assumed?: boolean;
}

/** Delegations come last: no rule lifts their objections. */
function judge(
  subject: DecisionSubject,
  policy: ExecutionPolicy,
): Judgement & { readonly breaches: readonly DelegationBreach[] } {
  const judged = judgeByRules(subject, policy);
  const all = delegationBreaches(subject, policy);
  // A denied call needs no list of the other questions.
  const denials = all.filter(({ decision }) => decision === 'deny');
  const breaches = denials.length > 0 ? denials : all;
  const [first] = breaches;
  if (first === undefined || judged.decision === 'deny') return { ...judged, breaches: denials };
  return { ...judged, decision: first.decision, rule: first.part, assumed: first.assumed === true, breaches };
}

/** Rules that only tighten come last: they ask about calls that everything else allows. */
function judgeByRules(subject: DecisionSubject, policy: ExecutionPolicy): Judgement {
  const judged = judgeFreely(subject, policy);
  const found = judged.decision === 'allow' ? findRule(policy, subject.call, 'tightening') : undefined;
  if (!found) return judged;
  return { ...judged, decision: 'confirm', rule: `rules/${found.index}`, ruled: found.rule };
}

function judgeFreely(subject: DecisionSubject, policy: ExecutionPolicy): Judgement {
  const own = [...brokenRules(subject, policy), ...brokenByVersion(subject, policy)];
  const found = findRule(policy, subject.call);
  const all = found ? own : [...own, ...brokenByTrust(subject, policy, own)];
  const rule = found && { rule: `rules/${found.index}` as const };
  if (found?.rule.decision === 'deny') return { decision: 'deny', ...rule, broken: [], ruled: found.rule };
  const fixed = all.filter((one) => one.rule.isLevel !== true);
  const broken = found?.rule.decision === 'allow' ? fixed : all;
  if (found?.rule.decision === 'confirm' && fixed.every(({ decision }) => decision !== 'deny'))
    return { decision: 'confirm', ...rule, broken, ruled: found.rule };
  const deciding = decidingRule(broken);
  if (deciding === undefined) return { decision: 'allow', ...rule, broken };
  const { decision, assumed } = deciding;
  return { decision, rule: deciding.rule.part(policy), broken, assumed };
}

function ruleViolation({ name, path }: DecisionSubject, rule: PolicyRule): CallViolation {
  const isDenied = rule.decision === 'deny';
  const why = rule.reason === undefined ? '' : `: ${rule.reason.slice(0, MAX_REASON).replace(/[.]$/, '')}`;
  const message = `${name} is ${isDenied ? 'denied' : 'asked about'} by the rule ${JSON.stringify(ruleWords(rule))}${why}.`;
  const code = isDenied ? 'DENIED_BY_RULE' : 'CONFIRMED_BY_RULE';
  return { code, message, severity: 'error', toolName: name, commandPath: [...path] };
}

function breachViolation({ name, path }: DecisionSubject, { message, assumed }: DelegationBreach): CallViolation {
  const known = { severity: 'error' as const, toolName: name, commandPath: [...path] };
  return { code: 'BEYOND_DELEGATION', message, ...known, ...(assumed && { assumed }) };
}

/** A policy's decision without its messages. @param policy as `withPreset` returns it */
export function cellOf(subject: DecisionSubject, policy: ExecutionPolicy): PolicyCell {
  const { decision, rule, assumed } = judge(subject, policy);
  return { decision, ...(rule !== undefined && { rule }), ...(assumed && { assumed }) };
}

/** Most characters of a rule's reason in messages. */
const MAX_REASON = 300;

/**
 * A rule in words: `git push with force or delete`, `kubectl delete where resource is pod x, and nothing else, in
 * /home/me/shop`.
 */
export function ruleWords({ run, given = [], without = [], where = {}, exact, project }: PolicyRule): string {
  const values = Object.entries(where).map(([name, pattern]) => `${name} is ${valueWords(pattern)}`);
  const parts = [
    run.replace(/^builtins /, ''),
    given.length > 0 && `with ${given.join(' or ')}`,
    without.length > 0 && `without ${withoutWords(without)}`,
    values.length > 0 && `where ${values.join(' and ')}`,
  ];
  const words = parts.filter((part) => part !== false).join(' ');
  const place = project === undefined ? (exact ? ', in any directory' : '') : `, in ${project}`;
  return `${words}${exact ? ', and nothing else' : ''}${place}`;
}

/** Most names that a person reads. */
const MAX_NAMES = 4;

function withoutWords(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

/** A glob to append to a directory: the files directly in it, without hidden ones such as `.env`, and without `..`. */
export const FILES_IN = '/[!./]*([!/])';

function valueWords(pattern: string | readonly string[]): string {
  return (typeof pattern === 'string' ? [pattern] : pattern).map(patternWords).join(' ');
}

function patternWords(pattern: string): string {
  if (pattern === '*') return 'anything';
  if (pattern.endsWith(FILES_IN)) return `any file in ${patternWords(pattern.slice(0, -FILES_IN.length))}`;
  const isGlob = /(?<!\\)(?:\\\\)*[*?[(|]/.test(pattern);
  if (isGlob) return pattern;
  const text = pattern.replaceAll(/\\(.)/gs, '$1');
  return text === '' || /[\s*?[(|]/.test(text) ? JSON.stringify(text) : text;
}

/** A policy over its preset, if it names one; levels are merged by name. */
export function withPreset(policy: ExecutionPolicy): ExecutionPolicy {
  return policy.preset === undefined ? policy : overPreset(policy, policy.preset);
}

function overPreset(policy: ExecutionPolicy, preset: PolicyPresetName): ExecutionPolicy {
  const base = POLICY_PRESETS[preset];
  const stated = Object.entries(policy).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(stated), levels: { ...base.levels, ...policy.levels } };
}

function toViolation({ rule, assumed }: BrokenRule, subject: DecisionSubject, policy: ExecutionPolicy): CallViolation {
  const { name, path } = subject;
  const { code, severity } = rule;
  const says = rule.says(subject, policy);
  const message = assumed
    ? `Its document does not say whether ${name} ${says}, so it counts as if it did.`
    : `${name}${documentedReason(rule, subject, policy) ?? ` ${says}${statedAbove(rule, subject, policy)}`}.`;
  const trust = rule.trust?.(subject, policy);
  const more = { ...(assumed && { assumed }), ...(trust && { trust }) };
  return { code, message, severity, toolName: name, commandPath: [...path], ...more };
}

const WORDED = new Set(POLICY_RULES.flatMap(({ isWorded, code }) => (isWorded ? [code] : [])));

/**
 * The sentences of violations for a person: one about the effects of each command, the gravest first, and the other
 * objections.
 *
 * @param violations as `decide` returns them
 */
export function sentencesOf(violations: readonly CallViolation[]): string[] {
  const sentences: string[] = [];
  const does = new Map<string, { readonly at: number; readonly said: Set<string> }>();
  for (const { code, message, toolName, assumed } of violations) {
    const verb = message.startsWith(`${toolName} `) ? message.slice(toolName.length + 1, -1) : undefined;
    const known = does.get(toolName);
    if (verb === undefined || assumed || !WORDED.has(code)) sentences.push(message);
    else if (known) known.said.add(verb);
    else does.set(toolName, { at: sentences.push(message) - 1, said: new Set([verb]) });
  }
  for (const [toolName, { at, said }] of does) sentences[at] = `${toolName} ${[...said].join(', and ')}.`;
  return [...new Set(sentences)];
}

function documentedReason(rule: EffectRule, subject: DecisionSubject, policy: ExecutionPolicy): string | undefined {
  const { call } = subject;
  if (rule.isWorded !== true || !call) return undefined;
  const has = (effects: AtipEffects): boolean => rule.presence({ ...subject, effects }, policy) === 'stated';
  return whyOfEffect(call.command, call.arguments ?? {}, has);
}

/**
 * The group that states an effect of all its commands, where the command itself does not: `, as its group "gh issue"
 * states`.
 */
function statedAbove(rule: EffectRule, subject: DecisionSubject, policy: ExecutionPolicy): string {
  const { metadata, tool, path = [] } = subject.call?.command ?? {};
  const has = (effects: AtipEffects = {}): boolean => rule.presence({ ...subject, effects }, policy) === 'stated';
  let group: AtipCommand | undefined = tool;
  for (const [at, word] of path.slice(0, -1).entries()) {
    group = group?.commands?.[word];
    if (has(group?.effects) && !has(metadata?.effects))
      return `, as its group ${JSON.stringify([tool?.name, ...path.slice(0, at + 1)].join(' '))} states`;
  }
  return '';
}

interface BrokenRule {
  readonly rule: EffectRule;
  readonly decision: Exclude<Decision, 'allow'>;
  /** True: the document does not state the effect, and the worst was assumed. */
  readonly assumed: boolean;
}

function brokenRules(subject: RuleSubject, policy: ExecutionPolicy): readonly BrokenRule[] {
  return POLICY_RULES.flatMap((rule) => {
    const presence = rule.restricts(policy) ? rule.presence(subject, policy) : 'absent';
    if (presence === 'absent') return [];
    const assumed = presence === 'unknown';
    // A violation that only asks is satisfied by approval.
    const denies =
      rule.code !== 'CONFIRMATION_REQUIRED' && isInForce(policy[assumed ? 'denyUnknown' : 'denyRestricted']);
    return [{ rule, decision: denies ? 'deny' : assumed ? 'confirm' : rule.decision(policy), assumed }];
  });
}

/** No rule lifts it: a document of a later version may state harm in words that nobody here reads. */
function brokenByVersion({ tool, call }: DecisionSubject, { denyRestricted }: ExecutionPolicy): BrokenRule[] {
  if (!isNewerVersion(tool ?? call?.command.tool)) return [];
  return [{ rule: VERSION_RULE, decision: isInForce(denyRestricted) ? 'deny' : 'confirm', assumed: false }];
}

/**
 * The objection of the trust in a document to a call, where it is stricter than those of the policy: the trust table's,
 * or the level `untrusted`. No rule of the table is about terminals, so the policy decides them alone.
 */
function brokenByTrust(
  { tool, ...subject }: DecisionSubject,
  policy: ExecutionPolicy,
  own: readonly BrokenRule[],
): BrokenRule[] {
  const row = tool && trustRowOf(tool);
  if (row === undefined) return [];
  const isTable = isInForce(policy.byTrust);
  const decision = isTable ? tableDecision(subject, row.as) : untrustedDecision(subject, row, policy);
  const isStricter = decision === 'deny' ? decidingRule(own)?.decision !== 'deny' : own.length === 0;
  if (decision === undefined || !isStricter) return [];
  // The least trusted source of which the table would not say the same.
  const required = isTable ? TRUST_SOURCES.findLast((as) => tableDecision(subject, as) !== decision) : 'org';
  return [{ rule: trustRule(row, decision, isTable, required ?? 'org'), decision, assumed: false }];
}

function tableDecision(subject: RuleSubject, as: TrustSource): BrokenRule['decision'] | undefined {
  if (isTrustedEnough(as, 'vendor')) return undefined;
  const table = { ...defaultPolicyFor(as), allowInteractive: true };
  return decidingRule(brokenRules({ ...subject, trust: as }, table))?.decision;
}

function untrustedDecision(
  { effects }: RuleSubject,
  { as, isValue }: TrustRow,
  { byTrust, levels, allowDestructive, minTrustLevel }: ExecutionPolicy,
): BrokenRule['decision'] | undefined {
  const decision = levels?.untrusted ?? 'allow';
  if (decision === 'allow' || byTrust === false || isTrustedEnough(as, 'org') || isReadOnly(effects)) return undefined;
  // The host that hands a document over answers for it, and has said here how far.
  if (isValue && (allowDestructive === true || minTrustLevel !== undefined)) return undefined;
  return strict(decision);
}

function decidingRule(broken: readonly BrokenRule[]): BrokenRule | undefined {
  return broken.find(({ decision }) => decision === 'deny') ?? broken[0];
}

interface CommandSubject extends DecisionSubject {
  readonly command: FlatCommand;
  readonly changes: readonly Change[];
}

const SUBJECTS = /* @__PURE__ */ new ToolCache<ReadonlyMap<string, CommandSubject>>();

function subjectsOf(tool: AtipTool, separator: NameSeparator = '_'): ReadonlyMap<string, CommandSubject> {
  // Comes first, because it refuses invalid tools.
  const commands = listCommands(tool, refuseTool, separator);
  return SUBJECTS.get(tool, separator, () => {
    const trust = trustSourceOf(tool);
    const subjects = commands.map((command): CommandSubject => {
      const { name, path, effects } = command;
      return { name, path, effects, trust, tool, command, changes: changesOf(command) };
    });
    return new Map(subjects.map((subject) => [subject.name, subject]));
  });
}

type NameSettings = Pick<CompileSettings, 'separator'>;

/** A policy with only the specification's fields, because this function returns only its codes. */
type PlainPolicy = Policy & { [Field in Exclude<keyof ExecutionPolicy, keyof Policy>]?: never };

/**
 * Creates a check of calls by compiled name against one policy. A call costs one look-up where neither its arguments
 * nor the policy's rules and delegations can change the answer.
 *
 * Shape: `createValidator([gh], { allowDestructive: false }).validate("gh_repo_delete", {})` →
 * `{ valid: false, violations: [{ code: "DESTRUCTIVE_OPERATION", … }] }`. It returns all violations, with the effects
 * of the given arguments; if the arguments are no object, every parameter counts. A restricted effect that the document
 * does not state is a violation too, marked `assumed`. Tools and policy are read once: later changes have no effect.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or the policy is no object
 * @see ATIP 0.3 §11.2
 * @example
 * ```ts
 * import { type AtipTool, createValidator } from '@atip/core';
 * declare const git: AtipTool;
 * const { valid } = createValidator([git], { allowDestructive: false }).validate('git_clean', { force: true });
 * ```
 */
export function createValidator(
  tools: AtipTool | readonly AtipTool[],
  policy: PlainPolicy,
  settings?: NameSettings,
): Validator;
export function createValidator(
  tools: AtipTool | readonly AtipTool[],
  policy: ExecutionPolicy,
  settings?: NameSettings,
): Validator<AnyViolationCode>;
export function createValidator(
  tools: AtipTool | readonly AtipTool[],
  policy: ExecutionPolicy,
  { separator }: NameSettings = {},
): Validator<AnyViolationCode> {
  assertPolicy(policy);
  const whole = { ...withPreset(policy) };
  const isPlain = (whole.rules ?? []).length === 0 && (whole.delegations ?? []).length === 0;
  // A later tool's command of one name counts.
  const indexes = toolList(tools)
    .map((tool) => subjectsOf(tool, separator))
    .toReversed();
  const settled = new Map<string, readonly CallViolation[]>();
  return {
    validate(toolName: string, args: Record<string, unknown>): ValidationResult<AnyViolationCode> {
      const known = settled.get(toolName);
      if (known) return { valid: known.length === 0, violations: known.map((violation) => ({ ...violation })) };
      const subject = indexes.find((index) => index.has(toolName))?.get(toolName);
      if (!subject) {
        const message = `No tool has a command called ${JSON.stringify(typeof toolName === 'string' ? toolName.slice(0, 80) : null)}.`;
        return { valid: false, violations: [{ code: 'UNKNOWN_COMMAND', message, severity: 'error', toolName }] };
      }
      const effects = effectsWith(subject.effects, subject.changes, args);
      const call = { command: subject.command, ...(isRecord(args) && { arguments: args }) };
      const { violations } = decideWhole({ ...subject, effects, call }, whole);
      if (isPlain && subject.changes.length === 0)
        settled.set(
          toolName,
          violations.map((violation) => ({ ...violation })),
        );
      return { valid: violations.length === 0, violations: [...violations] };
    },
  };
}
