import { classOfVerb, type Finding, stemVerb, type VerbClass } from './evidence.ts';

/** Of a description only the beginning is read: what it does is said first. */
const MAX_TEXT = 400;
const MAX_FILLERS = 4;
/** How far the other verbs of "List, create, or delete branches" are looked for. */
const MAX_WORDS = 14;

/** Words that may stand before the verb. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an the this command commands tool utility will can may would to you lets let allows allow used use for is and then also helper helps help'.split(
    ' ',
  ),
);

/** The harm that a text speaks of. */
export interface DescribedHarm {
  readonly kind: Exclude<VerbClass, 'read' | 'run'>;
  readonly verb: string;
}

/**
 * What the verbs at the beginning of a description say against it: the first one, and those coordinated with it.
 *
 * Shape: `"Permanently deletes a queue"` → `{ kind: "destroy", verb: "delete" }`; `"List, create, or delete branches"` the
 * same; `"List deleted branches"` nothing. A description never says that something is harmless. Nouns that look like verbs
 * ("Update history") may be taken for them.
 * Limits: the first 400 characters and 14 words.
 */
export function describedHarm(description: unknown): DescribedHarm | undefined {
  if (typeof description !== 'string') return undefined;
  const words = wordsOf(description);
  const start = firstVerb(words);
  if (start < 0) return undefined;
  let worst: DescribedHarm | undefined;
  for (let index = start; index < Math.min(words.length, start + MAX_WORDS); index++) {
    if (index > start && !follows(words, index)) continue;
    const verb = stemVerb(words[index]?.text ?? '');
    const kind = verb === undefined ? undefined : classOfVerb(verb);
    if (verb !== undefined && (kind === 'destroy' || (kind === 'write' && worst === undefined))) worst = { kind, verb };
  }
  return worst;
}

/** The same as a finding, for a command. */
export function descriptionFinding(description: unknown, object: string): Finding | undefined {
  const harm = describedHarm(description);
  if (!harm) return undefined;
  const reason = `"${harm.verb}" in the description`;
  const effects = harm.kind === 'destroy' ? { destructive: true, deletes: [object] } : { modifies: [object] };
  return { effects, reason, source: 'description' };
}

interface Word {
  readonly text: string;
  /** A comma, slash or the like stands before it. */
  readonly separated: boolean;
}

/** Of the first sentence, in lower case. */
function wordsOf(description: string): Word[] {
  const text = description.slice(0, MAX_TEXT).toLowerCase();
  const [sentence = ''] = text.split(/[.;:!?\n](?:\s|$)/);
  const words: Word[] = [];
  let separated = false;
  for (const [token] of sentence.matchAll(/[a-z][a-z'-]*|[,/|&]/g)) {
    if (/^[,/|&]$/.test(token)) separated = true;
    else {
      words.push({ text: token.replaceAll(/[^a-z]/g, ''), separated });
      separated = false;
    }
  }
  return words;
}

function firstVerb(words: readonly Word[]): number {
  for (let index = 0; index <= MAX_FILLERS && index < words.length; index++) {
    const text = words[index]?.text ?? '';
    if (text === 'not' || text === 'dont' || text === 'never') return -1;
    if (FILLERS.has(text) && text !== 'help') continue;
    if (text.endsWith('ly')) continue;
    return index;
  }
  return -1;
}

/** Whether a word stands after "or", "and" or a separator, adverbs aside. */
function follows(words: readonly Word[], index: number): boolean {
  const [word, before, twoBefore] = [words[index], words[index - 1], words[index - 2]];
  if (word?.separated === true || before?.text === 'or' || before?.text === 'and') return true;
  return before?.text.endsWith('ly') === true && (twoBefore?.text === 'or' || twoBefore?.text === 'and');
}
