import { bothDelegations, parseJson, judgeRoot, type RootChoice } from '@atip/node/internal';
import type { FoundTool, Host } from '@atip/node';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
  ErrorCode,
  type JSONRPCMessage,
  McpError,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { callTool, type McpClient } from './call-tool.ts';
import type { McpSettings, ServerState } from './mcp-settings.ts';
import { serverInstructions } from './server-instructions.ts';
import { createRedaction, createServerLog, type Redaction, type ServerLog } from './server-log.ts';
import { isSameOffer, offerTools, pageOfTools } from './tool-offer.ts';
import { isRecord } from '@atip/core/internal';

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
 * import { createHost, listTools } from '@atip/node';
 * import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
 * const { offered } = offeredTools((await listTools()).found, ['git']);
 * const server = createMcpServer({ host: createHost({ found: offered }), version: '1.0.0' });
 * await server.connect(new StdioServerTransport());
 * server.updateTools((await listTools()).found); // true: the client's list changed
 * ```
 */
export function createMcpServer(settings: McpSettings): McpServer {
  return new McpServer(settings);
}

const CAPABILITIES = { tools: { listChanged: true }, logging: {} };

/** The official SDK's server, whose tools can be replaced. */
export class McpServer extends Server {
  #state: ServerState;
  readonly #log: ServerLog;

  constructor(settings: McpSettings) {
    const state = { settings, offer: offerTools(settings) };
    const instructions = serverInstructions(state.offer, settings);
    super(
      { name: 'atip', version: settings.version },
      instructions === '' ? { capabilities: CAPABILITIES } : { capabilities: CAPABILITIES, instructions },
    );
    this.#state = state;
    let redaction: { readonly of: ServerState; readonly made: Redaction } | undefined;
    this.#log = createServerLog(this, () => {
      if (redaction?.of !== this.#state) redaction = { of: this.#state, made: createRedaction(this.#state) };
      return redaction.made;
    });
    const told = new Map<string, boolean>();
    serveTools(this, () => ({ ...this.#state, server: this, log: this.#log, told }), this.#followRoots());
  }

  override async connect(transport: Transport): Promise<void> {
    clearErrors(transport);
    await super.connect(transport);
  }

  /**
   * Replaces the tools, and tells the client if that changes its list.
   * @returns true if it does
   */
  updateTools(found: readonly FoundTool[]): boolean {
    const { host } = this.#state.settings;
    return this.#serveFrom({ ...host, found, tools: found.map(({ tool }) => tool) });
  }

  #serveFrom(host: Host): boolean {
    const settings = { ...this.#state.settings, host };
    const offer = offerTools(settings);
    const isChanged = !isSameOffer(offer, this.#state.offer);
    this.#state = { settings, offer };
    if (!isChanged) return false;
    this.#log('info', `${offer.listed.length} tools are offered now.`);
    this.sendToolListChanged().catch(() => undefined);
    return true;
  }

  /** Makes calls run in the client's first root, if the settings allow it. @returns waits until the latest roots are settled */
  #followRoots(): () => Promise<void> {
    const { host, atRoot, report } = this.#state.settings;
    let settled = Promise.resolve();
    if (atRoot === undefined) return () => settled;
    const follow = async (): Promise<void> => {
      const choice = await chooseRoot(this, { cwd: host.cwd, home: host.env['HOME'] });
      if (choice === undefined) return;
      this.#log(choice.refused === undefined ? 'info' : 'warning', describeRoot(choice));
      const { host: now } = this.#state.settings;
      if (choice.refused !== undefined) report?.(new Error(describeRoot(choice)));
      else if (choice.directory !== now.cwd) {
        const there = narrowedBy(host, await atRoot(choice.directory));
        // Another directory may delegate less; the client knows the outputs of its calls.
        this.#serveFrom({ ...there, found: now.found, tools: now.tools, outputs: now.outputs });
      }
    };
    const begin = (): void => {
      settled = settled.then(follow).catch((error: unknown) => {
        report?.(error);
        this.#log('warning', 'The root of the client is not used.');
      });
    };
    this.oninitialized = begin;
    this.setNotificationHandler(RootsListChangedNotificationSchema, begin);
    return () => settled;
  }
}

/** The second host with the delegations of the first, too: those of a directory add to the earlier ones. */
function narrowedBy({ rules: earlier }: Host, host: Host): Host {
  const policy = () => {
    const own = host.rules.policy();
    return { ...own, delegations: bothDelegations(earlier.policy(), own) };
  };
  return { ...host, rules: { ...host.rules, policy } };
}

/** @param settled resolves once the directory of calls is known */
function serveTools(server: Server, client: () => McpClient, settled: () => Promise<void>): void {
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const { offer, told } = client();
    const page = pageOfTools(offer, params?.cursor);
    for (const { name, annotations } of page.tools) told.set(name, annotations?.destructiveHint === true);
    return page;
  });
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, requestId, _meta, sendNotification }) => {
      const { name, arguments: args = {} } = params;
      const onOutput =
        _meta?.progressToken === undefined ? undefined : reportProgress(_meta.progressToken, sendNotification);
      await settled();
      return callTool({ id: String(requestId), name, arguments: args }, client(), { signal, requestId, onOutput });
    },
  );
}

/** The SDK checks requests, and answers an invalid one with the findings of its validator as JSON: this makes a sentence of them. */
function clearErrors(transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(inWords(message), options);
}

/** Findings that are told; an invalid union has one for each of its kinds. */
const MOST = 3;

function inWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const [, list = ''] = /^[^[]*(\[\s*\{.*\])$/s.exec(message.error.message) ?? [];
  const issues = parseJson(list);
  if (!Array.isArray(issues)) return message;
  const found = issues.slice(0, MOST).flatMap((issue: unknown) => {
    if (!isRecord(issue) || !Array.isArray(issue['path']) || typeof issue['message'] !== 'string') return [];
    return [`${issue['path'].join('.')}: ${issue['message'].replace(/^Invalid input: /, '')}`];
  });
  if (found.length === 0) return message;
  const text = `The request is not valid: ${found.join('; ')}.`;
  return { ...message, error: { code: ErrorCode.InvalidParams, message: text } };
}

/** Ms. Calls wait for the answer. */
const ANSWER_TIME = 5_000;

/**
 * Asks a client for its roots and judges the first.
 * @returns undefined when the client has no roots, or does not answer
 * @see MCP 2025-11-25, client/roots
 */
async function chooseRoot(
  server: Server,
  places: { readonly cwd: string; readonly home: string | undefined },
): Promise<RootChoice | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  const listed = await server.listRoots(undefined, { timeout: ANSWER_TIME }).catch((error: unknown) => {
    // It has no root, or did not answer in time.
    if (error instanceof McpError) return { roots: [] };
    throw new Error("The client's roots are not as the protocol has them.", { cause: error });
  });
  const [root] = listed.roots;
  return root && judgeRoot(root.uri, places);
}

/** Shape: `Calls run in the client's root /work/page.` */
function describeRoot({ directory, refused }: RootChoice): string {
  return refused === undefined
    ? `Calls run in the client's root ${directory}.`
    : `The client's root ${directory} is not used: ${refused}`;
}

type Notify = (notification: ServerNotification) => Promise<void>;

/** UTF-16 units that wait for the previous notification. Any more is dropped: the result has the output. */
const MAX_WAITING = 65_536;

const LEFT_OUT = '\n[Output was left out of the progress.]\n';

/**
 * Sends a client output as it arrives: one notification at a time; output that arrives meanwhile goes into the next one.
 * @see MCP 2025-11-25, basic/utilities/progress
 */
export function reportProgress(progressToken: string | number, notify: Notify): (text: string) => void {
  let progress = 0;
  let waiting = '';
  let isSending = false;
  const send = async (): Promise<void> => {
    isSending = true;
    while (waiting !== '') {
      const message = waiting;
      waiting = '';
      progress += 1;
      // The client is gone, so its request will be cancelled too.
      await notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(
        () => undefined,
      );
    }
    isSending = false;
  };
  return (text) => {
    if (waiting === '' || waiting.length + text.length <= MAX_WAITING) waiting += text;
    else if (!waiting.endsWith(LEFT_OUT)) waiting += LEFT_OUT;
    if (!isSending) void send();
  };
}
