import { AtipValidationError, type Delegation, type ExecutionPolicy } from '@atip/core';
import {
  closedSchema,
  delegationSchema,
  didYouMean,
  isRecord,
  type FieldSchema,
  nearestName,
  NETWORK_SCHEMA,
  POLICY_SCHEMA,
  policyProblems,
  type PolicyProblem,
  readDelegation,
} from '@atip/core/internal';
import type { Signer } from '../trust/signers.ts';
import { readSize, readTimeout, SIZE, TIMEOUT } from './run-limits.ts';

/**
 * The credentials that a person grants one tool: `true` for the variables and places that its document names, or a list
 * of names. A name is a place such as `"~/.mytool"`, `".env"` for the files of that kind in the working directory, or
 * `"ssh-agent"` for the socket of the agent (`SSH_AUTH_SOCK`) with `~/.ssh/config` and `~/.ssh/known_hosts`, but no
 * key.
 */
export type CredentialGrant = true | string | readonly (true | string)[];

/** A configuration file of the system, a person or a project; or all three merged. @see ATIP RFC 4 */
export interface Configuration {
  /** Without the handler, which is code. */
  readonly policy?: Omit<ExecutionPolicy, 'confirmationHandler'>;
  /** Limits the callers here, in addition to the policy; the delegations of all files apply. @see ATIP 0.3 §10.2 */
  readonly delegation?: Delegation;
  /** By tool: variables that its programs get in addition to the allow-list. */
  readonly environment?: Readonly<Record<string, readonly string[]>>;
  /** By tool: true if it may use the person's login. */
  readonly credentials?: Readonly<Record<string, CredentialGrant | false>>;
  /** Paths in the home that sandboxed programs may read; absolute, or starting with `~/`. */
  readonly readable?: readonly string[];
  /** Further directories that programs may change, besides the working directory. */
  readonly writable?: readonly string[];
  /**
   * Limits of each run. `timeout`: `"90s"`, `"10m"` or seconds. `maxOutput`: `"500kB"`, `"2MiB"` or bytes of each
   * stream.
   */
  readonly limits?: { readonly timeout?: string | number; readonly maxOutput?: string | number };
  /** Used if the policy has no `network` of its own. */
  readonly network?: NonNullable<ExecutionPolicy['network']>;
  /** Regular expressions; their matches are redacted in all output. */
  readonly redact?: readonly string[];
  /** Names of programs that discovery never asks; globs. @see ATIP RFC 5.2 */
  readonly skip?: readonly string[];
  readonly probe?: { readonly timeout?: number; readonly parallel?: number };
  /** The trusted signers. Only the system's and a person's file may list them. */
  readonly signers?: readonly Signer[];
  readonly audit?: {
    readonly path?: string;
    readonly maxBytes?: number;
    readonly keep?: number;
  };
}

type ConfigurationField = keyof Configuration;

interface Field {
  /** For editors, and for `atip config`. */
  readonly help: string;
  readonly schema: FieldSchema;
  /** The problems of a value; their parts are relative to it. */
  readonly problems: (value: unknown) => readonly PolicyProblem[];
}

function isGrants(values: readonly unknown[]): boolean {
  const isOne = (value: unknown): boolean =>
    value === true ||
    (typeof value === 'string' && /^(?:~?\/.+|\.env|ssh-agent)$/.test(value) && value.length <= MAX_TEXT);
  return values.length <= MAX_ITEMS && values.every(isOne);
}

const ANY_TEXT = /\S/;
/** Most items of one list in a configuration. */
const MAX_ITEMS = 1000;
/** UTF-16 units of one text. */
const MAX_TEXT = 4096;

const PATH_OR_PEM = /^(?:~?\/|-----BEGIN PUBLIC KEY-----)/;

