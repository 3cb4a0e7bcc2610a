import { isChange, CODE, THINGS, rankOf, readVerb, type VerbClass, type VerbForm } from './verbs.ts';

export interface DescribedHarm {
  readonly kind: Exclude<VerbClass, 'read' | 'work'>;
  /** As in the text, or without its ending. */
  readonly verb: string;
  /** True: the call contains the code that is run. */
  readonly isCode?: boolean;
}

export interface Description {
  /** The gravest harm in the text, then other runs and sends. */
  readonly harms: readonly DescribedHarm[];
  /** True: its first words are about reading, and no word is about harm. */
  readonly reads: boolean;
  /** True: it reveals a secret. */
  readonly reveals: boolean;
}

/** Only the beginning of a long help is read. */
const MAX_TEXT = 4000;
const MAX_SENTENCES = 60;
const MAX_FILLERS = 6;
/** Range of the search for the other verbs of "List, create, or delete branches". */
const MAX_WORDS = 30;

/** Words that may come before the verb. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the this it command commands tool utility operation action api method endpoint request subcommand will can may could ' +
    'would might to you lets let allows allow used use for is and then also helper helps help optionally automatically'
  ).split(' '),
);

/**
 * With one of these a later sentence is about the command, and not an instruction to the reader ("Use X to delete it").
 */
const SUBJECTS =
  /^(?:(?:also|optionally|then|by default|additionally)\W+)?(?:it|this|(?:the|this) (?:command|tool|operation|action|api|method|request))\b/;

/** "The Scan operation returns …" */
const NAMED_SUBJECT = /^the \S+ (?=(?:command|tool|operation|action|api|method|request)\b)/;

/** Verbs that describe the command in a later sentence; others may describe its fate: "It fails …". */
const ADDS =
  /^(?:create|add|set|update|modify|write|edit|install|save|store|move|rename|enable|disable|register|download|start|stop)$/;

/** Words that begin a clause about something else. */
const SUBORDINATE: ReadonlySet<string> = new Set(
  'to that which who how for when if whether where while by from before unless'.split(' '),
);

/** Verbs for reading in a text that may mean something else as a command's name. */
const READS: ReadonlySet<string> = new Set('return retrieve enumerate locate identify examine lookup'.split(' '));

/** Verbs of the class `work` without lasting effect, unless the text says more. */
const COMPUTES: ReadonlySet<string> = new Set(
  'analyze analyse detect calculate compute estimate predict classify suggest recommend summarize validate wait'.split(
    ' ',
  ),
);

/** Verbs without lasting effect if the text also says that they output the result. */
const FINDS: ReadonlySet<string> = new Set(
  'fetch resolve check verify test parse decode translate scan watch'.split(' '),
);

/** First words that are often no verb: "Query the database", "Usage". */
const VAGUE: ReadonlySet<string> = new Set(
  'query help version status info ping tail head logs stats usage history'.split(' '),
);

