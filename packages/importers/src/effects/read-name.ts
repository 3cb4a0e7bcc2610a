import { effectsOfKind, type EffectFinding } from './evidence.ts';
import { CLASSES, isChange, CODE, THINGS, rankOf, splitWords, type VerbClass } from './verbs.ts';
import type { AtipEffects } from '@atip/core';

export interface NameFinding extends EffectFinding {
  readonly kind: VerbClass;
}

/** Words before a verb that only qualify it: `batch-delete-items`. */
const ADVERBS: ReadonlySet<string> = new Set('batch bulk admin multi force async auto self safe'.split(' '));

/** Verbs of groups whose commands never only read. */
const CHANGES: ReadonlySet<string> = new Set('create add set put edit modify enable disable install'.split(' '));

const SECRETS: ReadonlySet<string> = new Set('credential credentials password passphrase secret token'.split(' '));

/** Nouns that stand for reading, as the whole name of a command. */
const LEAVES: ReadonlySet<string> = new Set('plan path preview version'.split(' '));

/** Verbs that output the thing itself; `list` and `describe` output facts about it. */
const HANDS_OUT: ReadonlySet<string> = new Set('get print show read view export display fetch generate'.split(' '));

/** Verbs that run the caller's code. */
const ANYTHING: ReadonlySet<string> = new Set('exec execute eval evaluate'.split(' '));

const FILES: ReadonlySet<string> = new Set('file files'.split(' '));

/**
 * Reads a command's own name, with its verb first, last or after nouns; without a verb, the groups above can only add
 * harm.
 *
 * Shape: `["gh", "repo", "delete"]` → `{ kind: "destroy", effects: { destructive: true, deletes: ["repo"] }, … }`.
 * Of two verbs the worse counts. A group's name never proves reading, and neither does a program's own name of one
 * word: `find` may be any program.
 *
 * @param path the program and the keys down to the command
 * @param isReader its description reads: then `status` and `plan` below a group such as `reset` do, too
 */
export function nameFinding(path: readonly string[], isReader = false): NameFinding | undefined {
  const last = splitWords(path.at(-1) ?? '');
  const own = verbOf(last);
  if (own && isChange(own.kind)) return finding(own, last, path);
  const leads = isReader && (own?.kind === 'read' || LEAVES.has(last.join(' ')));
  for (let index = path.length - 2; index >= 1 && !leads; index--) {
    const words = splitWords(path[index] ?? '');
    const above = verbOf(words);
    // Below nouns that look like verbs, as in `backup list`, something may only read; below these groups nothing does.
    const counts =
      above?.kind === 'destroy' || CHANGES.has(above?.word ?? '') || (own === undefined && isChange(above?.kind));
    if (above && counts) return finding(above, [...words, ...last], path);
  }
  // `go get` installs.
  const isBare = path.length === 2 && last.join(' ') === 'get' && !isReader;
  return own && !isBare && (path.length > 1 || last.length > 1) ? finding(own, last, path) : undefined;
}

/** True if any word of the name is a verb that changes something. */
export function mentionsChange(name: string): boolean {
  const words = splitWords(name);
  const isNoun = (word: string, at: number): boolean => at > 0 && at < words.length - 1 && THINGS.has(word);
  return words.some((word, at) => isChange(CLASSES.get(word)) && !isNoun(word, at));
}

interface Verb {
  readonly word: string;
  readonly kind: VerbClass;
}

/** Verbs that come after their object: `label_get`. */
const BEHIND: ReadonlySet<string> = new Set('get describe show find lookup inspect ls read'.split(' '));

function verbOf(words: readonly string[]): Verb | undefined {
  const verbs = words.flatMap((word, at): (Verb & { at: number })[] => {
    const kind = CLASSES.get(word);
    const isLast = at === words.length - 1;
    // `browser-console-messages`: between other words it is a noun.
    const isRequest = /^(?:pull|merge)$/.test(word) && /^requests?$/.test(words[at + 1] ?? '');
    const isNoun = isRequest || (!isLast && (ADVERBS.has(word) || (at > 0 && kind !== 'read' && THINGS.has(word))));
    if (kind === undefined || isNoun) return [];
    // `bump-version`, `favorite-view`: after a word that may be a verb, only the description decides.
    return [{ word, at, kind: kind === 'read' && at > 0 && THINGS.has(word) && word !== 'list' ? 'work' : kind }];
  });
  const lead = (THINGS.has(verbs[0]?.word ?? '') && verbs.find(({ word }) => BEHIND.has(word))) || verbs[0];
  if (lead === undefined) return undefined;
  const counted = verbs.filter(({ word, at }) => {
    if (at === lead.at || words[at - 1] === 'and' || words[at - 1] === 'or') return true;
    if (at !== words.length - 1 || at < lead.at) return false;
    // `get-update` and `describe-backup`: the object of reading follows the verb.
    const hasObject = lead.kind === 'read' && (lead.word === 'list' || !THINGS.has(lead.word));
    return !(hasObject && THINGS.has(word));
  });
  return counted.sort((a, b) => rankOf(b.kind) - rankOf(a.kind))[0];
}

function finding(verb: Verb, words: readonly string[], path: readonly string[]): NameFinding {
  const { word, kind } = verb;
  const rest = words.filter((part) => part !== word);
  const group = path.length > 2 ? path.at(-2) : path[0];
  const object = rest.length === 0 ? (group ?? 'something') : rest.join(' ');
  const reason = `"${word}" in the name`;
  return { kind, effects: effectsOf(verb, rest, object), reason, source: 'name' };
}

function effectsOf({ word, kind }: Verb, rest: readonly string[], object: string): AtipEffects {
  // Such commands usually create the secret that they output.
  if (HANDS_OUT.has(word) && rest.some((part) => SECRETS.has(part))) return effectsOfKind('reveal');
  if (ANYTHING.has(word) || (kind === 'run' && rest.some((part) => CODE.has(part)))) return effectsOfKind('anything');
  const overwrites = ['write', 'put', 'edit', 'move'].includes(word) && rest.some((part) => FILES.has(part));
  if (overwrites) return { filesystem: { write: true }, destructive: true };
  // As a command's name both replace the whole content; in a text they may add to it.
  if (word === 'write' || word === 'put') return effectsOfVerb('replace', object);
  return word === 'create' || word === 'add' ? { creates: [object] } : effectsOfVerb(kind, object);
}

export function effectsOfVerb(kind: VerbClass, object: string): AtipEffects {
  switch (kind) {
    case 'read':
      return effectsOfKind('view');
    case 'work':
      return {};
    case 'run':
      return effectsOfKind('call');
    case 'write':
      return { modifies: [object] };
    case 'send':
      return { ...effectsOfKind('give'), modifies: [object] };
    case 'end':
      return { modifies: [object], 'x-ends': 'processes' };
    case 'replace':
      return { destructive: true, modifies: [object] };
    case 'destroy':
      return { destructive: true, deletes: [object] };
  }
}
