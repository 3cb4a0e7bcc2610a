import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import { TRUST_SOURCES } from '../effects/trust.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import { documentError } from '../commands/assert-document.ts';
import { isPlainObject, isRecord } from '../json/is-record.ts';
import { didYouMean, nearestName } from '../json/near-names.ts';
import { compileGlob } from '../document/match-glob.ts';
import { foldPath } from '../effects/paths.ts';
import type {
  Decision,
  EffectLevel,
  ExecutionPolicy,
  PolicyPart,
  PolicyPresetName,
  PolicyRule,
} from '../types/policy.ts';

/** The mildest first. */
export const DECISIONS: readonly Decision[] = ['allow', 'confirm', 'deny'];

type FieldName = Exclude<
  keyof ExecutionPolicy,
  'confirmationHandler' | 'preset' | 'levels' | 'rules' | 'network' | 'delegations'
>;

/** A field or level of a policy with a single value: all except the handler, the rules, the network and delegations. */
export type PolicyKey = FieldName | `levels/${EffectLevel}`;

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
      /** The decision about a stated effect while the field is off, where it is about one effect. */
      readonly off?: Exclude<Decision, 'allow'>;
    }
  | {
      readonly kind: 'select';
      /** The value of an absent field; itself absent if there is no such value. */
      readonly byDefault?: string;
      /** The label of the absent field; absent if the default is one of the values. */
      readonly none?: string;
      readonly values: readonly string[];
      /** The field of the specification that the level replaces: the same question with three answers. */
      readonly insteadOf?: FieldName;
      /** The values that are stricter than an absent one, the strictest first. */
      readonly strictest?: readonly string[];
    }
);

/**
 * In the order shown to people. The checks of policies, their JSON Schema and with it the companion's requests, the
 * decisions, what a project may tighten, and the page read this table.
 */
export const POLICY_FIELDS: Readonly<Record<PolicyKey, PolicyField>> = {
  allowDestructive: allows(
    'Destroy data',
    'Off: a person confirms each command that destroys data for good.',
    'confirm',
    false,
  ),
  allowNonReversible: allows(
    'Do things that cannot be undone',
    'Off: a person confirms each command that cannot be undone.',
    'confirm',
    true,
  ),
  allowBillable: allows('Cost money', 'Off: a command that may cost money is denied.', 'deny', true),
  allowFilesystemDelete: allows('Delete files', 'Off: a command that deletes files is denied.', 'deny', true),
  allowFilesystemWrite: allows('Write files', 'Off: a command that writes files is denied.', 'deny', true),
  allowNetwork: allows('Use the network', 'Off: a command that uses the network is denied.', 'deny', true),
  allowInteractive: allows(
    'Ask at a terminal',
    'Off: a command that waits for a person at a terminal is denied.',
    'deny',
    false,
  ),
  'levels/notReversible': decides('Irreversible', 'About commands that state that they cannot be undone.'),
  'levels/endsProcesses': decides('End processes', 'About commands that end or stop running programs.'),
  'levels/runsCall': decides(
    'Run programs that a call names',
    'About commands that run a program, library or code that the call names.',
  ),
  'levels/sends': decides('Send data', 'About commands that send data that the call names to another machine.'),
  'levels/reveals': decides('Print credentials', 'About commands whose output contains a secret.'),
  'levels/privilege': decides('Act as administrator', 'About commands that act with the rights of root.'),
  'levels/writesOutside': decides(
    'Write elsewhere',
    'About commands that write outside the working directory and the writable ones.',
  ),
  'levels/untrusted': decides(
    'Trust a stranger’s document',
    'About commands of a document below org that does not state that they only read.',
  ),
  'levels/destructive': replaces('allowDestructive', 'Destroy data'),
  'levels/billable': replaces('allowBillable', 'Cost money'),
  'levels/network': replaces('allowNetwork', 'Use the network'),
  'levels/interactive': replaces('allowInteractive', 'Ask at a terminal'),
  requireReadOnly: restricts(
    'Only commands that read',
    'On: a command that states a change is refused; one that does not state that it only reads is asked about.',
  ),
  denyRestricted: restricts(
    'Refuse instead of asking',
    'On: a call is refused where a person would be asked about a stated effect.',
  ),
  denyUnknown: restricts(
    'Refuse unknown effects',
    'On: a call is refused where a person would be asked about an unknown effect.',
  ),
  confirmAll: restricts('Ask before every command', 'On: a person confirms each command that is not refused.'),
  byTrust: restricts(
    'Stricter for less trusted documents',
    'On: for documents of strangers and users, commands that destroy are refused and all others asked about. For guesses, commands that only read are asked about and all others refused.',
  ),
  maxCostEstimate: {
    group: 'limits',
    kind: 'select',
    label: 'Highest cost',
    help: 'Commands that state a higher cost are denied; commands without a stated cost are confirmed.',
    none: 'no limit',
    values: COST_ESTIMATES,
    strictest: COST_ESTIMATES,
  },
  minTrustLevel: {
    group: 'limits',
    kind: 'select',
    label: 'Least trusted source',
    help: 'Tools whose document comes from a less trusted source are denied; inferred accepts every source.',
    byDefault: 'inferred',
    values: TRUST_SOURCES,
    strictest: TRUST_SOURCES,
  },
  sandbox: {
    group: 'limits',
    kind: 'select',
    label: 'Sandbox',
    help: 'Required: nothing runs without a sandbox. By source: required for documents trusted less than org, else preferred.',
    none: 'by source',
    values: ['required', 'preferred', 'off'],
    // Absent is stricter than `preferred` for some tools.
    strictest: ['required'],
  },
};

