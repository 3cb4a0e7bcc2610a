import { AtipError, type FormattedResult, handleToolResult, type ToolCall } from '@atip/core';
import { formatForProvider, UnknownCommandError } from '@atip/core/execute';
import { answerSearchCall } from '@atip/agents/search';
import { SEARCH_TOOLS } from '@atip/core/internal';
import { messageForModel, runCall } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  type RequestId,
  ErrorCode,
} from '@modelcontextprotocol/sdk/types.js';
import { confirmCall } from './confirm-call.ts';
import type { ServerState } from './mcp-settings.ts';
import type { ServerLog } from './server-log.ts';
import { collectStreams, structuredResult } from './structured-result.ts';
import { RUN_LINE } from './tool-offer.ts';

/** One client's calls with the current settings and tools, which may change before the next call. */
export interface McpClient extends ServerState {
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
export function callTool(call: ToolCall, client: McpClient, extra: CallExtra): Promise<CallToolResult> {
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
