import { execFile } from 'node:child_process';

/** ms for one program; the slowest takes a twentieth of it on a quiet machine. */
const PATIENCE = 300_000;

/**
 * Runs a program to its end and resolves to what it printed.
 *
 * @throws Error with the end of stderr when it fails or takes longer than five minutes
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = { ...options, timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: 256 * 1024 * 1024 } as const;
    execFile(program, [...args], settings, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} failed: ${stderr.slice(-2_000) || error.message}`, { cause: error }));
    });
  });
}
