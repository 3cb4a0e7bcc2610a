import { buildCommandArray } from '../argv/build-command-array.ts';
import { withCallEffects } from '../commands/call-effects.ts';
import { mapToCommand } from '../commands/map-to-command.ts';
import { resolveAction } from '../commands/resolve-action.ts';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { ArgumentValidationError, UnknownCommandError } from '../errors/execute-errors.ts';
import { validateToolCall } from '../input/validate-tool-call.ts';
import { withPolicyDefaults } from '../policy/check-policy.ts';
import { sandboxModeFor } from '../policy/sandbox-mode.ts';
import { trustSourceOf } from '../policy/trust.ts';
import { isRecord } from '../json/is-record.ts';
import type { ToolCall } from '../types/call.ts';
import type { CallCheck, CallCheckSettings, CallStop, CompleteCheck } from '../types/call-check.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { Decision, ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import type { SandboxMode } from '../types/sandbox.ts';
import type { AtipTool } from '../types/tool.ts';
import type { ArgumentErrorCode, ArgumentProblem } from '../types/validation.ts';
import { isAnswered } from './answering-option.ts';
import { decideCall } from './decide-call.ts';
import { wantedInput } from './wanted-input.ts';

/**
 * Takes a model's call through every stage before a process: finds its command, validates the arguments, raises the effects,
 * decides by policy, builds the argv and names the sandbox mode.
 *
 * All that is found is data: a call that is unknown or invalid is denied, with its problems. Parameters that the command does
 * not have are problems unless `allowExtra` is true. This is the only place that puts these stages together.
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
  let resolved = call;
  let stoppedAt: CallStop = 'command';
  try {
    if (settings.strategy === 'action') resolved = resolveAction(call, tools);
    const command = mapToCommand(resolved.name, tools);
    stoppedAt = 'arguments';
    return { ...checkCommand(resolved, command, policies, settings), call, resolved };
  } catch (error) {
    const where = error instanceof AtipValidationError ? 'command' : stoppedAt;
    return { ...stop(where, problemsOf(error)), call, resolved, ...suggestionsOf(error) };
  }
}

/** What a model sent instead of a call has no name, so that it is refused as unknown. */
const NO_CALL: ToolCall = { id: '', name: '', arguments: {} };

/** Whether a call's command line could be built. */
export function isComplete(check: CallCheck): check is CompleteCheck {
  return check.argv !== undefined;
}

function checkCommand(
  call: ToolCall,
  command: CommandMapping,
  policies: readonly ExecutionPolicy[],
  { environment, allowExtra }: CallCheckSettings,
): Omit<CallCheck, 'call' | 'resolved'> {
  const refuseExtra = allowExtra !== true;
  const validation = validateToolCall(call, command, { refuseExtra, ...(environment && { environment }) });
  const { errors, warnings, arguments: args } = validation;
  const mapping = withCallEffects(command, args);
  const decision = strictest(policies.map((policy) => decideCall(call, command, args, policy)));
  const source = trustSourceOf(mapping.tool);
  const interactive = wantedInput(mapping.effects, isAnswered(mapping, args));
  const known = {
    warnings,
    tool: mapping.tool.name,
    command: mapping.command,
    path: mapping.path,
    effects: mapping.effects,
    arguments: args,
    policy: decision,
    sandbox: strictestSandbox(policies.map((policy) => sandboxModeFor(policy, source))),
    ...(interactive && { interactive }),
    mapping,
  };
  if (!validation.valid) return { ...known, ...stop('arguments', errors), warnings };
  try {
    const argv = buildCommandArray(mapping, args);
    const { rule, violations } = decision;
    const reasons = violations.map(({ message }) => message);
    return { ...known, decision: decision.decision, ...(rule && { rule }), reasons, problems: [], argv };
  } catch (error) {
    return { ...known, ...stop('argv', problemsOf(error)), warnings };
  }
}

function stop(stoppedAt: CallStop, problems: CallCheck['problems']) {
  const reasons = problems.map(({ message }) => message);
  return { decision: 'deny', reasons, problems, warnings: [], stoppedAt } as const;
}

/** What the stages throw about a call or its document; anything else is a fault of ours. */
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

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, confirm: 1, deny: 2 };
const SANDBOX_STRICTNESS: readonly SandboxMode[] = ['off', 'preferred', 'required'];

/** The stricter of the decisions, with the violations of all, each once. */
function strictest(decisions: readonly PolicyDecision[]): PolicyDecision {
  return decisions.reduce((ours, theirs) => {
    const stricter = STRICTNESS[theirs.decision] > STRICTNESS[ours.decision] ? theirs : ours;
    const codes = new Set(ours.violations.map(({ code }) => code));
    const more = theirs.violations.filter(({ code }) => !codes.has(code));
    return { ...stricter, violations: [...ours.violations, ...more] };
  });
}

function strictestSandbox(modes: readonly SandboxMode[]): SandboxMode {
  return modes.reduce((ours, theirs) =>
    SANDBOX_STRICTNESS.indexOf(theirs) > SANDBOX_STRICTNESS.indexOf(ours) ? theirs : ours,
  );
}
