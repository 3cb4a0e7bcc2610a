import { homedir } from 'node:os';
import { createSandbox, type Executable, executeCommand } from '@atip/node';
import { childEnvironment } from '@atip/node/internal';
import { type CliHost, CliError, EXIT, orFail } from '../cli-host.ts';
import { findProgram } from '../tools/find-words.ts';
import { requireSandbox } from '../tools/tool-summary.ts';

/** Bytes of an answer; discovery has the same limit. */
const MAX_DOCUMENT = 4 * 1024 * 1024;
/** Ms; interpreters start slowly. */
const TIMEOUT = 20_000;
/** Characters of a program's error output. */
const MAX_REASON = 500;

export type SandboxChoice = 'required' | 'off';

/**
 * Runs a program of the project with `--agent` appended, and returns its output. The program can read the working directory, but can
 * change nothing and reach no network.
 * @param words such as `["node", "cli.js"]`; the first is a path or a name on the PATH
 * @throws CliError `invalid` when there is no such program, `toolFailed` when it fails or writes nothing, `refused` without a sandbox
 */
export async function askDocument(words: readonly string[], mode: SandboxChoice, host: CliHost): Promise<string> {
  const { env, cwd, signal } = host;
  const [name = '', ...rest] = words;
  const executable = await findScript(name, host);
  const args = [...rest, '--agent'];
  const sandbox = mode === 'off' ? undefined : requireSandbox(name, await createSandbox({ env }));
  const home = env.HOME ?? homedir();
  const { path, foundAs } = executable;
  const plan = await sandbox?.plan({
    ...{ executable: path, foundAs, cwd, home, writableRoots: [], shown: [cwd] },
    effects: { network: false, filesystem: { read: true, write: false, delete: false } },
  });
  const outcome = await orFail(
    `${words.join(' ')} cannot be asked`,
    executeCommand([foundAs, ...args], {
      ...{ executable: path, cwd, env: childEnvironment(env), signal, timeout: TIMEOUT, maxOutput: MAX_DOCUMENT },
      ...(plan && { wrap: plan.wrap }),
    }),
  );
  const { exitCode, stdout, stderr, timedOut, truncated } = outcome;
  const asked = [...words, '--agent'].join(' ');
  if (timedOut) throw new CliError(EXIT.toolFailed, `\`${asked}\` did not answer within ${TIMEOUT / 1000} s.`);
  if (truncated) throw new CliError(EXIT.toolFailed, `\`${asked}\` answered with more than ${MAX_DOCUMENT} bytes.`);
  if (exitCode === 0 && stdout.trim() !== '') return stdout;
  const reason = stderr.trim() === '' ? 'It wrote nothing.' : stderr.trim().slice(0, MAX_REASON);
  throw new CliError(EXIT.toolFailed, `\`${asked}\` ended with exit code ${exitCode ?? 'unknown'}. ${reason}`);
}

/** Guesses what a person meant by a script that cannot be started by itself. */
async function findScript(name: string, host: CliHost): Promise<Executable> {
  return findProgram(name, host).catch((error: unknown) => {
    const starter = /\.[cm]?[jt]s$/.test(name) ? 'node' : /\.py$/.test(name) ? 'python3' : undefined;
    if (!(error instanceof CliError) || starter === undefined) throw error;
    throw new CliError(error.exitCode, `${error.message} Name what starts it: -- ${starter} ${name}`, { cause: error });
  });
}
