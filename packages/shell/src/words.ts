import type { AssignmentPrefix, DoubleQuotedChild, HereDoc, WordPart, Word as ParsedWord } from 'unbash';
import { expandBraces } from './braces.ts';
import type { Scope } from './reading.ts';
import type { UnknownReason, UnknownWord, Word } from './types.ts';

/** How bash treats a text: a word of a command is split, expanded to file names and braces; a value is not. */
type Place = 'argument' | 'value';

/** A text under construction: known up to the first piece that is not. */
interface Draft {
  prefix: string;
  reason?: UnknownReason;
  many: boolean;
}

/** The words that bash makes of a word of a command. Unknown ones stay one, with `many`. */
export function readWord(word: ParsedWord, scope: Scope): readonly Word[] {
  return readAs(word, scope, 'argument');
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
  return unknownWord(word, scope, { prefix: '', reason: 'glob', many: false });
}

/** The text of a here-document. */
export function readHereDoc({ body, delimiter, operator }: HereDoc, scope: Scope): Word {
  const span = scope.span(body.pos, body.end);
  const text = operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text;
  if (delimiter?.quoted) return { text, ...span };
  const isKnown =
    (body.parts ?? []).every(({ type }) => type === 'Literal') && !/[$`]/.test(text.replace(/\\[$`\\]/g, ''));
  if (isKnown) return { text: text.replace(/\\([$`\\\n])/g, (_, one) => (one === '\n' ? '' : one)), ...span };
  return { unknown: true, text: body.text, reason: 'substitution', prefix: '', many: false, ...span };
}

/** `NAME=value` as an argument of `export` and its like. */
export function assignmentWord(one: AssignmentPrefix, scope: Scope, isSplit: boolean): Word {
  const span = scope.span(one.pos, one.end);
  const name = `${one.name}${one.append ? '+' : ''}=`;
  const value = one.value.type === 'ArrayValue' || one.index ? undefined : readValue(one.value, scope);
  if (value && !value.unknown) return { text: name + value.text, ...span };
  const prefix = one.index ? '' : name + (value?.prefix ?? '(');
  return { unknown: true, text: one.text, reason: value?.reason ?? 'variable', prefix, many: isSplit, ...span };
}

function readAs(word: ParsedWord, scope: Scope, place: Place): readonly Word[] {
  const { text, parts } = word;
  const isBare = place === 'argument' && /^[\w\-.,/+:@%={}~^*?[\]]*$/.test(text);
  if (isBare && scope.dialect === 'bash') {
    const texts = expandBraces(text);
    if (texts) return texts.map((one) => bareWord(word, one, scope));
  }
  if (place === 'argument' && mayHaveBraces(word)) {
    const prefix = text.slice(0, text.search(/[^\w\-./+:@%=]/));
    return [unknownWord(word, scope, { prefix, reason: 'glob', many: true })];
  }
  const draft: Draft = { prefix: '', many: false };
  if (!parts) addLiteral(draft, text, word.value, place);
  for (const part of parts ?? []) addPart(draft, part, place, scope);
  return [finish(word, scope, draft, place)];
}

function bareWord(word: ParsedWord, text: string, scope: Scope): Word {
  const draft: Draft = { prefix: '', many: false };
  addLiteral(draft, text, text, 'argument');
  return finish({ ...word, text, pos: word.pos, end: word.end }, scope, draft, 'argument');
}

function finish(word: Pick<ParsedWord, 'text' | 'pos' | 'end'>, scope: Scope, draft: Draft, place: Place): Word {
  const hasTilde = word.text.startsWith('~');
  const isPlainTilde = /^~[\w.+-]*(?:\/|$)/.test(word.text);
  if (hasTilde && !isPlainTilde) return unknownWord(word, scope, { prefix: '', reason: 'tilde', many: false });
  if (hasTilde && draft.reason !== undefined) return { ...unknownWord(word, scope, draft), tilde: true };
  if (hasTilde) return { ...unknownWord(word, scope, { ...draft, reason: 'tilde' }), tilde: true };
  if (draft.reason === undefined) return { text: draft.prefix, ...scope.span(word.pos, word.end) };
  return unknownWord(word, scope, place === 'value' ? { ...draft, many: false } : draft);
}

function unknownWord(word: Pick<ParsedWord, 'text' | 'pos' | 'end'>, scope: Scope, draft: Draft): UnknownWord {
  const { prefix, reason = 'variable', many } = draft;
  return { unknown: true, text: word.text, reason, prefix, many, ...scope.span(word.pos, word.end) };
}

function addPart(draft: Draft, part: WordPart, place: Place, scope: Scope): void {
  switch (part.type) {
    case 'Literal': {
      addLiteral(draft, part.text, part.value, place);
      return;
    }
    case 'SingleQuoted': {
      addText(draft, part.value);
      return;
    }
    case 'AnsiCQuoted':
      // Bytes that are no text, and `\u` outside UTF-8, depend on the locale; dash has no such quotes.
      if (scope.dialect === 'sh' || /[^\0-\x7f]/.test(part.value)) {
        addUnknown(draft, 'variable', false);
        return;
      }
      {
        addText(draft, part.value);
        return;
      }
    case 'DoubleQuoted':
      for (const child of part.parts) addQuoted(draft, child);
      return;
    case 'LocaleString': {
      addUnknown(draft, 'variable', true);
      return;
    }
    case 'Glob':
    case 'ExtendedGlob': {
      place === 'value' && part.type === 'Glob' && !part.parts
        ? addText(draft, part.value)
        : addUnknown(draft, 'glob', true);
      return;
    }
    case 'ProcessSubstitution':
      addText(draft, '/dev/fd/');
      {
        addUnknown(draft, 'substitution', false);
        return;
      }
    case 'BraceExpansion': {
      place === 'value' && !part.parts ? addText(draft, part.text) : addUnknown(draft, 'glob', true);
      return;
    }
    default: {
      addUnknown(draft, reasonOf(part), true);
      return;
    }
  }
}

function addQuoted(draft: Draft, child: DoubleQuotedChild): void {
  if (child.type === 'Literal') {
    addText(draft, child.value);
    return;
  }
  // "$@" and "${a[@]}" become several words or none.
  addUnknown(draft, reasonOf(child), child.text.includes('@'));
}

function reasonOf({ type }: WordPart): UnknownReason {
  if (type === 'CommandExpansion') return 'substitution';
  return type === 'ArithmeticExpansion' ? 'arithmetic' : 'variable';
}

/** An unquoted text: `raw` as written, `value` without its escapes. */
function addLiteral(draft: Draft, raw: string, value: string, place: Place): void {
  const tilde = /[=:]~/.exec(raw);
  const glob = place === 'argument' ? /[*?]|\[.*\]/s.exec(raw.replace(/\\./gs, '__')) : null;
  if (tilde === null && glob === null) {
    addText(draft, value);
    return;
  }
  const at = Math.min(tilde ? tilde.index + 1 : raw.length, glob ? glob.index : raw.length);
  const before = raw.slice(0, at);
  addText(draft, before.includes('\\') ? '' : before);
  addUnknown(draft, glob ? 'glob' : 'tilde', glob !== null);
}

function addText(draft: Draft, text: string): void {
  if (draft.reason === undefined) draft.prefix += text;
}

function addUnknown(draft: Draft, reason: UnknownReason, many: boolean): void {
  draft.reason ??= reason;
  draft.many ||= many;
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
