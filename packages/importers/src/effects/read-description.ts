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
  /** True: it checks, or prints its result, and writes only with an option that asks for that. */
  readonly prints: boolean;
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
const READS: ReadonlySet<string> = new Set(
  'return retrieve enumerate locate identify examine lookup lint audit diagnose'.split(' '),
);

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

/** Verbs after which the text says what is only printed, or only looked at. */
const MAKES: ReadonlySet<string> = new Set('generate output emit print produce render export'.split(' '));
const CHECKS: ReadonlySet<string> = new Set('check verify validate scan watch monitor'.split(' '));

/** "(Beta) List …" */
const STAGE = /^\W*\b(?:alpha|beta|experimental|preview|alias|deprecated)\b[\])]?[:.]?\s+/;

/** Made for the terminal; everything else that is generated may be a file. */
const PRINTED = /^(?:(?:auto-?)?completions?|manpage|sbom|schema)$/;
const STDOUT = /\b(?:to|on) (?:the )?(?:stdout|standard output|terminal|screen|console)\b/;
const STORED =
  /\b(?:files?|director(?:y|ies)|folder|disk|database|tables?|migrations?|install\w*|saves?|writes?|sources?|devices?|printers?|speakers?|pins?|gpio|signal|relay|serial)\b/;

/** Of "check a box" and "verify an e-mail address" nobody knows that they only look; of these it is known. */
const LOOKED_AT =
  /^(?:if|whether|that|is|are|exists|syntax|integrity|signatures?|checksums?|dependencies|lockfile|format|formatting|style|spelling|types|health|status|versions?|compatibility|availability|problems|errors|issues|vulnerabilities|requirements|prerequisites|quota|permissions|connectivity|licenses|drift|conflicts|quality|config(?:uration)?s?|schemas?|manifests?|templates?|installation|system|environment|setup|progress|until)$/;
const ACTS =
  /^(?:out|in|into|off|box|checkbox|radio|item|task|todo|email|mail|address|domain|identity|phone|account|ownership|user|token|code|otp|mfa|hooks?|tests?)$/;

/** "… and pair with it": an unknown word that may be a verb. */
const SECOND = /\b(?:and|then|or) ([a-z]+) (?:the|it|them|its|their|a|an|all|any|each|every|with|to)\b/g;

