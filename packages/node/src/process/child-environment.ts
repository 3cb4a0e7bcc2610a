import { delimiter, isAbsolute } from 'node:path';
import { ExecutionError } from '@atip/core/execute';

/** A process environment in Node's form. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Excludes tokens (`GH_TOKEN`), code injection (`LD_*`, `NODE_OPTIONS`) and sockets (`SSH_AUTH_SOCK`). */
const INHERITED: readonly string[] = [
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TZ',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'XDG_STATE_HOME',
];

/** Windows programs do not start without these. */
const INHERITED_ON_WINDOWS: readonly string[] = [
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
];

/** No person is at a terminal: no colour, no pager, no question, one locale. */
const FIXED: Readonly<Record<string, string>> = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
  LANG: 'C.UTF-8',
};

/**
 * Builds the whole environment of a child from an allow-list.
 * Shape: { PATH: "/usr/bin:bin", HOME: "/h", GH_TOKEN: "x" } → { PATH: "/usr/bin", HOME: "/h", CI: "1", … }
 * The language is English, because failures are explained from the programs' output.
 */
export function childEnvironment(source: Environment): Record<string, string> {
  const names = process.platform === 'win32' ? [...INHERITED, ...INHERITED_ON_WINDOWS] : INHERITED;
  const inherited: Record<string, string> = {};
  for (const name of names) {
    const value = source[name];
    if (value !== undefined) inherited[name] = value;
  }
  return { ...inherited, ...connectionOf(source), PATH: searchPath(source).join(delimiter), ...FIXED };
}

const PROXY = /^(?:https?|all)_proxy$/i;
const CONNECTION: readonly string[] = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/**
 * The variables for network access. A proxy's user and password are removed: its refusal (407) shows that they are
 * missing, and no secret leaves.
 */
function connectionOf(source: Environment): Record<string, string> {
  const given = CONNECTION.flatMap((name): [string, string][] => {
    const value = source[name];
    if (value === undefined) return [];
    return [[name, PROXY.test(name) ? value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/i, '$1') : value]];
  });
  return Object.fromEntries(given);
}

/** The directories of `PATH` in order; relative ones depend on the working directory, so they are ignored. */
export function searchPath(source: Environment): string[] {
  return (source.PATH ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
}

/** True for a variable that would make a tool run other code; no document and no setting can pass it. */
export function isHarmfulVariable(name: string): boolean {
  return NEVER.test(name);
}

/** Variables that make a tool run other code, or use another user's files or identity. */
const NEVER =
  /^(LD_|DYLD_|NODE_|PYTHON|PERL|RUBY|GIT_|BASH_|ENV$|IFS$|PATH$|HOME$|SHELLOPTS$|BASHOPTS$|PS4$|PROMPT_COMMAND$|EDITOR$|VISUAL$|BROWSER$|ATIP_|GCONV_PATH$|JAVA_TOOL_OPTIONS$|_JAVA_OPTIONS$|.*PAGER$|.*ASKPASS$)/i;

/**
 * Builds the environment of a tool: the allow-list, and the variables that a person grants it, such as its token.
 * Shape: `({ PATH, GH_TOKEN, … }, ["GH_TOKEN"])` → the allow-list's and `GH_TOKEN`
 * @throws ExecutionError for a name that would make the tool run other code: `LD_PRELOAD`, `NODE_OPTIONS`, `PATH` …
 */
export function toolEnvironment(source: Environment, names: Iterable<string>): Record<string, string> {
  const environment = childEnvironment(source);
  for (const name of names) {
    // It is already set, to our value.
    if (Object.hasOwn(environment, name) && !CONNECTION.includes(name)) continue;
    if (isHarmfulVariable(name)) {
      throw new ExecutionError(
        `${JSON.stringify(name)} cannot be passed to a tool: it could make the tool run other code.`,
      );
    }
    const value = source[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
