import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXECUTION_POLICY_DEFAULTS, type ExecutionPolicy, type SandboxMode } from '@atip/core';
import {
  childEnvironment,
  createExecutableIdentifier,
  type Environment,
  createSandbox,
  discoverCommands,
  findExecutable,
  listTools,
  probeTool,
  resolveExecutable,
  runProgram,
  scanTools,
  type Sandbox,
  type SandboxStatus,
  xdgPaths,
} from '@atip/node';
import { createMcpEndpoint, createMcpServer, type McpEndpoint } from '@atip/mcp';
import { createActiveCalls } from './calls/active-calls.ts';
import { createActiveDiscovery } from './tools/active-discovery.ts';
import { type AuditTrail, createAuditTrail } from './audit/audit-trail.ts';
import { systemClock } from './clock.ts';
import { createCompanionApp } from './companion-app.ts';
import type { CompanionPorts } from './companion-ports.ts';
import type { SkippedTool } from './contract/contract.ts';
import { listen } from './serve/listen.ts';
import { createPageReader } from './page/page-files.ts';
import { projectDirectory } from './serve/project-directory.ts';
import { createSession } from './guard/session.ts';
import { createToolCatalogue, type ToolCatalogue } from './tools/tool-catalogue.ts';

export interface CompanionSettings {
  /** 0 picks a free one. */
  readonly port: number;
  /** Directory in which calls run, absolute. */
  readonly cwd: string;
  /** Absolute paths of executables that may be run once with `--agent`. */
  readonly probes: readonly string[];
  readonly env: Environment;
  /** Absent: by the trust of each tool's metadata. */
  readonly sandbox?: SandboxMode;
  /** Gets what went wrong inside. */
  readonly report: (error: unknown) => void;
  /** Directory of the built page. Absent: the one that is built in this repository. */
  readonly pageRoot?: string;
}

/** A companion that answers requests. */
export interface RunningCompanion {
  /** For example `http://127.0.0.1:4170`. */
  readonly origin: string;
  /** Whether tools can be held here. */
  readonly sandbox: SandboxStatus;
  /** What the directories and the named executables offered and was left out, as of the start. */
  readonly skipped: readonly SkippedTool[];
  /**
   * A new link with a new one-time code; the link before it stops working.
   *
   * @param onSpent called once when the link stops working, for whatever reason.
   */
  issueLink(onSpent?: () => void): string;
  /** Ends the link at once, then every call and the discovery with their processes, then the server. */
  close(): Promise<void>;
}

/** From `src` and from `dist` alike. */
const PAGE_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Starts a companion on this machine: registry and directories read, named executables asked, calls executed.
 *
 * @throws the system's error, `EADDRINUSE` when the port is taken.
 */
export async function startCompanion(settings: CompanionSettings): Promise<RunningCompanion> {
  const { env, cwd, report } = settings;
  const paths = xdgPaths(env);
  // Ours are the token and what is on record; nothing that runs here is to see them.
  const sandbox = await createSandbox({ env, hidden: [paths.state] });
  const probed = await Promise.all(settings.probes.map((path) => probeTool(path, { env, sandbox })));
  const session = createSession(systemClock, { code: () => secret(16), token: () => secret(32) });
  const calls = createActiveCalls(systemClock, randomUUID);
  const catalogue = await createToolCatalogue(() => listTools(env), probed);
  const discovery = createActiveDiscovery();
  const audit = createAuditTrail(join(paths.state, 'audit.jsonl'));
  const project = projectDirectory(cwd, env);
  const policy = { ...EXECUTION_POLICY_DEFAULTS, ...(settings.sandbox && { sandbox: settings.sandbox }) };
  const version = await readVersion();
  const mcp = createMcp(settings, { catalogue, audit, version, sandbox, policy });
  const listening = { port: settings.port };
  const app = createCompanionApp({
    version,
    port: () => listening.port,
    session,
    catalogue,
    calls,
    discovery,
    scan: (scan) => scanTools({ env, sandbox, ...scan, ...(project !== undefined && { projectDirectory: project }) }),
    loadCommands: (name, commands) => discoverCommands(name, commands, { env, sandbox, projectDirectory: project }),
    audit,
    locate: ({ tool, executable }) =>
      executable ? resolveExecutable(executable.foundAs) : findExecutable(tool.name, env),
    identify: createExecutableIdentifier(),
    run: runIn(env, sandbox),
    page: createPageReader(settings.pageRoot ?? PAGE_ROOT),
    cwd,
    policy,
    mcp: mcp.handle,
    report,
  });
  const server = await listen(app.fetch, settings.port);
  listening.port = server.port;
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    sandbox: sandbox.status,
    skipped: catalogue.current().skipped,
    issueLink: (onSpent) => `${origin}/#k=${session.issueCode(onSpent)}`,
    async close() {
      session.revokeCode();
      await Promise.all([calls.shutdown(), discovery.shutdown(), mcp.close()]);
      await audit.close();
      await server.close();
    },
  };
}

/** Runs programs of an environment, held as each run says. */
function runIn(env: Environment, sandbox: Sandbox): CompanionPorts['run'] {
  return (argv, options) => {
    const program = { path: options.executable, foundAs: argv[0] ?? options.executable };
    const run = { ...options, env: childEnvironment(env) };
    return runProgram(argv, program, run, { env, sandbox: async () => sandbox });
  };
}

function secret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

interface McpParts {
  readonly catalogue: ToolCatalogue;
  readonly audit: AuditTrail;
  readonly version: string;
  readonly sandbox: Sandbox;
  readonly policy: ExecutionPolicy;
}

/** A client is offered what is known when it connects; what is discovered later, the next one. */
function createMcp({ cwd, env, report }: CompanionSettings, { catalogue, audit, ...parts }: McpParts): McpEndpoint {
  return createMcpEndpoint({
    newId: () => secret(32),
    create: () => {
      const record = { log: audit, who: 'mcp client', onProblem: report };
      return createMcpServer({ ...parts, found: catalogue.current().found, cwd, env, audit: record });
    },
  });
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error("The companion's package.json has no version.");
}
