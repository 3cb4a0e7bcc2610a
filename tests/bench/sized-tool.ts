import { type AtipCommand, type AtipTool, flattenCommands } from '@atip/core';
import { corpusTools } from '../corpus/corpus-tools.ts';

/** Commands of a group; real tools have about as many. */
const GROUP = 50;

let commands: Promise<AtipCommand[]> | undefined;

/** A tool of so many real commands of the corpus, spread over it, in groups of 50. @param size 1 to 46,000. */
export async function sizedTool(size: number): Promise<AtipTool> {
  commands ??= corpusTools().then((tools) => tools.flatMap((tool) => flattenCommands(tool).map((one) => one.metadata)));
  const all = await commands;
  const step = Math.max(1, Math.floor(all.length / size));
  const groups: Record<string, AtipCommand> = {};
  for (let index = 0; index < size; index++) {
    const group = `g${Math.floor(index / GROUP)}`;
    groups[group] ??= { description: 'A group', commands: {} };
    const members = groups[group]?.commands;
    const command = all[(index * step) % all.length];
    if (command && members) members[`c${index}`] = command;
  }
  return { atip: '0.4', name: 'many', version: '1', description: 'Many commands', commands: groups };
}

/** The `gh` of the corpus. */
export async function corpusGh(): Promise<AtipTool> {
  const gh = (await corpusTools()).find(({ name }) => name === 'gh');
  if (!gh) throw new Error('The corpus has no gh.');
  return gh;
}
