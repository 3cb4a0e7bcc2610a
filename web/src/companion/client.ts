/** The page's one way to the network: the companion, or the public host that it comes from. */
import type { CallEvent, CompanionApp, DiscoveryEvent, Problem, ToolDetail } from '@atip/companion';
import { asRecord, isRecord, unreadGroups } from '@atip/core/internal';
import { createParser } from 'eventsource-parser';
import { hc } from 'hono/client';

/** A value, or the problem; `code` is `unreachable` without an answer, `http-…` when the answer is not a companion's. */
export type CompanionAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Trouble };

export type Trouble = Pick<Problem, 'title' | 'detail' | 'code'>;

/** Browsers say only that a request failed. */
export const GONE_REASON = 'It was stopped, or another program has its port now.';

export type Api = ReturnType<typeof hc<CompanionApp>>['api']['v1'];

/** The routes at `origin`, for example `"http://127.0.0.1:4170"`; the public host gets no token. */
export function createApi(origin: string, token?: string): Api {
  return hc<CompanionApp>(origin, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } }).api.v1;
}

type Reply = Pick<Response, 'ok' | 'status' | 'headers' | 'body'> & { json(): Promise<unknown> };

/** The answer of a route: `ask(api.tools.$get())`; `undefined` where it answers with nothing. */
export function ask<Sent extends Reply>(
  sent: Promise<Sent>,
): Promise<CompanionAnswer<Awaited<ReturnType<Sent['json']>>>>;
export function ask(sent: Promise<Reply>): Promise<CompanionAnswer<unknown>> {
  return answerOf(sent, async (reply) => (reply.status === 204 ? undefined : reply.json()));
}

/** Resolves when the stream is over; events arrive while it runs. The companion gives up when the request is aborted. */
export function follow<Event extends CallEvent | DiscoveryEvent>(
  sent: Promise<Reply>,
  tell: (event: Event) => void,
): Promise<CompanionAnswer<void>> {
  return answerOf(sent, async ({ body }) => (body ? readEvents(body, tell) : undefined));
}

async function answerOf<Value>(
  sent: Promise<Reply>,
  read: (reply: Reply) => Promise<Value>,
): Promise<CompanionAnswer<Value>> {
  try {
    const reply = await sent;
    return reply.ok ? { ok: true, value: await read(reply) } : { ok: false, problem: await readProblem(reply) };
  } catch (error) {
    return { ok: false, problem: troubleOf(error) };
  }
}

async function readProblem(reply: Reply): Promise<Trouble> {
  const isProblem = reply.headers.get('content-type')?.includes('json') === true;
  const { code, title, detail } = asRecord(isProblem ? await reply.json() : undefined);
  return {
    code: typeof code === 'string' ? code : `http-${reply.status}`,
    title: typeof title === 'string' ? title : 'The companion refused',
    detail: typeof detail === 'string' ? detail : `It answered with status ${reply.status}.`,
  };
}

/** `fetch` and stream failures, bad JSON and broken events; anything else is a mistake of ours. */
function troubleOf(error: unknown): Trouble {
  if (error instanceof DOMException && error.name === 'AbortError')
    return { code: 'aborted', title: 'Cancelled', detail: 'It was cancelled on this page.' };
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)
    return { code: 'unreachable', title: 'The companion does not answer', detail: GONE_REASON };
  throw error;
}

/** Longest event in UTF-16 units; a companion's events are far shorter. */
const MAX_EVENT = 16_777_216;

/** @throws TypeError, SyntaxError or RangeError for what is no event, and the connection's own errors */
async function readEvents<Event extends CallEvent | DiscoveryEvent>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: Event) => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, data: text }) => {
      const data: unknown = JSON.parse(text);
      if (!isRecord(data)) throw new TypeError(`The companion's event "${event}" is no object.`);
      // This page comes from the same companion, so their types agree, except for events that are new to the page.
      onEvent({ event, data } as unknown as Event);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new RangeError('The companion sent an event longer than 16 MiB.');
    },
    maxBufferSize: MAX_EVENT,
  });
  const feed = new WritableStream<string>({ write: (text) => parser.feed(text) });
  await body.pipeThrough(new TextDecoderStream()).pipeTo(feed);
}

/** Names in one question to a program. */
const MAX_COMMANDS = 100;

/** A tool's whole document; of one that is known by its overview the companion asks the program for the rest. */
export async function readTool(api: Api, name: string): Promise<CompanionAnswer<ToolDetail>> {
  const param = { name };
  const route = api.tools[':name'];
  const known = await ask(route.$get({ param, query: {} }));
  const unread = known.ok ? unreadGroups(known.value.tool).map(([first = '']) => first) : [];
  const commands = [...new Set(unread)].slice(0, MAX_COMMANDS);
  if (commands.length === 0) return known;
  const whole = await ask(route.commands.$post({ param, json: { commands } }));
  return whole.ok ? whole : known;
}
