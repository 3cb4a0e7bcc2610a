import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createCallOutputs } from '@atip/core/internal';
import {
  createSandbox,
  type Environment,
  type HostOptions,
  listTools,
  type SandboxStatus,
  type SkippedTool,
  scanTools,
  xdgPaths,
} from '@atip/node';
import { auditOf, createLineWorker, discoverCommands, hiddenBy, isInside, watchDocuments } from '@atip/node/internal';
import {
  createMcpEndpoint,
  createMcpServer,
  type McpEndpoint,
  type McpServer,
  noSuchTools,
  offeredTools,
  wantedCommands,
} from '@atip/mcp';
import { callsForMcp, createActiveCalls, createCompanionHost } from '../calls/active-calls.ts';
import { createAuditTrail } from '../calls/audit-trail.ts';
import { createCompanionApp } from '../companion-app.ts';
import { publicPageOf } from '../guard/allowed-hosts.ts';
import { createSession } from '../guard/session.ts';
import { PAGE_PLACES, readVersion } from '../own-files.ts';
import { createPageReader, findPageRoot } from '../page/page-files.ts';
import type { CompanionPorts } from '../ports.ts';
import { createFolderShareStore } from '../shares/folder-share-store.ts';
import { createActiveDiscovery, createToolCatalog } from '../tools/tool-catalog.ts';
import { createDoor, type DoorSettings, type OpenDoor } from './listen.ts';
import { removeLeftTokenFile, writeTokenFile } from './token-file.ts';

export interface CompanionSettings extends DoorSettings {
  /** Decides about all calls: a client can only narrow it. Its `ask` asks at the companion's terminal instead of the page. */
  readonly host: HostOptions & { readonly cwd: string; readonly env: Environment };
  /**
   * Asks there, too, whether a document may be saved. If it is absent and the host has an `ask`, no client saves any.
   */
  readonly askToSave?: CompanionPorts['askToSave'];
  /** Writes the token to a file, for programs of the same user. */
  readonly tokenFile?: boolean | undefined;
  /** Address of a hosted page: our page makes its links for it, because links to this machine open nowhere else. Absent: for itself. */
  readonly publicUrl?: string | undefined;
  readonly report: (error: unknown) => void;
  /** Directory of the built page. Absent: the package's own, or the one built in this repository. */
  readonly pageRoot?: string | undefined;
}

export interface RunningCompanion extends Pick<OpenDoor, 'origin'> {
  /** Path of the requested token file; it is deleted when the companion is closed. */
  readonly tokenFile: string | undefined;
  /** False: the page was not built. */
  readonly hasPage: boolean;
  readonly sandbox: SandboxStatus;
  /** Tools that the start left out. */
  readonly skipped: readonly SkippedTool[];
  /** Makes a link with a new one-time code, which ends the previous one. @param onSpent called once when it ends. */
  issueLink(onSpent?: () => void): string;
  /** Ends the link and the token's file at once, then every call and the discovery with their processes, then the server. */
  close(): Promise<void>;
}

/**
 * Starts a companion on this machine: reads registry and directories, executes calls.
 * @throws the system's error, `EADDRINUSE` when the port is taken; TypeError for an invalid origin.
 */
export async function startCompanion(settings: CompanionSettings): Promise<RunningCompanion> {
  const door = createDoor(settings);
  const { host: options, askToSave, report, tokenFile, publicUrl, pageRoot } = settings;
  const { env, cwd, configuration } = options;
  const paths = xdgPaths(env);
  // The token and the record are ours: programs that run here must not see them.
  const hidden = [paths.state, ...hiddenBy(options)];
  const sandbox = await createSandbox({ env, hidden });
  const lines = createLineWorker();
  const host = createCompanionHost({ ...options, sandbox, checkLine: lines.check });
  const { skip, probe } = configuration?.settings ?? {};
  const asking = { env, timeout: probe?.timeout };
  const catalog = await createToolCatalog(
    (load) => listTools(env, load ? { load: { ...asking, sandbox, ...load } } : {}),
    host.rules.policy(),
  );
  const token = secret(32);
  const session = createSession({ code: () => secret(16), token: () => token });
  const project = projectDirectory(cwd, env);
  const parts = {
    version: await readVersion(),
    session,
    catalog,
    calls: createActiveCalls(randomUUID),
    discovery: createActiveDiscovery(),
    audit: createAuditTrail(configuration ? auditOf(configuration, env) : { file: paths.audit, list: paths.auditLogs }),
    allowed: door.allowed,
    host,
    askToSave,
    scan: (how) => scanTools({ ...asking, sandbox, skip, parallel: probe?.parallel, ...how, ...project }),
    loadCommands: (name, commands) => discoverCommands(name, commands, { ...asking, sandbox, ...project }),
    shares: createFolderShareStore(join(paths.state, 'shares')),
    page: createPageReader(pageRoot ?? findPageRoot(PAGE_PLACES)),
    publicPage: publicUrl === undefined ? undefined : publicPageOf(publicUrl),
    report,
  } satisfies Omit<CompanionPorts, 'mcp'>;
  const mcp = createMcp(parts);
  const app = createCompanionApp({ ...parts, mcp: mcp.handle });
  const watching = watchDocuments(paths, () => void catalog.refresh().catch(report), report);
  const server = await door.open(app.fetch, session.isToken);
  const settled = tokenFile
    ? writeTokenFile(paths.state, server.port, token)
    : removeLeftTokenFile(paths.state, server.port);
  // A companion that cannot do what it was asked to does not stay.
  const file = await settled.catch((error: unknown) => server.close().then(() => Promise.reject(error)));
  // Also as the process exits: a closed output ends it at any time.
  const forget = (): void => {
    process.off('exit', forget);
    session.revokeCode();
    file?.remove();
  };
  process.once('exit', forget);
  const end = async (): Promise<void> => {
    forget();
    watching.close();
    const ended = Promise.all([parts.calls.shutdown(), parts.discovery.shutdown(), mcp.close(), lines.close()]);
    await ended.then(() => parts.audit.close()).finally(() => server.close());
  };
  let ending: Promise<void> | undefined;
  return {
    origin: server.origin,
    tokenFile: file?.path,
    hasPage: (await parts.page('/')) !== null,
    sandbox: sandbox.status,
    skipped: catalog.current().skipped,
    issueLink: (onSpent) => `${server.origin}/#k=${session.issueCode(onSpent)}`,
    close: () => (ending ??= end()),
  };
}

/** The project whose programs a discovery skips, because its authors could have put them there; never one that holds the home. */
function projectDirectory(cwd: string, { HOME }: Environment): { readonly projectDirectory?: string } {
  return HOME !== undefined && isInside(HOME, cwd) ? {} : { projectDirectory: cwd };
}

function secret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

const STRATEGIES = ['discrete', 'search'] as const;

/**
 * Offers an MCP client the known tools, now and after each discovery. The address chooses among them:
 * `?tools=git:status,log&tools=gh`, `&strategy=search&examples=true`; an unknown name or strategy is refused.
 */
function createMcp(parts: Omit<CompanionPorts, 'mcp'>): McpEndpoint {
  const { host, report, catalog, audit, version } = parts;
  const calls = callsForMcp(parts.calls);
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
