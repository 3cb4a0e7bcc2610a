import { randomBytes, randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import { createCallOutputs } from '@atip/core/internal';
import {
  createSandbox,
  type Environment,
  type Host,
  type HostOptions,
  listTools,
  probeTool,
  type Sandbox,
  type SandboxStatus,
  type SkippedTool,
  scanTools,
  type ToolReading,
  xdgPaths,
} from '@atip/node';
import {
  auditOf,
  createLineWorker,
  discoverCommands,
  hiddenBy,
  loadCommands,
  unreadOf,
  watchDocuments,
} from '@atip/node/internal';
import {
  createMcpEndpoint,
  createMcpServer,
  type McpCalls,
  type McpEndpoint,
  type McpServer,
  noSuchTools,
  offeredTools,
  wantedCommands,
} from '@atip/mcp';
import { callsForMcp, createActiveCalls } from '../calls/active-calls.ts';
import { createCompanionHost } from '../calls/companion-host.ts';
import { createActiveDiscovery, createToolCatalog, type ToolCatalog } from '../tools/tool-catalog.ts';
import { type AuditTrail, createAuditTrail } from '../calls/audit-trail.ts';
import { PAGE_PLACES, readVersion } from '../own-files.ts';
import { createCompanionApp } from '../companion-app.ts';
import type { CompanionPorts } from '../ports.ts';
import { createDoor, type DoorSettings, type OpenDoor } from './listen.ts';
import { createPageReader, findPageRoot } from '../page/page-files.ts';
import { removeLeftTokenFile, type TokenFile, writeTokenFile } from './token-file.ts';
import { publicPageOf } from '../guard/allowed-hosts.ts';
import { createSession } from '../guard/session.ts';
import { createFolderShareStore } from '../shares/folder-share-store.ts';

export interface CompanionSettings extends DoorSettings {
  /** Decides about all calls: a client can only narrow it. Its `ask` asks at the companion's terminal instead of the page. */
  readonly host: HostOptions & { readonly cwd: string; readonly env: Environment };
  /** Asks there, too, whether a document may be saved; absent beside an `ask` of the host: no client saves any. */
  readonly askToSave?: CompanionPorts['askToSave'];
  /** Absolute paths of executables that may be run once with `--agent`. */
  readonly probes: readonly string[];
  /** Writes the token to a file, for programs of the same user. */
  readonly tokenFile?: boolean | undefined;
  /** Address of a hosted page: our page makes its links for it, because links to this machine open nowhere else. Absent: for itself. */
  readonly publicUrl?: string | undefined;
  readonly report: (error: unknown) => void;
  /** Directory of the built page. Absent: the package's own, or the one built in this repository. */
  readonly pageRoot?: string | undefined;
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
  const { host: options, askToSave, report, probes, tokenFile, publicUrl, pageRoot } = settings;
  const { env, cwd, configuration } = options;
  const paths = xdgPaths(env);
  // The token and the record are ours: programs that run here must not see them.
  const hidden = [paths.state, ...hiddenBy(options)];
  const sandbox = await createSandbox({ env, hidden });
  const lines = createLineWorker();
  const host = createCompanionHost({ ...options, sandbox, checkLine: lines.check });
  const { skip, probe } = configuration?.settings ?? {};
  const { timeout, parallel } = probe ?? {};
  const asking: Asking = { env, sandbox, timeout };
  const probed = await askNamed(probes, asking);
  const [token, session] = openSession();
  const calls = createActiveCalls(randomUUID);
  const catalog = await openCatalog(asking, probed, host);
  const discovery = createActiveDiscovery();
  const watching = watchDocuments(paths, () => void catalog.refresh().catch(report), report);
  const audit = createAuditTrail(
    configuration ? auditOf(configuration, env) : { file: paths.audit, list: paths.auditLogs },
  );
  const version = await readVersion();
  const page = createPageReader(pageRoot ?? findPageRoot(PAGE_PLACES));
  const mcp = createMcp(host, report, { catalog, audit, version, calls: callsForMcp(calls) });
  const project = projectDirectory(cwd, env);
  const app = createCompanionApp({
    version,
    session,
    catalog,
    calls,
    discovery,
    audit,
    allowed: door.allowed,
    host,
    askToSave,
    scan: (how) => scanTools({ ...asking, skip, parallel, ...how, ...project }),
    loadCommands: (name, commands) => discoverCommands(name, commands, { ...asking, ...project }),
    shares: createFolderShareStore(join(paths.state, 'shares')),
    page,
    publicPage: publicUrl === undefined ? undefined : publicPageOf(publicUrl),
    mcp: mcp.handle,
    report,
  });
  const server = await door.open(app.fetch, session.isToken);
  const file = await settleTokenFile(tokenFile === true, server, paths.state, token);
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
    skipped: catalog.current().skipped,
    issueLink: (onSpent) => `${server.origin}/#k=${session.issueCode(onSpent)}`,
    close: once(end),
  };
}

