import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { CliHost } from '../cli-host.ts';

/** MCP over standard input and output, for a client that may end its input before it has its answers. */
export interface StdioTransport extends StdioServerTransport {
  /** Resolves after the end of the input, once each request has its answer, or the client has died. */
  readonly whenAnswered: Promise<void>;
}

/** Connect it at once. It answers a line that is not a JSON-RPC message with an error. */
export function createStdioTransport({ stdin, stdout }: NonNullable<CliHost['streams']>): StdioTransport {
  const transport = new StdioServerTransport(stdin, stdout);
  /** Requests of the client, and ours to it. */
  const [unanswered, asked] = [new Set<RequestId>(), new Set<RequestId>()];
  const client = process.ppid;
  let hasEnded = false;
  let finish = (): void => undefined;
  const whenAnswered = new Promise<void>((done) => {
    finish = done;
  });
  const look = (): void => {
    if (hasEnded && unanswered.size === 0) finish();
  };
  /** Nobody is left to answer. */
  const withdraw = (id: RequestId): void => {
    if (asked.delete(id)) transport.onmessage?.({ jsonrpc: '2.0', id, error: GONE });
  };
  // The server that connects calls these before its own.
  transport.onmessage = (message) => {
    const { id, isRequest } = identify(message);
    if (id !== undefined) isRequest ? unanswered.add(id) : asked.delete(id);
    const cancelled = cancelledBy(message);
    // A request that was called off gets no answer.
    if (cancelled !== undefined && unanswered.delete(cancelled)) look();
  };
  transport.onerror = (error) => {
    const wrong = error instanceof SyntaxError ? NO_JSON : error.name === 'ZodError' ? NO_MESSAGE : undefined;
    if (wrong) stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: wrong })}\n`);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    const { id, isRequest } = identify(message);
    if (id !== undefined && isRequest) asked.add(id);
    await send(message);
    if (id === undefined) return;
    if (!isRequest) unanswered.delete(id);
    else if (hasEnded) withdraw(id);
    look();
  };
  stdin.once('end', () => {
    hasEnded = true;
    for (const id of [...asked]) withdraw(id);
    look();
    // A client that died leaves its processes to another parent, and nobody reads the answers.
    const watch = setInterval(() => process.ppid === client || finish(), LOOK).unref();
    void whenAnswered.then(() => clearInterval(watch));
  });
  return Object.assign(transport, { whenAnswered });
}

/** Ms. */
const LOOK = 1_000;

const GONE = { code: ErrorCode.ConnectionClosed, message: 'The client has ended its input.' };
const NO_JSON = { code: ErrorCode.ParseError, message: 'The line is not JSON.' };
const NO_MESSAGE = { code: ErrorCode.InvalidRequest, message: 'The line is not a message of JSON-RPC 2.0.' };

/** Of a request or of an answer; a notification has no id. */
function identify(message: JSONRPCMessage): { readonly id?: RequestId | undefined; readonly isRequest: boolean } {
  return { id: 'id' in message ? message.id : undefined, isRequest: 'method' in message };
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
