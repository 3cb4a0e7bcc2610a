import type { RunPort } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';

/**
 * Starts what core has made of a call: an argv, so no shell reads it. The program's output and time are bounded; it gets
 * PATH and nothing else of the environment, where the provider's key is.
 */
export const runWithDeno: RunPort = async ([program = '', ...args], { cwd, timeout, maxOutput }) => {
  const started = performance.now();
  const child = start(program, args, cwd);
  let [ended, timedOut, truncated] = [false, false, false];
  const reading = new AbortController();
  const stop = (): void => {
    if (!ended) child.kill('SIGKILL');
    // Background processes of the program may keep its output open.
    reading.abort();
  };
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeout);
  const read = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
    const decoder = new TextDecoder();
    let left = maxOutput;
    let text = '';
    const write = (chunk: Uint8Array): void => {
      text += decoder.decode(chunk.subarray(0, Math.max(0, left)), { stream: true });
      left -= chunk.length;
      if (left >= 0) return;
      truncated = true;
      stop();
    };
    try {
      await stream.pipeTo(new WritableStream({ write }), { signal: reading.signal });
    } catch (error) {
      if (!reading.signal.aborted) throw error;
    }
    return text;
  };
  const status = child.status.finally(() => {
    ended = true;
  });
  const [{ code, signal }, stdout, stderr] = await Promise.all([status, read(child.stdout), read(child.stderr)]);
  clearTimeout(timer);
  const exitCode = signal === null ? code : null;
  return { exitCode, stdout, stderr, duration: performance.now() - started, truncated, timedOut };
};

function start(program: string, args: string[], cwd: string | undefined): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args,
      ...(cwd !== undefined && { cwd }),
      clearEnv: true,
      env: { PATH: Deno.env.get('PATH') ?? '' },
      stdin: 'null',
      stdout: 'piped',
      stderr: 'piped',
    }).spawn();
  } catch (cause) {
    throw new ExecutionError(
      `${program} cannot be started here: it is not installed, or Deno was not told --allow-run=${program}.`,
      { cause },
    );
  }
}
