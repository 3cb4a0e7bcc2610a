import { randomBytes, randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import type { ExecutionPolicy, SandboxMode } from '@atip/core';
import { withPolicyDefaults } from '@atip/core/internal';
import {
  createSandbox,
  type Environment,
  listTools,
  probeTool,
  type Sandbox,
  type SandboxStatus,
  scanTools,
  type ToolReading,
  xdgPaths,
} from '@atip/node';
import {
  type ConfiguredCalls,
  type ConfiguredSettings,
  createLineWorker,
  createToolMachine,
  discoverCommands,
  loadCommands,
  unreadOf,
  type KeptRules,
  keepRules,
  quoteElement,
  type ToolMachine,
  type ToolMachineSettings,
  watchDocuments,
} from '@atip/node/internal';
import {
  createMcpEndpoint,
  createMcpServer,
  offeredTools,
  type McpCalls,
  type McpEndpoint,
  type UnknownName,
  updateTools,
  wantedCommands,
} from '@atip/mcp';
import { callsForMcp, createActiveCalls } from '../calls/active-calls.ts';
import { createActiveDiscovery, createToolCatalogue } from '../tools/tool-catalogue.ts';
import { createAuditTrail } from '../calls/audit-trail.ts';
import { PAGE_PLACES, readVersion } from '../own-files.ts';
import { createCompanionApp } from '../companion-app.ts';
import type { AuditTrail, CompanionPorts, ToolCatalogue } from '../ports.ts';
import type { SkippedTool } from '../routes/tools.ts';
import { createDoor, type DoorSettings, type OpenDoor } from './listen.ts';
import { createPageReader, findPageRoot } from '../page/page-files.ts';
import { removeLeftTokenFile, type TokenFile, writeTokenFile } from './token-file.ts';
import { publicPageOf } from '../guard/allowed-hosts.ts';
import { createSession } from '../guard/session.ts';
import { createFolderShareStore } from '../shares/folder-share-store.ts';

/** `policy` decides about all calls: a client can only narrow it, and `sandbox` overrides its own. Absent: the defaults. */
export interface CompanionSettings
  extends DoorSettings,
    Partial<ConfiguredCalls>,
    Pick<ToolMachineSettings, 'tmp'>,
    Partial<Pick<ConfiguredSettings, 'scan' | 'audit'>> {
  readonly cwd: string;
  /** Absolute paths of executables that may be run once with `--agent`. */
  readonly probes: readonly string[];
  readonly env: Environment;
  /** Absent: by the trust of each tool's document. */
  readonly sandbox?: SandboxMode;
  /** Writes the token to a file, for programs of the same user. */
  readonly tokenFile?: boolean;
  /** Address of a hosted page: our page makes its links for it, because links to this machine open nowhere else. Absent: for itself. */
  readonly publicUrl?: string;
  /** Asks a person at the companion's terminal whether a call may run. Absent: the page, or the MCP client, asks. */
  readonly ask?: CompanionPorts['ask'];
  readonly report: (error: unknown) => void;
  /** Directory of the built page. Absent: the package's own, or the one built in this repository. */
  readonly pageRoot?: string;
}

export interface RunningCompanion extends Pick<OpenDoor, 'origin' | 'origins'> {
  /** Path of the requested token file; it is deleted when the companion is closed. */
  readonly tokenFile: string | undefined;
  /** False: the page was not built. */
  readonly hasPage: boolean;
  readonly sandbox: SandboxStatus;
  /** Tools that the start left out, from the directories and the named executables. */
  readonly skipped: readonly SkippedTool[];
  /** Makes a link with a new one-time code, which ends the previous one. @param onSpent called once when it ends. */
  issueLink(onSpent?: () => void): string;
  /** Ends the link and the token's file at once, then every call and the discovery with their processes, then the server. */
  close(): Promise<void>;
}

/**
 * Starts a companion on this machine: reads registry and directories, asks the named executables, executes calls.
 * @throws the system's error, `EADDRINUSE` when the port is taken; TypeError for an invalid origin.
 */
export async function startCompanion(settings: CompanionSettings): Promise<RunningCompanion> {
  const door = createDoor(settings);
  const { env, cwd, report, hidden = [] } = settings;
  const paths = xdgPaths(env);
  // The token and the record are ours: programs that run here must not see them.
  const sandbox = await createSandbox({ env, hidden: [paths.state, ...hidden] });
  const probed = await askNamed(settings, sandbox);
  const [token, session] = openSession();
  const calls = createActiveCalls(randomUUID);
  const catalogue = await openCatalogue(settings, sandbox, probed);
  const discovery = createActiveDiscovery();
  const watching = watchDocuments(paths, () => void catalogue.refresh().catch(report), report);
  const audit = createAuditTrail(settings.audit ?? { file: paths.audit, list: paths.auditLogs });
  const version = await readVersion();
  const page = createPageReader(settings.pageRoot ?? findPageRoot(PAGE_PLACES));
  const rules = keepRules(policyOf(settings), { env, who: 'companion' });
  const lines = createLineWorker();
  const ports = machinePorts(settings, sandbox, lines.check);
  const { machine } = ports;
  const mcp = createMcp(settings, { catalogue, audit, version, machine, rules, calls: callsForMcp(calls) });
  const app = createCompanionApp({
    ...{ version, session, catalogue, calls, discovery, audit },
    allowed: door.allowed,
    ...ports,
    shares: createFolderShareStore(join(paths.state, 'shares')),
    page,
    ...(settings.publicUrl !== undefined && { publicPage: publicPageOf(settings.publicUrl) }),
    cwd,
    policy: rules.policy(),
    rules,
    mcp: mcp.handle,
    report,
  });
  const server = await door.open(app.fetch, session.isToken);
  const file = await settleTokenFile(settings.tokenFile === true, server, paths.state, token);
  const forget = byExit(() => {
    session.revokeCode();
    file?.remove();
  });
  const end = async (): Promise<void> => {
    forget();
    watching.close();
    const ended = Promise.all([calls.shutdown(), discovery.shutdown(), mcp.close(), lines.close()]);
    await ended.then(() => audit.close()).finally(() => server.close());
  };
  return {
    origin: server.origin,
    origins: server.origins,
    tokenFile: file?.path,
    hasPage: (await page('/')) !== null,
    sandbox: sandbox.status,
    skipped: catalogue.current().skipped,
    issueLink: (onSpent) => `${server.origin}/#k=${session.issueCode(onSpent)}`,
    close: once(end),
  };
}

/** Programs that are known by their overview are asked only in the sandbox. */
function openCatalogue(
  { env, policy, scan: { timeout } = {} }: CompanionSettings,
  sandbox: Sandbox,
  probed: readonly ToolReading[],
): Promise<ToolCatalogue> {
  const asking = { sandbox, ...(timeout !== undefined && { timeout }) };
  return createToolCatalogue((load) => listTools(env, load ? { load: { ...asking, ...load } } : {}), probed, policy);
}

function machinePorts(
  { sandbox: _mode, ...settings }: CompanionSettings,
  sandbox: Sandbox,
  checkLine: ReturnType<typeof createLineWorker>['check'],
): Pick<CompanionPorts, 'scan' | 'loadCommands' | 'machine' | 'checkLine' | 'ask' | 'output' | 'writableRoots'> {
  const { cwd, env, ask, output, writableRoots, scan: { timeout, ...limits } = {} } = settings;
  const project = projectDirectory(cwd, env);
  const asking = { env, sandbox, ...(timeout !== undefined && { timeout }) };
  return {
    scan: (scan) =>
      scanTools({ ...asking, ...limits, ...scan, ...(project !== undefined && { projectDirectory: project }) }),
    loadCommands: (name, commands) => discoverCommands(name, commands, { ...asking, projectDirectory: project }),
    machine: createToolMachine({ ...settings, sandbox: async () => sandbox }),
    checkLine: (line, how) => checkLine(line, { ...how, env, writable: writableRoots ?? [] }),
    ...(ask && { ask }),
    ...(output && { output }),
    ...(writableRoots && { writableRoots }),
  };
}

/** The project whose programs a discovery skips, because its authors could have put them there; never one that holds the home. */
function projectDirectory(cwd: string, { HOME }: Environment): string | undefined {
  const holdsHome = HOME !== undefined && !/^\.\.(?:\/|$)/.test(relative(cwd, HOME));
  return cwd === '/' || holdsHome ? undefined : cwd;
}

/** A person has named these programs, so they are asked even where no sandbox works. */
function askNamed(
  { probes, env, scan: { timeout } = {} }: CompanionSettings,
  sandbox: Sandbox,
): Promise<ToolReading[]> {
  const held = { env, sandbox: sandbox.status.available ? sandbox : ('off' as const) };
  const asking = { ...held, ...(timeout !== undefined && { timeout }) };
  return Promise.all(
    probes.map(async (path) => {
      const reading = await probeTool(path, asking);
      const whole = reading.found && (await loadCommands(reading.found, unreadOf(reading.found), asking));
      return whole?.found ? whole : reading;
    }),
  );
}

/** No process of the companion has a person at its input, whatever a policy says. */
function policyOf({ policy, sandbox }: CompanionSettings): ExecutionPolicy {
  return { ...withPolicyDefaults(policy), ...(sandbox && { sandbox }), allowInteractive: false };
}

/** Runs the clean-up when called, or as the process exits: a closed output ends the process at any time. */
function byExit(action: () => void): () => void {
  process.once('exit', action);
  return () => {
    process.off('exit', action);
    action();
  };
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= end();
    return ending;
  };
}

