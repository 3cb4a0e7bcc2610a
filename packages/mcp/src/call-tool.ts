import { AtipError, checkCall, type FormattedResult, handleToolResult, type ToolCall } from '@atip/core';
import { formatForProvider, UnknownCommandError } from '@atip/core/execute';
import { answerSearchCall } from '@atip/agents/search';
import { type CallHost, checkLineCall, messageForModel, runCall } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type CallToolResult, CallToolResultSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { confirmCall } from './confirm-call.ts';
import { type McpSettings, policyOf } from './mcp-settings.ts';
import { RequestError } from './request-error.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerState } from './server-state.ts';
import { collectStreams, structuredResult } from './structured-result.ts';
import { RUN_LINE, type ToolOffer } from './tool-offer.ts';

/** One client's calls with the current settings and tools, which may change before the next call. */
export interface McpCallHost extends ServerState, Required<Pick<CallHost, 'outputs'>> {
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
export function callTool(call: ToolCall, host: McpCallHost, extra: CallExtra): Promise<CallToolResult> {
  const run = (signal: AbortSignal): Promise<CallToolResult> => answerCall(call, host, { ...extra, signal });
  const { calls, strategy } = host.settings;
  const found =
    strategy === 'search' && answerSearchCall(call, host.offer.documents, { policy: policyOf(host.settings) });
  // Run nothing for it.
  if (found) return Promise.resolve({ content: [{ type: 'text', text: found.text }], isError: found.isError });
  return calls ? calls.take(extra.signal, run) : run(extra.signal);
}

async function answerCall(
  call: ToolCall,
  { server, machine, outputs, settings, offer, log, told }: McpCallHost,
  { signal, requestId, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const { cwd, calls, audit, report, output } = settings;
  const { found, listed } = offer;
  const tools = found.map(({ tool }) => tool);
  const check = checkOf(call, settings, offer);
  const isHarm = listed.find(({ name }) => name === call.name)?.annotations?.destructiveHint === true;
  // The tool may have new commands since the client saw it as harmless and stopped asking its person.
  const isKnownHarm = isHarm && told.get(call.name) !== false;
  const confirmation = confirmCall({ server, settings, signal, requestId, isKnownHarm });
  const streams = collectStreams();
  try {
    const result = await runCall(await check(), {
      ...{ found, machine, outputs, cwd, signal, tools },
      ...(output && { output }),
      ...confirmation,
      recheck: () => check(true),
      onDecision: ({ decision: { decision }, approved }) => {
        log(
          'debug',
          `${call.name}: ${decision}${approved === undefined ? '' : approved ? ', approved' : ', not approved'}.`,
        );
      },
      inTurn: (run): Promise<FormattedResult> => {
        log('info', `${call.name} is run.`);
        return calls ? calls.inTurn(signal, run) : run();
      },
      onOutput: (stream, text): void => {
        streams.push(stream, text);
        onOutput?.(text);
      },
      ...(audit && { record: audit }),
    });
    log('info', `${call.name} ended: ${endOf(result)}.`);
    const structuredContent = structuredResult(result, streams, output?.maxLength);
    return CallToolResultSchema.parse({ ...formatForProvider('mcp', call, result), structuredContent });
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (error instanceof UnknownCommandError) throw new RequestError(error.message);
    if (!AtipError.isInstance(error)) report?.(error);
    const text = [messageForModel(error, [cwd]), confirmation.wayOut ?? ''].join(' ').trim();
    log('notice', `${call.name} was not run: ${text}`);
    return CallToolResultSchema.parse(handleToolResult('mcp', call, text, { isError: true }));
  }
}

function checkOf(call: ToolCall, settings: McpSettings, { found }: ToolOffer) {
  const documents = found.map(({ tool }) => tool);
  const { cwd, strategy, writableRoots: writable } = settings;
  return (runs?: boolean) =>
    settings.line && call.name === RUN_LINE.name
      ? checkLineCall(lineOf(call), {
          ...{ env: settings.env ?? process.env, cwd, id: call.id, runs },
          ...{ policies: [policyOf(settings)], writable: writable ?? [] },
        })
      : checkCall(call, documents, policyOf(settings), {
          directories: { cwd, ...(writable && { writable }) },
          ...(strategy && { strategy }),
        });
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
