import { isAbsolute, join } from 'node:path';
import { type Environment, xdgPaths } from '@atip/node';

export const SETUP_AGENTS = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'vscode',
  'opencode',
  'claude-desktop',
] as const;

export type SetupAgent = (typeof SETUP_AGENTS)[number];

/** `project`: files of a directory, for everyone who works in it. `person`: files of a home. */
export type SetupScope = 'project' | 'person';

/** One entry in a file that names our program. */
export type SetupEntry =
  /** An item of a list, which holds a command line under `key`. */
  | {
      readonly kind: 'hook';
      readonly path: readonly string[];
      readonly key: 'command' | 'bash';
      /**
       * The time limit that the agent enforces. It is longer than ours, because an agent runs the line when its own
       * limit is over.
       */
      readonly limit: { readonly timeout: number } | { readonly timeoutSec: number };
      readonly item: (command: string) => unknown;
    }
  /** A member `atip` of an object. */
  | {
      readonly kind: 'mcp';
      readonly path: readonly string[];
      readonly value: (words: readonly string[]) => Readonly<Record<string, unknown>>;
    };

export interface SetupFile {
  /** Absolute. */
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** Fields that the agent requires in a file of its own. */
  readonly head?: Readonly<Record<string, unknown>>;
  readonly entries: readonly SetupEntry[];
}

interface Places {
  /** Root of the scope: the project or the home. */
  readonly root: string;
  readonly scope: SetupScope;
  /** `~/.config`, or the system's equivalent. */
  readonly config: string;
  readonly env: Environment;
}

interface AgentPlaces {
  readonly hook?: (places: Places) => SetupFile;
  /** Absent for a scope that the agent does not have. */
  readonly mcp: (places: Places) => SetupFile | undefined;
  /** A further step for the person. Absent: start the agent again. */
  readonly next?: string;
}

/** A handler in a group with a matcher, as in Claude Code, Codex and Gemini CLI. */
function grouped(event: string, matcher: string, limit = { timeout: 30 }): SetupEntry {
  return {
    kind: 'hook',
    path: ['hooks', event],
    key: 'command',
    limit,
    item: (command) => ({ matcher, hooks: [{ type: 'command', command, ...limit }] }),
  };
}

function server(key: string, value: (words: readonly string[]) => Readonly<Record<string, unknown>>): SetupEntry {
  return { kind: 'mcp', path: [key], value };
}

const started = ([command = '', ...args]: readonly string[]): { command: string; args: readonly string[] } => ({
  command,
  args,
});

/** An agent's own directory, which a variable may relocate. */
function ownDirectory({ root, scope, env }: Places, name: string, variable: string): string {
  const moved = scope === 'person' ? env[variable] : undefined;
  return moved !== undefined && isAbsolute(moved) ? moved : join(root, name);
}

/** A JSON file with our entries. */
function json(path: string, entry: SetupEntry, ...more: readonly SetupEntry[]): SetupFile {
  return { path, format: 'json', entries: [entry, ...more] };
}

/**
 * The files that each agent reads. The formats are in research on agents; Codex, Gemini CLI and Claude Code were asked
 * themselves.
 */