function allows(label: string, help: string, off: Exclude<Decision, 'allow'>, byDefault: boolean): PolicyField {
  return { group: 'unasked', kind: 'switch', label, help, byDefault, allows: true, off };
}

function decides(label: string, help: string): PolicyField {
  return { group: 'asked', kind: 'select', label, help, byDefault: 'confirm', values: DECISIONS };
}

function replaces(insteadOf: FieldName, label: string): PolicyField {
  return { group: 'covered', kind: 'select', label, help: `Instead of ${insteadOf}.`, values: DECISIONS, insteadOf };
}

function restricts(label: string, help: string): PolicyField {
  return { group: 'strict', kind: 'switch', label, help, byDefault: false, allows: false };
}

export const LEVELS: readonly EffectLevel[] = Object.keys(POLICY_FIELDS).flatMap((key) =>
  key.startsWith('levels/') ? [key.slice('levels/'.length) as EffectLevel] : [],
);

const FIELD_NAMES = Object.keys(POLICY_FIELDS).filter((key) => !key.startsWith('levels/'));

/** The level that replaces a field of the specification. */
const LEVEL_FOR: ReadonlyMap<string, EffectLevel> = new Map(
  LEVELS.flatMap((level): [string, EffectLevel][] => {
    const row = POLICY_FIELDS[`levels/${level}`];
    return row.kind === 'select' && row.insteadOf !== undefined ? [[row.insteadOf, level]] : [];
  }),
);

/**
 * The decision about the stated effect of a field of the specification, by the level that replaces it if the policy has
 * one. Only `true` and absence permit, not for example the text "false" from a configuration file.
 */
export function decisionOn(policy: ExecutionPolicy, field: FieldName): { part: PolicyPart; decision: Decision } {
  const level = LEVEL_FOR.get(field);
  const decision = level && policy.levels?.[level];
  if (level && decision !== undefined) return { part: `levels/${level}`, decision };
  const row = POLICY_FIELDS[field];
  const isOff = policy[field] !== undefined && policy[field] !== true;
  return { part: field, decision: isOff && row.kind === 'switch' ? (row.off ?? 'deny') : 'allow' };
}

/** The decision of a level, or of the field of the specification that it replaces; an absent one allows. */
export function levelDecision(policy: ExecutionPolicy, level: EffectLevel): Decision {
  const row = POLICY_FIELDS[`levels/${level}`];
  const field = row.kind === 'select' ? row.insteadOf : undefined;
  return field === undefined ? (policy.levels?.[level] ?? 'allow') : decisionOn(policy, field).decision;
}

