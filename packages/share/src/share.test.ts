import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { expect, test } from 'vitest';
import { toBase64Url } from './base64url.ts';
import { decodeShare } from './decode-share.ts';
import { DICTIONARY, pack, WORDS } from './packing.ts';
import { encodeShare } from './encode-share.ts';
import type { ShareState } from './share-state.ts';

const MEBI = 1024 * 1024;

const FULL: ShareState = {
  documents: [
    { name: 'gh.json', text: '{ "atip": "0.4", "ä": "😀" }\r\n' },
    { name: '', text: '' },
  ],
  provider: 'gemini',
  beside: 'anthropic',
  strict: true,
  filter: { commands: ['pr', ''], depth: 2 },
  panel: 'calls',
  policy: { allowDestructive: true },
};
const SMALL: ShareState = { documents: [{ name: 'a.json', text: '{}' }], provider: 'openai' };
const LINK = encodeShare(SMALL);

test.each([
  ['everything', FULL],
  ['the least', SMALL],
  ['no document', { documents: [], provider: 'openai' }],
  ['an empty filter and an empty policy', { ...SMALL, filter: {}, policy: {} }],
  ['control characters', { ...SMALL, documents: [{ name: '\u0001', text: '\u0002\u001f' }] }],
  ['every word', { ...SMALL, documents: [{ name: 'words', text: WORDS.join('') + DICTIONARY }] }],
])('comes back as it went: %s', (_name, state) => {
  const fragment = encodeShare(state);
  expect(fragment).toMatch(/^#v2\.[wd]\.[A-Za-z0-9_-]+$/);
  expect(decodeShare(fragment)).toStrictEqual({ ok: true, state });
});

test('links of version 2 stay readable: words, dictionary and layouts are part of the format', () => {
  const text = '{\n  "atip": { "version": "0.4" },\n  "é": []\n}\n';
  const link = '#v2.w.g9HpGVA3GoDcCHQRMAPkZuZlAq0GWQrMJTnAoOWq5lJQgDpZoVoB4SoFsKsVanVA8odXAgWiY7lquQCqiQk';
  const state = { documents: [{ name: 'gh.json', text }], provider: 'gemini', panel: 'calls' };
  expect([decodeShare(link), encodeShare(state)]).toStrictEqual([{ ok: true, state }, link]);
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

/** A link around any text, with the right checksum. */
function linkOf(json: string, texts = ''): string {
  const { flags, bytes } = pack(`${json}\n${texts}`);
  return `#v2.${flags}.${toBase64Url(bytes)}`;
}

function codeOf(fragment: string): string {
  const decoded = decodeShare(fragment);
  return decoded.ok ? 'ok' : decoded.code;
}

const NESTED = `{"t":[],"y":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`;

test.each([
  ['', 'not-a-share-link'],
  ['#', 'not-a-share-link'],
  ['#section', 'not-a-share-link'],
  ['#v3.w.AAAA', 'unsupported-version'],
  ['#v2.z.AAAA', 'unsupported-version'],
  ['#v2.w', 'damaged'],
  ['#v2.w.', 'damaged'],
  ['#v2.w.AA!AAAAA', 'damaged'],
  [linkOf('no json'), 'invalid-state'],
  [linkOf('{}'), 'invalid-state'],
  [linkOf('{"t":[["a"]]}'), 'invalid-state'],
  [linkOf('{"t":["a"]}'), 'invalid-state'],
  [linkOf('{"t":[[1,0]]}'), 'invalid-state'],
  [linkOf('{"t":[["a",11]]}', 'x'), 'invalid-state'],
  [linkOf('{"t":[["a",0,"1"]]}', 'x'), 'invalid-state'],
  [linkOf('{"t":[["a",0,2]]}', 'x'), 'invalid-state'],
  [linkOf('{"t":[["a",0,1]]}', 'xy'), 'invalid-state'],
  [linkOf('{"t":[["a","x"]]}', 'x'), 'invalid-state'],
  [linkOf('{"t":[["a",8]]}', '['.repeat(10_000)), 'too-large'],
  [linkOf('{"t":[],"p":1}'), 'invalid-state'],
  [linkOf('{"t":[],"b":1}'), 'invalid-state'],
  [linkOf('{"t":[],"f":{"c":[1]}}'), 'invalid-state'],
  [linkOf('{"t":[],"f":{"d":0}}'), 'invalid-state'],
  [linkOf('{"t":[],"y":[]}'), 'invalid-state'],
  [linkOf(NESTED), 'invalid-state'],
])('says what is wrong with %j', (fragment, code) => {
  const decoded = decodeShare(fragment);
  expect(decoded.ok ? ['ok'] : [decoded.code, decoded.raw]).toStrictEqual([code, fragment]);
});

test('passes over what a newer page may add', () => {
  expect(decodeShare(linkOf('{"t":[["a.json","{}"]],"zz":1}'))).toStrictEqual({ ok: true, state: SMALL });
});

test('a link cut off anywhere is damaged', () => {
  for (let length = '#v2.w'.length; length < LINK.length; length += 1) {
    const decoded = decodeShare(LINK.slice(0, length));
    expect(decoded.ok ? 'ok' : decoded.code).toBe('damaged');
  }
});

test.each(['.', '%2E', '!'])('a long tail of %j does not hide that a link is damaged', (piece) => {
  expect(codeOf(`#v2.w.${piece.repeat(200_000)}a`)).toBe('damaged');
});

test('one wrong letter anywhere does not show another state', () => {
  const link = encodeShare(FULL);
  const wrong = [...link].flatMap((letter, at) =>
    at < '#v2.w.'.length ? [] : [link.slice(0, at) + (letter === 'A' ? 'B' : 'A') + link.slice(at + 1)],
  );
  const shown = wrong.map((one) => decodeShare(one)).filter(({ ok }) => ok);
  // Some bits belong to no byte or stand behind the end of the packed text: two letters at most.
  expect(shown.length).toBeLessThan(3);
  for (const one of shown) expect(one).toStrictEqual({ ok: true, state: FULL });
});

test('several documents share the room for white space', () => {
  // 8 × (1 + … + 1500) spaces are 9 million: one document has room, two have not.
  const text = '['.repeat(1500);
  expect(codeOf(linkOf('{"t":[["a",8]]}', text))).toBe('ok');
  expect(codeOf(linkOf('{"t":[["a",8,1500],["b",8]]}', text + text))).toBe('too-large');
});

test('any payload is read or refused, and none throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.constantFrom('w', 'd'), (payload, flags) => {
      expect(['damaged', 'too-large', 'invalid-state']).toContain(codeOf(`#v2.${flags}.${toBase64Url(payload)}`));
    }),
  );
});

