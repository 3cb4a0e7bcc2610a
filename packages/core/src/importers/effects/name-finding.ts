import { effectsOfKind } from './effect-kinds.ts';
import type { Finding } from './evidence.ts';
import { splitWords } from './split-words.ts';
import { classOfVerb, type VerbClass } from './verbs.ts';

/** Words before a verb that only say how: `batch-delete-items`. */
const ADVERBS: ReadonlySet<string> = new Set([
  'batch',
  'bulk',
  'admin',
  'multi',
  'force',
  'async',
  'auto',
  'self',
  'safe',
]);

/** Verbs that are hardly ever nouns. */
const CHANGES: ReadonlySet<string> = new Set([
  'create',
  'add',
  'set',
  'put',
  'edit',
  'modify',
  'enable',
  'disable',
  'install',
]);
const SECRETS: ReadonlySet<string> = new Set(['credential', 'credentials', 'password', 'passphrase', 'token']);

const RANK: Readonly<Record<VerbClass, number>> = { read: 0, run: 1, write: 2, destroy: 3 };

/** What a command's name says. */
export interface NameFinding extends Finding {
  readonly kind: VerbClass;
}

/**
 * What a command's own name says, verb first or verb last; where it has no verb, what the groups above say against it.
 *
 * Shape: `["gh", "repo", "delete"]` → `{ kind: "destroy", effects: { destructive: true, deletes: ["repo"] }, … }`.
 * Of two verbs the worse counts. A group's name never says that something only reads, and neither does a program's own
 * name of one word: `find` may be any program's.
 *
 * @param path the program and the keys down to the command
 */
export function nameFinding(path: readonly string[]): NameFinding | undefined {
  const last = splitWords(path.at(-1) ?? '');
  const own = verbOf(last);
  if (own && own.kind !== 'read') return finding(own, last, path);
  const reads = own !== undefined && (path.length > 1 || last.length > 1) && !handsOutSecrets(last);
  for (let index = path.length - 2; index >= 1; index--) {
    const words = splitWords(path[index] ?? '');
    const above = verbOf(words);
    // Below many nouns that look like verbs, as in `backup list`, something reads; below these nothing does.
    const counts =
      above?.kind === 'destroy' || CHANGES.has(above?.word ?? '') || (own === undefined && above?.kind !== 'read');
    if (above && counts) return finding(above, [...words, ...last], path);
  }
  return own && reads ? finding(own, last, path) : undefined;
}

/** `get-credentials` and the like mostly make what they hand out. */
function handsOutSecrets(words: readonly string[]): boolean {
  return words[0] === 'get' && words.some((word) => SECRETS.has(word));
}

interface Verb {
  readonly word: string;
  readonly kind: VerbClass;
}

function verbOf(words: readonly string[]): Verb | undefined {
  const start = ADVERBS.has(words[0] ?? '') && words.length > 1 ? 1 : 0;
  const places = [words[0], words[start], words.at(-1), ...afterAnd(words)];
  const verbs = places.flatMap((word = '', at): Verb[] => {
    const kind = classOfVerb(word);
    // `list-updates` and `describe-backup`: behind a verb that reads comes what is read.
    const isObject = at === 2 && words.length > 1 && classOfVerb(words[start] ?? '') === 'read' && kind !== 'destroy';
    return kind && !isObject ? [{ word, kind }] : [];
  });
  return verbs.sort((a, b) => RANK[b.kind] - RANK[a.kind])[0];
}

/** `get-or-create` does both. */
function afterAnd(words: readonly string[]): string[] {
  return words.filter((_, index) => words[index - 1] === 'and' || words[index - 1] === 'or');
}

function finding({ word, kind }: Verb, words: readonly string[], path: readonly string[]): NameFinding {
  const rest = words.filter((part) => part !== word).join(' ');
  const group = path.length > 2 ? path.at(-2) : path[0];
  const object = rest === '' ? (group ?? 'something') : rest;
  const reason = `"${word}" in the name`;
  return { kind, effects: effectsOf(kind, word, object), reason, source: 'name' };
}

function effectsOf(kind: VerbClass, verb: string, object: string): Finding['effects'] {
  if (kind === 'destroy') return { destructive: true, deletes: [object] };
  if (kind === 'read') return effectsOfKind('view');
  if (kind === 'run') return effectsOfKind('run');
  return verb === 'create' || verb === 'add' ? { creates: [object] } : { modifies: [object] };
}
