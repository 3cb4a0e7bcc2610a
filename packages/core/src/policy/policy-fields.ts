import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import { TRUST_SOURCES } from '../effects/trust.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import { documentError } from '../commands/assert-document.ts';
import { isPlainObject, isRecord } from '../json/is-record.ts';
import { didYouMean, nearestName } from '../json/near-names.ts';
import { compileGlob } from '../document/match-glob.ts';
import { foldPath } from '../effects/paths.ts';
import type { Decision, EffectLevel, ExecutionPolicy } from '../types/policy.ts';

/** The mildest first. */
export const DECISIONS: readonly Decision[] = ['allow', 'confirm', 'deny'];

/** A field or level of a policy with a single value: all except the handler, the rules, the network and delegations. */
export type PolicyKey =
  | Exclude<keyof ExecutionPolicy, 'confirmationHandler' | 'preset' | 'levels' | 'rules' | 'network' | 'delegations'>
  | `levels/${EffectLevel}`;

/** A field of a policy for people to set. */
export type PolicyField = {
  /** `covered`: a field of the specification has the same meaning while the level is absent. */
  readonly group: 'unasked' | 'asked' | 'covered' | 'strict' | 'limits';
  /** Its name; for a switch, the state while it is on. */
  readonly label: string;
  /** Its effect, in one sentence. */
  readonly help: string;
} & (
  | {
      readonly kind: 'switch';
      /** The value of an absent field. */
      readonly byDefault: boolean;
      /** True: off restricts. False: on restricts. */
      readonly allows: boolean;
    }
  | {
      readonly kind: 'select';
      /** The value of an absent field; itself absent if there is no such value. */
      readonly byDefault?: string;
      /** The label of the absent field; absent if the default is one of the values. */
      readonly none?: string;
      readonly values: readonly string[];
    }
);

/** In the order shown to people. Policy files, the companion's requests and the page read this table. */
export const POLICY_FIELDS: Readonly<Record<PolicyKey, PolicyField>> = {
  allowDestructive: allows('Destroy data', 'Off: a person confirms what destroys data for good.', false),
  allowNonReversible: allows('Do what cannot be undone', 'Off: a person confirms what cannot be undone.', true),
  allowBillable: allows('Cost money', 'Off: what may cost money is denied.', true),
  allowFilesystemDelete: allows('Delete files', 'Off: what deletes files is denied.', true),
  allowFilesystemWrite: allows('Write files', 'Off: what writes files is denied.', true),
  allowNetwork: allows('Use the network', 'Off: what uses the network is denied.', true),
  allowInteractive: allows('Ask at a terminal', 'Off: what waits for a person at a terminal is denied.', false),
  'levels/notReversible': decides('asked', 'Irreversible', 'About what is stated not to be reversible.'),
  'levels/endsProcesses': decides('asked', 'End processes', 'About ending or stopping programs that run.'),
  'levels/runsCall': decides(
    'asked',
    'Run what a call names',
    'About programs, libraries and code that the call itself names.',
  ),
  'levels/sends': decides('asked', 'Send data', 'About sending what the call names to another machine.'),
  'levels/reveals': decides('asked', 'Print credentials', 'About output that has a secret in it.'),
  'levels/privilege': decides('asked', 'Act as administrator', 'About acting with the rights of root.'),
  'levels/writesOutside': decides(
    'asked',
    'Write elsewhere',
    'About paths outside the working directory and the writable ones.',
  ),
  'levels/untrusted': decides(
    'asked',
    'Believe a stranger',
    'About what a document trusted less than org does not state to be only reading.',
  ),
  'levels/destructive': decides('covered', 'Destroy data', 'Instead of allowDestructive.'),
  'levels/billable': decides('covered', 'Cost money', 'Instead of allowBillable.'),
  'levels/network': decides('covered', 'Use the network', 'Instead of allowNetwork.'),
  'levels/interactive': decides('covered', 'Ask at a terminal', 'Instead of allowInteractive.'),
  requireReadOnly: restricts(
    'Only what reads',
    'On: stated changes are refused, and a command that does not state to be read-only is asked about.',
  ),
  denyRestricted: restricts(
    'Refuse instead of asking',
    'On: a stated effect that may not run is refused and never asked about.',
  ),
  denyUnknown: restricts(
    'Refuse what is not stated',
    'On: a command is refused instead of asked about where it does not state an effect that may not run.',
  ),
  confirmAll: restricts('Ask before every command', 'On: a person confirms each command that is not refused.'),
  byTrust: restricts(
    'Less for less trusted documents',
    'On: of strangers and users, what destroys is refused and all else asked about; of guesses only what reads is asked about.',
  ),
  maxCostEstimate: {
    group: 'limits',
    kind: 'select',
    label: 'Highest cost',
    help: 'Commands that state a higher cost are denied; commands without a stated cost are confirmed.',
    none: 'no limit',
    values: COST_ESTIMATES,
  },
  minTrustLevel: {
    group: 'limits',
    kind: 'select',
    label: 'Least trusted source',
    help: 'Tools whose document comes from a less trusted source are denied; inferred accepts every source.',
    byDefault: 'inferred',
    values: TRUST_SOURCES,
  },
  sandbox: {
    group: 'limits',
    kind: 'select',
    label: 'Sandbox',
    help: 'Required: nothing runs without a sandbox. By source: required for documents trusted less than org, else preferred.',
    none: 'by source',
    values: ['required', 'preferred', 'off'],
  },
};

