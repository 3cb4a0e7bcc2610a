import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { toBase64Url } from './base64url.ts';
import { checksum } from './checksum.ts';
import { decodeShare } from './decode-share.ts';
import { encodeShare } from './encode-share.ts';
import type { ShareState } from './share-state.ts';

const FULL: ShareState = {
  documents: [
    { name: 'gh.json', text: '{ "atip": "0.4", "ä": "😀" }\r\n' },
    { name: '', text: '' },
  ],
  provider: 'gemini',
  strict: true,
  filter: { commands: ['pr', ''], depth: 2 },
  panel: 'calls',
  call: { name: 'gh_pr_create', arguments: { title: 'x', list: [1, null] } },
  response: '{"choices":[]}',
  output: 'done\n',
  policy: { allowDestructive: true },
};
const SMALL: ShareState = { documents: [{ name: 'a.json', text: '{}' }], provider: 'openai' };
const LINK = encodeShare(SMALL);

interface Fixture {
  readonly fragment: string;
  readonly state: ShareState;
}

const FIXTURES: readonly Fixture[] = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/links.json'), 'utf8'));

test.each(FIXTURES)('a link once given out stays readable: $fragment', ({ fragment, state }) => {
  expect(decodeShare(fragment)).toStrictEqual({ ok: true, state });
});

test.each([
  ['everything', FULL],
  ['the least', SMALL],
  ['no document', { documents: [], provider: 'openai' }],
  ['an empty filter and an empty policy', { ...SMALL, filter: {}, policy: {} }],
])('comes back as it went: %s', (_name, state) => {
  const fragment = encodeShare(state);
  expect(fragment).toMatch(/^#v1\.[lm]\.[A-Za-z0-9_-]+$/);
  expect(decodeShare(fragment)).toStrictEqual({ ok: true, state });
});

test('any text comes back as it went', { timeout: 30_000 }, () => {
  const units = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(units, fc.string({ unit: 'grapheme' }), (half, text) => {
      const documents = [half, text, half + text].map((content, index) => ({ name: `${half}${index}`, text: content }));
      const state = { documents, provider: text };
      expect(decodeShare(encodeShare(state))).toStrictEqual({ ok: true, state });
    }),
    { numRuns: 12 },
  );
});

const BODY = LINK.slice(1);

test.each([
  ['without #', BODY],
  ['percent-encoded', `%23${BODY.replaceAll('.', '%2E')}`],
  ['percent-encoded twice', `%2523${BODY.replaceAll('.', '%252e').replaceAll('-', '%252D')}`],
  ['as a whole URL', `https://play.example/?x=1${LINK}`],
  ['with punctuation after it', `${LINK}).`],
  ['wrapped over lines', `${LINK.slice(0, 20)}\n  ${LINK.slice(20)} `],
])('reads a link %s', (_name, fragment) => {
  expect(decodeShare(fragment)).toStrictEqual({ ok: true, state: SMALL });
});

/** A link around any bytes, with the right checksum. */
function linkOf(json: string, texts = ''): string {
  const bytes = strToU8(`${json}\n${texts}`);
  return `#v1.d.${toBase64Url(Uint8Array.of(...deflateSync(bytes), ...checksum(bytes)))}`;
}

const NESTED = `{"d":[],"y":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`;

test.each([
  ['', 'not-a-share-link'],
  ['#', 'not-a-share-link'],
  ['#section', 'not-a-share-link'],
  ['#k=abc', 'not-a-share-link'],
  ['#v2.d.AAAA', 'unsupported-version'],
  ['#v1.z.AAAA', 'unsupported-version'],
  ['#v1.d', 'damaged'],
  ['#v1.d.', 'damaged'],
  ['#v1.d.A', 'damaged'],
  ['#v1.d.AA!AAAAA', 'damaged'],
  ['#v1.d._____w', 'damaged'],
  [linkOf('no json'), 'invalid-state'],
  [linkOf('[]'), 'invalid-state'],
  [linkOf('{}'), 'invalid-state'],
  [linkOf('{"d":[["a"]]}'), 'invalid-state'],
  [linkOf('{"d":[["a",1]]}'), 'invalid-state'],
  [linkOf('{"d":[["a",1]]}', 'xy'), 'invalid-state'],
  [linkOf('{"d":[["a",-1]]}'), 'invalid-state'],
  [linkOf('{"d":[["a",true]]}', 'x'), 'invalid-state'],
  [linkOf('{"d":[],"p":1}'), 'invalid-state'],
  [linkOf('{"d":[],"f":{"c":[1]}}'), 'invalid-state'],
  [linkOf('{"d":[],"f":{"d":0}}'), 'invalid-state'],
  [linkOf('{"d":[],"c":["n"]}'), 'invalid-state'],
  [linkOf('{"d":[],"y":[]}'), 'invalid-state'],
  [linkOf(NESTED), 'invalid-state'],
])('says what is wrong with %j', (fragment, code) => {
  const decoded = decodeShare(fragment);
  expect(decoded.ok ? 'ok' : decoded.code).toBe(code);
  expect(decoded.ok ? '' : decoded.raw).toBe(fragment);
});

