import { documentError } from '../commands/assert-document.ts';
import { toCommandName } from '../commands/name-command.ts';
import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import type { AtipValidationError } from '../json/atip-error.ts';
import { isPlainObject, isRecord } from '../json/is-record.ts';
import { valueAt } from '../json/pointer.ts';
import type { Delegation, ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects } from '../types/tool.ts';
import { closedSchema, type FieldSchema } from './policy-fields.ts';
import { POLICY_RULES } from './policy-rules.ts';

export interface DelegationLimit {
  /** Name of the effect: `destructive`, `filesystem/write`. */
  readonly field: string;
  /** Completes "The delegation lets nothing …". */
  readonly harm: string;
  /**
   * `beyond`: stated, and outside. `unknown`: not stated, where the preset `standard` would not count that as safe
   * either.
   */
  readonly presence: (effects: AtipEffects) => 'within' | 'beyond' | 'unknown';
}

export interface DelegationRules {
  /** Absent: all tools. */
  readonly allowedTools?: ReadonlySet<string>;
  readonly deniedCommands: readonly string[];
  readonly limits: readonly DelegationLimit[];
}

type Harm = readonly [harm: string, accepted: readonly unknown[], restricted?: ExecutionPolicy];

/**
 * By field: the harm that it forbids, the values of a restriction, best first, and the policy with the same
 * restriction.
 */
const HARMS: ReadonlyMap<string, Harm> = new Map<string, Harm>([
  ['destructive', ['destroy', [false], { allowDestructive: false }]],
  ['network', ['use the network', [false], { allowNetwork: false }]],
  ['subprocess', ['start other programs', [false]]],
  ['filesystem/read', ['read files', [false]]],
  ['filesystem/write', ['write files', [false], { allowFilesystemWrite: false }]],
  ['filesystem/delete', ['delete files', [false], { allowFilesystemDelete: false }]],
  ['interactive/prompts', ['ask before it acts', [false], { allowInteractive: false }]],
  ['interactive/tty', ['want a terminal', [false], { allowInteractive: false }]],
  [
    'interactive/stdin',
    ['read more of its input', ['none', 'optional', 'required', 'password'], { allowInteractive: false }],
  ],
  ['cost/billable', ['cost money', [false], { allowBillable: false }]],
  ['cost/estimate', ['cost more', COST_ESTIMATES]],
  ['reversible', ['do what cannot be undone', [true], { allowNonReversible: false }]],
  ['idempotent', ['do more each time it is repeated', [true]]],
]);

/** The JSON Schema of a delegation in a file. Unstated fields restrict nothing, so every value that it takes restricts. */
export function delegationSchema(): FieldSchema {
  const names = { type: 'array', items: { type: 'string', minLength: 1 } };
  const rows = [...HARMS].map(([field, [, accepted]]) => ({ keys: field.split('/'), schema: { enum: accepted } }));
  const schemaOf = (owner: string): FieldSchema => {
    const below = rows.filter(({ keys }) => keys[0] === owner);
    const [only] = below.filter(({ keys }) => keys.length === 1);
    return only?.schema ?? closedSchema(Object.fromEntries(below.map(({ keys, schema }) => [keys[1], schema])));
  };
  const owners = new Set(rows.map(({ keys }) => keys[0] ?? ''));
  return closedSchema({
    allowedTools: { description: 'Names of tools; absent: all.', ...names },
    deniedCommands: { description: 'Such as "gh repo delete", or "gh repo" for all below.', ...names },
    effectRestrictions: closedSchema(Object.fromEntries([...owners].map((owner) => [owner, schemaOf(owner)]))),
  });
}

/** Cached readings: a delegation does not change while it is in use. */
const READ = new WeakMap<object, DelegationRules>();

/**
 * Reads a delegation, bare or as `{ "delegation": … }`. A field that is unknown, `undefined` or of the wrong type is an
 * error: ignoring it would allow the harm that it forbids.
 *
 * @throws AtipValidationError
 * @see ATIP 0.3 §10.2
 */
