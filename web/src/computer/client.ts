import type {
  CallEvent,
  CallRequest,
  CompanionApp,
  DecisionRequest,
  DiscoveryEvent,
  DiscoveryRequest,
  Kept,
  ShareLink,
  ShareRequest,
  ToolDetail,
  ToolList,
} from '@atip/companion';
import { asRecord, isRecord, unreadGroups } from '@atip/core/internal';
import { createParser } from 'eventsource-parser';
import { hc } from 'hono/client';
import { type CompanionAnswer, GONE_REASON, type Trouble } from './companion.ts';

export type StoredLink = Pick<ShareLink, 'id' | 'expiresAt'>;

/** Lifetime of an answer: while the companion runs, or in the person's configuration. */
export type KeptScope = NonNullable<DecisionRequest['remember']>['scope'];

export type CompanionClient = ReturnType<typeof createCompanionClient>;

/** Names in one question to a program. */
const MAX_COMMANDS = 100;

/** A client for the companion at `origin`, for example `"http://127.0.0.1:4170"`. */
export function createCompanionClient(origin: string) {
  const api = hc<CompanionApp>(origin).api.v1;
  const done = async (): Promise<void> => undefined;
  return {
    openSession: (code: string): Promise<CompanionAnswer<string>> =>
      ask(api.session.$post({ json: { code } }), async (response) => (await response.json()).token),
    listTools: (token: string): Promise<CompanionAnswer<ToolList>> =>
      ask(api.tools.$get({}, as(token)), (response) => response.json()),
    /** Reads a tool's whole document; for a tool that is known by its overview the companion asks the program for the rest. */
    readTool: async (token: string, name: string): Promise<CompanionAnswer<ToolDetail>> => {
      const param = { name };
      const known = await ask(api.tools[':name'].$get({ param }, as(token)), (response) => response.json());
      const unread = known.ok ? unreadGroups(known.value.tool).map(([first = '']) => first) : [];
      const commands = [...new Set(unread)].slice(0, MAX_COMMANDS);
      if (commands.length === 0) return known;
      const route = api.tools[':name'].commands;
      const whole = await ask(route.$post({ param, json: { commands } }, as(token)), (response) => response.json());
      return whole.ok ? whole : known;
    },
    /** Resolves when the stream is over; events arrive while it runs. The companion gives up when `signal` aborts. */
    runCall: (token: string, request: CallRequest, tell: (event: CallEvent) => void, signal: AbortSignal) =>
      ask(
        api.calls.$post({ json: request }, { ...as(token, 'text/event-stream'), init: { signal } }),
        async ({ body }) => body && readEvents(body, tell),
      ),
    discover: (token: string, request: DiscoveryRequest, tell: (event: DiscoveryEvent) => void, signal: AbortSignal) =>
      ask(
        api.discoveries.$post({ json: request }, { ...as(token, 'text/event-stream'), init: { signal } }),
        async ({ body }) => body && readEvents(body, tell),
      ),
    decide: (token: string, id: string, decision: DecisionRequest) =>
      ask(api.calls[':id'].decision.$post({ param: { id }, json: decision }, as(token)), done),
    keepHost: (token: string, host: string, scope: KeptScope): Promise<CompanionAnswer<Kept>> =>
      ask(api.kept.$post({ json: { host, scope } }, as(token)), (response) => response.json()),
    /** Takes back a rule or a host that an answer has added. */
    forget: (token: string, id: string) => ask(api.kept[':id'].$delete({ param: { id } }, as(token)), done),
    cancel: (token: string, id: string) => ask(api.calls[':id'].$delete({ param: { id } }, as(token)), done),
    /** Stores a fragment with the server of this page, which refuses secrets. The public host needs no token. */
    storeShare: (token: string | undefined, request: ShareRequest): Promise<CompanionAnswer<StoredLink>> =>
      ask(api.shares.$post({ json: request }, as(token)), (response) => response.json()),
  };
}

function as(token: string | undefined, type = 'application/json'): { headers?: Record<string, string> } {
  return token === undefined ? {} : { headers: { Authorization: `Bearer ${token}`, Accept: type } };
}

type ReadableResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

async function ask<Reply extends ReadableResponse, Value>(
  sent: Promise<Reply>,
  read: (response: Reply) => Promise<Value>,
): Promise<CompanionAnswer<Value>> {
  try {
    const response = await sent;
    if (!response.ok) return { ok: false, problem: await readProblem(response) };
    return { ok: true, value: await read(response) };
  } catch (error) {
    return { ok: false, problem: troubleOf(error) };
  }
}

async function readProblem(response: ReadableResponse): Promise<Trouble> {
  const isProblem = response.headers.get('content-type')?.includes('json') === true;
  const body: unknown = isProblem ? await response.json() : undefined;
  const field = (name: string): string | undefined => {
    const value = asRecord(body)[name];
    return typeof value === 'string' ? value : undefined;
  };
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    ...(Number.isSafeInteger(wait) && wait > 0 && { retryAfter: wait }),
    code: field('code') ?? `http-${response.status}`,
    title: field('title') ?? 'The companion refused',
    detail: field('detail') ?? `It answered with status ${response.status}.`,
  };
}

/** `fetch` and stream failures, bad JSON and broken events; anything else is a mistake of ours. */
function troubleOf(error: unknown): Trouble {
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { code: 'aborted', title: 'Cancelled', detail: 'It was cancelled on this page.' };
  }
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) {
    return { code: 'unreachable', title: 'The companion does not answer', detail: GONE_REASON };
  }
  throw error;
}

/** Longest event in UTF-16 units; a companion's events are far shorter. */
const MAX_EVENT = 16_777_216;

/**
 * Reads the events of an answer until the companion ends it.
 *
 * @throws TypeError for an event that is not an object, SyntaxError for invalid JSON, RangeError for an endless message,
 * and the connection's own errors (`AbortError` when the page gave up)
 */
export async function readEvents<Event extends CallEvent | DiscoveryEvent>(
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
