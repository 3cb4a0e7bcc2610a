import { SEARCH_TOOLS } from '../commands/search-tools.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { eitherEffects } from '../effects/merge-effects.ts';
import { ofAny } from '../effects/safety-flags.ts';
import { modelText } from '../json/hidden-characters.ts';
import type { AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { type DraftSettings, draftCommands } from './drafts.ts';

/**
 * Drafts the three tools that replace any number of commands: `search_commands`, `describe_command`, `run_command`.
 *
 * They are drafted like an ATIP tool's commands, so that every provider gets them in its own form. `arguments` is an
 * object, or JSON text where a schema has to list every property of an object.
 *
 * @param drafts the drafts of the commands: `run_command` gets the worst effects of any
 * @param asText true where the provider's schema cannot have an object of any properties
 */
export function draftSearch(drafts: readonly ToolDraft[], settings: DraftSettings, asText: boolean): ToolDraft[] {
  const counts = new Map<AtipTool, number>();
  for (const { tool } of drafts) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const effects = drafts.map((draft) => draft.effects).reduce((worst, one) => eitherEffects(worst, one), LOOKS);
  const draft = (name: string, description: string, options: AtipOption[], own: AtipEffects): readonly ToolDraft[] => {
    const [tool = '', command = ''] = name.split('_');
    const commands = { [command]: { description, options, effects: own } };
    return draftCommands({ atip: { version: '0.4' }, name: tool, version: '1', description, commands }, settings);
  };
  const [search, describe, run] = [
    draft(SEARCH_TOOLS.search, `${FIND} ${programs(counts, drafts.length)}`, SEARCH_OPTIONS, LOOKS),
    draft(SEARCH_TOOLS.describe, DESCRIBE, [COMMAND], LOOKS),
    draft(SEARCH_TOOLS.run, RUN, [COMMAND, asText ? TEXT : ARGUMENTS], drafts.length === 0 ? LOOKS : ofAny(effects)),
  ];
  return [...search, ...describe, ...run.map((one) => (asText ? one : withObject(one)))];
}

/** It only reads documents. */
const LOOKS: AtipEffects = {
  filesystem: { read: false, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
};

const FIND =
  'Finds commands by what they do. Each comes with its name, what it is for, its safety flags, and whether it may run here or a ' +
  'person is asked first.';
const DESCRIBE =
  'Describes a command: its parameters as a JSON Schema, examples, effects. Read it before the first call of a command.';
const RUN = 'Runs a command that search_commands found, with the parameters that describe_command told.';

const SEARCH_OPTIONS: AtipOption[] = [
  {
    name: 'query',
    flags: ['--query'],
    type: 'string',
    description: 'What the command should do, in English, such as "undo the last commit"',
    required: true,
  },
  { name: 'limit', flags: ['--limit'], type: 'integer', description: 'How many commands at most', default: 5 },
];

const COMMAND: AtipOption = {
  name: 'command',
  flags: ['--command'],
  type: 'string',
  description: 'Name of the command, as search_commands gives it',
  required: true,
};

const ARGUMENTS: AtipOption = {
  name: 'arguments',
  flags: ['--arguments'],
  type: 'string',
  description: "The command's parameters by name; none without it",
};

const TEXT: AtipOption = {
  ...ARGUMENTS,
  description: "The command's parameters by name, as JSON text; none without it",
};

/** ATIP has no type `object`. */
function withObject(draft: ToolDraft): ToolDraft {
  const parameters = draft.parameters.map((one) =>
    one.parameter.source.name === ARGUMENTS.name
      ? { ...one, shape: { type: 'object' as const, description: one.shape.description } }
      : one,
  );
  return { ...draft, parameters };
}

/** UTF-16 units for the programs, of the 1,024 that the narrowest provider takes. */
const ROOM = 600;
const MAX_PURPOSE = 60;

/**
 * A sentence that names the programs: with their purposes if the room suffices, else as many names as fit, those with
 * the most commands first.
 */
function programs(counts: ReadonlyMap<AtipTool, number>, count: number): string {
  const purposes = [...counts.keys()].map(({ name, description }) => {
    const [first = ''] = modelText(typeof description === 'string' ? description : '').split('\n');
    return `${modelText(name)} (${first.length > MAX_PURPOSE ? `${first.slice(0, MAX_PURPOSE - 3).trim()}...` : first})`;
  });
  const full = purposes.join(', ');
  const known = `${count} commands of`;
  if (full.length <= ROOM) return `${known} ${full}.`;
  const names: string[] = [];
  let length = 0;
  for (const [{ name }] of [...counts].sort(([, one], [, other]) => other - one)) {
    length += name.length + 2;
    if (length > ROOM) break;
    names.push(modelText(name));
  }
  const more = counts.size - names.length;
  return `${known} ${names.join(', ')}${more > 0 ? ` and ${more} more programs` : ''}.`;
}
