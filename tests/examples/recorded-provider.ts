import { randomUUID } from 'node:crypto';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the model makes. Arguments that are no object are sent as they are: as damage. */
export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** The model's message in one turn. */
export type RecordedTurn = string | readonly RecordedCall[];

/** The result of a call as the provider got it. */
export interface ReceivedResult {
  readonly id: string;
  readonly text: string;
}

export interface RecordedProvider {
  /** Without a path: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The results of each turn's calls, in the order of the requests. It grows. */
  readonly received: readonly (readonly ReceivedResult[])[];
  /** The body of each request, with the value of its header `authorization`. It grows. */
  readonly requests: readonly Fields[];
  stop(): Promise<void>;
}

/** A request's body. */
export type Fields = Readonly<Record<string, unknown>>;

/** How one provider speaks over HTTP. */
interface Wire {
  readonly path: RegExp;
  /** Events by their server-sent data, for a request that streams; absent: it is never asked to. */
  readonly respond: (turn: RecordedTurn) => object;
  /** The results that stand behind the model's last message, in the provider's own form. */
  readonly results: (body: Fields) => ReceivedResult[];
}

/** The messages after the last one that `isModel` takes for the model's. */
function since<Item>(items: unknown, isModel: (item: Item) => boolean): Item[] {
  const all = items as Item[]; // the SDK of the provider wrote it
  return all.slice(all.findLastIndex(isModel) + 1);
}

const WIRES: Readonly<Record<string, Wire>> = {
  openai: {
    path: /^\/v1\/chat\/completions$/,
    respond(turn) {
      const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
      const message =
        typeof turn === 'string'
          ? { role: 'assistant', content: turn }
          : {
              ...{ role: 'assistant', content: null },
              tool_calls: turn.map(({ id, name, arguments: args }) => {
                return { id, type: 'function', function: { name, arguments: text(args) } };
              }),
            };
      const finish_reason = typeof turn === 'string' ? 'stop' : 'tool_calls';
      return {
        // LangChain takes messages of one id for the same.
        ...{ id: randomUUID(), object: 'chat.completion', created: 1_790_000_000, model: 'fake-model' },
        choices: [{ index: 0, message, logprobs: null, finish_reason }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      };
    },
    results: ({ messages }) =>
      since<{ role: string; tool_call_id: string; content: string }>(messages, ({ role }) => role === 'assistant')
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id: id, content: text }) => ({ id, text })),
  },
  'openai-responses': {
    path: /^\/v1\/responses$/,
    respond(turn) {
      const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
      const output =
        typeof turn === 'string'
          ? [
              {
                ...{ type: 'message', id: 'm', role: 'assistant', status: 'completed' },
                content: [{ type: 'output_text', text: turn, annotations: [] }],
              },
            ]
          : turn.map(({ id, name, arguments: args }) => {
              return {
                type: 'function_call',
                id: `fc_${id}`,
                call_id: id,
                name,
                arguments: text(args),
                status: 'completed',
              };
            });
      return { id: 'r', object: 'response', status: 'completed', output };
    },
    results: ({ input }) =>
      since<{ type?: string; call_id: string; output: string }>(input, ({ type }) => type === 'function_call').map(
        ({ call_id: id, output: text }) => ({ id, text }),
      ),
  },
  anthropic: {
    path: /^\/v1\/messages$/,
    respond(turn) {
      const content =
        typeof turn === 'string'
          ? [{ type: 'text', text: turn }]
          : turn.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }));
      const stop_reason = typeof turn === 'string' ? 'end_turn' : 'tool_use';
      return { id: 'm', type: 'message', role: 'assistant', content, stop_reason };
    },
    results: ({ messages }) =>
      since<{ role: string; content: { tool_use_id: string; content: string }[] }>(
        messages,
        ({ role }) => role === 'assistant',
      ).flatMap(({ content }) => content.map(({ tool_use_id: id, content: text }) => ({ id, text }))),
  },
  gemini: {
    path: /^\/v1beta\/models\/[\w.-]+:generateContent$/,
    respond(turn) {
      const parts =
        typeof turn === 'string'
          ? [{ text: turn }]
          : turn.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args } }));
      return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    },
    results: ({ contents }) =>
      since<{
        role: string;
        parts: { functionResponse: { id: string; response: { output?: string; error?: string } } }[];
      }>(contents, ({ role }) => role === 'model').flatMap(({ parts }) =>
        parts.map(({ functionResponse: { id, response } }) => ({ id, text: response.output ?? response.error ?? '' })),
      ),
  },
  bedrock: {
    path: /^\/model\/[\w.%:-]+\/converse$/,
    respond(turn) {
      const content =
        typeof turn === 'string'
          ? [{ text: turn }]
          : turn.map(({ id, name, arguments: input }) => ({ toolUse: { toolUseId: id, name, input } }));
      const stopReason = typeof turn === 'string' ? 'end_turn' : 'tool_use';
      return { output: { message: { role: 'assistant', content } }, stopReason };
    },
    results: ({ messages }) =>
      since<{ role: string; content: { toolResult: { toolUseId: string; content: { text: string }[] } }[] }>(
        messages,
        ({ role }) => role === 'assistant',
      ).flatMap(({ content }) =>
        content.map(({ toolResult }) => ({ id: toolResult.toolUseId, text: toolResult.content[0]?.text ?? '' })),
      ),
  },
};

/**
 * Serves one provider on loopback, one recorded turn for each request; a request beyond the last gets 410, one that leaves a call of
 * the turn before unanswered 400, as the provider itself does.
 */
export async function startRecordedProvider(name: string, turns: readonly RecordedTurn[]): Promise<RecordedProvider> {
  const wire = WIRES[name];
  if (!wire) throw new Error(`No wire is recorded for ${name}.`);
  const received: ReceivedResult[][] = [];
  const requests: Fields[] = [];
  let at = 0;
  const answer = (path: string, body: Fields): readonly [status: number, body: object] => {
    if (!wire.path.test(path)) return [404, { error: { message: `There is no ${path} here.` } }];
    const before = turns[at - 1];
    if (before !== undefined && typeof before !== 'string') {
      const results = wire.results(body);
      received.push(results);
      const missing = before.filter(({ id }) => !results.some((result) => result.id === id));
      if (missing.length > 0 || results.length !== before.length)
        return [400, { error: { message: `Unanswered: ${missing.map(({ id }) => id).join(', ')}` } }];
    }
    const turn = turns[at];
    at += 1;
    return turn === undefined ? [410, { error: { message: 'The record is over.' } }] : [200, wire.respond(turn)];
  };
  // Bedrock's SDK speaks HTTP/2; the handlers are compatible.
  const make = name === 'bedrock' ? (createHttp2Server as unknown as typeof createServer) : createServer;
  const server = make((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent: Fields = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      requests.push({ ...sent, authorization: request.headers.authorization });
      const [status, body] = answer(new URL(request.url ?? '', 'http://localhost').pathname, sent);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, so neither null nor a path
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ received, requests },
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
