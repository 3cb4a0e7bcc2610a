import { UNKNOWN } from '@atip/core/internal';
import type { ParameterOperation } from 'unbash';
import { isListed } from '../line/listings.ts';
import { HERE, SIGNS, startOf, textBefore, TOP } from '../line/patterns.ts';
import type { OpenWord, Word } from '../line/types.ts';

/** Those that may have a slash in it. */
const OPEN = ['~', UNKNOWN, HERE, TOP];

/** The text that bash makes of a value: `${X%.js}`, `${X##*.}`, `${X:0:7}`. Undefined: nobody knows it. */
export function changedBy(operation: ParameterOperation, value: Word): Word | undefined {
  if (!value.unknown) {
    const isPlain = /^[ -~]*$/.test(value.text) && !SIGNS.some((sign) => value.text.includes(sign));
    const text = isPlain ? changed(operation, value.text) : undefined;
    return text === undefined ? undefined : { text };
  }
  if (value.tilde || value.many || value.reason === 'tilde') return undefined;
  const isNumber = value.plain === 'hex' || value.number === 'digits';
  const isCut = operation.type === 'Remove' || operation.type === 'Slice';
  const isWhole = value.patterns?.every((pattern) => pattern === UNKNOWN) === true;
  const signs = isWhole ? (value.number ?? value.signs) : undefined;
  if (isCut && isNumber) return { ...bare(value), plain: 'hex', pieces: 'hex', signs, patterns: [UNKNOWN], prefix: '' };
  const patterns = (value.patterns ?? value.among ?? []).map((pattern) => changed(operation, pattern));
  if (patterns.length === 0 || !patterns.every((pattern) => pattern !== undefined)) return undefined;
  if (isListed(value)) return { ...bare(value), reason: 'input', among: patterns, prefix: startOf(patterns) };
  return {
    ...bare(value),
    patterns,
    signs: value.signs,
    prefix: startOf(patterns.map((pattern) => textBefore(pattern))),
  };
}

/** Without what holds for the whole value alone. */
function bare({ text, shows }: OpenWord): OpenWord {
  return { unknown: true, text, reason: 'variable', prefix: '', many: false, shows };
}

/** A text, or a pattern: the same for each text that it stands for. */
function changed(operation: ParameterOperation, text: string): string | undefined {
  const isKnown = !SIGNS.some((sign) => text.includes(sign));
  switch (operation.type) {
    case 'Remove':
      return removed(operation.operator, operation.operand.text, text);
    case 'Replace': {
      const [from, to] = [operation.pattern.text, operation.replacement.text];
      if (operation.operator !== '/' || ![from, to].every((one) => PLAIN.test(one)) || from === '') return undefined;
      const at = textBefore(text).indexOf(from);
      if (at < 0) return isKnown ? text : undefined;
      return text.slice(0, at) + to + text.slice(at + from.length);
    }
    case 'Slice': {
      const [start, length = ''] = [operation.offset.text.trim(), operation.length?.text];
      if (!isKnown || !/^\d{1,4}$/.test(start) || !/^\d{0,4}$/.test(length)) return undefined;
      return text.slice(Number(start), length === '' ? undefined : Number(start) + Number(length));
    }
    case 'CaseModification':
      if (!isKnown || operation.operand) return undefined;
      if (operation.operator.length === 2) return operation.operator === '^^' ? text.toUpperCase() : text.toLowerCase();
      return (operation.operator === '^' ? text.charAt(0).toUpperCase() : text.charAt(0).toLowerCase()) + text.slice(1);
    default:
      return undefined;
  }
}

const PLAIN = /^[\w./@:+=,-]*$/;

/** A piece that is removed: plain, with a `*` at the side from which it is removed. */
export function removed(operator: string, operand: string, text: string): string | undefined {
  const isAtEnd = operator.startsWith('%');
  const isOpen = isAtEnd ? operand.endsWith('*') : operand.startsWith('*');
  const piece = !isOpen ? operand : isAtEnd ? operand.slice(0, -1) : operand.slice(1);
  if (piece === '' || !PLAIN.test(piece)) return undefined;
  // A name that a glob fits has no slash.
  const signs = piece === '/' && !text.includes('[') ? OPEN : SIGNS;
  const head = textBefore(text, signs).length;
  const tail = Math.max(...signs.map((sign) => text.lastIndexOf(sign))) + 1;
  const isKnown = tail === 0;
  if (!isOpen) {
    const known = isAtEnd ? text.slice(tail) : text.slice(0, head);
    if (isAtEnd ? known.endsWith(piece) : known.startsWith(piece))
      return isAtEnd ? text.slice(0, -piece.length) : text.slice(piece.length);
    return isKnown || known.length >= piece.length ? text : undefined;
  }
  const isFirst = operator === '#' || operator === '%%';
  const at = isFirst ? text.slice(0, head).indexOf(piece) : text.lastIndexOf(piece);
  if (at < 0 || (!isFirst && at < tail)) return isKnown ? text : undefined;
  return isAtEnd ? text.slice(0, at) : text.slice(at + piece.length);
}
