import { type AtipTool, AtipError } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { fromMcp } from '@atip/importers';
import type { ServedResult, ServedTools } from '@atip/node';
import { childEnvironment } from '@atip/node/internal';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type ElicitRequestFormParams,
  type ElicitResult,
  ErrorCode,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';

/** An MCP server that a person configured: a program to start, or the address of a running server. */
export type McpServerSettings =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Added to the harmless variables of our own environment; the values are redacted in all output. */
      readonly env?: Readonly<Record<string, string>>;
      /** Absolute. Absent: ours. */
      readonly cwd?: string;
    }
  | {
      /** `https:`, or `http:` on this machine. */
      readonly url: string;
      /** Their values are redacted in all output. */
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface ConnectSettings {
  /** Version of the connecting program. */
  readonly version?: string;
  /**
   * Asks the person a question of a server, which waits for the answer. A server may ask for anything at any time, even a password, so
   * name the server and show its words escaped. Absent: servers are told that no person can be asked.
   */
  readonly elicit?: (question: ElicitRequestFormParams & { readonly server: string }) => Promise<ElicitResult>;
  /** Ms for a server to start and list everything it offers. Absent: 30 s. */
  readonly timeout?: number;
}

/** Servers that answered. For `createExecutor` of `@atip/node`: add `tools` to its tools, and pass the whole as `served`. */
export interface ConnectedServers extends ServedTools {
  /** A tool for each server, with its tools as commands. A server's own claims that a tool is harmless do not count. */
  readonly tools: readonly AtipTool[];
  /** The servers that did not answer, with the reason. */
  readonly problems: readonly { readonly server: string; readonly reason: string }[];
  /** Ends the started servers and the sessions of the others. */
  close(): Promise<void>;
}

/**
 * Starts or reaches the MCP servers that a person configured, and turns their tools into ATIP tools.
 *
 * Only these settings start a server; no document does. The list of tools is read once: later changes of a server do not count.
 * Servers run outside of the sandbox, as their settings say.
 * Limits: 100 pages of tools; a call takes as long as its run may.
 *
 * @throws ExecutionError for a name that no tool can have, and for an address that is neither `https:` nor on this machine
 * @see ATIP 0.3 §6.2, §6.3; MCP 2025-11-25
 * @example
 * import { connectServers } from '@atip/mcp';
 * import { createExecutor } from '@atip/node';
 *
 * const served = await connectServers({ files: { command: 'mcp-server-filesystem', args: ['/srv'] } });
 * const executor = createExecutor({ tools: [...served.tools], served });
 */
export async function connectServers(
  servers: Readonly<Record<string, McpServerSettings>>,
  settings: ConnectSettings = {},
): Promise<ConnectedServers> {
  const named = Object.entries(servers);
  for (const [name, server] of named) assertServer(name, server);
  const answers = await Promise.allSettled(named.map(async ([name, server]) => connect(name, server, settings)));
  const connected = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const clients = new Map(connected.map(({ name, client }) => [name, client]));
  return {
    tools: connected.flatMap(({ tool }) => tool ?? []),
    problems: answers.flatMap((answer, at) =>
      answer.status === 'rejected' ? [{ server: named[at]?.[0] ?? '', reason: messageOf(answer.reason) }] : [],
    ),
    servers: new Map(connected.map(({ name }) => [name, { settings: JSON.stringify(servers[name]) }])),
    secrets: named.flatMap(([, server]) => Object.values(('url' in server ? server.headers : server.env) ?? {})),
    async call(server, tool, args, options) {
      const client = clients.get(server);
      if (client === undefined) throw new ExecutionError(`There is no MCP server ${JSON.stringify(server)}.`);
      return callTool(client, { name: tool, arguments: args }, options);
    },
    async close() {
      await Promise.allSettled([...clients.values()].map(async (client) => end(client)));
    },
  };
}

function assertServer(name: string, server: McpServerSettings): void {
  if (!/^[A-Za-z][\w-]{0,40}$/.test(name))
    throw new ExecutionError(
      `${JSON.stringify(name)} is not a valid server name: letters, digits, "_" and "-", 41 at most.`,
    );
  if (!('url' in server)) return;
  const { protocol, hostname } = new URL(server.url);
  const isLocal = protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new ExecutionError(`The address of ${name} has to begin with https:, or lead to this machine.`);
}

interface Connected {
  readonly name: string;
  readonly client: Client;
  /** Absent: it offers no tools. */
  readonly tool?: AtipTool;
}

const MAX_PAGES = 100;

async function connect(name: string, server: McpServerSettings, settings: ConnectSettings): Promise<Connected> {
  const { version = '0', elicit, timeout = 30_000 } = settings;
  const capabilities = elicit ? { elicitation: { form: { applyDefaults: true } } } : {};
  const client = new Client({ name: 'atip', version }, { capabilities });
  if (elicit) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) =>
      'requestedSchema' in params ? elicit({ ...params, server: name }) : { action: 'decline' },
    );
  }
  const transport = transportOf(server);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One limit for everything: the SDK limits each request, there may be a hundred pages, and a notification has no limit.
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ExecutionError(`It did not list its tools within ${timeout} ms.`)), timeout);
  });
  const offered = async (): Promise<unknown[]> => {
    await client.connect(transport, { timeout });
    return client.getServerCapabilities()?.tools ? listTools(client, timeout) : [];
  };
  try {
    const tools = await Promise.race([late, offered()]);
    if (tools.length === 0) return { name, client };
    const { tool } = fromMcp({ tools }, { name, version: client.getServerVersion()?.version ?? version });
    return { name, client, tool };
  } catch (error) {
    await end(client);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function transportOf(server: McpServerSettings): Transport {
  if ('url' in server) {
    const requestInit = { headers: { ...server.headers } };
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit, fetch: fetchBounded }) as Transport;
  }
  const { command, args = [], env = {}, cwd = process.cwd() } = server;
  const variables = { ...childEnvironment(process.env), ...env };
  return new StdioClientTransport({ command, args: [...args], env: variables, stderr: 'ignore', cwd });
}