export function readDelegation(given: unknown): DelegationRules {
  const known = isRecord(given) ? READ.get(given) : undefined;
  if (known) return known;
  const isWrapped = isPlainObject(given) && Object.keys(given).join() === 'delegation';
  let rules: DelegationRules = { deniedCommands: [], limits: [] };
  for (const [field, value] of fieldsOf(isWrapped ? given['delegation'] : given, '')) {
    if (field === 'allowedTools') rules = { ...rules, allowedTools: new Set(namesIn(value, field)) };
    else if (field === 'deniedCommands') rules = { ...rules, deniedCommands: namesIn(value, field).map(toCommandName) };
    else if (field === 'effectRestrictions') rules = { ...rules, limits: readRestrictions(value) };
    else throw malformedDelegation(`/${field}`, 'is no field of a delegation', value);
  }
  if (isRecord(given)) READ.set(given, rules);
  return rules;
}

/** The same, for callers that need the delegation itself. @throws AtipValidationError */
export function toDelegation(given: unknown): Delegation {
  readDelegation(given);
  // `readDelegation` has checked it.
  return structureOf(given as Delegation | { readonly delegation: Delegation });
}

function structureOf(given: Delegation | { readonly delegation: Delegation }): Delegation {
  return 'delegation' in given ? given.delegation : given;
}

function readRestrictions(restrictions: unknown): DelegationLimit[] {
  return fieldsOf(restrictions, '/effectRestrictions').flatMap(([field, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([name, limit]) => toLimit(`${field}/${name}`, limit))
      : [toLimit(field, value)],
  );
}

function toLimit(field: string, limit: unknown): DelegationLimit {
  const [harm, accepted, restricted] = HARMS.get(field) ?? ['', []];
  const last = accepted.indexOf(limit);
  if (last < 0) throw malformedDelegation(`/effectRestrictions/${field}`, 'restricts nothing that is known', limit);
  const keys = field.split('/');
  const values = accepted.slice(0, last + 1);
  const estimate = field === 'cost/estimate' ? COST_ESTIMATES[last] : undefined;
  const policy: ExecutionPolicy | undefined = estimate ? { maxCostEstimate: estimate } : restricted;
  const shown = typeof limit === 'string' ? `${harm} than ${JSON.stringify(limit)}` : harm;
  return {
    field,
    harm: shown,
    presence(effects) {
      const value = valueAt(effects, keys);
      if (field === 'destructive' && effects['x-ends'] === 'processes') return 'beyond';
      if (value !== undefined && !values.includes(value)) return 'beyond';
      if (policy === undefined) return value === undefined ? 'unknown' : 'within';
      return isOpen(effects, policy) ? 'unknown' : 'within';
    },
  };
}

/** True if a policy with this restriction would have to assume the effect. */
function isOpen(effects: AtipEffects, policy: ExecutionPolicy): boolean {
  return POLICY_RULES.some(
    (rule) => rule.restricts(policy) && rule.presence({ effects, trust: 'native' }, policy) === 'unknown',
  );
}

function namesIn(value: unknown, field: string): string[] {
  const names: unknown[] = Array.isArray(value) ? [...value] : [undefined];
  return names.map((name, index) => {
    if (typeof name === 'string' && name.trim() !== '') return name;
    throw malformedDelegation(
      Array.isArray(value) ? `/${field}/${index}` : `/${field}`,
      'must be a list of names',
      value,
    );
  });
}

function fieldsOf(value: unknown, pointer: string): [string, unknown][] {
  // A Map has no fields of its own, and would restrict nothing.
  if (!isPlainObject(value)) throw malformedDelegation(pointer, 'must be an object', value);
  return Object.entries(value);
}

export function malformedDelegation(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The delegation cannot be honoured', pointer, problem, value);
}