const WARNING =
  /\barbitrary (?:javascript|python|code|commands?|sql|shell|scripts?)\b|\b(?:cannot|can't|can not|can never) be (?:undone|reversed|recovered|restored)\b|\birreversibl[ey]\b|\bpermanently (?:delet|remov|destroy|eras)\w*|(?<!\b(?:non-?|not|not a) ?)\bdestructive\b|(?<!\byou )\b(?:will|may|might|could) (?:also |permanently |completely |silently )?(?:delete|remove|overwrite|erase|destroy|replace|wipe|discard)\b/;

/** A person's choice may change anything. */
const ASKS = /\b(?:ask|allow|let|prompt)s? (?:the |a )?user (?:interactively )?to\b/;

/**
 * Reads the effects in a description or help text: the first verbs of its first sentence, verbs joined to them, and
 * later sentences about the command ("It also deletes …", "Overwrites …", "cannot be undone").
 *
 * Shape: `"Permanently deletes a queue"` → `{ harms: [{ kind: "destroy", verb: "delete" }], reads: false, reveals:
 * false }`; `"List, create, or delete branches"` has the same harm; `"List deleted branches"` and `"Print what would be
 * deleted"` only read, and so does `"Show it. Use rm to delete it"`.
 * Limits: the first 4,000 characters, 60 sentences, and 30 words of each.
 */
export function readDescription(description: unknown): Description {
  if (typeof description !== 'string') return { harms: [], reads: false, reveals: false };
  const text = description.slice(0, MAX_TEXT).toLowerCase();
  const sentences = text.split(/[.;:!?\n](?=\s|$)/, MAX_SENTENCES).filter((sentence) => /[a-z]{2}/.test(sentence));
  const clauses = sentences.map((sentence, index) => readClause(sentence.trim(), index === 0));
  const warning = WARNING.exec(text)?.[0];
  const spoken = clauses.flatMap(({ harms }) => harms);
  if (warning !== undefined) spoken.push({ kind: 'replace', verb: warning });
  const sorted = spoken.toSorted((a, b) => rankOf(b.kind) - rankOf(a.kind));
  const harms = sorted.filter(
    ({ kind }, index) => index === 0 || ((kind === 'run' || kind === 'send') && kind !== sorted[index - 1]?.kind),
  );
  const [first] = clauses;
  return {
    harms,
    reads: first?.reads === true && harms.length === 0 && !ASKS.test(text),
    reveals: first?.reveals === true,
  };
}

interface Clause {
  readonly harms: readonly DescribedHarm[];
  readonly reads: boolean;
  readonly reveals: boolean;
}

const NOTHING: Clause = { harms: [], reads: false, reveals: false };

interface Word {
  readonly text: string;
  /** A comma, slash or similar comes before it. */
  readonly separated: boolean;
}

function readClause(sentence: string, isFirst: boolean): Clause {
  const words = wordsOf(sentence.replace(NAMED_SUBJECT, ''));
  const start = firstVerb(words);
  const lead = start < 0 ? undefined : verbAt(words, start);
  if (start < 0) return NOTHING;
  const verbs = coordinated(words, start, lead);
  const isCoded = lead?.kind === 'run' && words.slice(start + 1, start + 6).some(({ text }) => CODE.has(text));
  const harms = verbs.flatMap((verb): DescribedHarm[] =>
    isChange(verb.kind) ? [{ kind: verb.kind, verb: verb.verb, isCode: isCoded && verb === lead }] : [],
  );
  if (isFirst) {
    const reads = lead !== undefined && isReading(lead, words, start, verbs);
    return { harms, reads, reveals: revealsSecret(words, start) };
  }
  // Later sentences count only as "Deletes …" and "It deletes …"; "It fails …" is about the command's fate.
  if (!SUBJECTS.test(sentence) && lead?.form !== 'deletes') return NOTHING;
  return { ...NOTHING, harms: harms.filter(({ kind, verb }) => rankOf(kind) >= rankOf('send') || ADDS.test(verb)) };
}

function verbAt(words: readonly Word[], index: number): VerbForm | undefined {
  const [text = '', next = ''] = [words[index]?.text, words[index + 1]?.text];
  const known = readVerb(text);
  // "End of support", "it applies only to …"
  if (known && isChange(known.kind) && (next === 'of' || (known.verb === 'apply' && /^(?:to|only)$/.test(next))))
    return undefined;
  if (known) return known;
  const stem = [text, text.replace(/s$/, ''), text.replace(/ies$/, 'y')].find((form) => READS.has(form));
  return stem === undefined ? undefined : { verb: stem, kind: 'read', form: stem === text ? 'delete' : 'deletes' };
}

function isReading(lead: VerbForm, words: readonly Word[], start: number, verbs: readonly VerbForm[]): boolean {
  if (lead.kind === 'read' || COMPUTES.has(lead.verb)) return !VAGUE.has(lead.verb);
  if (!FINDS.has(lead.verb)) return false;
  // "Verify that it is there", "Resolves a name and returns its address"
  const object = words.slice(start + 1, start + 7).map(({ text }) => text);
  return (
    verbs.some(({ kind }) => kind === 'read') || object.some((text) => /^(?:if|whether|is|are|exists)$/.test(text))
  );
}

/** The first verb, and the verbs joined to it: of the same form, and no nouns unless only verbs are in between. */
function coordinated(words: readonly Word[], start: number, lead: VerbForm | undefined): VerbForm[] {
  const found = lead ? [lead] : [];
  let isChain = true;
  let isBeside = true;
  for (let index = start + 1; index < Math.min(words.length, start + MAX_WORDS); index++) {
    const text = words[index]?.text ?? '';
    const next = verbAt(words, index);
    if (SUBORDINATE.has(text)) isBeside = false;
    if (next && follows(words, index) && (isChain || !THINGS.has(next.verb) || hasObject(words, index))) {
      // "Reads what you name and deletes it": after another clause only the form decides.
      const isAlike = next.form === (lead?.form ?? next.form) && (isBeside || next.form === 'deletes');
      if (isAlike || (next.kind === 'read' && next.form === 'deleting')) found.push(next);
    } else if (!isAdverb(text) && !/^(?:and|or|then|also)$/.test(text)) isChain = false;
  }
  return found;
}

/** "and update go.mod" has an object, while "or label" names a thing. */
function hasObject(words: readonly Word[], index: number): boolean {
  const next = words[index + 1];
  return (
    next !== undefined &&
    !next.separated &&
    !/^(?:and|or|of|in|on|at|by|for|from|with|is|are)$/.test(next.text) &&
    !SUBORDINATE.has(next.text)
  );
}

function wordsOf(sentence: string): Word[] {
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
    if (/^(?:not|dont|doesnt|never|cannot|wont)$/.test(text)) return -1;
    if (!FILLERS.has(text) && !isAdverb(text)) return index;
  }
  return -1;
}

/** True if a word comes after "or", "and" or a separator, ignoring adverbs. */
function follows(words: readonly Word[], index: number): boolean {
  const [word, before, twoBefore] = [words[index], words[index - 1], words[index - 2]];
  if (word?.separated === true || /^(?:or|and|then|also)$/.test(before?.text ?? '')) return true;
  if (before === undefined || !isAdverb(before.text)) return false;
  return twoBefore?.text === 'or' || twoBefore?.text === 'and' || before.separated;
}

function isAdverb(text: string): boolean {
  return text.endsWith('ly') && readVerb(text) === undefined;
}

const HANDS_OUT =
  /^(?:get|print|show|output|display|reveal|return|retrieve|export|decrypt|generate|read|fetch|view|dump)$/;

/** Words after which the text is not about the secret itself: "the status of a token". */
const ABOUT =
  /^(?:of|about|for|that|which|from|using|with|by|in|on|without|whether|if|and|or|status|list|details|usage|count|limit)$/;
const OTHER_TOKEN = /^(?:next|page|pagination|continuation|design|csrf)$/;

function revealsSecret(words: readonly Word[], start: number): boolean {
  if (!HANDS_OUT.test(verbAt(words, start)?.verb ?? '')) return false;
  for (let index = start + 1; index <= start + 6; index++) {
    const [before = '', text = ''] = [words[index - 1]?.text, words[index]?.text];
    if (ABOUT.test(text)) return false;
    if (/^(?:passwords?|passphrases?|credentials?|secret)$/.test(text)) return true;
    if (/^tokens?$/.test(text)) return !OTHER_TOKEN.test(before);
    if (/^keys?$/.test(text) && /^(?:private|api|access|secret)$/.test(before)) return true;
  }
  return false;
}
