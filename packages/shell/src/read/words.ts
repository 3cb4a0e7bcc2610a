import { UNKNOWN } from '@atip/core/internal';
import {
  type AssignmentPrefix,
  type DoubleQuotedChild,
  forEachChild,
  type HereDoc,
  type SyntaxNode,
  type WordPart,
  type Word as ParsedWord,
} from 'unbash';
import { isListed, type List, type Meaning, wordFrom } from '../line/listings.ts';
import { HERE, knownTexts, literal, patternsOf, splitPatternsOf, startOf, textBefore, TOP } from '../line/patterns.ts';
import type { ShownVariable, UnknownReason, OpenWord, Word } from '../line/types.ts';
import { expandBraces } from './braces.ts';
import { meaningOf } from './command-output.ts';
import { changedBy } from './parameter-operations.ts';
import type { Scope } from './reading.ts';
import { HOME, valuesOf, WORKING } from './variable-values.ts';
import {
  addBeginnings,
  addListed,
  addLiteral,
  addPatterns,
  addText,
  addUnknown,
  type Draft,
  MANY_TEXTS,
  signsOf,
  widerSigns,
  type WordRole,
} from './word-draft.ts';

/** The words that bash makes from a word of a command. Unknown ones stay one, with `many`. */
export function readWord(word: ParsedWord, scope: Scope): readonly Word[] {
  return splitValue(word, scope) ?? readAs(word, scope, 'argument');
}

/** The words of an unquoted `$X` whose value is certain. */
function splitValue({ parts, pos, end }: ParsedWord, scope: Scope): readonly Word[] | undefined {
  const [part, ...others] = parts ?? [];
  const name = part && others.length === 0 ? nameOf(part) : undefined;
  const [value, ...more] = (name !== undefined && scope.values.isSplitAtBlanks && valuesOf(name, scope)) || [];
  if (!value || value.unknown || more.length > 0 || MAY_MATCH.test(value.text)) return undefined;
  return value.text.split(/[ \t\n]+/).flatMap((text) => (text === '' ? [] : [{ text, ...scope.span(pos, end) }]));
}

