// Runs in a Node of its own, with one thread, without optimisation and with room for everything: prints the bytes that each
// piece of work allocates on the heap.
import { compile, createResultFilter, createValidator, flattenCommands, parseTool, toOpenAI } from '@atip/core';
import { encodeShare } from '@atip/share';
import { logOfKinds } from '../bench/redact-logs.ts';
import { plantSecrets } from '../bench/planted-secrets.ts';
import { probeTool } from './probe-tool.ts';

/** Rounds before the one that counts: what is made once, and what the engine learns, is there then. */
const WARM_UP = 4;
const LOG_BYTES = 200_000;

const tool = probeTool();
const text = JSON.stringify(tool, null, 2);
const { text: log } = plantSecrets(logOfKinds(LOG_BYTES), 24);
const filter = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
const validator = createValidator([tool], { allowDestructive: false, allowNetwork: false });
const names = flattenCommands(tool).map(({ name }) => name);

const WORK: Readonly<Record<string, () => unknown>> = {
  'JSON.parse, to compare with': () => JSON.parse(text),
  parseTool: () => parseTool(text),
  'toOpenAI, strict': () => toOpenAI(tool, { strict: true }),
  'compile for OpenAI, strict': () => compile([tool], 'openai', { strict: true }),
  'compile for Gemini': () => compile([tool], 'gemini'),
  'the result filter, 200 kB': () => filter.filter(log, 'probe'),
  'validate, every command once': () => names.map((name) => validator.validate(name, {})),
  encodeShare: () => encodeShare({ documents: [{ name: 'probe.json', text }], provider: 'openai' }),
};

let sink: unknown;
const figures: Record<string, number> = {};
for (const [name, work] of Object.entries(WORK)) {
  for (let round = 0; round < WARM_UP; round++) sink = work();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  sink = work();
  figures[name] = process.memoryUsage().heapUsed - before;
}
if (sink === undefined) throw new Error('The last piece of work came to nothing.');
process.stdout.write(`${JSON.stringify(figures)}\n`);
