import { ExecutionError } from '@atip/core';
import { childEnvironment, type Environment } from './child-environment.ts';

/** What would run other code than the tool's, or lead it to other files and people than its user's. */
const NEVER =
  /^(LD_|DYLD_|NODE_|PYTHON|PERL|RUBY|GIT_|BASH_|ENV$|IFS$|PATH$|HOME$|SHELLOPTS$|BASHOPTS$|PS4$|PROMPT_COMMAND$|EDITOR$|VISUAL$|BROWSER$|ATIP_|GCONV_PATH$|JAVA_TOOL_OPTIONS$|_JAVA_OPTIONS$|.*PAGER$|.*ASKPASS$)/i;

/**
 * Builds the environment of a tool: the allow-list, and the variables that a person lets through for this tool.
 *
 * Shape: `({ PATH, GH_TOKEN, … }, ["GH_TOKEN"])` → the allow-list's and `GH_TOKEN`
 * @param names variables that the tool may have besides, such as the token that it signs in with
 * @throws ExecutionError for a name that would make the tool run other code: `LD_PRELOAD`, `NODE_OPTIONS`, `PATH` …
 */
export function toolEnvironment(source: Environment, names: Iterable<string>): Record<string, string> {
  const environment = childEnvironment(source);
  for (const name of names) {
    // It is there already, as we set it.
    if (Object.hasOwn(environment, name)) continue;
    if (NEVER.test(name)) {
      throw new ExecutionError(
        `${JSON.stringify(name)} cannot be let through to a tool: it could make it run other code.`,
      );
    }
    const value = source[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