/**
 * Lists all pages. Some servers begin again at the end, with a cursor or tools that were there already, and some do not
 * know their own cursor: then the list ends with what came.
 */
async function listTools(client: Client, timeout: number): Promise<unknown[]> {
  const tools = new Map<string, unknown>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listing = client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
    const answer = await listing.catch((error: unknown) => {
      if (cursor === undefined || !(error instanceof McpError && error.code === ErrorCode.InvalidParams)) throw error;
      return { tools: [], nextCursor: undefined };
    });
    const fresh = answer.tools.filter(({ name }) => !tools.has(name));
    for (const tool of fresh) tools.set(tool.name, tool);
    cursor = answer.nextCursor;
    const isRepeated = answer.tools.length > 0 && fresh.length === 0;
    if (cursor === undefined || cursors.has(cursor) || isRepeated) return [...tools.values()];
    cursors.add(cursor);
  }
  throw new ExecutionError(`It has more than ${MAX_PAGES} pages of tools.`);
}

async function callTool(
  client: Client,
  params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
  { timeout, signal }: Parameters<ServedTools['call']>[3],
): Promise<ServedResult> {
  try {
    const result = await client.callTool({ ...params, arguments: { ...params.arguments } }, CallToolResultSchema, {
      ...{ timeout, maxTotalTimeout: timeout, signal },
    });
    return { text: textOfResult(CallToolResultSchema.parse(result)), isError: result.isError === true };
  } catch (error) {
    if (signal.aborted) return { text: '', isError: true, ended: 'stopped' };
    if (!(error instanceof McpError)) throw new ExecutionError('The MCP server cannot be reached.', { cause: error });
    if (error.code === ErrorCode.RequestTimeout) return { text: '', isError: true, ended: 'timeout' };
    if (error.code === ErrorCode.ConnectionClosed)
      throw new ExecutionError('The MCP server ended before it answered.', { cause: error });
    return { text: error.message, isError: true };
  }
}

async function end(client: Client): Promise<void> {
  const { transport } = client;
  if (transport instanceof StreamableHTTPClientTransport) {
    // A server may refuse to end a session, or not answer; the session then expires.
    const ended = transport.terminateSession().catch(() => undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, FAREWELL);
    });
    await Promise.race([ended, late]);
    clearTimeout(timer);
  }
  await client.close();
}

/** Ms for a server to end a session. */
const FAREWELL = 2000;

/** Bytes of one answer over HTTP; over standard streams the SDK has a limit of its own. */
const MAX_ANSWER = 33_554_432;

/** `fetch` that breaks off long answers: the SDK would read an answer whole before we could limit it. */
async function fetchBounded(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.body === null) return response;
  let length = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > MAX_ANSWER) controller.error(new Error(`An answer is longer than ${MAX_ANSWER} bytes.`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers, url, redirected } = response;
  const bounded = new Response(response.body.pipeThrough(bound), { status, statusText, headers });
  // A new response has no URL, and the SDK detects redirects by it.
  return Object.defineProperties(bounded, { url: { value: url }, redirected: { value: redirected } });
}

function messageOf(error: unknown): string {
  if (AtipError.isInstance(error)) return error.message;
  return error instanceof Error ? `It does not answer: ${error.message}` : 'It does not answer.';
}

/**
 * Returns the text of a tool's result for a model. A note replaces anything that is not text. Structured content replaces missing
 * texts.
 * Shape: `[{ type: "text", text: "a" }, { type: "image", mimeType: "image/png", data }]` → `"a\n[image/png of 1204 bytes is left out]"`
 */
export function textOfResult({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'resource_link') return `[${part.name}: ${part.uri}]`;
    if (part.type !== 'resource') return leftOut(part.mimeType, part.data);
    const { resource } = part;
    return 'text' in resource ? resource.text : leftOut(resource.mimeType, resource.blob);
  });
  if (parts.length > 0 || structuredContent === undefined) return parts.join('\n');
  return JSON.stringify(structuredContent);
}

function leftOut(type: string | undefined, data: string): string {
  return `[${type ?? 'data'} of ${Math.floor((data.length * 3) / 4)} bytes is left out]`;
}
