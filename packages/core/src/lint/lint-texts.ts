import { joinPointer } from '../json/pointer.ts';
import type { Lint } from './lint.ts';
import { modelInstructionIn } from './model-instruction.ts';

const PLAIN = /^[\t\n\r -~]*$/;

/** A Latin letter beside a Cyrillic one, or beside a Greek one of the same look. */
const FOREIGN = '[\\p{sc=Cyrl}ΑΒΕΗΙΚΜΝΟΡΤΧινορ]';
const MIXED = new RegExp(`\\p{sc=Latn}${FOREIGN}|${FOREIGN}\\p{sc=Latn}`, 'u');

/** The signs and words of compiled descriptions, and one word that would be missed there. @see ATIP 0.3 §8.2 rule 1 */
const SAFETY_FLAG =
  /[\u26a0\u{1f512}\u{1f4b0}]|\b(?:READ\p{Pd}ONLY|DESTRUCTIVE|NOT (?:REVERSIBLE|IDEMPOTENT)|BILLABLE)\b|\[SAFE\b/u;

/** A few forms that are certain, without the placeholders of documentation. */
const SECRET =
  /\b(?:(?:gh[opsu]_|github_pat_|glpat-|npm_|sk-(?:\w{1,9}-)?)(?!x{4})[\w-]{20}|A[KS]IA(?!\w{0,9}EXAMPLE)[\dA-Z]{16}\b|xox[abp]-\d|AIza[\w-]{35})|-BEGIN [A-Z ]{0,12}PRIVATE KEY-{5}\s{0,2}\w{10}/;

/** Checks every key and every text of a document, wherever it stands: a model may be shown any of them. */
export function lintTexts(lint: Lint): void {
  visit(lint, lint.tool, '');
}

/** As deep as the document, which parsing has bounded. */
function visit(lint: Lint, value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    lintText(lint, value, pointer, 'value');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = joinPointer(pointer, key);
      if (!Array.isArray(value)) lintText(lint, key, at, 'key');
      visit(lint, member, at);
    }
  }
}

/** Parsing has refused texts in which characters hide. */
function lintText(lint: Lint, text: string, path: string, mark: 'key' | 'value'): void {
  const mixed = PLAIN.test(text) ? undefined : MIXED.exec(text)?.[0];
  if (mixed) lint.report('mixed-alphabets', path, mixed, undefined, mark);
  const instruction = modelInstructionIn(text);
  if (instruction) lint.report('model-instruction', path, instruction, undefined, mark);
  const flag = path.endsWith('/description') && SAFETY_FLAG.exec(text)?.[0];
  if (flag) lint.report('forged-safety-flag', path, flag);
  if (SECRET.test(text)) lint.report('secret-in-metadata', path, '', undefined, mark);
}