test('words count as long as they are: 1 MiB of codes would be 23 MiB', () => {
  const { bytes } = pack('\u0002'.repeat(MEBI));
  expect(codeOf(`#v2.w.${toBase64Url(bytes)}`)).toBe('too-large');
});

test('white space that a link leaves out counts where its size is limited', () => {
  const text = `[\n${'        1,\n'.repeat(2 * MEBI)}        1\n]`;
  expect(() => encodeShare({ documents: [{ name: 'a', text }], provider: 'openai' })).toThrow(RangeError);
});

test('a bomb is not inflated further than 16 MiB', () => {
  const bomb = deflateSync(new Uint8Array(32 * MEBI).fill(97), { level: 9 });
  // A reader that inflates all of it reaches the broken second half and calls it damaged.
  const broken = bomb.fill(0xff, Math.floor(bomb.length * 0.75));
  expect(codeOf(`#v2.w.${toBase64Url(broken)}AAAA`)).toBe('too-large');
});

test('a fragment of more than 24 Mi characters is not looked at', () => {
  const decoded = decodeShare(`#v2.w.${'A'.repeat(24 * MEBI)}`);
  expect(decoded.ok ? 'ok' : decoded.code).toBe('too-large');
});

test('refuses to make a link that could not be opened', () => {
  const text = 'a'.repeat(16 * MEBI);
  expect(() => encodeShare({ documents: [{ name: 'a', text }], provider: 'openai' })).toThrow(RangeError);
});

test('names of Object.prototype in a link pollute nothing', () => {
  const decoded = decodeShare(linkOf('{"t":[],"__proto__":{"p":"x"},"y":{"__proto__":{"allowDestructive":true}}}'));
  expect(decoded.ok && decoded.state.provider).toBe('openai');
  expect(decoded.ok && decoded.state.policy?.allowDestructive).toBe(undefined);
  expect(({} as Record<string, unknown>).allowDestructive).toBe(undefined);
});

test('a reader can allow less', () => {
  const fragment = encodeShare({ documents: [], provider: 'openai', panel: 'x'.repeat(2000) });
  const outcome = (maxBytes?: number): string => {
    const decoded = decodeShare(fragment, maxBytes === undefined ? {} : { maxBytes });
    return decoded.ok ? 'ok' : `${decoded.code}: ${decoded.message}`;
  };
  const length = '{"t":[],"n":""}\n'.length + 2000;
  const refusal = `too-large: This link unpacks to more than ${length - 1} bytes and was not opened.`;
  expect([outcome(), outcome(length), outcome(length - 1)]).toStrictEqual(['ok', 'ok', refusal]);
});
