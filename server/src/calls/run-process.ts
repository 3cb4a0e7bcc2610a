import { createResultFilter, ExecutionError } from '@atip/core';
import type { CompanionPorts, CompanionRunOptions, CompanionRunOutcome } from '../ports/companion-ports.ts';
import type { CallEvent } from '../contract/contract.ts';
import { ProblemError } from '../http/problem.ts';
import type { RunnableCall } from './assert-runnable.ts';
import { runLimits } from './run-limits.ts';
import { sandboxFor } from './sandbox-for.ts';
import type { Emit } from './send-event.ts';

/** A run that has ended. */
export interface FinishedRun {
  readonly outcome: CompanionRunOutcome;
  /** What is left to tell of it: text that redaction held back, and the exit. */
  readonly rest: readonly CallEvent[];
}

/**
 * Runs a call's program and tells what it says as it says it, each stream through its own redaction.
 *
 * @throws ProblemError 500 `execution-failed` when it cannot be started.
 */
export async function runProcess(
  signal: AbortSignal,
  { argv, executable, mapping, request }: RunnableCall,
  ports: CompanionPorts,
  emit: Emit,
): Promise<FinishedRun> {
  const filter = createResultFilter([mapping.tool]);
  const streams = { stdout: filter.stream(), stderr: filter.stream() };
  const outcome = await start(ports, argv, {
    executable: executable.path,
    cwd: ports.cwd,
    ...runLimits(mapping),
    sandbox: sandboxFor(mapping.tool, ports.policy, request.policy),
    call: { id: request.call.id, mapping },
    signal,
    onOutput: (event, chunk) => {
      const text = streams[event].push(chunk);
      if (text !== '') return emit({ event, data: { text } });
    },
  });
  const { exitCode, duration, timedOut, truncated, sandbox } = outcome;
  const heldBack = (['stdout', 'stderr'] as const).map((event) => ({ event, data: { text: streams[event].end() } }));
  return {
    outcome,
    rest: [
      ...heldBack.filter(({ data }) => data.text !== ''),
      { event: 'exit', data: { exitCode, duration, timedOut, truncated, ...(sandbox && { sandbox }) } },
    ],
  };
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
