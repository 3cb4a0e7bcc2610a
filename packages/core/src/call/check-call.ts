import { buildCommandArray, inArgvOrder } from './build-command-array.ts';
import {
  type Catalog,
  createCatalog,
  mapToCommand,
  resolveAction,
  resolveSeparated,
} from '../commands/commands-by-name.ts';
import { changesOf, effectsOf, withCallEffects } from '../commands/effects-of.ts';
import { type Parameter, parametersOf, isAbsent, valueFor } from '../commands/parameters.ts';
import { resolveRun } from '../commands/search-tools.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import {
  ArgumentValidationError,
  type AtipExecuteError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  locateError,
  PolicyViolationError,
  RequiresConfirmationError,
  UnknownCommandError,
} from '../json/execute-errors.ts';
import { validateToolCall, inputOf } from './validate-tool-call.ts';
import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { namedInside, networkLeftBy, sandboxModeFor } from '../policy/sandbox-access.ts';
import { checkEffects, sentencesOf, withPolicyDefaults } from '../policy/check-policy.ts';
import { assertHonoured, restrictTools } from '../policy/delegation.ts';
import { asksPerson } from '../effects/safety-flags.ts';
import { trustSourceOf } from '../effects/trust.ts';
import { DECISIONS } from '../policy/policy-fields.ts';
import type { ToolCall } from '../types/call.ts';
import type { RunOptions } from '../types/execution.ts';
import type {
  ConfirmationContext,
  ExecutionPolicy,
  PolicyDecision,
  CallViolation,
  SandboxMode,
} from '../types/policy.ts';
import type { AtipEffects, AtipTool, CommandMapping } from '../types/tool.ts';
import type {
  ArgumentErrorCode,
  ArgumentProblem,
  Check,
  CheckSettings,
  InvalidCheck,
  ServedCheck,
  ToolCallValidation,
  ValidCheck,
  WritableDirectories,
} from '../types/validation.ts';

/**
 * Checks a model's call before anything runs: finds its command, validates the arguments, raises the effects, applies
 * the policy, builds the argv and chooses the sandbox mode.
 *
 * A call that is unknown or invalid is denied (`ok: false`), with its problems as data. Parameters that the command
 * does not have are problems unless `allowExtra` is true. This is the only place that combines these stages.
 *
 * @param tools a catalog, a list, or one tool
 * @param policy merged over its preset, or `standard`
 * @param settings those that the tools were compiled with: with `{ strategy: 'action' }` a call names the tool of a
 * group, and its `action` chooses the command
 * @throws AtipValidationError when a policy is not an object; nothing in the call or the tools makes it throw
 * @see ATIP 0.3 §7.1, §11.2
 * @example
 * ```ts
 * import { type AtipTool, checkCall, POLICY_PRESETS } from '@atip/core';
 * declare const git: AtipTool;
 * const call = { id: '1', name: 'git_clean', arguments: { force: true } };
 * const check = checkCall(call, [git], POLICY_PRESETS.standard);
 * check.decision; // 'confirm'
 * check.reasons; // ['git_clean permanently destroys data.']
 * if (check.ok) console.log(check.argv); // ['git', 'clean', '--force']
 *
 * const stash = { id: '2', name: 'git_stash', arguments: { action: 'list' } };
 * const listed = checkCall(stash, [git], { preset: 'standard' }, { strategy: 'action' });
 * if (listed.decision === 'allow') {
 *   const [file, ...args] = listed.argv; // 'git', ['stash', 'list']
 *   console.log(file, args);
 * }
 * ```
 */
