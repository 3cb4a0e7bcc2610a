import process from 'node:process';
import { answerHook } from './run-hook.ts';

/** For the build, which runs it before it keeps the compiled code. */
export { answerHook };

/** Answers one question of an agent's hook as this process. Every failure blocks: exit code 2. */
export async function runHook(agent: string): Promise<void> {
  const { env, stdin } = process;
  try {
    const { stdout, stderr = '', exitCode } = await answerHook(agent, { env, cwd: process.cwd(), stdin });
    process.stderr.write(stderr);
    // An open handle, such as standard input that was never closed, must not delay the answer.
    process.stdout.write(stdout, () => process.exit(exitCode));
  } catch (error) {
    process.stderr.write(`atip: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
