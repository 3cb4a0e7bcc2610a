import { settleLike } from '../json/settled.ts';
import { documentError, toolList, assertTool } from '../commands/assert-document.ts';
import { toCommandName, aliasesOf, commandNames, programOf } from '../commands/name-command.ts';
import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import type { AtipValidationError } from '../json/atip-error.ts';
import { isPlainObject, isRecord, getOwn } from '../json/is-record.ts';
import { valueAt } from '../json/pointer.ts';
import type { Delegation, ExecutionPolicy, Decision, HeldDelegation, PolicyPart } from '../types/policy.ts';
import type { AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import { closedSchema, type FieldSchema } from './policy-fields.ts';
import { POLICY_RULES, isInForce } from './policy-rules.ts';
import { flattenCommands, omittedCommands, soundCommands } from '../commands/flatten-commands.ts';
import { pruneCommands } from '../commands/prune-commands.ts';

interface DelegationLimit {
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

interface DelegationRules {
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

/**
 * The JSON Schema of a delegation in a file. Unstated fields restrict nothing, so every value that it takes restricts.
 */
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
    else throw malformedDelegation(`/${field}`, 'is not a field of a delegation', value);
  }
  if (isRecord(given)) READ.set(given, rules);
  return rules;
}

/** The same, for callers that need the delegation itself. @throws AtipValidationError */
export function toDelegation(given: unknown): Delegation {
  readDelegation(given);
  // `readDelegation` has checked it.
  const checked = given as Delegation | { readonly delegation: Delegation };
  return 'delegation' in checked ? checked.delegation : checked;
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

function malformedDelegation(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The delegation cannot be honoured', pointer, problem, value);
}

/**
 * The tools that a subagent may have: without tools that are not allowed, denied commands, and commands whose stated
 * effects exceed the restrictions.
 *
 * Shape: `([gh, git], { allowedTools: ["gh"], deniedCommands: ["gh repo delete"] })` → `[gh without that command]`.
 * Denying a group denies everything below it; names match word by word, so `"gh repo"` is not `gh repository`; an alias
 * (`x-aliases`) means the command. A command with positional arguments is removed together with a denied command below
 * its own path: `git stash` with the argument `drop` is `git stash drop`. Groups and tools without a remaining command
 * are removed, and so are all `patterns`, because their command lines were not checked.
 *
 * **The list is only half of the guard.** A command with an unstated effect stays, and so does one that exceeds a
 * restriction only with some option. So check each call under the delegation too: `createExecutor` of `@atip/node`,
 * given the delegation, asks about the first and denies the second.
 *
 * Names stay the same, except that a command whose name had a hash gets its plain name when the other command is
 * removed. Tools that lose nothing are returned unchanged.
 *
 * @param delegation bare, or as `{ delegation: … }`; of several, each applies
 * @throws AtipValidationError when a delegation is malformed, a tool lacks a command that is denied (in an excerpt only
 * when the name extends an existing command, as `"git push --force"` does), or a tool cannot be flattened
 * @see ATIP 0.3 §10.2
 * @example
 * ```ts
 * import { type AtipTool, restrictTools } from '@atip/core';
 * declare const git: AtipTool;
 * const left = restrictTools([git], { deniedCommands: ['git push'], effectRestrictions: { destructive: false } });
 * ```
 */
export function restrictTools(
  given: AtipTool | readonly AtipTool[],
  delegation: Delegation | readonly Delegation[],
): AtipTool[] {
  const tools = toolList(given);
  // A hole in a list is no delegation either.
  const all: readonly unknown[] = Array.isArray(delegation) ? [...delegation] : [delegation];
  const delegations = all.map(readDelegation);
  for (const tool of tools) assertTool(tool);
  const here = new Set(tools.map(({ name }) => toCommandName(name)));
  return tools.flatMap((tool) => {
    if (delegations.some(({ allowedTools }) => allowedTools?.has(tool.name) === false)) return [];
    const commands = flattenCommands(tool);
    const out = new Set<string>();
    for (const rules of delegations) {
      assertFound(tool, rules.deniedCommands, here);
      for (const key of commandsOut(tool, rules, commands).keys()) out.add(key);
    }
    return restrict(tool, commands, out);
  });
}

function restrict(tool: AtipTool, commands: readonly FlatCommand[], out: ReadonlySet<string>): AtipTool[] {
  const stays = new Set(commands.filter(({ path }) => !out.has(keyOf(path))).map(({ pointer }) => pointer));
  const { patterns, ...bare } = tool;
  if (stays.size === commands.length) return [patterns ? bare : tool];
  if (stays.size === 0) return [];
  const { included, ...pruned } = pruneCommands(tool, (_, command) =>
    command && stays.has(command.pointer) ? 'keep' : 'drop',
  );
  const left = { ...bare, commands: pruned.commands, ...(tool.partial === true && { includedCommands: included }) };
  WHOLE.set(left, WHOLE.get(tool) ?? tool);
  return [settleLike(tool, left)];
}

/** The documents that restricted tools were made from, to tell a removed command from a misspelt one. */
const WHOLE = new WeakMap<AtipTool, AtipTool>();

/**
 * The reason why a command is removed. `below`: an argument of it could name the command with these words, which is
 * removed.
 */
type CommandOut = { readonly denied: string } | { readonly beyond: DelegationLimit } | { readonly below: string };

/**
 * The commands of a tool that a delegation removes, by `keyOf` their path. The check of the tool itself is
 * elsewhere.
 */
function commandsOut(
  tool: AtipTool,
  { deniedCommands, limits }: DelegationRules,
  commands: readonly FlatCommand[] = flattenCommands(tool),
): ReadonlyMap<string, CommandOut> {
  const denied = new Map(deniedCommands.map((name) => [ownName(name, tool), name]));
  const out = new Map<string, CommandOut>();
  // Commands whose argument could name a removed subcommand.
  const gates = new Map<string, string>();
  for (const { path, effects } of commands) {
    const name = commandNames([programOf(tool), ...path]).find((one) => denied.has(one));
    const beyond = limits.find((limit) => limit.presence(effects) === 'beyond');
    if (name !== undefined) out.set(keyOf(path), { denied: denied.get(name) ?? name });
    else if (beyond) out.set(keyOf(path), { beyond });
    else continue;
    // From below: if a place is present, so are all above it.
    for (let length = path.length - 1; length >= 0; length--) {
      const key = keyOf(path.slice(0, length));
      if (gates.has(key)) break;
      gates.set(key, [programOf(tool), ...path].join(' '));
    }
  }
  for (const { path, metadata } of commands) {
    const below = gates.get(keyOf(path));
    if (below !== undefined && metadata.arguments?.length && !out.has(keyOf(path))) out.set(keyOf(path), { below });
  }
  return out;
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** A denied command by the document's own names, if it is written with aliases (`x-aliases`). */
function ownName(name: string, tool: AtipTool): string {
  const [program = '', ...words] = name.split(' ');
  const self = getOwn(tool.commands ?? {}, '');
  const isProgram = program === programOf(tool) || (isRecord(self) && aliasesOf(self).includes(program));
  if (!isProgram) return name;
  let level: unknown = tool.commands;
  const own = words.map((word) => {
    if (!isRecord(level)) return word;
    const known = getOwn(level, word);
    const [key, command] =
      known === undefined
        ? (Object.entries(level).find(([, one]) => isRecord(one) && aliasesOf(one).includes(word)) ?? [word, undefined])
        : [word, known];
    level = isRecord(command) ? getOwn(command, 'commands') : undefined;
    return key;
  });
  return toCommandName([programOf(tool), ...own].join(' '));
}

/**
 * A denied command that is missing may be misspelt, also in its case, or be an option, which cannot be removed here.
 *
 * @param here the names of all tools, of which a denied command may mean another
 */
function assertFound(given: AtipTool, denied: readonly string[], here: ReadonlySet<string>): void {
  const tool = WHOLE.get(given) ?? given;
  const own = toCommandName(programOf(tool));
  if (!denied.some((name) => `${name} `.toLowerCase().startsWith(`${own} `.toLowerCase()))) return;
  const names = flattenCommands(tool).map(({ path }) => commandNames([programOf(tool), ...path]));
  const found = new Set(names.flat());
  const whole = new Set(names.map((all) => all.at(-1)));
  const isExcerpt =
    tool.partial === true || Object.values(tool.commands ?? {}).some((command) => omittedCommands(command) > 0);
  for (const written of denied) {
    const name = ownName(written, tool);
    if (found.has(name) || !`${name} `.toLowerCase().startsWith(`${own} `.toLowerCase())) continue;
    const parts = commandNames([name]);
    if (name === own || parts.some((part) => part !== own && here.has(part))) continue;
    if (!isExcerpt || !name.startsWith(`${own} `) || parts.some((part) => whole.has(part)))
      throw malformedDelegation(
        '/deniedCommands',
        `has no command of ${tool.name} in ${JSON.stringify(written.slice(0, 80))}`,
        written,
      );
  }
}

/** One objection of a delegation to a call. No rule lifts it. */
export interface DelegationBreach {
  readonly decision: Exclude<Decision, 'allow'>;
  readonly part: PolicyPart;
  /** A sentence, with the delegation's origin and field. */
  readonly message: string;
  /** True: the document does not state the effect. */
  readonly assumed?: true;
}

interface DelegatedSubject {
  readonly name: string;
  readonly effects: AtipEffects;
  /** Absent: something without a document, such as a redirect. Then only effects count. */
  readonly call?: { readonly command: { readonly tool: AtipTool; readonly path: readonly string[] } };
}

/**
 * The objections of a policy's delegations to a call: one for each tool, command and effect outside the delegation.
 * @see ATIP 0.3 §10.2
 */
export function delegationBreaches(subject: DelegatedSubject, policy: ExecutionPolicy): readonly DelegationBreach[] {
  return (policy.delegations ?? []).flatMap((held, index) => breachesOf(subject, held, index, policy));
}

function breachesOf(
  { name, effects, call }: DelegatedSubject,
  held: HeldDelegation,
  index: number,
  policy: ExecutionPolicy,
): DelegationBreach[] {
  const { rules, out } = known(held);
  const part = `delegations/${index}` as const;
  const deny = (message: string): DelegationBreach[] => [{ decision: 'deny', part, message }];
  if (call) {
    const { tool, path } = call.command;
    if (rules.allowedTools?.has(tool.name) === false) return deny(notAllowed(name, tool.name, held));
    const reason = out(tool).get(keyOf(path));
    if (reason) return deny(outMessage(name, reason, held));
  }
  return rules.limits.flatMap((limit): DelegationBreach[] => {
    const presence = limit.presence(effects);
    if (presence === 'within') return [];
    const lets = `The delegation ${held.origin} lets nothing ${limit.harm}`;
    const field = `(effectRestrictions/${limit.field})`;
    if (presence === 'beyond') return deny(`${lets} ${field}, and ${name} does.`);
    const decision = isInForce(policy.denyUnknown) ? 'deny' : 'confirm';
    return [{ decision, part, assumed: true, message: `${lets} ${field}, and ${name} does not say whether it does.` }];
  });
}

/**
 * The objection to a program without a document, or one that a line names only by its words.
 * @param isTransparent true: a wrapper such as `timeout`, whose inner command is judged separately, or a builtin of the
 * shell
 */
export function programBreach(
  words: readonly string[],
  policy: ExecutionPolicy,
  isTransparent = false,
): DelegationBreach | undefined {
  const [program = ''] = words;
  const base = program.slice(program.lastIndexOf('/') + 1);
  const names = new Set([...commandNames(words), ...commandNames([base, ...words.slice(1)])]);
  for (const [index, held] of (policy.delegations ?? []).entries()) {
    const { rules } = known(held);
    const part = `delegations/${index}` as const;
    const denied = rules.deniedCommands.find((one) => names.has(one));
    if (denied !== undefined) return { decision: 'deny', part, message: outMessage(program, { denied }, held) };
    if (!isTransparent && rules.allowedTools?.has(program) === false)
      return { decision: 'deny', part, message: notAllowed(program, program, held) };
  }
  return undefined;
}

/**
 * Refuses a tool if a delegation denies a command that the tool does not have: the intended command is unknown.
 * @throws AtipValidationError
 */
export function assertHonoured(tool: AtipTool, { delegations = [] }: ExecutionPolicy): void {
  for (const held of delegations) known(held).assertFound(tool);
}

/** True if a policy delegates only named tools, so that an unreadable program may be outside the delegation. */
export function delegatesNamed({ delegations = [] }: ExecutionPolicy): boolean {
  return delegations.some((held) => known(held).rules.allowedTools !== undefined);
}

function notAllowed(name: string, tool: string, { origin }: HeldDelegation): string {
  const shown = JSON.stringify(tool.slice(0, 80));
  return `${name} is not delegated: the delegation ${origin} does not name ${shown} (allowedTools).`;
}

function outMessage(name: string, reason: CommandOut, { origin }: HeldDelegation): string {
  const start = `${name} is not delegated: the delegation ${origin}`;
  if ('denied' in reason) return `${start} denies ${JSON.stringify(reason.denied.slice(0, 80))} (deniedCommands).`;
  if ('beyond' in reason)
    return `${start} lets nothing ${reason.beyond.harm} (effectRestrictions/${reason.beyond.field}), and it does.`;
  return `${start} leaves out ${JSON.stringify(reason.below)}, which an argument of it could name.`;
}

interface KnownDelegation {
  readonly rules: DelegationRules;
  readonly out: (tool: AtipTool) => ReturnType<typeof commandsOut>;
  readonly assertFound: (tool: AtipTool) => void;
}

/** Cached: a delegation or a document does not change while it is in use. */
const KNOWN = new WeakMap<HeldDelegation, KnownDelegation>();

function known(held: HeldDelegation): KnownDelegation {
  const before = KNOWN.get(held);
  if (before) return before;
  const rules = readDelegation(held.delegation);
  const tools = new WeakMap<AtipTool, ReturnType<typeof commandsOut>>();
  const out = (tool: AtipTool): ReturnType<typeof commandsOut> => {
    const found = tools.get(tool) ?? commandsOut(tool, rules, soundCommands(tool));
    tools.set(tool, found);
    return found;
  };
  const honoured = new WeakSet<AtipTool>();
  const made: KnownDelegation = {
    rules,
    out,
    assertFound(tool) {
      if (!honoured.has(tool)) assertFound(tool, rules.deniedCommands, new Set([toCommandName(programOf(tool))]));
      honoured.add(tool);
    },
  };
  KNOWN.set(held, made);
  return made;
}
