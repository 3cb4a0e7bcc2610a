import {
  compileTools,
  AtipError,
  checkCall,
  type FormattedResult,
  formatForProvider,
  handleToolResult,
  type ToolCall,
  UnknownCommandError,
  type McpTool,
} from '@atip/core';
import type { FoundTool } from '@atip/node';
import { createCallOutputs } from '@atip/core/internal';
import {
  type CallHost,
  checkLineCall,
  createToolMachine,
  messageForModel,
  runCall,
  type ToolMachine,
} from '@atip/node/internal';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  CallToolResultSchema,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { confirmCall } from './confirm-call.ts';
import type { McpSettings } from './mcp-settings.ts';

/**
 * Makes an MCP server that offers the commands of discovered tools, with annotations from their effects.
 *
 * With `settings.line` it offers `run_line` as well, which runs a shell line by bash, judged by what its commands do.
 *
 * Confirmation is asked of the client's person by elicitation, or of whom `settings.ask` asks; where nobody can be asked, the
 * call is refused with the reason and the way out.
 * A cancelled request ends its process; a request with a progress token gets its output, redacted, as it arrives.
 * Not connected: `server.connect(transport)` does that.
 * @see MCP 2025-11-25, server/tools
 */
export function createMcpServer(settings: McpSettings): Server {
  const server = new Server({ name: 'atip', version: settings.version }, { capabilities: { tools: {} } });
  // Of two tools with one name the later counts, as where calls are looked up.
  const { tools: described } = compileTools(
    settings.found.map(({ tool }) => tool),
    'mcp',
  );
  const tools = settings.line ? [...described.filter(({ name }) => name !== RUN_LINE.name), RUN_LINE] : described;
  const { sandbox, env = process.env, ...given } = settings;
  const machine =
    settings.machine ?? createToolMachine({ ...given, env, ...(sandbox && { sandbox: async () => sandbox }) });
  const host = { ...settings, server, machine, outputs: createCallOutputs() };
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const page = pageOfTools(tools, params?.cursor);
    if (page) return { ...page, tools: [...page.tools] };
    throw new McpError(ErrorCode.InvalidParams, 'No page of tools has that cursor. Begin without one.');
  });
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, requestId, _meta, sendNotification }) => {
      const { name, arguments: args = {} } = params;
      const onOutput =
        _meta?.progressToken === undefined ? undefined : reportProgress(_meta.progressToken, sendNotification);
      return runToolCall({ id: String(requestId), name, arguments: args }, host, { signal, onOutput });
    },
  );
  return server;
}

