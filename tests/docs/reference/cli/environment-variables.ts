import { code, table } from '../markdown.ts';

interface Variable {
  readonly name: string;
  /** Who reads it: whoever uses the program, or whoever works on it. */
  readonly audience: 'user' | 'developer';
  readonly absent: string;
  readonly what: string;
}

const user = (name: string, absent: string, what: string): Variable => ({ name, audience: 'user', absent, what });
const developer = (name: string, absent: string, what: string): Variable => ({
  ...{ name, audience: 'developer', absent, what },
});

/** Every variable that our sources read by name; a test collects them anew. */
export const ENVIRONMENT_VARIABLES: readonly Variable[] = [
  user(
    'ATIP_REGISTRY',
    'no registry is asked',
    'Address of a registry that `discover` asks last; `off` forgets what one said. `--registry` wins',
  ),
  user('ATIP_SHIMS', 'they count', '`off`: the metadata of everyday programs that we bring along does not count'),
  user(
    'XDG_DATA_HOME',
    '`~/.local/share`',
    '`agent-tools/{tools,shims,patterns}` below it: documents, one file for each tool; `agent-tools/registry.json`: what was discovered',
  ),
  user(
    'XDG_DATA_DIRS',
    '`/usr/local/share:/usr/share`',
    'The same of the whole machine, in this order, after your own',
  ),
  user(
    'XDG_CONFIG_HOME',
    '`~/.config`',
    '`agent-tools/overrides/NAME.json` below it: what you know better than a document',
  ),
  user(
    'XDG_STATE_HOME',
    '`~/.local/state`',
    '`agent-tools` below it: the record (`audit.jsonl`), tokens of running companions, shares',
  ),
  user('XDG_CACHE_HOME', '`~/.cache`', '`agent-tools` below it: what can be found out again'),
  user(
    'HOME',
    "the account's own",
    'Where the directories above begin; a program in a sandbox may see an empty one instead',
  ),
  user(
    'PATH',
    'nothing is found',
    'Where programs are looked for. Relative entries do not count, and directories that others can write to are passed over',
  ),
  user('NO_COLOR', 'colours at a terminal', 'Any value: no colours'),
  user('TERM', '`dumb`', '`dumb`: no colours'),
  user('DISPLAY', 'no browser is opened by itself', 'There is a screen, so that `serve` opens the page (Linux)'),
  user('WAYLAND_DISPLAY', 'as `DISPLAY`', 'As `DISPLAY`'),
  developer('ATIP_RUN', '', 'Set for each program that is run, to find what it leaves behind; yours is replaced'),
  developer('ATIP_HOLDER', '', 'The same for what holds a program'),
  developer('ATIP_COMPANION', '`http://127.0.0.1:4170`', 'Set by `npm run dev`: where the companion listens'),
  developer('ATIP_DOCS_BASE', '`/`', 'The path of a host below which the documentation site is built to stand'),
  developer(
    'ATIP_SHARED',
    '`../shared`',
    '`npm run bench`: recorded provider responses and documents that are not part of this repository',
  ),
  developer('ATIP_PICTURES', 'the pictures of `docs`', '`npm run screenshots`: where they go'),
  developer('ATIP_TRACE', 'none', 'End-to-end tests keep a trace of what failed'),
  developer('CHROME_PATH', 'what Playwright has, then known places', 'The browser of end-to-end tests and benchmarks'),
];

/** The variables that one audience may set, as a table. */
export function environmentVariables(audience: Variable['audience']): string {
  const rows = ENVIRONMENT_VARIABLES.filter((variable) => variable.audience === audience);
  return table(
    ['variable', 'when it is not set', 'what'],
    rows.map(({ name, absent, what }) => [code(name), absent, what]),
  );
}
