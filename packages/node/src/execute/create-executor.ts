import { isAbsolute } from 'node:path';
import { createExecutor as createPureExecutor, ExecutionError, type Executor, type ExecutorConfig } from '@atip/core';
import type { FoundTool } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type AuditSink, auditCalls } from './audit-calls.ts';
import { createProgramLocator, createToolRun, type ToolRunSettings } from './create-tool-run.ts';

/** Core's settings, and what a machine adds. */
export interface NodeExecutorConfig extends ExecutorConfig {
  /** Absent: ours. Its PATH finds programs; of the rest the allow-list and `execution.environment` decide what they get. */
  readonly env?: Environment;
  /** As discovered: their programs are run where they were found, and refused when they were replaced since. */
  readonly found?: readonly FoundTool[];
  /** Absent: one is made, and tried out, when a call first wants one. `policy.sandbox` says which calls do. */
  readonly sandbox?: Sandbox;
  /** Directories that tools may change if their metadata says that they write. Absent: the working directory. */
  readonly writableRoots?: readonly string[];
  /** Waits before a program is looked at and run, for example for a place; what it throws is how the run ended. Absent: at once. */
  readonly inTurn?: ToolRunSettings['inTurn'];
  /** Where decisions and runs are put on record. Absent: nowhere. */
  readonly audit?: {
    readonly log: AuditSink;
    /** On whose behalf calls are made. */
    readonly who: string;
    /** See `AuditCallsSettings`. */
    readonly onProblem?: (error: unknown) => void;
  };
}

/**
 * Builds core's executor with processes: a command's program is found, held by a sandbox and run, and put on record.
 *
 * @param config as core has it; `run` replaces ours, and then nothing below it applies but the record of decisions.
 * @throws ExecutionError when `execution.environment` names a variable that would make tools run other code, or `execution.cwd`
 * is not absolute: both are the host's mistake, and no model is told
 * @see ATIP 0.3 §6, §11
 */
export function createExecutor(config: NodeExecutorConfig): Executor {
  const { env = process.env, found, sandbox, writableRoots, inTurn, audit, ...pure } = config;
  assertAbsolute(config.execution?.cwd);
  const variables = config.execution?.environment ?? new Set<string>();
  const located = { env, ...(found && { found }) };
  // What a tool is given is known to be secret where it shows up again.
  const given = [...variables].flatMap((name) => env[name] ?? []);
  const output = { ...pure.output, knownSecrets: [...(pure.output?.knownSecrets ?? []), ...given] };
  const auditor =
    audit && auditCalls({ ...audit, knownSecrets: output.knownSecrets, locate: createProgramLocator(located) });
  let made: Promise<Sandbox> | undefined = sandbox && Promise.resolve(sandbox);
  const run = createToolRun({
    ...located,
    variables,
    sandbox: () => {
      made ??= createSandbox({ env }).catch((error: unknown) => {
        // The next call tries again: a disk that was full may not be.
        made = undefined;
        throw error;
      });
      return made;
    },
    ...(writableRoots && { writableRoots }),
    ...(inTurn && { inTurn }),
    ...(auditor && { onEnd: auditor.onEnd }),
  });
  const onDecision: ExecutorConfig['onDecision'] =
    auditor &&
    (async (record) => {
      await auditor.onDecision(record);
      await config.onDecision?.(record);
    });
  return createPureExecutor({ run, ...pure, output, ...(onDecision && { onDecision }) });
}

function assertAbsolute(cwd: string | undefined): void {
  if (cwd === undefined || isAbsolute(cwd)) return;
  throw new ExecutionError(`execution.cwd must be an absolute path, and ${JSON.stringify(cwd)} is none.`);
}
