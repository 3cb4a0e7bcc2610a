import process from 'node:process';
import { ownInput } from '../terminal/own-input.ts';
import { writeAtOnce } from '../terminal/own-output.ts';
import { answerHook } from './run-hook.ts';

/** For the build, which runs it before it keeps the compiled code. */
export { answerHook };

/** Answers one question of an agent's hook as this process. Every failure blocks: exit code 2. */
export async function runHook(agent: string): Promise<void> {
  const { env } = process;
  try {
    const { stdout, stderr = '', exitCode } = await answerHook(agent, { env, cwd: process.cwd(), stdin: ownInput() });
    if (stderr !== '') process.stderr.write(stderr);
    // An open handle, such as standard input that was never closed, must not delay the answer.
    const bytes = Buffer.from(stdout);
    const written = writeAtOnce(1, bytes);
    if (written === bytes.length) process.exit(exitCode);
    process.stdout.write(bytes.subarray(written), () => process.exit(exitCode));
  } catch (error) {
    process.stderr.write(`atip: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
