import process from 'node:process';
import { answerHook } from './run-hook.ts';

/** Answers one question of an agent's hook as this process. Everything that fails blocks: exit code 2. */
export async function runHook(agent: string): Promise<void> {
  const { env, stdin } = process;
  try {
    const { stdout, stderr = '', exitCode } = await answerHook(agent, { env, cwd: process.cwd(), stdin });
    process.stderr.write(stderr);
    // Where something still waits, such as standard input that nobody closed, the answer is not held up by it.
    process.stdout.write(stdout, () => process.exit(exitCode));
  } catch (error) {
    process.stderr.write(`atip: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
