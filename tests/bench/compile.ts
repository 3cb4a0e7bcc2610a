import { type AtipTool, compile, flattenCommands, parseTool, toOpenAI } from '@atip/core';
import { NOT_HERE, readForeign } from './foreign.ts';
import type { Measured, Row } from './row.ts';
import { corpusGh, sizedTool } from './sized-tool.ts';
import { timeSizes } from './time-sizes.ts';
import { timeTasks } from './time-tasks.ts';

/** Commands of the documents that grow. */
const SIZES = [20, 200, 2_000] as const;

/** Compiling against parsing the same text as JSON: somebody else's gh.json where it is, and gh of the corpus. */
export async function compileBench(): Promise<Measured> {
  const foreign = readForeign('gh.json');
  // First, as in a program that compiles one document: what the large ones below leave behind costs the small one half again.
  const rows = [
    ...(foreign === undefined ? [] : await compare('gh-json', 'gh.json', foreign)),
    ...(await compare('corpus-gh', "the corpus's gh", JSON.stringify(await corpusGh(), null, 2))),
  ];
  const documents = new Map<number, { readonly tool: AtipTool; readonly text: string }>();
  for (const size of SIZES) {
    const tool = await sizedTool(size);
    const text = JSON.stringify(tool);
    if (!parseTool(text).tool) throw new Error(`A document of ${size} commands is refused.`);
    documents.set(size, { tool, text });
  }
  const growth = await timeSizes('commands of the document', documents, {
    'JSON.parse of its text': ({ text }) => JSON.parse(text),
    'toOpenAI, strict': ({ tool }) => toOpenAI(tool, { strict: true }),
    'compile for OpenAI, strict, with losses and provenance': ({ tool }) => compile([tool], 'openai', { strict: true }),
    'parseTool of the text': ({ text }) => parseTool(text),
  });
  return {
    rows,
    growth: [growth],
    ...(foreign === undefined && { leftOut: { 'gh-json-openai': NOT_HERE, 'gh-json-compile': NOT_HERE } }),
  };
}

async function compare(id: string, label: string, text: string): Promise<Row[]> {
  if (!parseTool(text).tool) throw new Error(`${label} does not parse.`);
  // What has been seen to be a tool; the same objects that the comparison makes.
  const parsed = JSON.parse(text) as AtipTool;
  const [parse = 0, openAI = 0, compiled = 0] = await timeTasks({
    'JSON.parse': () => JSON.parse(text),
    toOpenAI: () => toOpenAI(parsed, { strict: true }),
    compile: () => compile([parsed], 'openai', { strict: true }),
  });
  const leaves = flattenCommands(parsed);
  const declared = leaves.reduce(
    (sum, { metadata }) => sum + (metadata.options?.length ?? 0) + (metadata.arguments?.length ?? 0),
    0,
  );
  const detail = `${leaves.length} commands, ${(declared / leaves.length).toFixed(1)} options and arguments each`;
  const baseline = { what: 'JSON.parse', value: parse * 1_000 };
  return [
    { id: `${id}-openai`, what: `toOpenAI(${label}, strict)`, value: openAI * 1_000, unit: 'µs', baseline, detail },
    {
      id: `${id}-compile`,
      what: `compile(${label}, strict) with losses and provenance`,
      value: compiled * 1_000,
      unit: 'µs',
      baseline,
      detail,
    },
  ];
}