test('passes over what a newer page may add', () => {
  expect(decodeShare(linkOf('{"d":[["a.json","{}"]],"zz":1}'))).toStrictEqual({ ok: true, state: SMALL });
});

test('a link cut off anywhere is damaged', () => {
  for (let length = '#v1.d'.length; length < LINK.length; length += 1) {
    const decoded = decodeShare(LINK.slice(0, length));
    expect(decoded.ok ? 'ok' : decoded.code).toBe('damaged');
  }
});

test.each(['.', '%2E', '!'])('a tail of many %j is looked at once', (piece) => {
  const start = performance.now();
  const decoded = decodeShare(`#v1.d.${piece.repeat(200_000)}a`);
  // Looked at once for each of its characters, it takes a minute.
  expect(performance.now() - start).toBeLessThan(1000);
  expect(decoded.ok ? 'ok' : decoded.code).toBe('damaged');
});

test.each(FIXTURES.slice(2, 10))(
  'one wrong letter anywhere does not show another state: $fragment',
  { timeout: 30_000 },
  (fixture) => {
    const link = fixture.fragment;
    // Each letter of a short link, some fifty of a long one.
    const step = Math.ceil(link.length / 50);
    let noticed = 0;
    let changed = 0;
    for (let index = '#v1.d.'.length; index < link.length; index += step) {
      changed += 1;
      const decoded = decodeShare(link.slice(0, index) + (link[index] === 'A' ? 'B' : 'A') + link.slice(index + 1));
      noticed += decoded.ok ? 0 : 1;
      expect(decoded.ok ? decoded.state : fixture.state).toStrictEqual(fixture.state);
    }
    // Some bits belong to no byte, or stand behind the end of what was packed: two letters at most.
    expect(noticed).toBeGreaterThan(changed - 3);
  },
);

test('a bomb is not inflated further than 16 MiB', () => {
  const bomb = deflateSync(new Uint8Array(32 * 1024 * 1024).fill(97), { level: 9 });
  // Whoever inflates it whole comes to its broken second half, and calls it damaged.
  const broken = bomb.fill(0xff, Math.floor(bomb.length * 0.75));
  const decoded = decodeShare(`#v1.d.${toBase64Url(broken)}AAAA`);
  expect(decoded.ok ? 'ok' : decoded.code).toBe('too-large');
});

test('a fragment of more than 24 Mi characters is not looked at', () => {
  const decoded = decodeShare(`#v1.d.${'A'.repeat(24 * 1024 * 1024)}`);
  expect(decoded.ok ? 'ok' : decoded.code).toBe('too-large');
});

test('refuses to make a link that could not be opened', () => {
  const text = 'a'.repeat(16 * 1024 * 1024);
  expect(() => encodeShare({ documents: [{ name: 'a', text }], provider: 'openai' })).toThrow(RangeError);
});

test('names of Object.prototype in a link pollute nothing', () => {
  const decoded = decodeShare(linkOf('{"d":[],"__proto__":{"p":"x"},"y":{"__proto__":{"allowDestructive":true}}}'));
  expect(decoded.ok && decoded.state.provider).toBe('openai');
  expect(decoded.ok && decoded.state.policy?.allowDestructive).toBe(undefined);
  expect(({} as Record<string, unknown>).allowDestructive).toBe(undefined);
});

test('whoever reads may allow less', () => {
  const fragment = encodeShare({ documents: [], provider: 'openai', output: 'x'.repeat(2000) });
  const codeOf = (maxBytes?: number): string => {
    const decoded = decodeShare(fragment, maxBytes === undefined ? {} : { maxBytes });
    return decoded.ok ? 'ok' : `${decoded.code}: ${decoded.message}`;
  };
  const length = '{"t":[],"o":""}\n'.length + 2000;
  const refusal = `too-large: This link unpacks to more than ${length - 1} bytes and was not opened.`;
  expect([codeOf(), codeOf(length), codeOf(length - 1)]).toStrictEqual(['ok', 'ok', refusal]);
});

test.each([
  [99, 'ok'],
  [100, 'invalid-state'],
  [1000, 'invalid-state'],
])('a policy of %d levels: %s', (levels, code) => {
  let policy: Record<string, unknown> = { last: 1 };
  for (let level = 1; level < levels; level += 1) policy = { policy };
  const decoded = decodeShare(encodeShare({ documents: [], provider: 'openai', policy }));
  expect(decoded.ok ? 'ok' : decoded.code).toBe(code);
});