/** For asking programs about themselves. */
interface Asking {
  readonly env: Environment;
  readonly sandbox: Sandbox;
  readonly timeout: number | undefined;
}

/** Programs that are known by their overview are asked only in the sandbox. */
function openCatalog(asking: Asking, probed: readonly ToolReading[], { rules }: Host): Promise<ToolCatalog> {
  const { env, ...how } = asking;
  return createToolCatalog((load) => listTools(env, load ? { load: { ...how, ...load } } : {}), probed, rules.policy());
}

/** The project whose programs a discovery skips, because its authors could have put them there; never one that holds the home. */
function projectDirectory(cwd: string, { HOME }: Environment): { readonly projectDirectory?: string } {
  const holdsHome = HOME !== undefined && !/^\.\.(?:\/|$)/.test(relative(cwd, HOME));
  return cwd === '/' || holdsHome ? {} : { projectDirectory: cwd };
}

/** A person has named these programs, so they are asked even where no sandbox works. */
function askNamed(probes: readonly string[], { sandbox, ...asking }: Asking): Promise<ToolReading[]> {
  const held = { ...asking, sandbox: sandbox.status.available ? sandbox : ('off' as const) };
  return Promise.all(
    probes.map(async (path) => {
      const reading = await probeTool(path, held);
      const whole = reading.found && (await loadCommands(reading.found, unreadOf(reading.found), held));
      return whole?.found ? whole : reading;
    }),
  );
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
  readonly catalog: ToolCatalog;
  readonly audit: AuditTrail;
  readonly version: string;
  readonly calls: McpCalls;
}

const STRATEGIES = ['discrete', 'search'] as const;

/**
 * A client is offered the known tools, now and after each discovery. Its address chooses: `?tools=git:status,log&tools=gh`,
 * `&strategy=search&examples=true`; an unknown name or strategy is refused.
 */
function createMcp(
  host: Host,
  report: CompanionSettings['report'],
  { catalog, audit, version, calls }: McpParts,
): McpEndpoint {
  const wanted = new Map<McpServer, readonly string[] | undefined>();
  catalog.onChange(({ found }) => {
    for (const [server, names] of wanted) {
      server.updateTools(offeredTools(found, names).offered);
      void catalog.load(wantedCommands(names).wanted).catch(report);
    }
  });
  return createMcpEndpoint({
    newId: () => secret(32),
    onEnd: (server) => wanted.delete(server),
    create: async (request) => {
      const { searchParams } = new URL(request.url);
      const names = searchParams.has('tools') ? searchParams.getAll('tools') : undefined;
      const { found } = await catalog.load(wantedCommands(names).wanted);
      const { offered, unknown } = offeredTools(found, names);
      if (unknown.length > 0) return { refused: `${noSuchTools(unknown)}; /api/v1/tools lists the known ones.` };
      const named = searchParams.get('strategy');
      const strategy = STRATEGIES.find((one) => one === named);
      if (named !== null && strategy === undefined) return { refused: `The strategies are ${STRATEGIES.join(', ')}.` };
      const tools = offered.map(({ tool }) => tool);
      const record = { log: audit, who: 'mcp client', onProblem: report };
      const server = createMcpServer({
        host: { ...host, found: offered, tools, strategy, record, outputs: createCallOutputs() },
        version,
        calls,
        report,
        examples: searchParams.get('examples') === 'true',
      });
      wanted.set(server, names);
      return server;
    },
  });
}
