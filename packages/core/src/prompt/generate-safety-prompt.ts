import { programOf } from '../commands/name-command.ts';
import { toolList } from '../commands/assert-document.ts';
import { examplesOf } from '../commands/describe-command.ts';
import { changesOf, harmOfChange } from '../commands/effects-of.ts';
import { unreadGroups, listCommands, refuseTool } from '../commands/flatten-commands.ts';
import { raiseEffects } from '../effects/merge-effects.ts';
import { isTrustedEnough, trustRowOf } from '../effects/trust.ts';
import { modelText } from '../json/hidden-characters.ts';
import { asksPerson, isReadOnly } from '../effects/safety-flags.ts';
import type { NameSeparator } from '../types/provider.ts';
import type { AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import { documentLine } from './document-line.ts';

interface Category {
  readonly title: string;
  readonly guidance: string;
  readonly holds: (effects: AtipEffects) => boolean;
}

const CATEGORIES: readonly Category[] = [
  {
    title: 'Destructive Operations',
    guidance: 'These permanently destroy data. Ask the user before calling one, and name what will be lost:',
    holds: ({ destructive }) => destructive === true,
  },
  {
    title: 'Non-Reversible Operations',
    guidance: 'The effect of these cannot be undone. Be sure of every argument, and ask when in doubt:',
    holds: ({ reversible }) => reversible === false,
  },
  {
    title: 'Billable Operations',
    guidance: 'These may cost money. Say so before calling one, and do not repeat it needlessly:',
    holds: ({ cost }) => cost?.billable === true,
  },
  {
    title: 'File-Deleting Operations',
    guidance: 'These delete files. Name the files, and make sure that they are the ones meant:',
    holds: ({ filesystem }) => filesystem?.delete === true,
  },
  {
    title: 'File-Writing Operations',
    guidance: 'These write files. What is there may be replaced:',
    holds: ({ filesystem }) => filesystem?.write === true,
  },
  {
    title: 'Network Operations',
    guidance: 'These talk to other machines. They can fail or be slow, and data may leave this one:',
    holds: ({ network }) => network === true,
  },
  {
    title: 'Operations That End Processes',
    guidance: 'These end or stop programs that run. Be sure that they are the ones meant:',
    holds: (effects) => effects['x-ends'] === 'processes',
  },
  {
    title: 'Operations That Run What You Name',
    guidance: 'These run a program, library or code that the call names, which can do anything. Know what it is:',
    holds: (effects) => effects['x-runs'] === 'call',
  },
  {
    title: 'Sending Operations',
    guidance: 'These send what the call names to other machines. Ask before anything private leaves:',
    holds: (effects) => effects['x-sends'] === 'given',
  },
  {
    title: 'Revealing Operations',
    guidance: 'These print secrets. Do not repeat what they print:',
    holds: (effects) => effects['x-reveals'] === 'credentials',
  },
  {
    title: 'Privileged Operations',
    guidance: 'These act with the rights of the administrator. Ask before calling one:',
    holds: (effects) => effects['x-privilege'] === 'root',
  },
  {
    title: 'Interactive Operations',
    guidance: 'These may wait for a person at a terminal. Give every option that avoids a question:',
    holds: asksPerson,
  },
  {
    title: 'Effects Not Stated',
    guidance: 'It is not stated whether these destroy data. Treat them as if they did:',
    holds: (effects) => effects.destructive === undefined && !isReadOnly(effects),
  },
];

/**
 * A section for a system prompt that tells a model which commands need care, and why.
 *
 * Shape: Markdown, `## Tool Safety Summary` and one `### …` per category that has commands, `- name: description` each;
 * `""` without tools, or when no command needs care. A command that needs it only with some of its options is listed
 * with them: `- git_branch, when "delete" is given: List branches`. The last section names the tools that are trusted
 * less than `org` (a tool without trust is), unless their host vouches for them. Groups whose commands were not read
 * are named as such. Beyond `maxLength` it drops first the descriptions, then the longest lists of names, whose number
 * stays; never a heading with its advice, which explains the flags in the tools' descriptions.
 *
 * @throws AtipValidationError when a tool's tree cannot be flattened
 * @see ATIP 0.3 §8.2, §8.3
 * @example
 * ```ts
 * import { type AtipTool, generateSafetyPrompt } from '@atip/core';
 * declare const git: AtipTool;
 * const system = `You manage a repository.\n\n${generateSafetyPrompt([git])}`;
 * ```
 */
export function generateSafetyPrompt(
  given: AtipTool | readonly AtipTool[],
  { maxLength, separator, examples }: PromptSettings = {},
): string {
  const tools = toolList(given);
  const flat = tools.flatMap((tool) => listCommands(tool, refuseTool, separator));
  const commands = flat.map((command) => ({
    command,
    // A model cannot give a parameter that it is not offered.
    raised: changesOf(command)
      .filter(({ parameter }) => parameter.source['x-offered'] !== false)
      .map((change) => ({
        key: change.parameter.key,
        effects: raiseEffects(command.effects, harmOfChange(change)),
      })),
  }));
  const sections = CATEGORIES.flatMap(({ title, guidance, holds }): Section[] => {
    const entries = commands.flatMap(({ command, raised }) => {
      if (holds(command.effects)) return [entryOf(command, [])];
      const keys = raised.filter(({ effects }) => holds(effects)).map(({ key }) => key);
      return keys.length === 0 ? [] : [entryOf(command, keys)];
    });
    return entries.length === 0 ? [] : [{ head: `### ${title}\n${guidance}\n`, entries, inPlace: 'tools' }];
  });
  const shown = examples === true ? commands.flatMap(({ command }) => exampleEntry(command)) : [];
  if (shown.length > 0) sections.push({ head: EXAMPLES, entries: shown, inPlace: 'commands with examples' });
  const unread = tools.flatMap(unreadEntries);
  if (unread.length > 0) sections.push({ head: UNREAD, entries: unread, inPlace: 'groups' });
  sections.push(...trustSection(flat));
  if (sections.length === 0) return '';
  const whole = [TITLE, ...sections.map(({ head, entries }) => head + entries.map(({ line }) => line).join('\n'))];
  const text = whole.join('\n\n');
  return maxLength === undefined || text.length <= maxLength ? text : shorten(sections, maxLength);
}

/**
 * The tools whose effects no person has checked; the others need no mention. @see atip-bridge-design, Trust Level
 * Awareness
 */
function trustSection(commands: readonly FlatCommand[]): Section[] {
  const doubtful = [...new Set(commands.map(({ tool }) => tool))].flatMap((tool) => {
    const { as } = trustRowOf(tool);
    return isTrustedEnough(as, 'org') ? [] : [`${tool.name} (${as})`];
  });
  const entries = [...new Set(doubtful)].map((name) => ({ line: `- ${name}`, name }));
  return entries.length === 0 ? [] : [{ head: TRUST, entries, inPlace: 'programs' }];
}

const TRUST =
  '### Unchecked Effects\nGuessed (inferred), or claimed by strangers (community) or a user. Doubt what sounds harmless:\n';

interface PromptSettings {
  /** UTF-16 units of the whole section. */
  readonly maxLength?: number;
  /** True: includes the commands' examples. */
  readonly examples?: boolean;
  /** Separator in the commands' names. Absent: `_`. */
  readonly separator?: NameSeparator | undefined;
}

const TITLE = '## Tool Safety Summary';

const EXAMPLES = `### Examples
Command lines from the documents of the tools:
`;

function exampleEntry(command: FlatCommand): Section['entries'] {
  const line = examplesOf(command).trim().replace('Examples: ', '').replaceAll(/\s+/g, ' ');
  return line === '' ? [] : [{ line: `- ${command.name}: ${line}`, name: command.name }];
}

const UNREAD = `### Commands Not Read
Nobody knows what the commands of these groups do. None of them is a tool here; never take one for safe:
`;

function unreadEntries(tool: AtipTool): Section['entries'] {
  return unreadGroups(tool).map((path) => {
    const name = modelText([programOf(tool), ...path].join(' '), true);
    return { line: `- ${name}`, name };
  });
}

interface Section {
  readonly head: string;
  readonly entries: readonly { readonly line: string; readonly name: string }[];
  /** Follows the number of names that do not fit, in the plural. */
  readonly inPlace: string;
}

/** Names of a list that does not fit as a whole, where there is room for them. */
const FIRST_NAMES = 3;

/** `git_push, git_clean and 12 more tools`. */
function firstNames(entries: Section['entries'], inPlace: string): string {
  const names = entries.slice(0, FIRST_NAMES).map(({ name }) => name);
  return `${names.join(', ')} and ${entries.length - names.length} more ${inPlace}`;
}

/** Replaces lines by names, and the lists that do not fit by their first names or their number. */
function shorten(sections: readonly Section[], maxLength: number): string {
  const lists = sections.map(({ head, entries, inPlace }) => ({
    head,
    names: entries.map(({ name }) => name).join(', '),
    first: firstNames(entries, inPlace),
    text: `${entries.length} ${inPlace}`,
  }));
  let left = maxLength - TITLE.length - lists.reduce((sum, { head, text }) => sum + head.length + text.length + 2, 0);
  const byLength = lists.toSorted((a, b) => a.names.length - b.names.length);
  for (const key of ['names', 'first'] as const)
    for (const list of byLength) {
      const more = list[key].length - list.text.length;
      if (more > left || list.text === list.names) continue;
      left -= more;
      list.text = list[key];
    }
  return [TITLE, ...lists.map(({ head, text }) => head + text)].join('\n\n');
}

/** Most options named; a model is told that there are others. */
const MAX_KEYS = 8;

/** @param keys of the options with which the command needs care */
function entryOf({ name, metadata }: FlatCommand, keys: readonly string[]): Section['entries'][number] {
  const short = documentLine(metadata.description);
  const listed = keys.slice(0, MAX_KEYS).map((key) => JSON.stringify(key));
  if (keys.length > MAX_KEYS) listed.push('another of its options');
  const head = listed.length === 0 ? `- ${name}` : `- ${name}, when ${listed.join(' or ')} is given`;
  const line = short === '' ? head : `${head}: ${short}`;
  const [first] = listed;
  return { line, name: first === undefined ? name : `${name} (${first})` };
}
