import { checkProviderTools, compile, flattenCommands, parseTool, PROVIDERS } from '@atip/core';
import { listKnown, loadKnown } from '@atip/registry';
import { expect, test } from 'vitest';

/** Every so many programs one is compiled; `node scripts/measure-registry.mjs` does all of them. */
const SAMPLE = 20;
/** As many tools as any provider takes in one request. */
const CHUNK = 100;

test('documents of the registry of everything are valid, and what is compiled of them breaks no rule of any provider', () => {
  const broken: string[] = [];
  let [documents, tools] = [0, 0];
  for (const name of listKnown().filter((_, at) => at % SAMPLE === 0)) {
    const known = loadKnown(name);
    const { tool, issues } = parseTool(JSON.stringify(known));
    for (const { severity, message } of issues) if (severity === 'error') broken.push(`${name}: ${message}`);
    if (tool === undefined) continue;
    documents += 1;
    for (const provider of PROVIDERS) {
      const compiled = compile([tool], provider).tools;
      tools += compiled.length;
      if (compiled.length !== flattenCommands(tool).length) broken.push(`${name}: ${provider} lacks commands`);
      for (let from = 0; from < compiled.length; from += CHUNK)
        for (const { severity, message } of checkProviderTools(provider, compiled.slice(from, from + CHUNK)))
          if (severity === 'error') broken.push(`${name}: ${provider}: ${message}`);
    }
  }
  expect(broken).toStrictEqual([]);
  expect(documents).toBeGreaterThan(40);
  expect(tools).toBeGreaterThan(2_000);
});