export function checkCall(
  asked: ToolCall,
  tools: Catalog | AtipTool | readonly AtipTool[],
  policy?: ExecutionPolicy,
  settings?: CheckSettings & { readonly servers?: undefined },
): Check;
/** The same where the host can call MCP servers. */
export function checkCall(
  asked: ToolCall,
  tools: Catalog | AtipTool | readonly AtipTool[],
  policy?: ExecutionPolicy,
  settings?: CheckSettings,
): Check | ServedCheck;
export function checkCall(
  asked: ToolCall,
  tools: Catalog | AtipTool | readonly AtipTool[],
  policy?: ExecutionPolicy,
  settings: CheckSettings = {},
): Check | ServedCheck {
  const policies = [withPolicyDefaults(policy)];
  if (settings.narrowedBy) policies.push(withPolicyDefaults({ ...policy, ...settings.narrowedBy }));
  const call = isRecord(asked) ? asked : NO_CALL;
  try {
    const catalog = createCatalog(tools);
    const check = checkAmong(call, catalog, policies, settings);
    const delegations = policies.flatMap((one) => one.delegations ?? []);
    if (check.command || delegations.length === 0) return check;
    // A shorter list may compile a command to another name, and suggestions must come from the given list.
    const left = restrictTools(
      catalog.tools,
      delegations.map(({ delegation }) => delegation),
    );
    return checkAmong(call, createCatalog(left), policies, settings);
  } catch (error) {
    return stopped(error, call);
  }
}

function checkAmong(
  call: ToolCall,
  catalog: Catalog,
  policies: readonly ExecutionPolicy[],
  settings: CheckSettings,
): Check | ServedCheck {
  let resolved = call;
  try {
    const { separator = '_' } = settings;
    if (settings.strategy === 'action') resolved = resolveAction(call, catalog, separator);
    else if (settings.strategy === 'search') resolved = resolveRun(call, catalog);
    else if (separator !== '_') resolved = resolveSeparated(call, catalog, separator);
    const command = mapToCommand(resolved.name, catalog);
    for (const one of policies) assertHonoured(command.tool, one);
    return { ...checkCommand(resolved, command, policies, settings), call };
  } catch (error) {
    return stopped(error, call, resolved.name);
  }
}

/** Replaces a value that is no call: a call without a name is refused as unknown. */
const NO_CALL: ToolCall = { id: '', name: '', arguments: {} };

function checkCommand(
  call: ToolCall,
  command: CommandMapping,
  policies: readonly ExecutionPolicy[],
  { environment, allowExtra, skipValidation, directories, servers }: CheckSettings,
): Check | ServedCheck {
  const refuseExtra = allowExtra !== true;
  const validation = validateToolCall(call, command, { refuseExtra, skipValidation, environment });
  const { errors, warnings } = validation;
  if (!validation.valid) return { ...stop(call, call.name, errors), command, warnings };
  const { tool, path } = command;
  const args = inArgvOrder(command, validation.arguments);
  const raised = withCallEffects(command, namedInside(args, directories));
  const { decision, rule, violations } = strictest(
    policies.map((policy) => decideRaised({ ...call, arguments: args }, command, raised, policy, directories)),
  );
  const isServed = tool['x-mcp'] === true && servers?.has(tool.name) === true;
  // The person who configures a server decides that it runs, and where.
  const source = isServed ? 'org' : trustSourceOf(tool);
  const modes = policies.map((policy) => sandboxModeFor(policy, source));
  try {
    const isJson = tool['x-json-input'] === true;
    const valid = {
      ok: true,
      call,
      command,
      arguments: args,
      stdin: isJson ? { text: JSON.stringify(objectOf(command, args)) } : inputOf(parametersOf(command), args),
      effects: raised.effects,
      decision,
      rule,
      violations,
      reasons: sentencesOf(violations),
      warnings,
      sandbox: SANDBOX_MODES.findLast((mode) => modes.includes(mode)) ?? 'required',
      network: networkLeftBy(policies),
      interactive: wantedInput(raised.effects, isAnswered(command, args)),
    } as const;
    return isServed
      ? { ...valid, server: { name: tool.name, tool: path.join('/'), arguments: objectOf(command, args) } }
      : { ...valid, argv: buildCommandArray(command, args) };
  } catch (error) {
    return { ...stop(call, call.name, problemsOf(error)), command, warnings };
  }
}

