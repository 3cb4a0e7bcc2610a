import { expect, test, afterEach, vi } from 'vitest';
import { readEvents, createCompanionClient } from './client.ts';

function streamOf(...pieces: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('events are read from a stream of bytes, cut inside a character', async () => {
  const bytes = bytesOf('event: stdout\ndata: {"text":"ä"}\n\nevent: stderr\ndata: {"text":"b"}\n\n');
  const cut = bytes.indexOf(0xc3) + 1;
  const seen: unknown[] = [];
  await readEvents(streamOf(bytes.slice(0, cut), bytes.slice(cut)), (event) => seen.push(event));
  expect(seen).toStrictEqual([
    { event: 'stdout', data: { text: 'ä' } },
    { event: 'stderr', data: { text: 'b' } },
  ]);
});

test.each([
  ['null', 'The companion\'s event "stdout" is no object.'],
  ['{"text":', 'Unexpected end of JSON input'],
])('a broken companion is no quiet one: %s', async (data, message) => {
  const stream = streamOf(bytesOf(`event: stdout\ndata: ${data}\n\n`));
  await expect(readEvents(stream, () => undefined)).rejects.toThrow(message);
});

const ID = 'a'.repeat(22);
const client = createCompanionClient('https://atip.example');

/** The requests in their order; `answer` answers each. */
function answering(answer: () => Response): Request[] {
  const sent: Request[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(new Request(input, init));
    return answer();
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test('the public host is sent no token, a companion is', async () => {
  const sent = answering(() => Response.json({ id: ID, url: 'https://elsewhere.example' }, { status: 201 }));
  const stored = await client.storeShare(undefined, { fragment: '#v2.x', expiresIn: 60 });
  await client.storeShare('key', { fragment: '#v2.x' });
  expect(stored).toMatchObject({ ok: true, value: { id: ID } });
  expect(sent.map(({ method, url, headers }) => [method, url, headers.get('authorization')])).toStrictEqual([
    ['POST', 'https://atip.example/api/v1/shares', null],
    ['POST', 'https://atip.example/api/v1/shares', 'Bearer key'],
  ]);
  expect([await sent[0]?.json(), await sent[1]?.json()]).toStrictEqual([
    { fragment: '#v2.x', expiresIn: 60 },
    { fragment: '#v2.x' },
  ]);
});

test('a companion that does not answer is said in words, not in the browser’s', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await client.listTools('key')).toStrictEqual({
    ok: false,
    problem: {
      code: 'unreachable',
      title: 'The companion does not answer',
      detail: 'It was stopped, or another program has its port now.',
    },
  });
});
