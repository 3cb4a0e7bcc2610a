import { ExecutionError } from '@atip/core/execute';
import { createLineJudge, executeCommand, loadConfiguration } from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { AGENT_HOOKS } from './agents.ts';

/** Harmless: it is judged, never run. */
const LINE = 'ls';
/** Ms; more than the hook allows itself. */
const LIMIT = 15_000;

/** The answer of an installed hook. `fault`: why the agent cannot rely on it. */
export type AskedHook = { readonly answer: string } | { readonly fault: string };

/**
 * Asks an installed hook about a line, as its agent does: a shell runs the command of the agent's file, with this
 * person's environment. Its answer must match the decision that this program makes itself.
 */
export async function askHook(
  agent: string,
  command: string,
  { env, cwd }: Pick<CliHost, 'env' | 'cwd'>,
  timeout = LIMIT,
): Promise<AskedHook> {
  const hook = AGENT_HOOKS[agent];
  if (!hook) return { fault: 'its questions are unknown' };
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const input = JSON.stringify(hook.ask(LINE, cwd));
  const options = { timeout, maxOutput: 100_000, cwd, env: Object.fromEntries(given), input };
  const outcome = await executeCommand(['/bin/sh', '-c', command], options).catch((error: unknown) => {
    if (error instanceof ExecutionError) return error;
    throw error;
  });
  if (outcome instanceof ExecutionError) return { fault: outcome.message };
  const { exitCode, stdout, stderr, timedOut } = outcome;
  if (timedOut) return { fault: `no answer within ${timeout / 1000} s` };
  const told = stderr.trim().split('\n', 1).join('').slice(0, 200);
  if (exitCode !== 0)
    return { fault: `${exitCode === null ? 'it was killed' : `exit code ${exitCode}`}. ${told}`.trim() };
  const heard = hook.hear(stdout);
  if (!heard) return { fault: `it printed ${JSON.stringify(stdout.slice(0, 60))}, which is not an answer` };
  const configuration = await loadConfiguration({ env, cwd });
  if (configuration.problems.some(({ severity }) => severity === 'error')) return { fault: heard.reason };
  const { decision } = await createLineJudge({ env, cwd, root: cwd, configuration })(LINE);
  if (heard.decision === decision) return { answer: decision };
  return { fault: `it answers "${heard.decision}" where this program decides "${decision}". ${heard.reason}`.trim() };
}
