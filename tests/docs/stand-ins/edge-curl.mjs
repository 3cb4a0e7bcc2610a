// why: YOUR-ADDRESS is a Worker on a platform; the same Worker answers here, from the sources, with a share under the id ID
import { spawnSync } from 'node:child_process';

const ADDRESS = 'https://YOUR-ADDRESS';
const args = process.argv.slice(2);
const url = args.find((arg) => arg.startsWith(`${ADDRESS}/`));
if (url === undefined) process.exit(spawnSync('/home/programs/curl', args, { stdio: 'inherit' }).status ?? 1);
if (args.length !== 1) refuse('only an address is known here, no options');

const kept = new Map();
globalThis.ATIP_VERSION = '0.1.0';
globalThis.caches = { default: { match: async () => undefined, put: async () => undefined } };
const { default: worker } = await import('/home/node_modules/@atip/companion/dist/edge.js');
const { encodeShare } = await import('/home/node_modules/@atip/share/dist/index.js');
const bindings = {
  SHARES: {
    getWithMetadata: async (key) => kept.get(key) ?? { value: null, metadata: null },
    put: async (key, value, { metadata } = {}) => kept.set(key, { value, metadata: metadata ?? null }),
    delete: async (key) => kept.delete(key),
  },
  ASSETS: { fetch: async () => new Response('', { status: 404 }) },
};
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
const ask = (path, init) => worker.fetch(new Request(`https://edge.example${path}`, init), bindings, context);

const tool = { atip: { version: '0.4' }, name: 'notes', version: '1.0', description: 'Keep notes', commands: {} };
const fragment = encodeShare({ documents: [{ name: 'notes.json', text: JSON.stringify(tool) }], provider: 'openai' });
const stored = await ask('/api/v1/shares', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ fragment }),
});
if (stored.status !== 201) refuse(`the Worker stores no share: ${await stored.text()}`);
const { id } = await stored.json();
const answer = await ask(url.slice(ADDRESS.length).replace('/ID/', `/${id}/`));
process.stdout.write(`${await answer.text()}\n`);
if (!answer.ok) refuse(`${url} is answered with ${answer.status}`);

function refuse(reason) {
  process.stderr.write(`curl ${args.join(' ')}: ${reason}.\n`);
  process.exit(1);
}