const RUN_LINE: McpTool = {
  name: 'run_line',
  title: 'Run a shell line',
  description:
    'Runs a line of bash and returns what it prints. It is judged by what its commands do: harmless ones run at once, others ' +
    'after a person agreed. It runs in a sandbox that gives what its commands may do, without standard input or a terminal.',
  inputSchema: {
    type: 'object',
    properties: { line: { type: 'string', description: 'The line, such as: git log --oneline | head -5' } },
    required: ['line'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

interface CallExtra {
  readonly signal: AbortSignal;
  /** Gets redacted output as it arrives. Absent: the client did not ask for progress. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

interface McpCallHost extends McpSettings, Required<Pick<CallHost, 'outputs'>> {
  readonly server: Server;
  readonly machine: ToolMachine;
}

/** Runs one call. Refusals are results, which a model can act on; `report` gets our own failures, which may name paths. */
function runToolCall(
  call: ToolCall,
  host: McpCallHost,
  { signal: given, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const run = (signal: AbortSignal): Promise<CallToolResult> => answerCall(call, host, { signal, onOutput });
  return host.calls ? host.calls.take(given, run) : run(given);
}

async function answerCall(
  call: ToolCall,
  { server, machine, outputs, ...settings }: McpCallHost,
  { signal, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const { found, cwd, rules, calls, audit, report, output, writableRoots: writable } = settings;
  const tools = found.map(({ tool }) => tool);
  const policyNow = () => rules?.policy() ?? settings.policy;
  const check = () =>
    settings.line && call.name === RUN_LINE.name
      ? checkLineCall(lineOf(call), {
          ...{ env: settings.env ?? process.env, cwd, id: call.id },
          ...{ policies: [policyNow() ?? {}], writable: writable ?? [] },
        })
      : checkCall(call, tools, policyNow(), { directories: { cwd, ...(writable && { writable }) } });
  const confirmation = confirmCall(server, settings, signal);
  try {
    const result = await runCall(await check(), {
      found,
      machine,
      outputs,
      cwd,
      signal,
      tools,
      ...(output && { output }),
      ask: confirmation.ask,
      ...(confirmation.askLogin && { askLogin: confirmation.askLogin }),
      recheck: check,
      ...(calls && { inTurn: (run): Promise<FormattedResult> => calls.inTurn(signal, run) }),
      ...(onOutput && { onOutput: (_stream, text): void => onOutput(text) }),
      ...(audit && { record: audit }),
    });
    return CallToolResultSchema.parse(formatForProvider('mcp', call, result));
  } catch (error) {
    if (error instanceof McpError) throw error;
    if (error instanceof UnknownCommandError) throw new McpError(ErrorCode.InvalidParams, error.message);
    if (!AtipError.isInstance(error)) report?.(error);
    const text = [messageForModel(error, [cwd]), confirmation.wayOut ?? ''].join(' ').trim();
    return CallToolResultSchema.parse(handleToolResult('mcp', call, text, { isError: true }));
  }
}

/** @throws McpError for arguments that hold no line */
function lineOf({ arguments: { line } }: ToolCall): string {
  if (typeof line === 'string') return line;
  throw new McpError(ErrorCode.InvalidParams, 'run_line takes one argument, "line": a text.');
}

/** Tools of one answer; a client asks for the next with the cursor. */
const PAGE = 100;

/** Cuts one page out of the tools. @returns undefined for a cursor that no page had */
function pageOfTools(
  tools: readonly McpTool[],
  cursor: string | undefined,
): { readonly tools: readonly McpTool[]; readonly nextCursor?: string } | undefined {
  const start = cursor === undefined ? 0 : Number(/^[1-9]\d{0,6}$/.exec(cursor)?.[0]);
  if (!(start % PAGE === 0 && start <= tools.length)) return undefined;
  const end = start + PAGE;
  return { tools: tools.slice(start, end), ...(end < tools.length && { nextCursor: String(end) }) };
}

type Notify = (notification: ServerNotification) => Promise<void>;

/** UTF-16 units that wait while a notification is on its way; what comes on top is not told: the result is where output belongs. */
const MAX_WAITING = 65_536;

const LEFT_OUT = '\n[Output was left out of the progress.]\n';

/**
 * Tells a client of output as it arrives: one notification at a time, what comes meanwhile together in the next.
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
      // A client that is gone is told nothing more; its request is then cancelled as well.
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

/**
 * The tools that a client is offered: those it names, else those that describe themselves or that the user described. Our shims
 * and registries by name only: with a thousand commands a model chooses badly.
 * @param names absent: none were named.
 * @returns the tools, and the names that no tool has.
 */
export function offeredTools(
  found: readonly FoundTool[],
  names: readonly string[] | undefined,
): { readonly offered: readonly FoundTool[]; readonly unknown: readonly string[] } {
  if (names === undefined) return { offered: found.filter(isOwn), unknown: [] };
  const known = new Set(found.map(({ tool }) => tool.name));
  return {
    offered: found.filter(({ tool }) => names.includes(tool.name)),
    unknown: names.filter((name) => !known.has(name)),
  };
}

function isOwn({ origin }: FoundTool): boolean {
  return origin !== 'bundled' && !origin.startsWith('registry:');
}
