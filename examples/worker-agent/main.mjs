// Bundles the Worker, starts it in workerd on this machine, asks it a question, and prints what is stored afterwards.
//
//   node examples/worker-agent/main.mjs "Which settings are there?"
//
// `wrangler deploy` in this folder puts the same Worker online; it wants OPENAI_BASE_URL and MODEL among "vars" in wrangler.json,
// and `wrangler secret put OPENAI_API_KEY`. It answers everybody: put authentication before it.
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';
import config from './wrangler.json' with { type: 'json' };

const { OPENAI_BASE_URL = 'https://api.openai.com/v1', OPENAI_API_KEY, MODEL, TOOLS_URL } = process.env;
if (!OPENAI_API_KEY || !MODEL) throw new Error('Set OPENAI_API_KEY and MODEL; OPENAI_BASE_URL unless it is OpenAI.');

const bundle = await rolldown({ input: fileURLToPath(new URL(config.main, import.meta.url)), platform: 'neutral' });
const { output } = await bundle.generate({ format: 'esm' });
const worker = new Miniflare({
  modules: true,
  script: output[0].code,
  compatibilityDate: config.compatibility_date,
  kvNamespaces: config.kv_namespaces.map(({ binding }) => binding),
  bindings: { OPENAI_BASE_URL, OPENAI_API_KEY, MODEL, ...(TOOLS_URL && { TOOLS_URL }) },
});
try {
  const settings = await worker.getKVNamespace('SETTINGS');
  await settings.put('banner', 'Open on Sundays');
  await settings.put('github-token', `ghp_${'a1B2'.repeat(9)}`); // made up, in the form that GitHub gives them
  const response = await worker.dispatchFetch('http://worker-agent/', {
    method: 'POST',
    body: process.argv[2] ?? 'Which settings are there?',
  });
  console.log((await response.text()).trimEnd());
  const { keys } = await settings.list();
  console.log(`stored   ${keys.map(({ name }) => name).join(', ')}`);
  if (!response.ok) process.exitCode = 1;
} finally {
  await worker.dispose();
}
