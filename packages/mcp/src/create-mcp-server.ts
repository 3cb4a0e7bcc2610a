import { bothDelegations, parseJson, judgeRoot, type RootChoice, messageForModel, runCall } from '@atip/node/internal';
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
  type CallToolResult,
  CallToolResultSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpSettings, ServerState, McpConfirmation } from './mcp-settings.ts';
import { createRedaction, createServerLog, type Redaction, type ServerLog } from './server-log.ts';
import { isSameOffer, offerTools, pageOfTools, RUN_LINE, type ToolOffer } from './tool-offer.ts';
import { isRecord, SEARCH_TOOLS, generatePatternPrompt, namePatterns, patternsWithin } from '@atip/core/internal';
import {
  AtipError,
  type FormattedResult,
  handleToolResult,
  type ToolCall,
  type AtipPattern,
  generateSafetyPrompt,
} from '@atip/core';
import { formatForProvider, UnknownCommandError } from '@atip/core/execute';
import { answerSearchCall } from '@atip/agents/search';
import { confirmCall } from './confirm-call.ts';
import { collectStreams, structuredResult } from './structured-result.ts';

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

/** One client's calls with the current settings and tools, which may change before the next call. */
interface McpClient extends ServerState {
  readonly server: Server;
  readonly log: ServerLog;
  /** By name: true if the last list that this client got calls the tool destructive. */
  readonly told: Map<string, boolean>;
}