function stopped(error: unknown, call: ToolCall, name: unknown = call.name): InvalidCheck {
  const suggestions = error instanceof UnknownCommandError ? error.suggestions : undefined;
  return { ...stop(call, typeof name === 'string' ? name : '', problemsOf(error)), suggestions };
}

function stop(call: ToolCall, name: string, problems: InvalidCheck['problems']): InvalidCheck {
  const reasons = problems.map(({ message }) => message);
  return { ok: false, decision: 'deny', call, name, reasons, problems, warnings: [] };
}

/** The problems of a call or its document; any other error is our bug and is rethrown. */
function problemsOf(error: unknown): readonly ArgumentProblem<ArgumentErrorCode>[] {
  if (error instanceof ArgumentValidationError) return error.errors;
  if (error instanceof UnknownCommandError) return [{ code: 'UNKNOWN_COMMAND', message: error.message, parameter: '' }];
  if (error instanceof AtipValidationError)
    return [{ code: 'INVALID_METADATA', message: error.message, parameter: '' }];
  throw error;
}

const SANDBOX_MODES: readonly SandboxMode[] = ['off', 'preferred', 'required'];

/** The strictest of several decisions, with the violations of all, each once. */
function strictest(decisions: readonly PolicyDecision[]): PolicyDecision {
  return decisions.reduce((ours, theirs) => {
    const stricter = DECISIONS.indexOf(theirs.decision) > DECISIONS.indexOf(ours.decision) ? theirs : ours;
    const codes = new Set(ours.violations.map(({ code }) => code));
    const more = theirs.violations.filter(({ code }) => !codes.has(code));
    return { ...stricter, violations: [...ours.violations, ...more] };
  });
}

/**
 * Decides about one call like `checkPolicy`, but judges a program's own questions by the call's arguments.
 *
 * If its questions are the only violation (no `allowInteractive`), an option such as `--yes` in the call turns the
 * denial into a question to a person here. If the call lacks the option, the violation's message names it. Nothing is
 * ever added to the call.
 *
 * @param args arguments accepted by `validateToolCall`
 * @param policy as `withPolicyDefaults` returns it
 * @see ATIP 0.3 §3.6, §11.2
 */
export function decideCall(
  asked: ToolCall,
  command: CommandMapping,
  args: ToolCallValidation['arguments'],
  policy: ExecutionPolicy,
  directories?: WritableDirectories,
): PolicyDecision {
  // Uses the accepted arguments: the text "false" may have become a `false` that writes nothing.
  const call = { ...asked, arguments: args };
  const raised = withCallEffects(command, namedInside(args, directories));
  return decideRaised(call, command, raised, policy, directories);
}

/** @param raised the command with the effects of the call @param policy over its preset */
function decideRaised(
  call: ToolCall,
  command: CommandMapping,
  raised: CommandMapping,
  policy: ExecutionPolicy,
  directories: WritableDirectories | undefined,
): PolicyDecision {
  const args = call.arguments;
  const decision = checkEffects(call, raised, policy, directories);
  const asks = decision.violations.find(isInteractive);
  if (!asks) return decision;
  const option = answeringOption(command);
  const reworded = (message: string): readonly CallViolation[] =>
    decision.violations.map((violation) => (violation === asks ? { ...asks, message } : violation));
  const asked = asks.message.slice(0, -1);
  const { effects } = raised;
  const silent = { ...raised, effects: { ...effects, interactive: { ...effects.interactive, prompts: false } } };
  // Raised again: an argument of the call may state that it prompts all the same.
  const rest = checkEffects(call, withCallEffects(silent, namedInside(args, directories)), policy, directories);
  if (!option || rest.violations.some(isInteractive))
    return { ...decision, violations: reworded(`${asked}${wayOut(command, args)}.`) };
  if (!isAnswered(command, args)) {
    const way = `with ${flagOf(option)} it does not ask, and a person is asked here instead`;
    return { ...decision, violations: reworded(`${asked}; ${way}.`) };
  }
  const violations = reworded(`${call.name} asks before it acts, and ${flagOf(option)} answers in advance.`);
  return { decision: rest.decision === 'deny' ? 'deny' : 'confirm', rule: rest.rule ?? 'allowInteractive', violations };
}

