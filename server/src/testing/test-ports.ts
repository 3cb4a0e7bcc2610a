import type { AuditEntry, AuditEvent, Host, HostOptions } from '@atip/node';
import type { ToolOutcome } from '@atip/node/internal';
import { createActiveCalls, createCompanionHost } from '../calls/active-calls.ts';
import { createActiveDiscovery, createToolCatalog } from '../tools/tool-catalog.ts';
import type { CompanionPorts } from '../ports.ts';
import { createSession } from '../guard/session.ts';
import type { StoredShare } from '../shares/stored-share.ts';
import { DEMO_TOOL } from './demo-tool.ts';

export interface TestPorts extends CompanionPorts {
  /** Every argv that reached `run`. */
  readonly executed: (readonly string[])[];
  /** Every internal failure that was reported. */
  readonly reported: unknown[];
  /** Every event that was put on record. */
  readonly recorded: AuditEvent[];
}

/** Replacements for single ports, or for parts of the host. */
export type TestOverrides = Partial<Omit<CompanionPorts, 'host'>> & {
  readonly host?: HostOptions & Partial<Pick<Host, 'rules'>>;
  readonly machine?: Partial<Host['machine']>;
};

/** The end of a run without output. */
export const TEST_OUTCOME: ToolOutcome = {
  exitCode: 0,
  stdout: '',
  stderr: '',
  duration: 1,
  truncated: false,
  timedOut: false,
  bytes: { stdout: 0, stderr: 0 },
  sandbox: { applied: true, kind: 'bubblewrap', network: false, writable: [], notes: [] },
};

const PAGE = new TextEncoder().encode('<title>page</title>');

/** The token of every test session; its codes are `code-1`, `code-2` and so on. */
export const TEST_TOKEN = 'test-token';

/** Without a machine: lines are judged by the bundled documents. */
const ENV = { PATH: '/nowhere', HOME: '/nowhere', XDG_DATA_DIRS: '/nowhere' };

const HASH = `sha256:${'0'.repeat(64)}` as const;

/** Makes ports that reach no process, file or network, with the demo tool on port 4170; `overrides` replace some. */
export async function createTestPorts({
  machine,
  host: given = {},
  ...overrides
}: TestOverrides = {}): Promise<TestPorts> {
  const executed: (readonly string[])[] = [];
  const reported: unknown[] = [];
  const recorded: AuditEvent[] = [];
  const shares = new Map<string, StoredShare>();
  let codes = 0;
  let ids = 0;
  return {
    executed,
    reported,
    recorded,
    version: '0.0.0-test',
    allowed: () => ({ hosts: ['127.0.0.1:4170', 'localhost:4170'], origins: [] }),
    session: createSession({ code: () => `code-${++codes}`, token: () => TEST_TOKEN }),
    catalog: await createToolCatalog(async () => ({
      found: [{ tool: DEMO_TOOL, origin: 'shims', source: '/shims/demo.json', hash: HASH, issues: [] }],
      skipped: [{ source: '/shims/bad.json', code: 'symlink', reason: 'It is a symbolic link.' }],
    })),
    calls: createActiveCalls(() => `call-${++ids}`),
    discovery: createActiveDiscovery(),
    scan: async function* () {
      yield* [];
    },
    loadCommands: async (name) => ({ skipped: { source: name, code: 'missing', reason: 'It was not discovered.' } }),
    audit: {
      append: async (event) => {
        recorded.push(event);
      },
      read: async (after, limit) => entriesOf(recorded).slice(after, after + limit),
      last: async (count) => entriesOf(recorded).slice(-count),
      verify: async () => ({ ok: true, entries: recorded.length, files: 1, problems: [], unfinished: 0 }),
      close: async () => undefined,
    },
    host: hostOf(given, { ...machineOf(executed), ...machine }),
    mcp: async () => Response.json({ jsonrpc: '2.0', id: 1, result: {} }),
    shares: {
      get: async (id) => shares.get(id),
      put: async (id, share) => void (share === undefined ? shares.delete(id) : shares.set(id, share)),
    },
    page: async (path) => (path === '/' ? { body: PAGE, type: 'text/html; charset=utf-8', immutable: false } : null),
    report: (error) => reported.push(error),
    ...overrides,
  };
}

function hostOf({ rules, ...options }: HostOptions & Partial<Pick<Host, 'rules'>>, machine: Host['machine']): Host {
  const host = createCompanionHost({ cwd: '/work', env: ENV, ...options });
  return { ...host, machine, rules: rules ?? host.rules };
}

/** Finds every program, and runs none. */
function machineOf(executed: (readonly string[])[]): Host['machine'] {
  return {
    find: async (name) => ({ path: `/real/${name}`, foundAs: `/bin/${name}` }),
    identify: async (path) => ({ path, hash: HASH, stamp: '1' }),
    sandboxStatus: async () => ({ available: true, kind: 'bubblewrap', tested: true, checks: [] }),
    sandboxProblem: async () => undefined,
    outputs: { keep: () => undefined, isOurs: () => false },
    secretsOf: () => [],
    loginQuestion: () => undefined,
    setLogin: async () => undefined,
    run: async (argv, _program, { onOutput }) => {
      executed.push(argv);
      onOutput?.('stdout', 'ran\n');
      return { ...TEST_OUTCOME, stdout: 'ran\n' };
    },
  };
}

/** In the log's form; hashes are made up. */
function entriesOf(events: readonly AuditEvent[]): AuditEntry[] {
  return events.map((event, at) => ({ seq: at + 1, hash: '0', prev: '0', time: '2026-01-02T03:04:05Z', ...event }));
}
