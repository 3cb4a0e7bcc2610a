import { type AtipTool, compile, type CompileSettings, parseTool, PROVIDERS } from '@atip/core';
import { listShims, loadShim } from '@atip/shims';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../samples/index.ts';
import { linesOfOffset } from './lines-of-offset.ts';
import { provenanceOf } from './provenance-of.ts';
import { sourceOfLine } from './source-of-line.ts';

const SETTINGS: readonly CompileSettings[] = [
  { strict: false },
  { strict: true, globalOptions: 'all', examples: true },
  { strict: false, strategy: 'action', geminiSchema: 'json-schema' },
  { strict: true, strategy: 'action', globalOptions: 'all', examples: true },
];

const shims = await Promise.all(
  listShims().map(async (name): Promise<readonly [string, string]> => {
    // As the page opens one.
    return [name, `${JSON.stringify(await loadShim(name), null, 2)}\n`];
  }),
);
const DOCUMENTS: readonly (readonly [string, string])[] = [
  ...SAMPLES.map(({ name, text }) => [name, text] as const),
  ...shims,
];

/** Lines of one output that are looked up and back. */
const MAX_ASKED = 300;

/** What is wrong with the provenance of one output; `[]` when every line has a source that leads back to it. */
function faultsOf(text: string, tool: AtipTool, provider: (typeof PROVIDERS)[number], settings: CompileSettings) {
  const compilation = compile([tool], provider, settings);
  const provenance = provenanceOf(text, tool, compilation);
  if (provenance === undefined) return ['no provenance'];
  const lines = JSON.stringify(compilation.tools, null, 2).split('\n');
  const faults: string[] = [];
  if (provenance.sources.length !== lines.length) faults.push(`${provenance.sources.length} of ${lines.length} lines`);
  const step = Math.ceil(lines.length / MAX_ASKED);
  let tools = 0;
  for (const [index, line] of lines.entries()) {
    const source = sourceOfLine(provenance, index + 1);
    const [range] = source?.ranges ?? [];
    if (range === undefined) {
      faults.push(`no source: ${index} ${line}`);
      continue;
    }
    const { offset } = range.start;
    // Each question goes through all of the output; of long outputs lines in even steps are enough.
    if (index % step === 0 && !linesOfOffset(provenance, offset).includes(index + 1))
      faults.push(`no way back: ${index} ${line}`);
    // A tool's own name: nothing but its form stands around it.
    if (/^ {4,6}"name": /.test(line)) {
      const entry = compilation.entries[tools++];
      const key = JSON.stringify(entry?.pointer.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~'));
      const said = text.slice(offset, range.end.offset);
      if (entry?.pointer === '' ? !said.includes(JSON.stringify(tool.name)) : said !== key)
        faults.push(`${line}: ${said} is not ${key}`);
    }
  }
  if (tools !== compilation.tools.length) faults.push(`${tools} names of ${compilation.tools.length} tools`);
  return faults;
}

test.each(DOCUMENTS)('every output line of %s leads to its source and back', { timeout: 20_000 }, (name, text) => {
  const { tool } = parseTool(text);
  // The sample that is broken on purpose has no output.
  if (tool === undefined) {
    expect(name).toBe('broken.json');
    return;
  }
  // Each document with every provider, and with each setting in turn: all of all take a minute.
  const turn = name.length;
  const faults = PROVIDERS.flatMap((provider, index) => {
    const settings = SETTINGS[(turn + index) % SETTINGS.length];
    return settings ? faultsOf(text, tool, provider, settings).map((fault) => `${provider} ${fault}`) : ['no settings'];
  });
  expect(faults.slice(0, 10)).toStrictEqual([]);
});
