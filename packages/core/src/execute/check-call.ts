import { buildCommandArray } from '../argv/build-command-array.ts';
import { jsonOf, servedArgv } from '../argv/served-argv.ts';
import { withCallEffects } from '../commands/effects-of.ts';
import { mapToCommand, resolveAction, resolveSeparated } from '../commands/map-to-command.ts';
import { type Parameter, parametersOf } from '../commands/parameters.ts';
import { resolveRun } from '../commands/search-tools.ts';
import { AtipValidationError } from '../errors/atip-error.ts';
import {
  ArgumentValidationError,
  type AtipExecuteError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  locateError,
  PolicyViolationError,
  RequiresConfirmationError,
  UnknownCommandError,
} from '../errors/execute-errors.ts';
import { validateToolCall } from '../input/validate-tool-call.ts';
import { inputOf } from '../input/check-input.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { checkPolicy, withPolicyDefaults } from '../policy/check-policy.ts';
import { assertHonoured } from '../policy/judge-delegation.ts';
import { restrictTools } from '../policy/restrict-tools.ts';
import { trustSourceOf } from '../effects/trust.ts';
import { networkLeftBy, sandboxModeFor } from '../policy/sandbox-access.ts';
import type { ToolCall } from '../types/call.ts';
import type { RunOptions } from '../types/execution.ts';
import type { Decision, ExecutionPolicy, PolicyDecision, CallViolation, SandboxMode } from '../types/policy.ts';
import type { AtipEffects, AtipTool, CommandMapping } from '../types/tool.ts';
import type {
  ArgumentErrorCode,
  ArgumentProblem,
  CallCheck,
  CallCheckSettings,
  CallStop,
  CompleteCheck,
  ToolCallValidation,
  WritableDirectories,
} from '../types/validation.ts';

/**
 * Takes a model's call through every stage before a process: finds its command, validates the arguments, raises the effects,
 * decides by policy, builds the argv and names the sandbox mode.
 *
 * A call that is unknown or invalid is denied, with its problems as data. Parameters that the command does not have are
 * problems unless `allowExtra` is true. No other place puts these stages together.
 *
 * @param policy over `EXECUTION_POLICY_DEFAULTS`
 * @throws AtipValidationError when a policy is not an object; nothing in the call or the tools makes it throw
 * @see ATIP 0.3 §7.1, §11.2
 * @example
 * const check = checkCall({ id: '1', name: 'git_clean', arguments: { force: true } }, [git], POLICY_PRESETS.standard);
 * // { decision: 'confirm', reasons: ['git_clean permanently destroys data.'], argv: ['git', 'clean', '--force'], problems: [], … }
 */
export function checkCall(
  asked: ToolCall,
  tools: readonly AtipTool[],
  policy?: ExecutionPolicy,
  settings: CallCheckSettings = {},
): CallCheck {
  const policies = [policy, ...(settings.narrowedBy ? [{ ...policy, ...settings.narrowedBy }] : [])].map((one) =>
    withPolicyDefaults(one),
  );
  const call = isRecord(asked) ? asked : NO_CALL;
  const check = checkAmong(call, tools, policies, settings);
  const delegations = policies.flatMap((one) => one.delegations ?? []);
  if (check.stoppedAt !== 'command' || delegations.length === 0) return check;
  // A list that is shorter may have given a command another name, and what it does not have is not suggested.
  try {
    const left = restrictTools(
      tools,
      delegations.map(({ delegation }) => delegation),
    );
    return checkAmong(call, left, policies, settings);
  } catch (error) {
    return { ...stop('command', problemsOf(error)), call, resolved: call };
  }
}

function checkAmong(
  call: ToolCall,
  tools: readonly AtipTool[],
  policies: readonly ExecutionPolicy[],
  settings: CallCheckSettings,
): CallCheck {
  let resolved = call;
  let stoppedAt: CallStop = 'command';
  try {
    const { separator = '_' } = settings;
    if (settings.strategy === 'action') resolved = resolveAction(call, tools, separator);
    else if (settings.strategy === 'search') resolved = resolveRun(call, tools);
    else if (separator !== '_') resolved = resolveSeparated(call, tools, separator);
    const command = mapToCommand(resolved.name, tools);
    for (const one of policies) assertHonoured(command.tool, one);
    stoppedAt = 'arguments';
    return { ...checkCommand(resolved, command, policies, settings), call, resolved };
  } catch (error) {
    const where = error instanceof AtipValidationError ? 'command' : stoppedAt;
    return { ...stop(where, problemsOf(error)), call, resolved, ...suggestionsOf(error) };
  }
}

