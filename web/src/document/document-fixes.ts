import {
  type AtipEffects,
  findSecrets,
  type Issue,
  type Loss,
  OPENAI_DESCRIPTION_MAX_LENGTH,
  SAFETY_FLAGS,
} from '@atip/core';
import { readJson, CONTRADICTIONS } from '@atip/core/internal';
import {
  type Fix,
  type SourceText,
  addMember,
  exactPlace,
  removeMembers,
  replaceValue,
  placeBelow,
  rootPlace,
  type JsonPlace,
} from './json-place.ts';

/** Longest description of a tool that lint takes without a word, in UTF-16 units. */
const MAX_TOOL_DESCRIPTION = 200;

/** By the code of `checkTool`'s issue. For the other codes only the author knows the fix. */
const BUILDERS: Readonly<Record<string, (source: SourceText, path: string) => Fix | undefined>> = {
  'contradictory-effects': takeBackReassurance,
  'effect-overridden': (source, path) => removeMember(source, path, 'Remove it: the level above counts'),
  'long-description': (source, path) =>
    shortenText(source, path, path === '/description' ? MAX_TOOL_DESCRIPTION : OPENAI_DESCRIPTION_MAX_LENGTH),
  'no-commands': addToolCommand,
  'required-default': (source, path) => removeMember(source, path, 'Remove the default, which is never taken'),
  'secret-in-metadata': maskSecrets,
  'undeclared-variable': declareVariables,
  'unstated-destruction': stateDestruction,
  'unused-variable': (source, path) => removeMember(source, path, 'Remove the variable'),
};

/**
 * Adds to issues of `checkTool` the fix that follows from the text, where there is one.
 *
 * No fix invents facts: `missing-effects` has none, because we can know neither what a command does nor that it does nothing,
 * and a policy would believe whatever a fix wrote there.
 *
 * @param text the one that the issues are of; one with syntax errors gives them back as they are
 */
export function withFixes(text: string, issues: readonly Issue[]): readonly Issue[] {
  if (!issues.some((issue) => isFixable(issue))) return issues;
  const source = readSource(text);
  if (source === undefined) return issues;
  return issues.map((issue) => {
    const fix = isFixable(issue) ? BUILDERS[issue.code]?.(source, issue.path) : undefined;
    return fix ? { ...issue, fix } : issue;
  });
}

function isFixable({ code, fix }: Issue): boolean {
  return fix === undefined && Object.hasOwn(BUILDERS, code);
}

/** A text that fixes can edit; `undefined` where it has errors, whose own fixes come first. */
export function readSource(text: string): SourceText | undefined {
  const { root, lines, issues } = readJson(text);
  return root && !issues.some(({ severity }) => severity === 'error') ? { text, root, lines } : undefined;
}