function allows(label: string, help: string, byDefault: boolean): PolicyField {
  return { group: 'unasked', kind: 'switch', label, help, byDefault, allows: true };
}

function decides(group: 'asked' | 'covered', label: string, help: string): PolicyField {
  const byDefault = group === 'asked' && { byDefault: 'confirm' };
  return { group, kind: 'select', label, help, ...byDefault, values: DECISIONS };
}

function restricts(label: string, help: string): PolicyField {
  return { group: 'strict', kind: 'switch', label, help, byDefault: false, allows: false };
}

export const LEVELS: readonly EffectLevel[] = Object.keys(POLICY_FIELDS).flatMap((key) =>
  key.startsWith('levels/') ? [key.slice('levels/'.length) as EffectLevel] : [],
);

const PRESET_NAMES: readonly unknown[] = ['open', 'standard', 'read-only', 'no-network', 'ci'];
const STRUCTURED = ['preset', 'levels', 'rules', 'network'];
const RULE_FIELDS = ['run', 'given', 'without', 'where', 'exact', 'project', 'decision', 'reason', 'tightens', 'note'];
/** Most rules of a policy: a file with more is a mistake, and every rule is checked for each call. */
const MAX_RULES = 10_000;

/** An invalid place of a policy, or one that restricts nothing. */
export interface PolicyProblem {
  /** JSON pointer without its first slash; empty: the whole policy. */
  readonly part: string;
  /** A sentence. */
  readonly message: string;
}

/**
 * The problems of a policy from a file, a request or a link. A misspelt field would restrict nothing, so one problem is
 * enough to refuse it.
 *
 * Shape: `{ allowDestructve: true }` → `[{ part: "allowDestructve", message: "\"allowDestructve\" is not a field of a
 * policy, so it would restrict nothing. Did you mean \"allowDestructive\"?" }]`. A field that is undefined is absent.
 */
export function policyProblems(policy: unknown): readonly PolicyProblem[] {
  if (!isPlainObject(policy)) return [{ part: '', message: 'A policy is a JSON object.' }];
  const { delegations } = policy;
  const strange = delegations === undefined ? [] : [noField('delegations', 'delegations', 'a field of a policy', [])];
  return [...strange, ...structureProblems(policy), ...valueProblems(policy)];
}