/** A companion that cannot do what it was asked to does not stay. */
async function settleTokenFile(
  isWanted: boolean,
  server: OpenDoor,
  directory: string,
  token: string,
): Promise<TokenFile | undefined> {
  try {
    if (!isWanted) return await removeLeftTokenFile(directory, server.port);
    return await writeTokenFile(directory, server.port, token);
  } catch (error) {
    await server.close();
    throw error;
  }
}

function openSession(): readonly [token: string, session: ReturnType<typeof createSession>] {
  const token = secret(32);
  return [token, createSession({ code: () => secret(16), token: () => token })];
}

function secret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

interface McpParts {
  readonly catalogue: ToolCatalogue;
  readonly audit: AuditTrail;
  readonly version: string;
  readonly machine: ToolMachine;
  readonly rules: KeptRules;
  readonly calls: McpCalls;
}

const STRATEGIES = ['discrete', 'search'] as const;

/**
 * A client is offered the known tools, now and after each discovery. Its address chooses: `?tools=git:status,log&tools=gh`,
 * `&strategy=search&examples=true`; an unknown name or strategy is refused.
 */
function createMcp(
  { cwd, env, report, ask, output, writableRoots }: CompanionSettings,
  { catalogue, audit, ...parts }: McpParts,
): McpEndpoint {
  const wanted = new Map<ReturnType<typeof createMcpServer>, readonly string[] | undefined>();
  catalogue.onChange(({ found }) => {
    for (const [server, names] of wanted) {
      updateTools(server, offeredTools(found, names).offered);
      void catalogue.load(wantedCommands(names).wanted).catch(report);
    }
  });
  return createMcpEndpoint({
    newId: () => secret(32),
    onEnd: (server) => wanted.delete(server),
    create: async (request) => {
      const record = { log: audit, who: 'mcp client', onProblem: report };
      const { searchParams } = new URL(request.url);
      const names = searchParams.has('tools') ? searchParams.getAll('tools') : undefined;
      const { found } = await catalogue.load(wantedCommands(names).wanted);
      const { offered, unknown } = offeredTools(found, names);
      if (unknown.length > 0) return { refused: noSuchTools(unknown) };
      const named = searchParams.get('strategy') ?? 'discrete';
      const strategy = STRATEGIES.find((one) => one === named);
      if (strategy === undefined) return { refused: `The strategies are ${STRATEGIES.join(', ')}.` };
      const server = createMcpServer({
        ...parts,
        ...{ found: offered, strategy, cwd, env, audit: record, report },
        examples: searchParams.get('examples') === 'true',
        ...(ask && { ask }),
        ...(output && { output }),
        ...(writableRoots && { writableRoots }),
      });
      wanted.set(server, names);
      return server;
    },
  });
}

/** An address could contain thousands of names. */
function noSuchTools(unknown: readonly UnknownName[]): string {
  const quoted = (name: string): string => quoteElement(name.slice(0, 80));
  const shown = unknown
    .slice(0, 5)
    .map(({ name, near }) => `${quoted(name)}${near === undefined ? '' : ` (did you mean ${quoted(near)}?)`}`);
  const more = unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : '';
  return `No tool is called ${shown.join(', ')}${more}; /api/v1/tools lists the known ones.`;
}