interface CallExtra {
  readonly signal: AbortSignal;
  readonly requestId: RequestId;
  /** Gets redacted output as it arrives. Absent: the client asked for no progress. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** Runs one call. Refusals are results, which a model can act on. `report` gets our own failures, which may name paths. */
function callTool(call: ToolCall, client: McpClient, extra: CallExtra): Promise<CallToolResult> {
  const run = (signal: AbortSignal): Promise<CallToolResult> => answerCall(call, client, { ...extra, signal });
  const { calls, host } = client.settings;
  const found =
    client.offer.searches && answerSearchCall(call, client.offer.documents, { policy: host.rules.policy() });
  // Run nothing for it.
  if (found) return Promise.resolve({ content: [{ type: 'text', text: found.text }], isError: found.isError });
  return calls ? calls.take(extra.signal, run) : run(extra.signal);
}

async function answerCall(
  call: ToolCall,
  { server, settings, offer, log, told }: McpClient,
  { signal, requestId, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const { host, report } = settings;
  const { cwd, output } = host;
  const isHarm = offer.listed.find(({ name }) => name === call.name)?.annotations?.destructiveHint === true;
  // The tool may have new commands since the client saw it as harmless and stopped asking its person.
  const isKnownHarm = isHarm && told.get(call.name) !== false;
  const { wayOut, ...asking } = confirmCall({ server, settings, signal, requestId, isKnownHarm });
  const streams = collectStreams();
  const line = settings.line && call.name === RUN_LINE.name ? lineOf(call) : undefined;
  try {
    const { result } = await runCall(
      { call, line },
      {
        ...host,
        strategy: offer.searches && call.name === SEARCH_TOOLS.run ? 'search' : undefined,
        ...asking,
        signal,
        onDecision({ decision: { decision }, approved }) {
          const answer = approved === undefined ? '' : approved ? ', approved' : ', not approved';
          log('debug', `${call.name}: ${decision}${answer}.`);
          if (decision === 'allow' || approved) log('info', `${call.name} is run.`);
        },
        onOutput(stream, text) {
          streams.push(stream, text);
          onOutput?.(text);
        },
      },
    );
    log('info', `${call.name} ended: ${endOf(result)}.`);
    const structuredContent = structuredResult(result, streams, output.maxLength);
    return CallToolResultSchema.parse({ ...formatForProvider('mcp', call, result), structuredContent });
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (error instanceof UnknownCommandError) throw new RequestError(error.message);
    if (!AtipError.isInstance(error)) report?.(error);
    const text = [messageForModel(error, [cwd]), wayOut(error, line) ?? ''].join(' ').trim();
    log('notice', `${call.name} was not run: ${text}`);
    return CallToolResultSchema.parse(handleToolResult('mcp', call, text, { isError: true }));
  }
}

/** @throws RequestError for arguments without a line */
function lineOf({ arguments: { line } }: ToolCall): string {
  if (typeof line === 'string') return line;
  throw new RequestError('run_line takes one argument, "line": a text.');
}

function endOf({ raw: { exitCode, timedOut, duration } }: FormattedResult): string {
  const how = timedOut ? 'out of time' : exitCode === null ? 'by a signal' : `exit code ${exitCode}`;
  return `${how}, after ${Math.round(duration)} ms`;
}

/**
 * A protocol error. The SDK's own class writes the code into the message, and the client's copy of it writes it again.
 */
class RequestError extends Error {
  readonly code: number = ErrorCode.InvalidParams;

  constructor(message: string) {
    super(message);
    this.name = 'RequestError';
  }
}

/** Bytes. Claude Code keeps 2 KiB of a server's instructions; other clients keep more. */
const MAX_INSTRUCTIONS = 2048;

const CONFIRMED: Readonly<Record<McpConfirmation, string>> = {
  ask: 'A call that may do harm waits for the yes of a person.',
  client: 'A call that may do harm runs once you made it: make it only with the yes of a person.',
  deny: 'A call that may do harm is refused.',
};

const EACH = 'Each tool runs one command of a program on this machine, ';
const SEARCHED =
  'search_commands finds commands of programs on this machine, describe_command says how one is called, run_command runs it, ';
const BOTH =
  'Each tool runs one command of a program on this machine, and there are more: search_commands finds them, describe_command says ' +
  'how one is called, run_command runs it, ';

/**
 * Tells a model how to use these tools and which of them need care: the safety prompt of their documents, shortened to
 * the size that clients keep. Descriptions are dropped first, then the longest lists of names, but never a heading with its advice,
 * because it explains the flags in the descriptions of the tools. Workflows follow if there is room.
 * @see ATIP 0.3 §8.2, §8.3; MCP 2025-11-25, basic/lifecycle
 */
export function serverInstructions(
  { documents: tools, searches }: Pick<ToolOffer, 'documents' | 'searches'>,
  { confirm = 'ask', host: { strategy }, patterns = [] }: McpSettings,
): string {
  const head =
    `${strategy === 'search' ? SEARCHED : searches ? BOTH : EACH}` +
    'without a shell, in a sandbox; secrets are redacted from what it ' +
    `prints. ${CONFIRMED[confirm]} A refusal names the rule and what would change it: tell the person, do not work around it.`;
  const write = (maxLength: number): string => {
    return `${head}\n\n${generateSafetyPrompt([...tools], { maxLength })}`.trim();
  };
  const room = MAX_INSTRUCTIONS - head.length - 2;
  const text = write(room);
  // Letters of descriptions may take several bytes, those of names do not; without descriptions the text is shorter in any case.
  const fitting =
    Buffer.byteLength(text) <= MAX_INSTRUCTIONS ? text : write(Math.min(room, text.length - head.length - 3));
  const named = namePatterns(
    patterns.map((pattern) => ({ pattern })),
    tools,
  );
  const workflows = workflowText(patternsWithin(named, tools), MAX_INSTRUCTIONS - Buffer.byteLength(fitting) - 2);
  return workflows === '' ? fitting : `${fitting}\n\n${workflows}`;
}

/** The workflows that fit into the rest: dangers come first. */
function workflowText(patterns: ReadonlyMap<string, AtipPattern>, room: number): string {
  const text = generatePatternPrompt(patterns, { maxLength: Math.max(0, room) });
  if (Buffer.byteLength(text) <= room) return text;
  // A letter may take several bytes.
  return generatePatternPrompt(patterns, { maxLength: Math.max(0, Math.floor(room / 3)) });
}
