import {
  type AtipCommand,
  type AtipTool,
  compile,
  createValidator,
  flattenCommands,
  mapToCommand,
  toOpenAI,
} from '@atip/core';
import { corpusTools } from '../corpus/corpus-tools.ts';
import { atMost, type Ratio } from './ratio.ts';
import { timeTasks } from './time-tasks.ts';

const SIZES = [10, 100, 1000, 10_000, 46_000] as const;

/** How cost grows from 10 to 46,000 commands: per command for compiling, per call for looking up. */
export async function growthBench(): Promise<Ratio[]> {
  const commands = (await corpusTools()).flatMap((tool) => flattenCommands(tool).map(({ metadata }) => metadata));
  const tools = SIZES.map((size) => toolOf(commands, size));
  return [...(await compiling(tools)), ...(await calling(tools))];
}

/** Real commands of the corpus, spread over it, in groups of 50. */
function toolOf(commands: readonly AtipCommand[], size: number): AtipTool {
  const step = Math.max(1, Math.floor(commands.length / size));
  const groups: Record<string, AtipCommand> = {};
  for (let index = 0; index < size; index++) {
    const group = `g${Math.floor(index / 50)}`;
    groups[group] ??= { description: 'A group', commands: {} };
    const members = groups[group]?.commands;
    const command = commands[(index * step) % commands.length];
    if (command && members) members[`c${index}`] = command;
  }
  return { atip: '0.4', name: 'many', version: '1', description: 'Many commands', commands: groups };
}

/** Against parsing the same document, since what memory costs a large one is no doing of ours. */
async function compiling(tools: readonly AtipTool[]): Promise<Ratio[]> {
  const stages: Readonly<Record<string, (tool: AtipTool, text: string) => unknown>> = {
    parse: (_tool, text) => JSON.parse(text),
    flattenCommands: (tool) => flattenCommands(tool),
    'toOpenAI strict': (tool) => toOpenAI(tool, { strict: true }),
    compile: (tool) => compile([tool], 'openai'),
  };
  const rows: number[][] = [];
  for (const tool of tools) {
    const text = JSON.stringify(tool);
    rows.push(
      await timeTasks(
        Object.fromEntries(Object.entries(stages).map(([name, stage]) => [name, () => stage(tool, text)])),
        150,
      ),
    );
  }
  return ['flattenCommands', 'toOpenAI strict', 'compile'].map((name, index) => {
    const ratios = rows.map(([parse = 1, ...others]) => (others[index] ?? 0) / parse);
    const each = rows.map(
      (times, row) => `${SIZES[row]}: ${(((times[index + 1] ?? 0) / (SIZES[row] ?? 1)) * 1000).toFixed(2)}`,
    );
    const growth = (ratios[4] ?? 0) / (ratios[2] ?? 1);
    return atMost(
      2,
      `${name} over JSON.parse, at 46,000 commands over at 1,000`,
      growth,
      `µs per command at ${each.join(', ')}`,
    );
  });
}

async function calling(tools: readonly AtipTool[]): Promise<Ratio[]> {
  const lookUps = tools.map((tool, index) => {
    const name = flattenCommands(tool).at(Math.floor((SIZES[index] ?? 0) / 2))?.name ?? '';
    const validator = createValidator([tool], { allowDestructive: false, allowNetwork: false });
    return { name, tool, validator };
  });
  const [few, many] = [lookUps[0], lookUps.at(-1)];
  if (!few || !many) throw new Error('There is nothing to look up in.');
  const [mapFew = 0, mapMany = 0, checkFew = 0, checkMany = 0] = await timeTasks({
    'map few': () => repeat(() => mapToCommand(few.name, [few.tool])),
    'map many': () => repeat(() => mapToCommand(many.name, [many.tool])),
    'check few': () => repeat(() => few.validator.validate(few.name, {})),
    'check many': () => repeat(() => many.validator.validate(many.name, {})),
  });
  const detail = (few: number, many: number): string =>
    `${few.toFixed(3)} ms and ${many.toFixed(3)} ms for 1,000 calls`;
  return [
    atMost(2, 'mapToCommand, 46,000 commands over 10', mapMany / mapFew, detail(mapFew, mapMany)),
    atMost(2, 'validate, 46,000 commands over 10', checkMany / checkFew, detail(checkFew, checkMany)),
  ];
}

/** One call is shorter than a clock can tell. */
function repeat(call: () => unknown): unknown {
  let last: unknown;
  for (let index = 0; index < 1000; index++) last = call();
  return last;
}