/** Signs that bash replaces by names of files. */
const MAY_MATCH = /[*?[\\]|[@+!]\(/;

/** The variable of a plain `$X` or `${X}`. */
function nameOf(part: WordPart): string | undefined {
  if (part.type !== 'SimpleExpansion' && part.type !== 'ParameterExpansion') return undefined;
  return /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/
    .exec(part.text)
    ?.slice(1)
    .find((one) => one !== undefined);
}

/** The values of `$X`, and what bash makes of them in `${X%.js}`. Undefined: nobody knows them. */
function valuesIn(part: WordPart, scope: Scope): readonly Word[] | undefined {
  const name = nameOf(part);
  if (name !== undefined) return valuesOf(name, scope);
  if (part.type !== 'ParameterExpansion' || part.prefix !== undefined || part.index) return undefined;
  const { operation, parameter } = part;
  const changed = operation && valuesOf(parameter, scope)?.map((value) => changedBy(operation, value));
  return changed?.every((one) => one !== undefined) ? changed : undefined;
}

/** A word that bash neither splits nor expands to file names: the value of an assignment, a here-string. */
export function readValue(word: ParsedWord, scope: Scope): Word {
  const [value] = readAs(word, scope, 'value');
  return value ?? { text: '', ...scope.span(word.pos, word.end) };
}

/** The file of a redirect. */
export function readTarget(word: ParsedWord | undefined, scope: Scope): Word {
  if (!word) return { text: '' };
  const words = readWord(word, scope);
  const [target] = words;
  if (target && words.length === 1) return target;
  return unknownWord(word, scope, { texts: [''], patterns: words.flatMap(patternsOf), reason: 'glob', many: false });
}

/** The text of a here-document. */
export function readHereDoc({ body, delimiter, operator }: HereDoc, scope: Scope): Word {
  const span = scope.span(body.pos, body.end);
  const text = operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text;
  if (delimiter?.quoted) return { text, ...span };
  const isKnown =
    (body.parts ?? []).every(({ type }) => type === 'Literal') && !/[$`]/.test(text.replace(/\\[$`\\]/g, ''));
  if (isKnown) return { text: text.replace(/\\([$`\\\n])/g, (_, one) => (one === '\n' ? '' : one)), ...span };
  const shows = shownVariables(body, scope);
  return { unknown: true, text: body.text, reason: 'substitution', prefix: '', many: false, shows, ...span };
}

/** `NAME=value` as an argument of `export` and similar. */
export function assignmentWord(one: AssignmentPrefix, scope: Scope, isSplit: boolean): Word {
  const span = scope.span(one.pos, one.end);
  const name = `${one.name}${one.append ? '+' : ''}=`;
  const value = one.value.type === 'ArrayValue' || one.index ? undefined : readValue(one.value, scope);
  if (value && !value.unknown) return { text: name + value.text, ...span };
  const prefix = one.index ? '' : name + (value?.prefix ?? '(');
  const elements = one.value.type === 'ArrayValue' ? one.value.elements : [];
  const shows = value?.shows ?? elements.flatMap((element) => shownVariables(element, scope) ?? []);
  const reason = value?.reason ?? 'variable';
  return {
    unknown: true,
    text: one.text,
    reason,
    prefix,
    many: isSplit,
    // Without them everything behind the prefix would be unknown, `$PWD/x` as well.
    patterns: value && patternsOf(value).map((pattern) => literal(name) + pattern),
    shows,
    value: isSplit ? undefined : value,
    ...span,
  };
}

function readAs(word: ParsedWord, scope: Scope, place: WordRole): readonly Word[] {
  const { text, parts } = word;
  const isBare = place === 'argument' && /^[\w\-.,/+:@%={}~^*?[\]]*$/.test(text);
  if (isBare && scope.dialect === 'bash') {
    const texts = expandBraces(text);
    if (texts) return texts.map((one) => bareWord(word, one, scope));
  }
  if (place === 'argument' && mayHaveBraces(word)) {
    const prefix = text.slice(0, text.search(/[^\w\-./+:@%=]/));
    const isSplit = /[$`]/.test(text);
    const patterns = patternsBeforeBraces(word, scope, place);
    return [unknownWord(word, scope, { texts: [prefix], patterns, reason: isSplit ? 'variable' : 'glob', many: true })];
  }
  const draft: Draft = { texts: [''], patterns: [''], spelled: '', many: false };
  if (!parts) addLiteral(draft, text, word.value, place);
  for (const part of parts ?? []) addPart(draft, part, place, scope);
  const [only, ...others] = parts ?? [];
  const [part, ...more] = only?.type === 'DoubleQuoted' ? only.parts : [only];
  const whole = part && others.length + more.length === 0 ? meaningIn(part, scope) : undefined;
  if (whole) Object.assign(draft, { number: whole.number, ends: whole.ends });
  // `-$!`: the group of a job.
  const behind = text.startsWith('-$') && only?.type === 'Literal' && others.length === 1 ? others[0] : undefined;
  const job = behind && meaningIn(behind, scope);
  if (job?.ends?.every(({ by }) => by === 'line')) draft.ends = job.ends;
  const [first] = only?.type === 'DoubleQuoted' ? only.parts : [only];
  // A file below a new directory is new as well.
  const isBelow = draft.patterns.every(
    (pattern) => !/(?:^|\/)\.\.(?:\/|$)/.test(pattern) && !pattern.includes(UNKNOWN),
  );
  const isSplit =
    draft.many && !(parts ?? []).slice(1).every(({ type }) => /^(?:Literal|SingleQuoted|Glob)$/.test(type));
  const made = first && isBelow && !isSplit ? meaningIn(first, scope)?.made : undefined;
  if (made && draft.many) draft.reason = 'glob';
  if (made) draft.made = scope.made.has((first && nameOf(first)) ?? '') ? 'surely' : made;
  const read = finish(word, scope, draft, place);
  // Several names: the first may mean something else than the last.
  return draft.isListed && read.unknown && read.many ? [read, read] : [read];
}

/** Known up to the first brace: what the braces hold may contain slashes. */
function patternsBeforeBraces({ text, parts }: ParsedWord, scope: Scope, place: WordRole): readonly string[] {
  const draft: Draft = { texts: [''], patterns: [''], many: false };
  for (const part of parts ?? []) {
    const isOpen = part.type === 'BraceExpansion' || (part.type === 'Literal' && part.text.includes('{'));
    if (isOpen && part.type === 'Literal') addText(draft, part.text.slice(0, part.text.indexOf('{')));
    if (isOpen) break;
    addPart(draft, part, place, scope);
  }
  if (!parts) addText(draft, text.slice(0, text.indexOf('{')));
  addPatterns(draft, [UNKNOWN]);
  return draft.patterns;
}

function bareWord(word: ParsedWord, text: string, scope: Scope): Word {
  const draft: Draft = { texts: [''], patterns: [''], many: false };
  addLiteral(draft, text, text, 'argument');
  return finish({ ...word, text, pos: word.pos, end: word.end }, scope, draft, 'argument');
}

function finish(
  word: Pick<ParsedWord, 'text' | 'pos' | 'end' | 'parts'>,
  scope: Scope,
  draft: Draft,
  place: WordRole,
): Word {
  const hasTilde = word.text.startsWith('~') || draft.tilde === true;
  const isPlainTilde = draft.tilde
    ? draft.texts.every((text) => /^~(?:\/|$)/.test(text))
    : /^~[\w.+-]*(?:\/|$)/.test(word.text);
  if (hasTilde && !isPlainTilde)
    return unknownWord(word, scope, { ...draft, texts: [''], reason: draft.reason ?? 'tilde' });
  if (hasTilde && draft.reason !== undefined) return { ...unknownWord(word, scope, draft), tilde: true };
  if (hasTilde) return { ...unknownWord(word, scope, { ...draft, reason: 'tilde' }), tilde: true };
  const [text = '', ...others] = draft.texts;
  if (draft.reason === undefined && others.length === 0 && !draft.isListed)
    return { text, ...scope.span(word.pos, word.end) };
  return unknownWord(word, scope, place === 'value' ? { ...draft, many: false } : draft);
}

function unknownWord(word: Pick<ParsedWord, 'text' | 'pos' | 'end' | 'parts'>, scope: Scope, draft: Draft): OpenWord {
  const { texts, patterns, spelled, reason, many, number, ends, made, plain, signs, isOpen, isListed } = draft;
  return {
    unknown: true,
    text: word.text,
    reason: reason ?? (isListed ? 'input' : 'variable'),
    prefix: startOf(texts),
    many,
    patterns: reason === undefined && isListed ? undefined : patterns,
    spelled: many || !spelled?.includes(HERE) ? undefined : spelled,
    among: reason === undefined ? texts : undefined,
    number,
    ends: reason === undefined ? undefined : ends,
    made: reason === undefined ? undefined : made,
    pieces: reason === undefined || many ? undefined : plain,
    signs: reason === undefined || many || isOpen ? undefined : signs,
    plain: reason !== undefined && patterns.every(isBare) ? plain : undefined,
    shows: shownVariables(word, scope),
    ...scope.span(word.pos, word.end),
  };
}

/** True for a pattern whose known pieces are neither split nor globs nor the beginning of an option. */
function isBare(pattern: string): boolean {
  return /^(?!-)[\w.:@/+=,%-]*$/.test(pattern.replaceAll(UNKNOWN, ''));
}

/** The variables whose values bash puts into a word; what it only measures or tests, `${#X}` and `${X:+set}`, is not shown. */
export function shownVariables(
  { text, parts }: Pick<ParsedWord, 'text' | 'parts'>,
  scope: Scope,
): readonly ShownVariable[] | undefined {
  if (!text.includes('$')) return undefined;
  const shown: ShownVariable[] = [];
  const show = (name: string): void => {
    if (/^\d+$|^\*$/.test(name)) shown.push({ name: '@', isOwn: true });
    else if (/^[A-Za-z_@]/.test(name)) shown.push({ name, isOwn: name === '@' || scope.certain.has(name) });
  };
  const stack: SyntaxNode[] = [...(parts ?? [])];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (/^(?:Command|Process|Arithmetic)/.test(node.type)) continue;
    if (node.type === 'SimpleExpansion') show(node.text.slice(1));
    if (node.type === 'ParameterExpansion') {
      const { parameter, prefix, operation } = node;
      const isTested = operation?.type === 'Default' && operation.operator.endsWith('+');
      if (prefix === '!' && operation?.type !== 'Names') {
        const names = namedBy(parameter, scope);
        if (names) for (const name of names) show(name.replace(/\[.*$/s, ''));
        else shown.push({ name: '!', isOwn: false });
      } else if (prefix === undefined && !isTested) show(parameter);
    }
    forEachChild(node, (child) => stack.push(child));
  }
  return shown.length > 0 ? shown : undefined;
}

/** The variables that `${!X}` may show. Undefined: any. */
export function namedBy(parameter: string, scope: Scope): readonly string[] | undefined {
  const values = valuesOf(parameter, scope);
  return values && knownTexts(values);
}

function addPart(draft: Draft, part: WordPart, place: WordRole, scope: Scope): void {
  switch (part.type) {
    case 'Literal':
      addLiteral(draft, part.text, part.value, place);
      return;
    case 'SingleQuoted':
      addText(draft, part.value);
      return;
    case 'AnsiCQuoted':
      // Bytes that are no text, and `\u` outside UTF-8, depend on the locale; dash has no such quotes.
      if (scope.dialect === 'sh' || /[^\0-\x7f]/.test(part.value))
        addUnknown(draft, 'variable', false, [literal(part.value), UNKNOWN]);
      else addText(draft, part.value);
      return;
    case 'DoubleQuoted':
      for (const child of part.parts) addQuoted(draft, child, scope);
      return;
    case 'LocaleString':
      addUnknown(draft, 'variable', true);
      return;
    case 'Glob':
    case 'ExtendedGlob':
      if (place === 'value' && part.type === 'Glob' && !part.parts) addText(draft, part.value);
      else addUnknown(draft, 'glob', true, [part.type === 'Glob' ? part.text.replaceAll('**', UNKNOWN) : '*']);
      return;
    case 'ProcessSubstitution':
      addText(draft, '/dev/fd/');
      addUnknown(draft, 'substitution', false);
      return;
    case 'BraceExpansion':
      if (place === 'value' && !part.parts) addText(draft, part.text);
      else addUnknown(draft, 'glob', true);
      return;
    default:
      addExpansion(draft, part, scope, place === 'argument');
  }
}

function addQuoted(draft: Draft, child: DoubleQuotedChild, scope: Scope): void {
  if (child.type === 'Literal') addText(draft, child.value);
  else addExpansion(draft, child, scope, false);
}

function addExpansion(draft: Draft, part: WordPart, scope: Scope, isSplit: boolean): void {
  const values = valuesIn(part, scope);
  const meaning = meaningIn(part, scope);
  const isCut = isSplit && scope.values.isSplitAtBlanks;
  const listed = listedIn(values, meaning, isCut);
  if (listed && addListed(draft, listed, values === undefined && meaning?.among === undefined)) return;
  const patterns =
    meaning?.patterns ?? patternsOfExpansion(part, values, scope, isSplit ? splitPatternsOf : patternsOf);
  // The numbers of several commits.
  if (isCut && meaning?.lines?.are === 'hex' && draft.reason === undefined && draft.texts.join('') === '') {
    addUnknown(draft, 'input', true, patterns, { plain: 'hex', signs: 'stamp' });
    return;
  }
  const piece = spelledIn(patterns, values, scope);
  const before = draft.spelled;
  const spelled = before === undefined || piece === undefined ? undefined : before + piece;
  const isPlain = (value: Word): boolean =>
    value.unknown === undefined && !(isSplit && (MAY_MATCH.test(value.text) || /^$|\s/.test(value.text)));
  if (values && draft.texts.length * values.length <= MANY_TEXTS && (!isSplit || scope.values.isSplitAtBlanks)) {
    if (values.every(isPlain)) {
      if (draft.reason === undefined)
        draft.texts = draft.texts.flatMap((text) => values.map((value) => text + value.text));
      addPatterns(draft, patterns);
      draft.spelled = spelled;
      return;
    }
    const isPlace = scope.values.isPlainPlace && values.every((value) => value === WORKING);
    if (addBeginnings(draft, values, isSplit && !isPlace && !isOneWord(meaning), patterns, meaning)) {
      draft.spelled = spelled;
      return;
    }
  }
  // "$@" and "${a[@]}" become several words or none, and so does any split text; a number is one word, unless it is
  // missing.
  const isOne =
    isSplit && scope.values.isSplitAtBlanks && (isOneWord(meaning) || /^\$(?:[#?$]|\{#\w+\}|\(\()/.test(part.text));
  addText(draft, beginningOf(meaning), []);
  addUnknown(draft, reasonOf(part), isSplit ? !isOne : part.text.includes('@'), patterns, meaning);
  draft.spelled = spelled;
}

/** The text of a piece, `HERE` for a plain path. Undefined: nobody knows it. */
function spelledIn(
  [pattern, ...others]: readonly string[],
  values: readonly Word[] | undefined,
  { values: known }: Scope,
): string | undefined {
  const [value, ...more] = values ?? [];
  if (value && more.length === 0 && !value.unknown) return value.text.includes(HERE) ? undefined : value.text;
  const isPlace = pattern === HERE && others.length === 0;
  if (!known.isPlainPlace || !(isPlace || (value === HOME && more.length === 0))) return undefined;
  // Where the line goes counts.
  known.wanted.add('PWD');
  return HERE;
}

/** The texts that a piece of a word may have, if names that a list has are among them. */
function listedIn(
  values: readonly Word[] | undefined,
  meaning: Meaning | undefined,
  isCut: boolean,
): readonly string[] | undefined {
  if (meaning?.among) return meaning.among;
  if (meaning?.lines) return isCut && !meaning.lines.isNul ? wordFrom(meaning.lines, false)?.among : undefined;
  const texts = values?.some(isListed)
    ? values.map((value) => (isListed(value) ? value.among : value.unknown ? undefined : [value.text]))
    : [undefined];
  const isKnown = texts.every((some) => some?.every((text) => /^[\w./@+,~-]+$/.test(text)) === true);
  return isKnown ? texts.flatMap((some) => some ?? []) : undefined;
}

/** `${HOME:-x}` and `${HOME%/}` are the home as well; `${X:-~/y}` may be its default. */
function patternsOfExpansion(
  part: WordPart,
  values: readonly Word[] | undefined,
  scope: Scope,
  patternsOf: (value: Word) => readonly string[],
): readonly string[] {
  if (values) return values.flatMap(patternsOf);
  if (part.type !== 'ParameterExpansion' || part.prefix !== undefined) return [UNKNOWN];
  const { parameter, operation } = part;
  const known = valuesOf(parameter, scope)?.flatMap(patternsOf);
  if (operation?.type === 'Default')
    return [...(known ?? [UNKNOWN]), ...readAs(operation.operand, scope, 'value').flatMap(patternsOf)];
  // Only a slash at the end is known to change nothing: `${HOME%/}`.
  const isSame = operation?.type === 'Remove' && operation.operand.text === '/' && operation.operator.startsWith('%');
  return known && isSame ? known : [UNKNOWN];
}

/** Asks for the names that a command lists here. */
export function listIn({ listNames, places }: Scope): List | undefined {
  return listNames && places && ((listing) => listNames(listing, places));
}

/** Each level of substitutions is read several times over. */
const MAX_MEANINGS = 2;

/** The known facts about a piece of a word; of a variable those of all its values. */
function meaningIn(part: WordPart, scope: Scope): Meaning | undefined {
  const values = valuesIn(part, scope);
  const { meanings = 0 } = scope;
  if (!values && nameOf(part) === undefined)
    return meanings > MAX_MEANINGS
      ? undefined
      : meaningOf(part, (word) => readWord(word, { ...scope, meanings: meanings + 1 }), listIn(scope));
  if (!values) return undefined;
  const known = values.map((one): Meaning => {
    if (one.unknown) return one;
    const isNumber = /^\d+$/.test(one.text);
    const isName = /^[\w.:@/+=,%][\w.:@/+=,%-]*$/.test(one.text);
    const ends = /^[1-9]\d{0,8}$/.test(one.text) ? [{ by: 'number', number: Number(one.text) } as const] : undefined;
    return { number: isNumber ? 'digits' : undefined, plain: isName ? 'hex' : undefined, ends, signs: 'digits' };
  });
  const ends = known.every((one) => one.ends) ? known.flatMap((one) => one.ends ?? []) : undefined;
  const numbers = known.map(({ number }) => number);
  const plains = known.map((one) => one.plain ?? (one.number === 'digits' ? 'hex' : undefined));
  return {
    number: numbers.includes(undefined) ? undefined : numbers.includes('signed') ? 'signed' : 'digits',
    plain: plains.includes(undefined) ? undefined : plains.includes('name') ? 'name' : 'hex',
    ends,
    signs: known.map(signsOf).reduce(widerSigns),
    made: known.every(({ made }) => made === 'surely') ? 'surely' : known.every(({ made }) => made) || undefined,
  };
}

/** True for a text without blanks and signs of globs. */
function isOneWord(meaning: Meaning | undefined): boolean {
  return meaning?.plain !== undefined || meaning?.made !== undefined;
}

/** The known beginning of a path that is only known when the line runs. */
function beginningOf(meaning: Meaning | undefined): string {
  const starts = meaning?.patterns?.map((pattern) =>
    pattern.startsWith(HERE) || pattern.startsWith(TOP) ? '/' : textBefore(pattern),
  );
  return startOf(starts ?? []);
}

function reasonOf({ type }: WordPart): UnknownReason {
  if (type === 'CommandExpansion') return 'substitution';
  return type === 'ArithmeticExpansion' ? 'arithmetic' : 'variable';
}

/** True if bash may expand braces in it. */
function mayHaveBraces({ text, parts }: ParsedWord): boolean {
  if (!text.includes('{')) return false;
  if (!parts) return isBraced(text);
  if (parts.some(({ type }) => type === 'BraceExpansion')) return true;
  return isBraced(parts.map((part) => (part.type === 'Literal' ? part.text : '_')).join(''));
}

function isBraced(text: string): boolean {
  return /\{.*(?:,|\.\.).*\}/s.test(text);
}