/** Anything but a call has no name, so that it is refused as unknown. */
const NO_CALL: ToolCall = { id: '', name: '', arguments: {} };

/** True if a call's command line could be built. */
export function isComplete(check: CallCheck): check is CompleteCheck {
  return check.argv !== undefined;
}

function checkCommand(
  call: ToolCall,
  command: CommandMapping,
  policies: readonly ExecutionPolicy[],
  { environment, allowExtra, skipValidation = false, directories, servers }: CallCheckSettings,
): Omit<CallCheck, 'call' | 'resolved'> {
  const refuseExtra = allowExtra !== true;
  const validation = validateToolCall(call, command, {
    refuseExtra,
    skipValidation,
    ...(environment && { environment }),
  });
  const { errors, warnings, arguments: args } = validation;
  const mapping = withCallEffects(command, args);
  const decision = strictest(policies.map((policy) => decideCall(call, command, args, policy, directories)));
  const isServed = mapping.tool['x-mcp'] === true && servers?.has(mapping.tool.name) === true;
  // Whoever names a server decides that it runs, and where.
  const source = isServed ? 'org' : trustSourceOf(mapping.tool);
  const modes = policies.map((policy) => sandboxModeFor(policy, source));
  const network = networkLeftBy(policies);
  const interactive = wantedInput(mapping.effects, isAnswered(mapping, args));
  const known = {
    warnings,
    tool: mapping.tool.name,
    command: mapping.command,
    path: mapping.path,
    effects: mapping.effects,
    arguments: args,
    policy: decision,
    sandbox: SANDBOX_MODES.findLast((mode) => modes.includes(mode)) ?? 'required',
    ...(network && { network }),
    ...(interactive && { interactive }),
    mapping,
  };
  if (!validation.valid) return { ...known, ...stop('arguments', errors), warnings };
  try {
    const argv = isServed ? servedArgv(mapping, args) : buildCommandArray(mapping, args);
    const isJson = mapping.tool['x-json-input'] === true;
    const stdin = isJson ? { text: jsonOf(mapping, args) } : inputOf(parametersOf(mapping), args);
    const { rule, violations } = decision;
    const reasons = violations.map(({ message }) => message);
    return {
      ...known,
      decision: decision.decision,
      ...(rule && { rule }),
      reasons,
      problems: [],
      argv,
      ...(stdin && { stdin }),
    };
  } catch (error) {
    return { ...known, ...stop('argv', problemsOf(error)), warnings };
  }
}

function stop(stoppedAt: CallStop, problems: CallCheck['problems']) {
  const reasons = problems.map(({ message }) => message);
  return { decision: 'deny', reasons, problems, warnings: [], stoppedAt } as const;
}

/** The errors of the stages about a call or its document; anything else is a fault of ours. */
function problemsOf(error: unknown): readonly ArgumentProblem<ArgumentErrorCode>[] {
  if (error instanceof ArgumentValidationError) return error.errors;
  if (error instanceof UnknownCommandError) return [{ code: 'UNKNOWN_COMMAND', message: error.message, parameter: '' }];
  if (error instanceof AtipValidationError)
    return [{ code: 'INVALID_METADATA', message: error.message, parameter: '' }];
  throw error;
}

function suggestionsOf(error: unknown): Pick<CallCheck, 'suggestions'> {
  return error instanceof UnknownCommandError ? { suggestions: error.suggestions } : {};
}

const DECISIONS: readonly Decision[] = ['allow', 'confirm', 'deny'];
const SANDBOX_MODES: readonly SandboxMode[] = ['off', 'preferred', 'required'];

/** The stricter of the decisions, with the violations of all, each once. */
function strictest(decisions: readonly PolicyDecision[]): PolicyDecision {
  return decisions.reduce((ours, theirs) => {
    const stricter = DECISIONS.indexOf(theirs.decision) > DECISIONS.indexOf(ours.decision) ? theirs : ours;
    const codes = new Set(ours.violations.map(({ code }) => code));
    const more = theirs.violations.filter(({ code }) => !codes.has(code));
    return { ...stricter, violations: [...ours.violations, ...more] };
  });
}

/**
 * Decides about one call as `checkPolicy` does, and about a program's own questions by the call's arguments.
 *
 * Where questions are all that a policy without `allowInteractive` holds against the call, an option such as `--yes` in the
 * call makes it one to confirm: a person is asked here instead. Where the call does not give it, the violation's message
 * names it. Nothing is ever added to the call.
 *
 * @param args what `validateToolCall` accepted
 * @see ATIP 0.3 §3.6, §11.2
 */
