import { afterEach, expect, test, vi } from 'vitest';
import { ask, createApi, follow } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const GONE = { code: 'unreachable', detail: 'It was stopped, or another program has its port now.' };

test('events are read from a stream of bytes, cut inside a character', async () => {
  const bytes = bytesOf('event: stdout\ndata: {"text":"ä"}\n\nevent: stderr\ndata: {"text":"b"}\n\n');
  const cut = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of [bytes.slice(0, cut), bytes.slice(cut)]) controller.enqueue(part);
      controller.close();
    },
  });
  const seen: unknown[] = [];
  await follow(Promise.resolve(new Response(body)), (event) => seen.push(event));
  expect(seen).toStrictEqual([
    { event: 'stdout', data: { text: 'ä' } },
    { event: 'stderr', data: { text: 'b' } },
  ]);
});

test.each(['null', '{"text":'])('a broken companion is no quiet one: %s', async (data) => {
  const reply = Promise.resolve(new Response(`event: stdout\ndata: ${data}\n\n`));
  expect(await follow(reply, () => undefined)).toMatchObject({ ok: false, problem: GONE });
});

test('the public host is sent no token, a companion is; a refusal comes in its words, silence in ours', async () => {
  const problem = { code: 'unknown-document', title: 'No such document', detail: 'None of this name was saved.' };
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(problem, { status: 404 }));
  vi.stubGlobal('fetch', fetch);
  const api = createApi('https://atip.example', 'key');
  expect(await ask(api.documents[':name'].$delete({ param: { name: 'a b' } }))).toStrictEqual({ ok: false, problem });
  await ask(createApi('https://atip.example').shares.$post({ json: { fragment: '#v2.x' } }));
  const tokens = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'));
  expect([fetch.mock.calls[0]?.[0], ...tokens]).toStrictEqual([
    'https://atip.example/api/v1/documents/a b',
    'Bearer key',
    null,
  ]);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await ask(api.tools.$get())).toMatchObject({ ok: false, problem: GONE });
});
