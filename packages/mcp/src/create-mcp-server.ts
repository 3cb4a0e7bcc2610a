import { createCallOutputs } from '@atip/core/internal';
import { createToolMachine, withDelegation } from '@atip/node/internal';
import type { FoundTool } from '@atip/node';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { callTool, type McpCallHost } from './call-tool.ts';
import { chooseRoot, describeRoot } from './client-roots.ts';
import type { McpSettings } from './mcp-settings.ts';
import { reportProgress } from './report-progress.ts';
import { RequestError } from './request-error.ts';
import { serverInstructions } from './server-instructions.ts';
import { createRedaction, createServerLog } from './server-log.ts';
import type { ServerState } from './server-state.ts';
import { isSameOffer, offerTools, pageOfTools, type ToolOffer } from './tool-offer.ts';

/**
 * Makes an MCP server that offers the commands of discovered tools, with annotations from their effects. Beside tools it has
 * instructions, structured results, and logging.
 *
 * With `settings.line` it also offers `run_line`, which runs a shell line in bash after judging its commands.
 *
 * Confirmation goes to the client's person by elicitation, unless `settings.confirm` or `settings.ask` says otherwise. When no
 * person can be asked, the call is refused with the reason and the way out.
 * A cancelled request ends its process; a request with a progress token gets its output, redacted, as it arrives.
 * Not connected: `server.connect(transport)` does that. `updateTools` replaces its tools later.
 * @see MCP 2025-11-25, server
 * @example
 * ```ts
 * import { createMcpServer, offeredTools } from '@atip/mcp';
 * import { listTools } from '@atip/node';
 * import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
 * const { found } = await listTools();
 * const { offered } = offeredTools(found, ['git']);
 * const server = createMcpServer({ found: offered, version: '1.0.0', cwd: process.cwd() });
 * await server.connect(new StdioServerTransport());
 * ```
 */
export function createMcpServer(given: McpSettings): Server {
  const settings = delegated(given);
  let state = stateOf(settings);
  const redaction = once(createRedaction, () => state);
  const instructions = serverInstructions(state.offer.documents, settings);
  const server = new Server(
    { name: 'atip', version: settings.version },
    { capabilities: CAPABILITIES, ...(instructions !== '' && { instructions }) },
  );
  const log = createServerLog(server, redaction);
  const current = (): ServerState => state;
  const outputs = createCallOutputs();
  const told = new Map<string, boolean>();
  serveTools(
    server,
    () => ({ ...state, server, log, outputs, told }),
    followRoots(server, current, log, (next) => {
      state = next;
    }),
  );
  UPDATES.set(server, (found) => {
    const offer = offerTools(found, state.settings);
    const isChanged = !isSameOffer(offer, state.offer);
    state = { ...state, offer };
    if (!isChanged) return false;
    log('info', `${offer.listed.length} tools are offered now.`);
    server.sendToolListChanged().catch(() => undefined);
    return true;
  });
  return server;
}

/** Settings with the delegation applied to policy and rules. */
function delegated(given: McpSettings): McpSettings {
  const { delegation, rules, policy = {} } = given;
  const policyNow = (): NonNullable<McpSettings['policy']> => withDelegation(rules?.policy() ?? policy, delegation);
  return { ...given, policy: policyNow(), ...(rules && { rules: { ...rules, policy: policyNow } }) };
}

const CAPABILITIES = {
  tools: { listChanged: true },
  logging: {},
};

const UPDATES = new WeakMap<Server, (found: readonly FoundTool[]) => boolean>();

/**
 * Replaces the tools of a server of `createMcpServer`, and tells its client if that changes its list.
 * @returns true if it does
 * @example
 * ```ts
 * import { createMcpServer, updateTools } from '@atip/mcp';
 * import { listTools } from '@atip/node';
 * const server = createMcpServer({ found: [], version: '1.0.0', cwd: process.cwd() });
 * updateTools(server, (await listTools()).found); // true
 * ```
 */
export function updateTools(server: Server, found: readonly FoundTool[]): boolean {
  return UPDATES.get(server)?.(found) ?? false;
}

/** Computes something from a value, and again only when the value changes. */
function once<Value, Made>(make: (value: Value) => Made, current: () => Value): () => Made {
  let known: { readonly value: Value; readonly made: Made } | undefined;
  return () => {
    const value = current();
    if (known?.value !== value) known = { value, made: make(value) };
    return known.made;
  };
}

function stateOf(settings: McpSettings, offer: ToolOffer = offerTools(settings.found, settings)): ServerState {
  const { sandbox, env = process.env, machine, ...given } = settings;
  return {
    settings,
    offer,
    machine: machine ?? createToolMachine({ ...given, env, ...(sandbox && { sandbox: async () => sandbox }) }),
  };
}

/** @param settled resolves once the directory of calls is known */
function serveTools(server: Server, host: () => McpCallHost, settled: () => Promise<void>): void {
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const { offer, told } = host();
    const page = pageOfTools(offer, params?.cursor);
    for (const { name, annotations } of page?.tools ?? []) told.set(name, annotations?.destructiveHint === true);
    if (page) return page;
    throw new RequestError('No page of tools has that cursor. Begin without one.');
  });
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, requestId, _meta, sendNotification }) => {
      const { name, arguments: args = {} } = params;
      const onOutput =
        _meta?.progressToken === undefined ? undefined : reportProgress(_meta.progressToken, sendNotification);
      await settled();
      return callTool({ id: String(requestId), name, arguments: args }, host(), { signal, requestId, onOutput });
    },
  );
}

/** Makes calls run in the client's first root, if the settings allow it. @returns waits until the latest roots are settled */
function followRoots(
  server: Server,
  current: () => ServerState,
  log: ReturnType<typeof createServerLog>,
  change: (state: ServerState) => void,
): () => Promise<void> {
  const { settings } = current();
  const { atRoot, env = process.env, cwd } = settings;
  let settled = Promise.resolve();
  if (atRoot === undefined) return () => settled;
  const follow = async (): Promise<void> => {
    const choice = await chooseRoot(server, { cwd, home: env['HOME'] });
    if (choice === undefined) return;
    log(choice.refused === undefined ? 'info' : 'warning', describeRoot(choice));
    if (choice.refused !== undefined) settings.report?.(new Error(describeRoot(choice)));
    else if (choice.directory !== current().settings.cwd) {
      const next = await atRoot(choice.directory);
      const there = delegated({ ...settings, ...next, cwd: choice.directory });
      // The directory's delegation adds to the earlier ones.
      const { delegation } = settings;
      const state = stateOf(delegation ? delegated({ ...there, delegation }) : there, current().offer);
      change(state);
      // Another directory may delegate less.
      updateTools(server, state.offer.found);
    }
  };
  const begin = (): void => {
    settled = settled.then(follow).catch((error: unknown) => {
      settings.report?.(error);
      log('warning', 'The root of the client is not used.');
    });
  };
  server.oninitialized = begin;
  server.setNotificationHandler(RootsListChangedNotificationSchema, begin);
  return () => settled;
}