/** The text says of the whole command that nothing changes. */
const READ_ONLY =
  /(?:^|[.;!]\s*)(?:this (?:is|command is|tool is|operation is) )?(?:a )?read[- ]only(?: (?:operation|command|tool))?(?=[.;]|$)|\b(?:(?:changes|modifies) nothing|(?:does not|doesn't|never) (?:modify|change)s? anything)(?=\W*$|[.;,)])|^\W*(?:this (?:command )?is )?not (?:yet )?implemented\b|\(not (?:yet )?implemented\)/;

/** "Manage labels (create, rename or delete)": verbs that are joined to each other, away from the first one. */
const LISTS =
  /(?:[:([–—]\s*|\b(?:(?:it|tool|command|which) can|supports?|operations?|actions?|(?:used|allows?|lets?|able|ability|you|tool) to)\s+)((?:[a-z-]+(?:\s*[,/|]\s*(?:and |or )?|\s+(?:and|or)\s+)){1,11}[a-z-]+)/g;

/** Marks that are put on a thing and taken off again: nothing is lost. */
const MARK = /^(?:labels?|reactions?|stars?|flags?|emojis?|assignees?)$/;

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
 *
 * @param isCommand true: a list of verbs says what the command does; false: it lists the values of an option
 */
export function readDescription(description: unknown, isCommand = false): Description {
  if (typeof description !== 'string') return { harms: [], reads: false, prints: false, reveals: false };
  const text = description.slice(0, MAX_TEXT).toLowerCase().replace(STAGE, '');
  const sentences = text.split(/[.;:!?\n](?=\s|$)/, MAX_SENTENCES).filter((sentence) => /[a-z]{2}/.test(sentence));
  const clauses = sentences.map((sentence, index) => readClause(sentence.trim(), index === 0));
  const warning = WARNING.exec(text)?.[0];
  const spoken = [...clauses.flatMap(({ harms }) => harms), ...(isCommand ? listedHarms(text) : [])];
  if (warning !== undefined) spoken.push({ kind: 'replace', verb: warning });
  const sorted = spoken.toSorted((a, b) => rankOf(b.kind) - rankOf(a.kind));
  const harms = sorted.filter(
    ({ kind }, index) => index === 0 || ((kind === 'run' || kind === 'send') && kind !== sorted[index - 1]?.kind),
  );
  const [first] = clauses;
  const isHarmless = harms.length === 0 && !ASKS.test(text);
  const prints = first?.prints === true && isHarmless;
  const reads = first?.reads === true || prints || READ_ONLY.test(text);
  return { harms, reads: reads && isHarmless, prints, reveals: first?.reveals === true };
}

function listedHarms(text: string): DescribedHarm[] {
  return [...text.matchAll(LISTS)].flatMap(([, list = '']) => {
    const words = list.split(/[^a-z-]+/).filter((word) => !/^(?:and|or|)$/.test(word));
    const verbs = words.map(readVerb).filter((verb) => verb?.form === 'delete');
    if (verbs.length < 2 || verbs.length < words.length - 1) return [];
    return verbs.flatMap((verb) => (verb && isChange(verb.kind) ? [{ kind: verb.kind, verb: verb.verb }] : []));
  });
}

interface Clause {
  readonly harms: readonly DescribedHarm[];
  readonly reads: boolean;
  readonly prints: boolean;
  readonly reveals: boolean;
}

const NOTHING: Clause = { harms: [], reads: false, prints: false, reveals: false };

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
  const prints = isFirst && onlyPrints(sentence, words, start);
  const verbs = coordinated(words, start, lead).filter((verb) => verb !== lead || !prints);
  const isCoded = lead?.kind === 'run' && words.slice(start + 1, start + 6).some(({ text }) => CODE.has(text));
  const harms = verbs.flatMap((verb): DescribedHarm[] =>
    isChange(verb.kind)
      ? [{ kind: unmarks(verb, words) ? 'write' : verb.kind, verb: verb.verb, isCode: isCoded && verb === lead }]
      : [],
  );
  if (isFirst) {
    const reads = lead !== undefined && isReading(lead, words, start, verbs, sentence);
    return { harms, reads, prints, reveals: revealsSecret(words, start) };
  }
  // Later sentences count only as "Deletes …" and "It deletes …"; "It fails …" is about the command's fate.
  if (!SUBJECTS.test(sentence) && lead?.form !== 'deletes') return NOTHING;
  return { ...NOTHING, harms: harms.filter(({ kind, verb }) => rankOf(kind) >= rankOf('send') || ADDS.test(verb)) };
}

/** "Generate completions", "Check the configuration", "Run diagnostics", "Write it to standard output". */
function onlyPrints(sentence: string, words: readonly Word[], start: number): boolean {
  const [verb = '', ...after] = words.slice(start, start + 7).map(({ text }) => text);
  const forms = [verb, verb.replace(/s$/, '')];
  const has = (pattern: RegExp): boolean => after.some((word) => pattern.test(word));
  if (actsToo(sentence)) return false;
  if (forms.some((form) => /^(?:run|perform)$/.test(form)))
    return (
      (has(/^diagnostics$/) && !has(/^scripts?$/)) ||
      /\b(?:health|sanity|security|vulnerability|integrity) ?(?:checks?|audits?)\b/.test(sentence)
    );
  if (forms.some((form) => /^(?:lint|audit|diagnose)$/.test(form))) return true;
  if (forms.some((form) => CHECKS.has(form)))
    return !has(ACTS) && (has(LOOKED_AT) || (/^(?:check|scan)s?$/.test(verb) && has(/^for$/)));
  if (STORED.test(sentence)) return false;
  if (/^outputs?$/.test(verb) || STDOUT.test(sentence))
    return forms.some((form) => MAKES.has(form) || form === 'write');
  return forms.some((form) => MAKES.has(form)) && (has(PRINTED) || /\bman page\b/.test(sentence));
}

function actsToo(sentence: string): boolean {
  const isChanging = (word: string): boolean => isChange(readVerb(word)?.kind) && !THINGS.has(word);
  const mayAct = (word: string): boolean =>
    !/^(?:report|exit|fail|explain)s?$/.test(word) && readVerb(word)?.kind !== 'read';
  return (
    [...sentence.matchAll(SECOND)].some(([, word = '']) => mayAct(word)) ||
    [...sentence.matchAll(/(?:\b(?:and|then|or) |, )([a-z]+)\b/g)].some(([, word = '']) => isChanging(word))
  );
}

/** "Remove labels from messages" */
function unmarks({ verb }: VerbForm, words: readonly Word[]): boolean {
  if (verb !== 'remove' && verb !== 'clear') return false;
  const at = words.findIndex(({ text }) => text.replace(/s$/, '') === verb);
  return words.slice(at + 1, at + 4).some(({ text }) => MARK.test(text)) || words[at + 1]?.text === 'tags';
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

function isReading(
  lead: VerbForm,
  words: readonly Word[],
  start: number,
  verbs: readonly VerbForm[],
  sentence: string,
): boolean {
  // "Waits for them and clean them up" is not of one form.
  const cleans = words.some(({ text }, at) => {
    const next = at > start && text === 'and' ? verbAt(words, at + 1) : undefined;
    return next?.kind === 'destroy' && next.form !== lead.form && hasObject(words, at + 1);
  });
  if (cleans) return false;
  if (lead.kind === 'read' || COMPUTES.has(lead.verb)) return !VAGUE.has(lead.verb);
  if (lead.kind === 'work' && /\(read[- ]?only\)/.test(sentence)) return true;
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
  const verb = words[start]?.text ?? '';
  if (!HANDS_OUT.test(verbAt(words, start)?.verb ?? verb.replace(/s$/, ''))) return false;
  for (let index = start + 1; index <= start + 6; index++) {
    const [before = '', text = ''] = [words[index - 1]?.text, words[index]?.text];
    if (ABOUT.test(text)) return false;
    if (/^(?:passwords?|passphrases?|credentials?|secret)$/.test(text)) return true;
    if (/^tokens?$/.test(text)) return !OTHER_TOKEN.test(before);
    if (/^keys?$/.test(text) && /^(?:private|api|access|secret)$/.test(before)) return true;
  }
  return false;
}