export function decideCall(
  asked: ToolCall,
  command: CommandMapping,
  args: ToolCallValidation['arguments'],
  policy: ExecutionPolicy,
  directories?: WritableDirectories,
): PolicyDecision {
  // The text "false" that the call has became a false that gives nothing: what counts is what was accepted.
  const call = { ...asked, arguments: args };
  const mapping = withCallEffects(command, args);
  const decision = checkPolicy(call, mapping, policy, directories);
  const asks = decision.violations.find(isInteractive);
  const option = asks && answeringOption(mapping);
  if (!option) return decision;
  const { effects } = mapping;
  const silent = { ...mapping, effects: { ...effects, interactive: { ...effects.interactive, prompts: false } } };
  const rest = checkPolicy(call, silent, policy, directories);
  if (rest.violations.some(isInteractive)) return decision;
  const key = JSON.stringify(option.key);
  const isGiven = isAnswered(mapping, args);
  const message = isGiven
    ? `${call.name} asks before it acts, and ${key} answers in advance.`
    : `${asks.message} With ${key} it does not ask, and a person is asked here instead.`;
  const violations = decision.violations.map((violation) => (violation === asks ? { ...asks, message } : violation));
  if (!isGiven) return { ...decision, violations };
  return { decision: rest.decision === 'deny' ? 'deny' : 'confirm', rule: rest.rule ?? 'allowInteractive', violations };
}

function isInteractive({ code }: CallViolation): boolean {
  return code === 'INTERACTIVE_OPERATION';
}

/** Flags by which programs skip their own questions and do nothing else; `--force` mostly does more. */
const ANSWERS =
  /^--?(?:y|yes|assume-?yes|auto-approve|no-?(?:confirm|input|interaction|interactive|prompts?)|non-?interactive)$/;

/**
 * The option by which a command is told in advance that its questions are answered.
 *
 * Shape: an option with the flags `["-y", "--yes"]`. Each long flag has to say so: with `["--force", "--yes"]` nobody knows
 * what else it does. One that true turns off (`input` with `--no-input`) does not count.
 */
export function answeringOption(mapping: CommandMapping): Parameter | undefined {
  return parametersOf(mapping).find(
    ({ kind, source }) =>
      kind === 'option' &&
      source.type === 'boolean' &&
      !source.flags.includes(`--no-${source.name}`) &&
      source.flags.some((flag) => ANSWERS.test(flag)) &&
      source.flags.every((flag) => ANSWERS.test(flag) || /^-\w$/.test(flag)),
  );
}

/** True if a call with these checked arguments gives the answering option. */
export function isAnswered(mapping: CommandMapping, args: ToolCallValidation['arguments']): boolean {
  const option = answeringOption(mapping);
  return option !== undefined && getOwn(args, option.key) === true;
}

/**
 * The needs of a command for a person while it runs; a password is read from a terminal. `undefined`: none that it states.
 *
 * @param isAnswered the call gives the option that answers the command's questions
 */
export function wantedInput({ interactive = {} }: AtipEffects, isAnswered: boolean): RunOptions['interactive'] {
  const { stdin, prompts, tty } = interactive;
  if (tty === true || stdin === 'password') return 'tty';
  return stdin === 'required' || (prompts === true && !isAnswered) ? 'stdin' : undefined;
}

/**
 * The error that says why a checked call does not run; `undefined` for one that is allowed.
 *
 * @param declined for a call to confirm: whether a person said no. False: nobody was there to be asked.
 */
export function refusalOf(check: CallCheck, declined = false): AtipExecuteError | undefined {
  return locateError(refusal(check, declined), check);
}

function refusal(check: CallCheck, declined: boolean): AtipExecuteError | undefined {
  if (!isComplete(check)) {
    const { resolved: call, problems, suggestions } = check;
    if (suggestions) return new UnknownCommandError(typeof call.name === 'string' ? call.name : '', suggestions);
    return new ArgumentValidationError(problems);
  }
  const { resolved: call, mapping, argv, reasons } = check;
  if (check.decision === 'deny') return denial(check);
  if (check.decision === 'confirm') return new RequiresConfirmationError({ call, mapping, argv, reasons }, declined);
  return undefined;
}

function denial({ policy, effects }: CallCheck): AtipExecuteError {
  const violations = policy?.violations ?? [];
  const [first, second] = violations;
  if (violations.some(({ code }) => code === 'TRUST_BELOW_THRESHOLD')) return new InsufficientTrustError(violations);
  if (first && isInteractive(first) && !second)
    return new InteractiveNotSupportedError(first.message, effects?.interactive);
  return new PolicyViolationError(violations);
}
