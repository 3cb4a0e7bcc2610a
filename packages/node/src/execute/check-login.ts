import { AtipExecuteError, type AtipTool, type Executor, readArgv } from '@atip/core';
import { argumentsOf } from '@atip/core/internal';
import { detailOf } from './hide-places.ts';

/** A tool's report on its login. */
export interface LoginState {
  /** Absent: the tool could not be asked. */
  readonly loggedIn?: boolean;
  /** The redacted answer, or the reason for its absence. */
  readonly said: string;
  /** The commands for logging in, from the document. They are never run. */
  readonly setup: readonly string[];
}

/**
 * Asks a tool for its login by the `checkCommand` of its document. This is an ordinary call: it is subject to the
 * policy, sandboxed, gets the tool's grants, and is recorded.
 *
 * Limits: a command that the document does not describe, or that belongs to another tool, is not run.
 * @see ATIP 0.3 §3.8
 * @example
 * import { checkLogin, createExecutor, resolveTool } from '@atip/node';
 *
 * const gh = await resolveTool('gh');
 * if (!gh) throw new Error('There is no gh.');
 * const executor = createExecutor({ tools: [gh.found.tool], found: [gh.found], credentials: { gh: true } });
 * const { loggedIn, setup } = await checkLogin(gh.found.tool, executor);
 * if (loggedIn === false) console.log('Log in with', setup);
 */
export async function checkLogin(tool: AtipTool, executor: Pick<Executor, 'execute'>): Promise<LoginState> {
  const { checkCommand, methods = [] } = tool.authentication ?? {};
  const setup = methods.flatMap(({ setupCommand }) => setupCommand ?? []);
  if (checkCommand === undefined) return { said: `${tool.name} says no way to ask for its login.`, setup };
  const reading = readArgv(checkCommand.trim().split(/\s+/), [tool]);
  const { name } = reading;
  if (name === undefined || reading.problems.length > 0 || reading.unknown.length > 0)
    return {
      said: `${JSON.stringify(checkCommand)} is no command that the document of ${tool.name} describes.`,
      setup,
    };
  try {
    const call = { id: `login-${tool.name}`, name, arguments: argumentsOf(reading) };
    const { success, content } = await executor.execute(call);
    return { loggedIn: success, said: content, setup };
  } catch (error) {
    if (!(error instanceof AtipExecuteError)) throw error;
    return { said: detailOf(error), setup };
  }
}
