import { existsSync, readFileSync } from 'node:fs';
import { type AtipTool, compile, flattenCommands, parseTool, toOpenAI } from '@atip/core';
import { corpusTools } from '../corpus/corpus-tools.ts';
import { atMost, type Ratio } from './ratio.ts';
import { timeTasks } from './time-tasks.ts';

const FOREIGN = '../shared/data/atip/gh.json';

/** Compiling against parsing the same text as JSON: somebody else's gh.json where it is, and gh of the corpus. */
export async function compileBench(): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  if (existsSync(FOREIGN)) ratios.push(...(await compare('gh.json', readFileSync(FOREIGN, 'utf8'))));
  else process.stdout.write(`Left out: ${FOREIGN} is not here.\n`);
  const gh = (await corpusTools()).find(({ name }) => name === 'gh');
  if (!gh) throw new Error('The corpus has no gh.');
  ratios.push(...(await compare("the corpus's gh", JSON.stringify(gh, null, 2))));
  return ratios;
}

async function compare(label: string, text: string): Promise<Ratio[]> {
  if (!parseTool(text).tool) throw new Error(`${label} does not parse.`);
  // What has been seen to be a tool; the same objects that the comparison makes.
  const parsed = JSON.parse(text) as AtipTool;
  const [parse = 0, openAI = 0, compiled = 0] = await timeTasks({
    'JSON.parse': () => JSON.parse(text),
    toOpenAI: () => toOpenAI(parsed, { strict: true }),
    compile: () => compile([parsed], 'openai', { strict: true }),
  });
  const commands = flattenCommands(parsed).length;
  const detail = (ms: number): string => `${commands} commands: ${show(ms)} over ${show(parse)}`;
  // The bounds are for the document that the issue names; more parameters per command cost more than its parsing does.
  return [
    atMost(0.3, `toOpenAI(${label}, strict) over JSON.parse`, openAI / parse, detail(openAI)),
    atMost(0.7, `compile(${label}, strict) with losses over JSON.parse`, compiled / parse, detail(compiled)),
  ];
}

function show(ms: number): string {
  return `${(ms * 1000).toFixed(0)} µs`;
}