/** Most options that are named as ways out. */
const MAX_WAYS = 2;

/** Options with which a program tells about itself, and does nothing else. */
const DESCRIBES = /^(?:about|help|version|usage|license)$|^list-|-help$/;

/** True if two calls write and destroy alike, as far as that is known. */
function doesAsMuch(one: AtipEffects, { filesystem, destructive }: AtipEffects): boolean {
  const isKnown = (one.destructive === undefined) === (destructive === undefined);
  return isKnown && one.filesystem?.write === filesystem?.write;
}

/**
 * The end of a sentence about a call that asks a person: the option to leave out, or the options that avoid the
 * question.
 */
function wayOut(command: CommandMapping, args: ToolCallValidation['arguments']): string {
  const options = changesOf(command).flatMap(({ parameter }) => (parameter.kind === 'option' ? [parameter] : []));
  const asking = options.find(({ key }) => {
    const { [key]: given, ...others } = args;
    return given !== undefined && !asksPerson(effectsOf(command, others));
  });
  if (asking) return `; without ${flagOf(asking)} it does not`;
  const missing = changesOf(command).find(
    ({ parameter: { kind, key, source } }) =>
      kind === 'argument' &&
      args[key] === undefined &&
      !asksPerson(effectsOf(command, { ...args, [key]: 'variadic' in source ? ['x'] : 'x' })),
  );
  if (missing) return `; where ${JSON.stringify(missing.parameter.source.name)} is given it does not`;
  const now = effectsOf(command, args);
  const ways = options
    .filter(({ key, source }) => source.type === 'boolean' && args[key] === undefined && !DESCRIBES.test(source.name))
    .map((option) => ({ option, effects: effectsOf(command, { ...args, [option.key]: true }) }))
    .filter(({ effects }) => !asksPerson(effects) && doesAsMuch(effects, now))
    // Those that lose nothing come first.
    .toSorted((one, other) => Number(other.effects.reversible === true) - Number(one.effects.reversible === true))
    .slice(0, MAX_WAYS);
  if (ways.length > 0) return `; with ${ways.map(({ option }) => flagOf(option)).join(' or ')} it does not`;
  return ', and no option is known that avoids it';
}

/** The first flag of an option, or its key. */
function flagOf({ source, key }: Parameter): string {
  return 'flags' in source ? (source.flags[0] ?? key) : key;
}

function isInteractive({ code }: CallViolation): boolean {
  return code === 'INTERACTIVE_OPERATION';
}

/** Flags by which programs skip their own questions and do nothing else; `--force` usually does more. */
const ANSWERS =
  /^--?(?:y|yes|assume-?yes|auto-approve|no-?(?:confirm|input|interaction|interactive|prompts?)|non-?interactive)$/;

/**
 * The option that answers a command's questions in advance.
 *
 * Shape: an option with the flags `["-y", "--yes"]`. Each long flag must be such a flag: `["--force", "--yes"]` may do
 * more. An option that true turns off (`input` with `--no-input`) does not count.
 */
export function answeringOption(mapping: CommandMapping): Parameter | undefined {
  return parametersOf(mapping).find(
    ({ kind, source }) =>
      kind === 'option' &&
      source.type === 'boolean' &&
      !source.flags.includes(`--no-${source.name}`) &&
      // `-y` of ssh has another meaning, which its name tells.
      [...source.flags.filter((flag) => flag !== '-y'), `--${source.name}`].some((flag) => ANSWERS.test(flag)) &&
      source.flags.every((flag) => ANSWERS.test(flag) || /^-\w$/.test(flag)),
  );
}