const SIGNER_FIELDS: Readonly<Record<Exclude<keyof Signer, 'provenance'>, Kind>> = {
  name: text(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u),
  key: text(PATH_OR_PEM),
  identity: text(/\S/),
  issuer: text(/\S/),
  trustRoot: text(/^~?\//),
  source: text(/^(?:vendor|org)$/),
  tools: list(ANY_TEXT),
};
const PROVENANCE_FIELDS = { builder: text(/\S/), source: text(/\S/) };

/** Every field of a configuration file: this table checks files, and makes schema/config.json. */
const CONFIGURATION_FIELDS: Readonly<Record<ConfigurationField, Field>> = {
  policy: { help: 'The policy for calls.', schema: POLICY_SCHEMA, problems: policyProblems },
  delegation: {
    help: 'The delegation to the caller: it only narrows, and no rule overrides it.',
    schema: delegationSchema(),
    problems: delegationProblems,
  },
  environment: byTool('Names of variables that a tool gets besides the harmless ones.', list(/^[A-Za-z_]\w*$/)),
  credentials: byTool(
    'Tools that may use your login: true, or the places, ".env" or "ssh-agent" that one may have.',
    kind(
      'true, false, or places that the tool may have',
      { anyOf: [{ type: ['boolean', 'string'] }, { type: 'array', items: { type: ['boolean', 'string'] } }] },
      (value) => typeof value === 'boolean' || isGrants(Array.isArray(value) ? value : [value]),
    ),
  ),
  readable: field(
    'Paths that sandboxed programs may read although they are in the home.',
    list(/^(?:~?\/|\.{1,2}(?:\/|$))/),
  ),
  writable: field('Directories that programs may change besides the working one.', list(/^(?:~?\/|\.{1,2}(?:\/|$))/)),
  network: field('The hosts that programs may reach, where the policy does not say.', {
    schema: NETWORK_SCHEMA,
    fault: (value) => policyProblems({ network: value })[0]?.message.replace(/^"network" /, ''),
  }),
  limits: members('Limits of each run; a program that writes more than maxOutput runs on.', {
    timeout: amount(readTimeout, TIMEOUT),
    maxOutput: amount(readSize, SIZE),
  }),
  redact: field('Regular expressions of secrets in output.', { ...list(ANY_TEXT), fault: regexpFault }),
  skip: field('Names of programs that a discovery never asks.', list(/^[^\s/]+$/)),
  probe: members('Limits of asking programs about themselves.', {
    timeout: whole(1, 600_000),
    parallel: whole(1, 64),
  }),
  signers: {
    help: 'The trusted signers of documents and programs. A project cannot name one.',
    schema: { type: 'array', maxItems: MAX_ITEMS, items: signerSchema() },
    problems: signersProblems,
  },
  audit: members('Where decisions and runs are put on record.', {
    path: text(/^~?(?:\/[^/]+){2,}$/),
    maxBytes: whole(4096, 1e12),
    keep: whole(1, 999),
  }),
};

/**
 * The problems of a configuration that was read from a file: unknown fields with the nearest name, and wrong values.
 * Shape: `{ polcy: {} }` → `[{ part: "polcy", message: "\"polcy\" is not a field of a configuration. Did you mean
 * \"policy\"?" }]`
 */
export function configurationProblems(value: unknown): readonly PolicyProblem[] {
  if (!isRecord(value)) return [{ part: '', message: 'A configuration is a JSON object.' }];
  return Object.entries(value).flatMap(([key, given]): readonly PolicyProblem[] => {
    // Editors find the schema by this field.
    if (key === '$schema') return [];
    if (!isField(key)) return [stranger(key, key, 'a configuration', Object.keys(CONFIGURATION_FIELDS))];
    return CONFIGURATION_FIELDS[key].problems(given).map(({ part, message }) => ({
      part: part === '' ? key : `${key}/${part}`,
      message,
    }));
  });
}

function isField(key: string): key is ConfigurationField {
  return Object.hasOwn(CONFIGURATION_FIELDS, key);
}

/** The JSON Schema of a configuration file, for editors. */
export function configurationSchema(): FieldSchema {
  const rows = Object.entries(CONFIGURATION_FIELDS).map(([key, { help, schema }]) => [
    key,
    { description: help, ...schema },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://atip.dev/schema/config.json',
    title: 'Configuration of agent tools (config.json)',
    ...closedSchema({ $schema: { type: 'string' }, ...Object.fromEntries(rows) }),
  };
}

/** A kind of value: its schema, and its problems as ends of sentences. */
interface Kind {
  readonly schema: FieldSchema;
  readonly fault: (value: unknown) => string | undefined;
}

function field(help: string, { schema, fault }: Kind): Field {
  return {
    help,
    schema,
    problems(value) {
      const found = fault(value);
      return found === undefined ? [] : [{ part: '', message: `It ${found}` }];
    },
  };
}

function byTool(help: string, kind: Kind): Field {
  return {
    help,
    schema: { type: 'object', additionalProperties: kind.schema },
    problems: (value) =>
      isRecord(value)
        ? Object.entries(value).flatMap(([tool, one]) => faultAt(tool, one, kind))
        : [{ part: '', message: 'It has to be an object with the names of tools.' }],
  };
}

function members(help: string, kinds: Readonly<Record<string, Kind>>): Field {
  const names = Object.keys(kinds);
  return {
    help,
    schema: closedSchema(Object.fromEntries(Object.entries(kinds).map(([key, { schema }]) => [key, schema]))),
    problems(value) {
      if (!isRecord(value)) return [{ part: '', message: 'It has to be an object.' }];
      return Object.entries(value).flatMap(([key, one]) => {
        const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
        return kind ? faultAt(key, one, kind) : [stranger(key, key, 'this object', names)];
      });
    },
  };
}

function faultAt(part: string, value: unknown, { fault }: Kind): PolicyProblem[] {
  const found = fault(value);
  return found === undefined ? [] : [{ part, message: `${JSON.stringify(part.slice(0, 60))} ${found}` }];
}

function stranger(part: string, key: string, owner: string, known: readonly string[]): PolicyProblem {
  const hint = didYouMean(nearestName(key, known));
  return { part, message: `${JSON.stringify(key.slice(0, 60))} is not a field of ${owner}.${hint}` };
}

/** @param form completes "has to be" */
function kind(form: string, schema: FieldSchema, isOne: (value: unknown) => boolean): Kind {
  return { schema, fault: (value) => (isOne(value) ? undefined : `has to be ${form}.`) };
}

function list(pattern: RegExp): Kind {
  const isItem = (one: unknown): boolean => typeof one === 'string' && one.length <= MAX_TEXT && pattern.test(one);
  return kind(
    `a list of texts, each as ${pattern.source}`,
    { type: 'array', maxItems: MAX_ITEMS, items: { type: 'string', pattern: pattern.source } },
    (value) => Array.isArray(value) && value.length <= MAX_ITEMS && value.every(isItem),
  );
}

function text(pattern: RegExp): Kind {
  const schema = { type: 'string', pattern: pattern.source };
  return kind(`a text as ${pattern.source}`, schema, (value) => typeof value === 'string' && pattern.test(value));
}

function whole(minimum: number, maximum: number): Kind {
  const schema = { type: 'integer', minimum, maximum };
  const isOne = (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return kind(`a whole number from ${minimum} to ${maximum}`, schema, isOne);
}

function amount(read: (value: unknown) => number | undefined, form: string): Kind {
  return kind(form, { type: ['string', 'integer'], description: form }, (value) => read(value) !== undefined);
}

function regexpFault(value: unknown): string | undefined {
  const kind = list(ANY_TEXT).fault(value);
  if (kind !== undefined || !Array.isArray(value)) return kind;
  const broken = value.find((one) => !isRegexp(String(one)));
  return broken === undefined
    ? undefined
    : `has ${JSON.stringify(String(broken).slice(0, 60))}, which is not a regular expression.`;
}

function isRegexp(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function delegationProblems(value: unknown): readonly PolicyProblem[] {
  try {
    readDelegation(value);
    return [];
  } catch (error) {
    if (!AtipValidationError.isInstance(error)) throw error;
    return [{ part: error.path.join('/'), message: error.message }];
  }
}

function signerSchema(): object {
  const schemas = (kinds: Readonly<Record<string, Kind>>) =>
    Object.fromEntries(Object.entries(kinds).map(([key, { schema }]) => [key, schema]));
  const provenance = closedSchema(schemas(PROVENANCE_FIELDS));
  return { ...closedSchema({ ...schemas(SIGNER_FIELDS), provenance }), required: ['name', 'source'] };
}

/** An incomplete signer would be trusted for less than a person expects, or for more. */
function signersProblems(value: unknown): readonly PolicyProblem[] {
  if (!Array.isArray(value) || value.length > MAX_ITEMS)
    return [{ part: '', message: `It has to be a list of at most ${MAX_ITEMS} signers.` }];
  const names = new Set<unknown>();
  return value.flatMap((signer: unknown, index): PolicyProblem[] => {
    const at = (message: string): PolicyProblem => ({ part: String(index), message });
    if (!isRecord(signer)) return [at('A signer is an object.')];
    const { provenance = {}, ...own } = signer;
    const problems = [
      ...members('', SIGNER_FIELDS).problems(own),
      ...members('', PROVENANCE_FIELDS).problems(provenance),
    ].map(({ part, message }) => ({ part: part === '' ? String(index) : `${index}/${part}`, message }));
    if (own['name'] === undefined || own['source'] === undefined)
      problems.push(at('A signer has a "name", and a "source": "vendor" or "org".'));
    const isKeyless = own['identity'] !== undefined && own['issuer'] !== undefined && own['trustRoot'] !== undefined;
    const isMixed = own['key'] !== undefined && (own['identity'] !== undefined || own['issuer'] !== undefined);
    if ((own['key'] === undefined && !isKeyless) || isMixed)
      problems.push(at('A signer has a "key", or "identity", "issuer" and "trustRoot".'));
    if (names.has(own['name'])) problems.push(at('There are two signers of this name.'));
    names.add(own['name']);
    return problems;
  });
}
