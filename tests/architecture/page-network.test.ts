import { expect, test } from 'vitest';
import { mentionedNames } from './free-names.ts';
import { readSources } from './read-imports.ts';

/** The page's only way to the companion; typed by the companion's routes. */
const CLIENT = 'web/src/companion/client.ts';
const NETWORK = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'WebTransport', 'sendBeacon'];

/** Names by which a source reaches the network: plain, as a member of anything, or as a key, quoted or not. */
function networkIn(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const named = mentionedNames(source, lang).map((name) => name.slice(name.lastIndexOf('.') + 1));
  const keys = [...source.matchAll(/(['"`])(\w+)\1|\b(\w+)\s*:/g)].map(([, , quoted, plain]) => quoted ?? plain ?? '');
  return [...new Set([...named, ...keys])].filter((name) => NETWORK.includes(name));
}

test('nothing of the page but the typed client reaches the network', () => {
  const sources = readSources('web/src');
  const found = sources
    .filter(({ path }) => path !== CLIENT)
    .flatMap(({ path, text }) => networkIn(text, path.endsWith('x') ? 'tsx' : 'ts').map((name) => `${path}: ${name}`));
  expect(found).toStrictEqual([]);
  expect(sources.filter(({ imports }) => imports.includes('hono/client')).map(({ path }) => path)).toStrictEqual([
    CLIENT,
  ]);
});

test('the client names no address of its own: every request is one of the routes', () => {
  const [client] = readSources('web/src/companion').filter(({ path }) => path === CLIENT);
  const names = client && mentionedNames(client.text).filter((name) => NETWORK.includes(name) || name === 'hc');
  // Imported, and called once.
  expect(names).toStrictEqual(['hc', 'hc', 'hc']);
});

test.each([
  ['plain', 'await fetch("/x");', ['fetch']],
  ['of the window', 'window.fetch("/x");', ['fetch']],
  ['of something called', 'self().fetch("/x");', ['fetch']],
  ['of something optional', 'globalThis?.fetch("/x");', ['fetch']],
  ['by a key', "const get = window['fetch'];", ['fetch']],
  ['taken out', 'const { fetch: get } = window;', ['fetch']],
  ['handed on', 'const options = { fetch };', ['fetch']],
  ['constructed', 'const s = new WebSocket(url);', ['WebSocket']],
  ['behind elements', 'const e = <a onClick={() => navigator.sendBeacon("/x")}>fetch</a>;', ['sendBeacon']],
  ['not in prose', '// fetch\nconst text = "What to fetch";', []],
])('the search sees it %s', (_name, source, names) => {
  expect(networkIn(source)).toStrictEqual(names);
});
