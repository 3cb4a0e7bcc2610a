import { type AtipTool, compile, createValidator, flattenCommands, mapToCommand, toOpenAI } from '@atip/core';
import type { Growth, Measured, Row } from './row.ts';
import { sizedTool } from './sized-tool.ts';
import { timeSizes } from './time-sizes.ts';
import { timeTasks } from './time-tasks.ts';

const SIZES = [10, 100, 1_000, 10_000, 46_000] as const;
/** Calls between two looks at the clock: one is shorter than a clock can tell. */
const CALLS = 1_000;

interface Document {
  readonly tool: AtipTool;
  readonly text: string;
}

/** How cost grows from 10 to 46,000 commands: for compiling, and per call for looking up, which must not care. */
export async function growthBench(): Promise<Measured> {
  const documents = new Map<number, Document>();
  for (const size of SIZES) {
    const tool = await sizedTool(size);
    documents.set(size, { tool, text: JSON.stringify(tool) });
  }
  const growth = await timeSizes(
    'commands of the document',
    documents,
    {
      'JSON.parse of its text': ({ text }) => JSON.parse(text),
      flattenCommands: ({ tool }) => flattenCommands(tool),
      'toOpenAI, strict': ({ tool }) => toOpenAI(tool, { strict: true }),
      compile: ({ tool }) => compile([tool], 'openai'),
    },
    150,
  );
  return { rows: [...compilingRows(growth), ...(await callingRows([...documents.values()]))], growth: [growth] };
}

/** Against parsing the same document, since what memory costs a large one is no doing of ours. */
function compilingRows({ lines }: Growth): Row[] {
  const [parse, ...others] = lines;
  return others.map(({ what, values }) => {
    const at = (index: number): number => (values[index] ?? Number.NaN) / (parse?.values[index] ?? Number.NaN);
    const [few, many] = [SIZES.indexOf(1_000), SIZES.length - 1];
    return {
      id: `${what.replace(/,.*/, '')}-linear`,
      what: `${what}: its time over that of JSON.parse, at 46,000 commands`,
      value: at(many),
      unit: '×',
      baseline: { what: 'the same at 1,000', value: at(few) },
    };
  });
}

async function callingRows(documents: readonly Document[]): Promise<Row[]> {
  const [first, last] = [documents[0], documents.at(-1)];
  if (!first || !last) throw new Error('There is nothing to look up in.');
  const [few, many] = [lookUp(first), lookUp(last)];
  const [mapFew = 0, mapMany = 0, checkFew = 0, checkMany = 0] = await timeTasks({
    'map few': () => repeat(() => mapToCommand(few.name, [few.tool])),
    'map many': () => repeat(() => mapToCommand(many.name, [many.tool])),
    'check few': () => repeat(() => few.validator.validate(few.name, {})),
    'check many': () => repeat(() => many.validator.validate(many.name, {})),
  });
  const row = (name: string, value: number, baseline: number): Row => ({
    id: name,
    what: `${name} among 46,000 commands`,
    value: (value * 1_000) / CALLS,
    unit: 'µs',
    baseline: { what: 'among 10', value: (baseline * 1_000) / CALLS },
    detail: `a call, of ${CALLS.toLocaleString('en')}`,
  });
  return [row('mapToCommand', mapMany, mapFew), row('validate', checkMany, checkFew)];
}

function lookUp({ tool }: Document) {
  const leaves = flattenCommands(tool);
  const name = leaves[leaves.length >> 1]?.name ?? '';
  return { name, tool, validator: createValidator([tool], { allowDestructive: false, allowNetwork: false }) };
}

function repeat(call: () => unknown): unknown {
  let last: unknown;
  for (let index = 0; index < CALLS; index++) last = call();
  return last;
}
