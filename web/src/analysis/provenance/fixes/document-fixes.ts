import { findSecrets } from '@atip/core';
import { childAt, placeBelow, rootPlace } from '../json-place.ts';
import { addMember, exactPlace, type Fix, removeMembers, replaceValue, type SourceText } from './text-edits.ts';

/** `{branch}`, and neither a shell's `${branch}`, git's `@{1}` nor a template's `{{branch}}`. */
const VARIABLE = /(?<![$@{])\{([a-z_][\w-]*)\}/gi;

/** Removes the member a pointer leads to. */
export function removeMember(source: SourceText, pointer: string, title: string): Fix | undefined {
  const member = exactPlace(source, pointer)?.member;
  const parent = exactPlace(source, pointer.slice(0, pointer.lastIndexOf('/')));
  return member && parent && { title, edits: removeMembers(source, parent, [member.key]) };
}

/** Declares every variable that a step's command uses and its pattern does not. @param pointer of the step's command */
export function declareVariables(source: SourceText, pointer: string): Fix | undefined {
  const command: unknown = exactPlace(source, pointer)?.node.value;
  const pattern = exactPlace(source, pointer.replace(/\/steps\/\d+\/command$/, ''));
  if (typeof command !== 'string' || pattern === undefined) return undefined;
  const variables = childAt(pattern, 'variables');
  const used = [...new Set([...command.matchAll(VARIABLE)].map(([, name = '']) => name))];
  const missing = used.filter((name) => !variables || childAt(variables, name) === undefined);
  if (missing.length === 0) return undefined;
  const declared = Object.fromEntries(missing.map((name) => [name, { type: 'string', description: `The ${name}` }]));
  const title = `Declare ${missing.map((name) => `"${name}"`).join(', ')}`;
  if (variables === undefined) return { title, edits: [addMember(source, pattern, 'variables', declared)] };
  const isEmpty = variables.node.members?.length === 0;
  const edits = Object.entries(declared).map(([name, value]) => addMember(source, variables, name, value));
  return { title, edits: isEmpty ? [replaceValue(source, variables, declared)] : edits };
}

/** Puts a word in the place of the secrets in a text. The title never shows them. */
export function maskSecrets(source: SourceText, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  const text: unknown = place?.node.value;
  if (place === undefined || typeof text !== 'string') return undefined;
  const found = findSecrets(text);
  if (found.length === 0) return undefined;
  let [masked, end] = ['', 0];
  for (const secret of found) {
    masked += `${text.slice(end, secret.start)}<secret>`;
    end = secret.end;
  }
  return { title: 'Replace the secret by <secret>', edits: [replaceValue(source, place, masked + text.slice(end))] };
}

/**
 * Makes the tool itself its one command. Not where its effects say nothing, since a command without any is the next
 * thing to correct, and not in an excerpt, which has its commands elsewhere.
 */
export function addToolCommand(source: SourceText): Fix | undefined {
  const root = rootPlace(source.root);
  const description: unknown = childAt(root, 'description')?.node.value;
  const isExcerpt = ['partial', 'omitted', 'x-omitted-commands'].some((key) => childAt(root, key) !== undefined);
  const says = SAID.some((path) => placeBelow(root, 'effects', ...path) !== undefined);
  if (typeof description !== 'string' || description.trim() === '' || isExcerpt || !says) return undefined;
  const commands = childAt(root, 'commands');
  const value = { '': { description } };
  const edit = commands ? replaceValue(source, commands, value) : addMember(source, root, 'commands', value);
  return { title: 'Add the tool itself as a command', edits: [edit] };
}

/** Any of these is enough for a command to count as saying what it does. */
const SAID: readonly (readonly string[])[] = [
  ['network'],
  ['destructive'],
  ['reversible'],
  ['creates'],
  ['filesystem', 'read'],
  ['filesystem', 'write'],
  ['filesystem', 'delete'],
];
