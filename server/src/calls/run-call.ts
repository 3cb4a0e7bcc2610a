import {
  type CommandMapping,
  createResultFilter,
  ExecutionError,
  formatForProvider,
  formatResult,
  maxOutputFor,
  type RunOutcome,
  timeoutFor,
  toExecutionResult,
} from '@atip/core';
import { type ActiveCall, CONFIRMATION_LIFETIME } from './active-calls.ts';
import { recordDecision, recordExecution } from './audit-call.ts';
import type { CompanionPorts, CompanionRunOptions, CompanionRunOutcome } from '../companion-ports.ts';
import type { CallEvent } from '../contract/contract.ts';
import { assertUnchanged, type PreparedCall } from './prepare-call.ts';
import { ProblemError, toProblem } from '../http/problem.ts';
import { sandboxFor } from './sandbox-for.ts';

/** A prepared call whose arguments are valid and whose policies do not deny it. */
export interface RunnableCall extends PreparedCall {
  readonly argv: readonly string[];
  readonly hash: string;
}

type Emit = (event: CallEvent) => void;

/** @throws ProblemError 422 `validation-failed`; 403 `policy-violation`. */
export function assertRunnable(prepared: PreparedCall): RunnableCall {
  const { argv, check } = prepared;
  if (argv === undefined || check.hash === undefined) {
    throw new ProblemError(422, 'validation-failed', check.validation.errors.map(({ message }) => message).join(' '));
  }
  if (check.decision.decision === 'deny')
    throw new ProblemError(403, 'policy-violation', reasonsOf(prepared).join(' '));
  return { ...prepared, argv, hash: check.hash };
}

/**
 * Runs a call to its end, asking first where the policy wants that, and reports every step as an event.
 *
 * The last event is `result` or `error`. Never rejects. What the program says is emitted redacted, what it is called with
 * exactly as it is: that is what a person approves.
 */
export async function runCall(
  call: ActiveCall,
  prepared: RunnableCall,
  ports: CompanionPorts,
  emit: Emit,
): Promise<void> {
  const { id, signal } = call;
  try {
    emit({ event: 'accepted', data: { id, check: prepared.check } });
    await settle(call, prepared, ports, emit);
    const outcome = await ports.calls.slots
      .use(signal, async () => {
        await assertUnchanged(prepared, ports);
        return run(signal, prepared, ports, emit);
      })
      .catch(async (error: unknown) => {
        await recordExecution(id, prepared, { error }, ports);
        throw error;
      });
    await recordExecution(id, prepared, { outcome }, ports);
    signal.throwIfAborted();
    emit(describeResult(prepared, outcome));
  } catch (error) {
    if (!(error instanceof ProblemError)) ports.report(error);
    emit({ event: 'error', data: toProblem(error) });
  } finally {
    call.finish();
  }
}

function reasonsOf({ check }: PreparedCall): string[] {
  return check.decision.violations.map(({ message }) => message);
}

/** Asks where the policy wants that, and puts on record what was decided. @throws ProblemError when it is not to run. */
async function settle(call: ActiveCall, prepared: RunnableCall, ports: CompanionPorts, emit: Emit): Promise<void> {
  if (prepared.check.decision.decision !== 'confirm') {
    await recordDecision(call.id, prepared, {}, ports);
    return;
  }
  try {
    await confirm(call, prepared, emit);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, detail } = error.problem;
    await recordDecision(
      call.id,
      prepared,
      code === 'confirmation-denied' ? { approved: false } : { note: detail },
      ports,
    );
    throw error;
  }
  await recordDecision(call.id, prepared, { approved: true }, ports);
}

async function confirm(call: ActiveCall, prepared: RunnableCall, emit: Emit): Promise<void> {
  const { hash, check } = prepared;
  // Asked before it is announced, so that the quickest answer finds its question.
  const confirmed = call.confirmation(hash);
  emit({
    event: 'confirmation-required',
    data: {
      id: call.id,
      hash,
      executable: check.executable,
      argv: check.argv ?? [],
      cwd: check.cwd,
      effects: check.effects,
      reasons: reasonsOf(prepared),
      expiresIn: CONFIRMATION_LIFETIME,
    },
  });
  await confirmed;
}

async function run(
  signal: AbortSignal,
  { argv, executable, mapping, request }: RunnableCall,
  ports: CompanionPorts,
  emit: Emit,
): Promise<CompanionRunOutcome> {
  const filter = createResultFilter([mapping.tool]);
  const streams = { stdout: filter.stream(), stderr: filter.stream() };
  const show = (event: 'stdout' | 'stderr', text: string): void => {
    if (text !== '') emit({ event, data: { text } });
  };
  const outcome = await start(ports, argv, {
    executable: executable.path,
    cwd: ports.cwd,
    ...limitsFor(mapping),
    sandbox: sandboxFor(mapping.tool, ports.policy, request.policy),
    call: { id: request.call.id, mapping },
    signal,
    onOutput: (name, text) => show(name, streams[name].push(text)),
  });
  show('stdout', streams.stdout.end());
  show('stderr', streams.stderr.end());
  const { exitCode, duration, timedOut, truncated, sandbox } = outcome;
  emit({ event: 'exit', data: { exitCode, duration, timedOut, truncated, ...(sandbox && { sandbox }) } });
  return outcome;
}

async function start(
  ports: CompanionPorts,
  argv: readonly string[],
  options: CompanionRunOptions,
): Promise<CompanionRunOutcome> {
  try {
    return await ports.run(argv, options);
  } catch (cause) {
    if (!(cause instanceof ExecutionError)) throw cause;
    throw new ProblemError(500, 'execution-failed', cause.message, { cause });
  }
}

function describeResult({ request, argv, mapping }: RunnableCall, outcome: RunOutcome): CallEvent {
  const { call, provider = 'openai' } = request;
  const formatted = formatResult(toExecutionResult(outcome, call, argv), {
    tools: [mapping.tool],
    limits: limitsFor(mapping),
  });
  const message = formatForProvider(provider, call, formatted);
  return { event: 'result', data: { success: formatted.success, content: formatted.content, message } };
}

/** The bounds of a run: ms, and bytes per stream. */
function limitsFor({ effects }: CommandMapping): { readonly timeout: number; readonly maxOutput: number } {
  return { timeout: timeoutFor(effects, undefined), maxOutput: maxOutputFor(undefined) };
}