/**
 * Problems of its names and rules, which would be ignored although they were meant to restrict. Wrong values restrict
 * anyway.
 */
function structureProblems(policy: Readonly<Record<string, unknown>>): PolicyProblem[] {
  const { preset, levels, rules, network } = policy;
  const names = Object.keys(policy).filter((key) => policy[key] !== undefined);
  const isKnown = (key: string): boolean => Object.hasOwn(POLICY_FIELDS, key) && !key.startsWith('levels/');
  const strangers = names.filter((key) =>
    key === 'confirmationHandler'
      ? typeof policy[key] !== 'function'
      : !isKnown(key) && !STRUCTURED.includes(key) && key !== 'delegations',
  );
  const fields = [...Object.keys(POLICY_FIELDS).filter((key) => !key.startsWith('levels/')), ...STRUCTURED];
  const problems = strangers.map((key) => noField(key, key, 'a field of a policy', fields));
  if (preset !== undefined && !PRESET_NAMES.includes(preset))
    problems.push(notOneOf('preset', PRESET_NAMES, preset, 'is unknown'));
  if (levels !== undefined && !isRecord(levels))
    problems.push({ part: 'levels', message: '"levels" has to be an object.' });
  else if (levels !== undefined)
    for (const key of Object.keys(levels))
      if (!Object.hasOwn(POLICY_FIELDS, `levels/${key}`))
        problems.push(noField(`levels/${key}`, key, 'an effect level', LEVELS));
  if (rules !== undefined) problems.push(...rulesProblems(rules));
  if (network !== undefined) problems.push(...networkProblems(network));
  return problems;
}

/** The form of a host in `network.allow`: `github.com`, `*.npmjs.org`, `*`, `10.0.0.0/8`, `[fd00::]/8`, each with or without `:8080`. */
export const HOST_RULE: RegExp =
  /^(?<wild>\*\.)?(?<host>\*|\[[^[\]\s]+\]|[^\s*:/[\]]+)(?:\/(?<prefix>\d{1,3}))?(?::(?<port>\d{1,5}))?$/;

function networkProblems(value: unknown): PolicyProblem[] {
  if (value === 'none' || value === 'all') return [];
  const allow = isRecord(value) && Object.keys(value).join() === 'allow' ? value['allow'] : undefined;
  if (!isTexts(allow) || allow.length > MAX_RULES)
    return [{ part: 'network', message: '"network" has to be "none", "all" or { "allow": [hosts] }.' }];
  return allow.flatMap((host, at) => {
    if (HOST_RULE.test(host)) return [];
    const message = `${JSON.stringify(host)} is no host such as "github.com", "*.npmjs.org", "git.corp:8443" or "10.0.0.0/8".`;
    return [{ part: `network/allow/${at}`, message }];
  });
}

function valueProblems(policy: Readonly<Record<string, unknown>>): PolicyProblem[] {
  const levels = isRecord(policy['levels']) ? policy['levels'] : {};
  const stated = [
    ...Object.entries(policy),
    ...Object.entries(levels).map(([key, value]): [string, unknown] => [`levels/${key}`, value]),
  ];
  return stated.flatMap(([key, given]): PolicyProblem[] => {
    const field = Object.hasOwn(POLICY_FIELDS, key) ? POLICY_FIELDS[key as PolicyKey] : undefined;
    if (field === undefined || given === undefined) return [];
    if (field.kind === 'switch') {
      if (typeof given === 'boolean') return [];
      const taken = field.allows ? 'false' : 'true';
      return [
        { part: key, message: `${quoted(key)} has to be true or false; ${quoted(given)} is taken for ${taken}.` },
      ];
    }
    const isKnown = typeof given === 'string' && field.values.includes(given);
    return isKnown ? [] : [notOneOf(key, field.values, given, 'is taken for the strictest')];
  });
}