/** True if a call with these checked arguments gives the answering option. */
export function isAnswered(mapping: CommandMapping, args: ToolCallValidation['arguments']): boolean {
  const option = answeringOption(mapping);
  return option !== undefined && getOwn(args, option.key) === true;
}

/**
 * The input that a command wants from a person while it runs; a password is read from a terminal. `undefined`: it
 * states no such need.
 *
 * @param isAnswered the call gives the option that answers the command's questions
 */
export function wantedInput({ interactive = {} }: AtipEffects, isAnswered: boolean): RunOptions['interactive'] {
  const { stdin, prompts, tty } = interactive;
  if (tty === true || stdin === 'password') return 'tty';
  return stdin === 'required' || (prompts === true && !isAnswered) ? 'stdin' : undefined;
}

/**
 * The error of a checked call that does not run; `undefined` for an allowed one.
 *
 * @param declined true if a person refused the call. False: no person could be asked.
 */
export function refusalOf(check: Check | ServedCheck, declined = false): AtipExecuteError | undefined {
  return locateError(refusal(check, declined), check);
}

function refusal(check: Check | ServedCheck, declined: boolean): AtipExecuteError | undefined {
  if (!check.ok) {
    const { name, problems, suggestions } = check;
    return suggestions ? new UnknownCommandError(name, suggestions) : new ArgumentValidationError(problems);
  }
  if (check.decision === 'deny') return denial(check);
  if (check.decision === 'confirm') return new RequiresConfirmationError(questionOf(check), declined);
  return undefined;
}

/**
 * The words of a call for people, the record and hashes: its argv. For a server's tool they begin with a name that no
 * program has, so that no process gets them.
 *
 * Shape: `read_file` of `files` with `{ path: "a" }` → `["mcp:files", "read_file", "{\"path\":\"a\"}"]`
 */
export function wordsOf({ argv, server }: ValidCheck | ServedCheck): readonly [string, ...string[]] {
  return argv ?? [`mcp:${server.name}`, server.tool, JSON.stringify(server.arguments)];
}

/** The question to a person about a call: the command by its name, with the arguments that it will get. */
export function questionOf(check: ValidCheck | ServedCheck): ConfirmationContext {
  const { call, command, reasons, effects } = check;
  return {
    argv: wordsOf(check),
    reasons,
    call: { id: call.id, name: command.name, arguments: check.arguments },
    mapping: { ...command, effects },
  };
}

/** The policy's decision about a checked call, without the rest of its check. */
export function decisionOf({ decision, rule, violations }: ValidCheck | ServedCheck): PolicyDecision {
  return rule === undefined ? { decision, violations } : { decision, rule, violations };
}

function denial({ violations, effects }: ValidCheck | ServedCheck): AtipExecuteError {
  const [first, second] = violations;
  const trust = violations.find((violation) => violation.trust)?.trust;
  if (trust) return new InsufficientTrustError(violations, trust);
  if (first && isInteractive(first) && !second)
    return new InteractiveNotSupportedError(first.message, effects.interactive);
  return new PolicyViolationError(violations);
}

/**
 * Checked arguments as the object that a server, or a program with `x-json-input`, takes.
 *
 * Shape: `{ path: "a" }`, with the names of the document.
 *
 * @throws ArgumentValidationError when a JSON value is malformed
 */
function objectOf(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const parameter of parametersOf(mapping)) {
    const { source, kind, key } = parameter;
    const value = valueFor(parameter, args);
    if (isAbsent(value)) continue;
    const isJson = kind === 'option' && source['x-json'] === true && typeof value === 'string';
    setOwn(given, source.name, isJson ? parsed(value, key) : value);
  }
  return given;
}

function parsed(text: string, parameter: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `"${parameter}" must be JSON.`;
    throw new ArgumentValidationError([{ code: 'INVALID_FORMAT', message, parameter }]);
  }
}
