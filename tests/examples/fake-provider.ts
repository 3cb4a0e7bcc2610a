import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the model makes: its arguments as an object, or as the very text, to send what no model should. */
export interface FakeCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** The model's answer to one request: a text, calls, or a failure of the provider. */
export type FakeAnswer = string | readonly FakeCall[] | { readonly status: number; readonly body: unknown };

/** A message as the provider got it; `tool_call_id` and `content` of a `tool` message are what a test looks at. */
export interface FakeMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export interface FakeRequest {
  readonly authorization: string | undefined;
  readonly model: unknown;
  readonly messages: readonly FakeMessage[];
  readonly tools: readonly unknown[];
}

export interface FakeProvider {
  /** Value of `OPENAI_BASE_URL`: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Every request that was well formed, in order. It grows. */
  readonly requests: readonly FakeRequest[];
  stop(): Promise<void>;
}

/**
 * Serves OpenAI's chat completions on loopback, one scripted answer for each request.
 *
 * It refuses with 400 what OpenAI refuses: calls that no `tool` message answers, answers to no call, names beyond
 * `[a-zA-Z0-9_-]{1,64}`; also `stream: true`, which it does not speak. A request beyond the last answer gets 410. Clients
 * that try again on 5xx therefore see each refusal once.
 */
export async function startFakeProvider(answers: readonly FakeAnswer[]): Promise<FakeProvider> {
  const requests: FakeRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, answers, requests).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 400, failure(error instanceof Error ? error.message : String(error))),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, so neither null nor a path
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function answer(
  request: IncomingMessage,
  answers: readonly FakeAnswer[],
  requests: FakeRequest[],
): Promise<Answer> {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return { status: 404, body: failure(`There is no ${request.method} ${request.url} here.`) };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  requests.push(readRequest(JSON.parse(Buffer.concat(chunks).toString('utf8')), request.headers.authorization));
  const next = answers[requests.length - 1];
  if (next === undefined) return { status: 410, body: failure(`Only ${answers.length} answers were scripted.`) };
  if (typeof next === 'object' && 'status' in next) return next;
  return { status: 200, body: completion(next, requests.length) };
}

function readRequest(body: unknown, authorization: string | undefined): FakeRequest {
  if (typeof body !== 'object' || body === null) throw new Error('The body is no object.');
  const { model, messages, tools = [], stream } = body as Record<string, unknown>; // an object: any field may be absent
  if (typeof model !== 'string') throw new Error('"model" is missing.');
  if (stream === true) throw new Error('This provider does not stream.');
  if (!Array.isArray(messages) || messages.length === 0) throw new Error('"messages" is empty.');
  if (!Array.isArray(tools)) throw new Error('"tools" is no list.');
  for (const tool of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool?.function?.name)) throw new Error(`Bad tool: ${JSON.stringify(tool)}`);
  }
  checkAnswered(messages);
  return { authorization, model, messages, tools };
}

/** As OpenAI does: after a message with calls comes one `tool` message for each, and none for anything else. */
function checkAnswered(messages: readonly FakeMessage[]): void {
  let open = new Set<string | undefined>();
  for (const { role, tool_calls: calls = [], tool_call_id: id, content } of messages) {
    if (role === 'tool') {
      if (!open.delete(id)) throw new Error(`A tool message answers "${id}", which nobody asked.`);
      if (typeof content !== 'string') throw new Error(`The content of the answer to "${id}" is no text.`);
      continue;
    }
    if (open.size > 0) throw new Error(`No tool message answers ${[...open].join(', ')}.`);
    open = new Set(calls.map((call) => call.id));
  }
  if (open.size > 0) throw new Error(`No tool message answers ${[...open].join(', ')}.`);
}

function completion(next: Exclude<FakeAnswer, Answer>, turn: number): unknown {
  const scripted = typeof next === 'string' ? [] : next;
  const calls = scripted.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  const content = typeof next === 'string' ? next : null;
  const message = { role: 'assistant', content, refusal: null, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    id: `chatcmpl-${turn}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'fake-model',
    choices: [{ index: 0, message, logprobs: null, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function failure(message: string): unknown {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
