import { isRecord } from '../../json/is-record.ts';
import { listOf, textOf, textsOf } from '../shared/fields.ts';
import type { Branch } from '../shared/grow-tree.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { OclifCode } from './oclif-losses.ts';
import { fillTemplates, type TemplateValues } from './fill-templates.ts';
import { isDiscouraged } from './is-discouraged.ts';
import { readArgs } from './read-args.ts';
import { readFlags } from './read-flags.ts';
import type { Topic } from './read-topics.ts';

const MAX_EXAMPLES = 20;

/** Reads one place of the tree of ids. */
export function readCommand(
  topic: Topic,
  program: { readonly bin: string; readonly separator: ':' | ' ' },
  lose: (code: OclifCode) => void,
): Branch<Topic> {
  const command: Fields = topic.command ?? {};
  const id = topic.id.replaceAll(':', program.separator);
  const fill = (text: unknown): string => fillTemplates(textOf(text), { bin: program.bin, id }, lose);
  const args = readArgs(command, fill, lose);
  const options = readFlags(command, fill, lose);
  const examples = listOf(command['examples'])
    .slice(0, MAX_EXAMPLES)
    .flatMap((example) => readExample(example, { bin: program.bin, id }, lose));
  const aliases = textsOf(command['aliases']).map((alias) => alias.replaceAll(':', program.separator));
  const marks = {
    ...(aliases.length > 0 && { 'x-aliases': aliases }),
    ...(isDiscouraged(command) && { 'x-deprecated': true }),
  };
  return {
    command: {
      description: fill(command['summary']) || fill(command['description']) || topic.description,
      ...(args.length > 0 && { arguments: args }),
      ...(options.length > 0 && { options }),
      ...(examples.length > 0 && { examples }),
      // A flag that takes many values would take what follows it as well.
      ...(command['--'] !== false && topic.command !== undefined && { 'x-end-of-options': true }),
      ...marks,
    },
    group: marks,
    persistent: [],
    runs: topic.command !== undefined,
    children: [...topic.children.values()],
  };
}

/** The command lines of an example: what follows `$`, else the lines that start with the program, else all of it. */
function readExample(example: unknown, values: TemplateValues, lose: (code: OclifCode) => void): string[] {
  const source = isRecord(example) ? example['command'] : example;
  const lines = textsOf(source).flatMap((text) => fillTemplates(text, values, lose).split('\n'));
  const trimmed = lines.map((line) => line.trim()).filter((line) => line !== '');
  const typed = trimmed.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2).trim());
  if (typed.length > 0) return typed;
  const own = trimmed.filter((line) => values.bin !== '' && line.startsWith(`${values.bin} `));
  return own.length > 0 ? own : trimmed.slice(0, 1);
}