/** `{branch}`, but not a shell's `${branch}`, git's `@{1}` or a template's `{{branch}}`. */
const VARIABLE = /(?<![$@{])\{([a-z_][\w-]*)\}/gi;

function removeMember(source: SourceText, pointer: string, title: string): Fix | undefined {
  const member = exactPlace(source, pointer)?.member;
  const parent = exactPlace(source, pointer.slice(0, pointer.lastIndexOf('/')));
  return member && parent && { title, edits: removeMembers(source, parent, [member.key]) };
}

/** Declares every variable that a step's command uses and its pattern does not. @param pointer of the step's command */
function declareVariables(source: SourceText, pointer: string): Fix | undefined {
  const command: unknown = exactPlace(source, pointer)?.node.value;
  const pattern = exactPlace(source, pointer.replace(/\/steps\/\d+\/command$/, ''));
  if (typeof command !== 'string' || pattern === undefined) return undefined;
  const variables = placeBelow(pattern, 'variables');
  const used = [...new Set([...command.matchAll(VARIABLE)].map(([, name = '']) => name))];
  const missing = used.filter((name) => !variables || placeBelow(variables, name) === undefined);
  if (missing.length === 0) return undefined;
  const declared = Object.fromEntries(missing.map((name) => [name, { type: 'string', description: `The ${name}` }]));
  const title = `Declare ${missing.map((name) => `"${name}"`).join(', ')}`;
  if (variables === undefined) return { title, edits: [addMember(source, pattern, 'variables', declared)] };
  const isEmpty = variables.node.members?.length === 0;
  const edits = Object.entries(declared).map(([name, value]) => addMember(source, variables, name, value));
  return { title, edits: isEmpty ? [replaceValue(source, variables, declared)] : edits };
}

/** Replaces the secrets in a text by a word. The title never shows them. */
function maskSecrets(source: SourceText, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  const text: unknown = place?.node.value;
  if (place === undefined || typeof text !== 'string') return undefined;
  const found = findSecrets(text);
  if (found.length === 0) return undefined;
  const masked = found.reduceRight((left, { start, end }) => `${left.slice(0, start)}<secret>${left.slice(end)}`, text);
  return { title: 'Replace the secret by <secret>', edits: [replaceValue(source, place, masked)] };
}

/**
 * Makes the tool itself its one command. Not for a tool without effects, because a command without effects is the next
 * fault, and not for an excerpt, whose commands are elsewhere.
 */
function addToolCommand(source: SourceText): Fix | undefined {
  const root = rootPlace(source.root);
  const description: unknown = placeBelow(root, 'description')?.node.value;
  const isExcerpt = ['partial', 'omitted', 'x-omitted-commands'].some((key) => placeBelow(root, key) !== undefined);
  const says = SAID.some((path) => exactPlace(source, `/effects/${path}`) !== undefined);
  if (typeof description !== 'string' || description.trim() === '' || isExcerpt || !says) return undefined;
  const commands = placeBelow(root, 'commands');
  const value = { '': { description } };
  const edit = commands ? replaceValue(source, commands, value) : addMember(source, root, 'commands', value);
  return { title: 'Add the tool itself as a command', edits: [edit] };
}

/** Each of these is enough for a command to count as described. */
const STATED_ALONE = ['network', 'destructive', 'reversible', 'creates'];
const SAID = [...STATED_ALONE, 'filesystem/read', 'filesystem/write', 'filesystem/delete'];

/**
 * Removes reassurances that contradict a stated harm. Only the author knows which of the two is wrong; without the
 * reassurance the effect is open, and open never counts as safe.
 */
function takeBackReassurance(source: SourceText, pointer: string): Fix | undefined {
  const effects = exactPlace(source, pointer);
  if (effects === undefined) return undefined;
  // Core has read the document of this issue, so the value has its form.
  const stated = effects.node.value as AtipEffects;
  const wrong = [...new Set(CONTRADICTIONS.flatMap(([, path, holds]) => (holds(stated) ? [path] : [])))];
  if (wrong.length === 0) return undefined;
  const keys = new Map<string, readonly string[]>();
  for (const path of wrong) {
    const [key = '', group = ''] = path.split('.').reverse();
    keys.set(group, [...(keys.get(group) ?? []), key]);
  }
  const edits = [...keys].flatMap(([group, own]) => {
    const place = group === '' ? effects : placeBelow(effects, group);
    return place ? removeMembers(source, place, own) : [];
  });
  return { title: `Remove ${wrong.map((path) => `"${path}"`).join(' and ')}: the harm counts`, edits };
}

/**
 * States the destruction that a command's name suggests. It only adds harm; it does nothing when the command says
 * that it can be undone, because both cannot be true.
 */
function stateDestruction(source: SourceText, pointer: string): Fix | undefined {
  const command = exactPlace(source, pointer);
  if (command === undefined) return undefined;
  const title = 'State that it destroys';
  const effects = placeBelow(command, 'effects');
  if (effects === undefined) return { title, edits: [addMember(source, command, 'effects', { destructive: true })] };
  if (effects.node.members === undefined || placeBelow(effects, 'destructive') !== undefined) return undefined;
  if (placeBelow(effects, 'reversible')?.node.value === true) return undefined;
  return { title, edits: [addMember(source, effects, 'destructive', true)] };
}

/** A sentence's end: its mark, a closing quote or bracket, and then space or nothing. */
const SENTENCE_END = /[.!?。！？]["'”’)\]]{0,3}(?=\s|$)/gu;
/** Abbreviations after which a sentence goes on. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|no)|\b[A-Z])\.$/i;

/** Keeps the sentences of a description that fit; none if the first one is too long. @param limit UTF-16 units */
function shortenText(source: SourceText, pointer: string, limit: number): Fix | undefined {
  const place = exactPlace(source, pointer);
  const text: unknown = place?.node.value;
  if (place === undefined || typeof text !== 'string' || text.length <= limit) return undefined;
  let short = '';
  let count = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const sentence = text.slice(0, index + mark.length);
    if (sentence.length > limit) break;
    if (ABBREVIATION.test(sentence)) continue;
    short = sentence;
    count++;
  }
  if (short.trim() === '') return undefined;
  const title = `Keep the first ${count === 1 ? 'sentence' : `${count} sentences`}, ${short.length} characters`;
  return { title, edits: [replaceValue(source, place, short)] };
}

/** UTF-16 units of a description that the longest suffix of safety flags takes. */
const FLAGS_LENGTH = ` [${Object.values(SAFETY_FLAGS).join(' | ')}]`.length;

/**
 * The edit of a document that avoids or reduces a loss; `undefined` where no edit would be right.
 *
 * No edit makes a provider send a field that it does not know, names belong to the author, and assumed effects are never
 * filled in: only a person who knows the tool may state them.
 */
export function lossFix(source: SourceText, { code, pointer }: Loss): Fix | undefined {
  if (code === 'truncated') return shortenText(source, pointer, OPENAI_DESCRIPTION_MAX_LENGTH - FLAGS_LENGTH);
  if (code === 'value-dropped') return listOnce(source, pointer);
  return code === 'as-text' ? spellNumbers(source, pointer) : undefined;
}

function listOnce(source: SourceText, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  const values = listAt(place);
  const once = [...new Set(values)];
  if (place === undefined || once.length === values.length) return undefined;
  return { title: 'List each value once', edits: [replaceValue(source, place, once)] };
}

/**
 * Writes the numbers of a list that has texts too as texts, which is how such a list is sent, and its default with them. A
 * list of numbers alone is sent as numbers elsewhere, so it stays.
 */
function spellNumbers(source: SourceText, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  const parameter = exactPlace(source, pointer.slice(0, pointer.lastIndexOf('/')));
  const values = listAt(place);
  const isMixed = values.some((value) => typeof value === 'string');
  if (place === undefined || parameter === undefined || !isMixed) return undefined;
  const spelt = [...new Set(values.map((value) => (typeof value === 'number' ? String(value) : value)))];
  const preset = placeBelow(parameter, 'default');
  const value: unknown = preset?.node.value;
  if (Array.isArray(value)) return undefined;
  const edits = [replaceValue(source, place, spelt)];
  if (preset && typeof value === 'number') edits.push(replaceValue(source, preset, String(value)));
  return { title: 'Write the numbers as texts', edits };
}

function listAt(place: JsonPlace | undefined): readonly unknown[] {
  return place?.node.items?.map(({ value }) => value) ?? [];
}