const AGENTS: Readonly<Record<SetupAgent, AgentPlaces>> = {
  'claude-code': {
    hook: (places) =>
      json(
        join(ownDirectory(places, '.claude', 'CLAUDE_CONFIG_DIR'), 'settings.json'),
        grouped('PreToolUse', 'Bash|Monitor'),
      ),
    mcp: ({ root, scope, env }) =>
      json(
        scope === 'project' ? join(root, '.mcp.json') : join(env['CLAUDE_CONFIG_DIR'] ?? root, '.claude.json'),
        server('mcpServers', started),
      ),
  },
  codex: {
    // It accepts only `deny` in an answer to PreToolUse; its own question uses the other event.
    hook: (places) =>
      json(
        join(ownDirectory(places, '.codex', 'CODEX_HOME'), 'hooks.json'),
        grouped('PreToolUse', 'Bash'),
        grouped('PermissionRequest', 'Bash'),
      ),
    mcp: (places) => ({
      path: join(ownDirectory(places, '.codex', 'CODEX_HOME'), 'config.toml'),
      format: 'toml',
      entries: [server('mcp_servers', started)],
    }),
    next:
      'Codex runs no new hook before you have trusted it: start codex and type /hooks. A hook can block a line and spare ' +
      'a question, but not ask: for that, Codex has rules of its own in ~/.codex/rules',
  },
  gemini: {
    hook: ({ root }) =>
      json(join(root, '.gemini', 'settings.json'), grouped('BeforeTool', 'run_shell_command', { timeout: 30_000 })),
    mcp: ({ root }) => json(join(root, '.gemini', 'settings.json'), server('mcpServers', started)),
  },
  cursor: {
    hook: ({ root }) => ({
      ...json(join(root, '.cursor', 'hooks.json'), {
        kind: 'hook',
        path: ['hooks', 'beforeShellExecution'],
        key: 'command',
        limit: { timeout: 30 },
        // It continues after a failed or timed-out hook, unless told otherwise.
        item: (command) => ({ command, timeout: 30, failClosed: true }),
      }),
      head: { version: 1 },
    }),
    mcp: ({ root }) => json(join(root, '.cursor', 'mcp.json'), server('mcpServers', started)),
  },
  copilot: {
    hook: ({ root, scope }) => ({
      ...json(join(root, ...(scope === 'project' ? ['.github', 'hooks'] : ['.copilot', 'hooks']), 'atip.json'), {
        kind: 'hook',
        path: ['hooks', 'preToolUse'],
        key: 'bash',
        limit: { timeoutSec: 30 },
        item: (bash) => ({ type: 'command', bash, timeoutSec: 30 }),
      }),
      head: { version: 1 },
    }),
    mcp: ({ root, scope }) =>
      json(
        join(root, ...(scope === 'project' ? ['.mcp.json'] : ['.copilot', 'mcp-config.json'])),
        server('mcpServers', (words) => ({ type: 'local', ...started(words), tools: ['*'] })),
      ),
  },
  vscode: {
    mcp: ({ root, scope, config }) =>
      json(
        scope === 'project' ? join(root, '.vscode', 'mcp.json') : join(config, 'Code', 'User', 'mcp.json'),
        server('servers', (words) => ({ type: 'stdio', ...started(words) })),
      ),
  },
  opencode: {
    mcp: ({ root, scope }) =>
      json(
        join(root, ...(scope === 'project' ? ['opencode.json'] : ['.config', 'opencode', 'opencode.json'])),
        server('mcp', (command) => ({ type: 'local', command, enabled: true })),
      ),
  },
  'claude-desktop': {
    mcp: ({ scope, config }) =>
      scope === 'person'
        ? json(join(config, 'Claude', 'claude_desktop_config.json'), server('mcpServers', started))
        : undefined,
  },
};

export function hasHook(agent: SetupAgent): boolean {
  return AGENTS[agent].hook !== undefined;
}

/** The next step for the person after the files are written. */
export function nextStep(agent: SetupAgent, isMcp: boolean): string {
  const { next, hook } = AGENTS[agent];
  const tools = 'has the tools that `atip mcp` offers';
  if (next !== undefined) return isMcp ? `${next}. It also ${tools}.` : next;
  const does = [hook && 'asks atip before each shell line', (isMcp || !hook) && tools].filter((one) => one);
  return `From its next start on, it ${does.join(', and ')}.`;
}

export interface SetupPlace {
  readonly scope: SetupScope;
  /** Working directory: the project's. */
  readonly cwd: string;
  readonly env: Environment;
}

/** The files of an agent, each once, with our entries; those for the MCP server only if wanted. */
export function setupFiles(
  agent: SetupAgent,
  { scope, cwd, env }: SetupPlace,
  wanted: readonly SetupEntry['kind'][],
): readonly SetupFile[] {
  const { home } = xdgPaths(env);
  const places: Places = { root: scope === 'project' ? cwd : home, scope, config: configDirectory(home, env), env };
  const { hook, mcp } = AGENTS[agent];
  const all = [wanted.includes('hook') && hook?.(places), wanted.includes('mcp') && mcp(places)];
  const files = all.flatMap((file) => (file ? [file] : []));
  const [first, second] = files;
  if (first && second && first.path === second.path)
    return [{ ...first, entries: [...first.entries, ...second.entries] }];
  return files;
}

function configDirectory(home: string, env: Environment): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (process.platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return join(home, '.config');
}