function rulesProblems(rules: unknown): PolicyProblem[] {
  if (!Array.isArray(rules)) return [{ part: 'rules', message: '"rules" has to be a list.' }];
  if (rules.length > MAX_RULES) return [{ part: 'rules', message: `More than ${MAX_RULES} rules are not read.` }];
  return rules.flatMap((rule: unknown, index) =>
    ruleProblems(rule).map((message) => ({ part: `rules/${index}`, message: `Rule ${index + 1} ${message}` })),
  );
}

/** The problems of one rule, as ends of sentences. */
function ruleProblems(rule: unknown): string[] {
  if (!isRecord(rule)) return ['has to be an object.'];
  const { run, given, without, where, exact, project, decision, tightens } = rule;
  const problems = Object.keys(rule)
    .filter((key) => !RULE_FIELDS.includes(key))
    .map((key) => `has the field ${quoted(key)}, which no rule has.`);
  const words = typeof run === 'string' ? run.split(' ') : [''];
  if (words.some((word) => word === '' || !compileGlob(word)))
    problems.push('has to name in "run" a program and its command, such as "git push" or "gh pr *".');
  if (!DECISIONS.some((one) => one === decision)) problems.push('has to decide "allow", "confirm" or "deny".');
  if (decision === 'allow' && /[*?[]/.test(words[0] ?? '')) problems.push('allows without naming its program.');
  for (const [key, list] of Object.entries({ given, without }))
    if (list !== undefined && !isTexts(list)) problems.push(`has to list names of parameters in "${key}".`);
  if (where !== undefined && !(isRecord(where) && Object.values(where).every(isPattern)))
    problems.push('has to have a pattern for each parameter in "where", or a list of them.');
  if (exact !== undefined && exact !== true) problems.push('can only have true as its "exact".');
  if (exact === true && given !== undefined)
    problems.push('is exact, so it has to name in "where" what is given: no call fits it.');
  if (project !== undefined && !isDirectory(project))
    problems.push('has to name in "project" a directory by its absolute path.');
  for (const key of ['reason', 'note'])
    if (rule[key] !== undefined && typeof rule[key] !== 'string') problems.push(`has to have a text as its "${key}".`);
  if (tightens !== undefined && (typeof tightens !== 'boolean' || (tightens && decision === 'allow')))
    problems.push('can only tighten ("tightens": true) by asking or denying.');
  return problems;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
}

function isPattern(value: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((one) => typeof one === 'string' && compileGlob(one) !== undefined);
}

function isDirectory(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('/') && foldPath(value) === value;
}

function noField(part: string, key: string, kind: string, known: readonly string[]): PolicyProblem {
  const hint = didYouMean(nearestName(key, known));
  return { part, message: `${quoted(key)} is not ${kind}, so it would restrict nothing.${hint}` };
}

function notOneOf(part: string, values: readonly unknown[], given: unknown, end: string): PolicyProblem {
  return {
    part,
    message: `${quoted(part)} has to be one of ${values.join(', ')}; ${quoted(given)} ${end}.`,
  };
}

const MAX_SHOWN = 60;

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Checked rules: a policy does not change while it is in use. */
const ACCEPTED = new WeakSet<object>();

/**
 * Refuses invalid policies. Null, a text or a `Map` lacks every field, and absent fields allow; an unknown field, level
 * or rule would be ignored.
 *
 * @throws AtipValidationError
 */
export function assertPolicy(policy: unknown): asserts policy is ExecutionPolicy {
  if (!isPlainObject(policy)) throw documentError('The policy cannot be applied', '', 'must be an object', policy);
  const { rules } = policy;
  const isSeen = typeof rules === 'object' && rules !== null && ACCEPTED.has(rules);
  const [problem] = structureProblems(isSeen ? { ...policy, rules: undefined } : policy);
  if (problem)
    throw new AtipValidationError(`The policy cannot be applied: ${problem.message}`, problem.part.split('/'), policy);
  if (!isSeen && typeof rules === 'object' && rules !== null) ACCEPTED.add(rules);
}