const PRESET_NAMES: readonly PolicyPresetName[] = ['open', 'standard', 'read-only', 'no-network', 'ci'];
const STRUCTURED = ['preset', 'levels', 'rules', 'network'];
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
  const fields = [...FIELD_NAMES, ...STRUCTURED];
  const strangers = names.filter((key) =>
    key === 'confirmationHandler' ? typeof policy[key] !== 'function' : !fields.includes(key) && key !== 'delegations',
  );
  const problems = strangers.map((key) => noField(key, key, 'a field of a policy', fields));
  if (preset !== undefined && !PRESET_NAMES.some((one) => one === preset))
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

/**
 * Matches a host in `network.allow`: `github.com`, `*.npmjs.org`, `*`, `10.0.0.0/8`, `[fd00::]/8`, also with `:8080`.
 */
export const HOST_RULE: RegExp =
  /^(?<wild>\*\.)?(?<host>\*|\[[^[\]\s]+\]|[^\s*:/[\]]+)(?:\/(?<prefix>\d{1,3}))?(?::(?<port>\d{1,5}))?$/;

function networkProblems(value: unknown): PolicyProblem[] {
  if (value === 'none' || value === 'all') return [];
  const allow = isRecord(value) && Object.keys(value).join() === 'allow' ? value['allow'] : undefined;
  if (!isTexts(allow) || allow.length > MAX_RULES)
    return [{ part: 'network', message: '"network" has to be "none", "all" or { "allow": [hosts] }.' }];
  return allow.flatMap((host, at) => {
    if (HOST_RULE.test(host)) return [];
    const message = `${JSON.stringify(host)} is not a host such as "github.com", "*.npmjs.org", "git.corp:8443" or "10.0.0.0/8".`;
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

/** JSON Schema, of the keywords that draft 7 and 2020-12 share. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** A field of a rule. */
interface RuleField {
  readonly help: string;
  readonly schema: FieldSchema;
  readonly isRequired?: true;
  readonly fits: (value: unknown) => boolean;
  /** Completes "Rule 3 …" where a value does not fit. */
  readonly problem: string;
}

const NAMES: FieldSchema = { type: 'array', items: { type: 'string', minLength: 1 } };

const RULE_FIELDS: Readonly<Record<keyof PolicyRule, RuleField>> = {
  run: {
    help: 'A program and its command, such as "git push" or "gh pr *".',
    schema: { type: 'string' },
    isRequired: true,
    fits: (value) =>
      typeof value === 'string' && value.split(' ').every((word) => word !== '' && compileGlob(word) !== undefined),
    problem: 'has to name in "run" a program and its command, such as "git push" or "gh pr *".',
  },
  decision: {
    help: 'Allow, confirm or deny.',
    schema: { enum: DECISIONS },
    isRequired: true,
    fits: (value) => DECISIONS.some((one) => one === value),
    problem: 'has to decide "allow", "confirm" or "deny".',
  },
  given: {
    help: 'Parameters or kinds; the call gives at least one of them.',
    schema: NAMES,
    fits: isTexts,
    problem: 'has to list names of parameters in "given".',
  },
  without: {
    help: 'Parameters or kinds; the call gives none of them.',
    schema: NAMES,
    fits: isTexts,
    problem: 'has to list names of parameters in "without".',
  },
  where: {
    help: 'A glob for each parameter, or a list with one for each of its values, in order.',
    schema: {
      type: 'object',
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    },
    fits: (value) => isRecord(value) && Object.values(value).every(isPattern),
    problem: 'has to have a pattern for each parameter in "where", or a list of them.',
  },
  exact: {
    help: 'The call has the parameters of "where", in this order, and no others.',
    schema: { const: true },
    fits: (value) => value === true,
    problem: 'can only have true as its "exact".',
  },
  project: {
    help: 'It counts for calls that start in this directory, not below it.',
    schema: { type: 'string' },
    fits: (value) => typeof value === 'string' && value.startsWith('/') && foldPath(value) === value,
    problem: 'has to name in "project" a directory by its absolute path.',
  },
  reason: {
    help: 'For the person and the model.',
    schema: { type: 'string' },
    fits: isText,
    problem: 'has to have a text as its "reason".',
  },
  tightens: {
    help: 'It turns an allowed call into a question, and overrides no denial.',
    schema: { type: 'boolean' },
    fits: (value) => typeof value === 'boolean',
    problem: 'can only tighten ("tightens": true) by asking or denying.',
  },
  note: {
    help: 'Its author, date and purpose.',
    schema: { type: 'string' },
    fits: isText,
    problem: 'has to have a text as its "note".',
  },
};

/** The problems of one rule, as ends of sentences. */
function ruleProblems(rule: unknown): string[] {
  if (!isRecord(rule)) return ['has to be an object.'];
  const { run, given, exact, decision, tightens } = rule;
  const problems = Object.keys(rule)
    .filter((key) => !Object.hasOwn(RULE_FIELDS, key))
    .map((key) => `has the field ${quoted(key)}, which no rule has.`);
  for (const [key, { isRequired, fits, problem }] of Object.entries(RULE_FIELDS))
    if ((isRequired || rule[key] !== undefined) && !fits(rule[key])) problems.push(problem);
  if (decision === 'allow' && (typeof run !== 'string' || /^[^ ]*[*?[]/.test(run)))
    problems.push('allows without naming its program.');
  if (exact === true && given !== undefined)
    problems.push('is exact, so "where" has to name the arguments; as it is, no call fits it.');
  if (tightens === true && decision === 'allow') problems.push(RULE_FIELDS.tightens.problem);
  return problems;
}

export const RULE_SCHEMA: FieldSchema = /* @__PURE__ */ ruleSchema();
export const NETWORK_SCHEMA: FieldSchema = /* @__PURE__ */ networkSchema();
/** The schema of a policy in a file or a request: without the handler, which is code, and without delegations. */
export const POLICY_SCHEMA: FieldSchema = /* @__PURE__ */ policySchema();

/** An object that takes no other fields. */
export function closedSchema(properties: object): FieldSchema {
  return { type: 'object', additionalProperties: false, properties };
}

function ruleSchema(): FieldSchema {
  const rows = Object.entries(RULE_FIELDS);
  const required = rows.flatMap(([key, { isRequired }]) => (isRequired ? [key] : []));
  const fields = rows.map(([key, { help, schema }]) => [key, { description: help, ...schema }]);
  return { title: 'PolicyRule', ...closedSchema(Object.fromEntries(fields)), required };
}

function networkSchema(): FieldSchema {
  const hosts = { ...closedSchema({ allow: NAMES }), required: ['allow'] };
  return { title: 'NetworkRule', anyOf: [{ enum: ['none', 'all'] }, hosts] };
}

function policySchema(): FieldSchema {
  const schemaOf = (key: string): FieldSchema => {
    // Its callers name rows of the table.
    const row = POLICY_FIELDS[key as PolicyKey];
    return { description: row.help, ...(row.kind === 'switch' ? { type: 'boolean' } : { enum: row.values }) };
  };
  return {
    title: 'Policy',
    ...closedSchema({
      preset: { description: 'Holds where the policy says nothing.', enum: PRESET_NAMES },
      ...Object.fromEntries(FIELD_NAMES.map((key) => [key, schemaOf(key)])),
      levels: {
        title: 'PolicyLevels',
        ...closedSchema(Object.fromEntries(LEVELS.map((level) => [level, schemaOf(`levels/${level}`)]))),
      },
      rules: {
        description: 'A rule that denies wins; otherwise the first that matches.',
        type: 'array',
        items: RULE_SCHEMA,
      },
      network: NETWORK_SCHEMA,
    }),
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
}

function isPattern(value: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((one) => typeof one === 'string' && compileGlob(one) !== undefined);
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
