import type { LinePart } from '../line/types.ts';
import { changesInFish } from './assignments.ts';
import { type Reading, report } from './reading.ts';

/** Records a line for another shell. About programs of cmd and PowerShell a person is asked anyway: nobody describes them. */
export function recognizeShells(text: string, reading: Reading): void {
  // fish refuses all of a text with this syntax, and runs nothing of it.
  const isFish = !BASH_ONLY.test(text) && (endsInBackslash(text) || reading.parts.some(startsMoreInFish));
  const found =
    fromText(text) ?? reading.parts.map(fromPart).find((shell) => shell !== undefined) ?? (isFish ? 'fish' : undefined);
  if (found === undefined) return;
  report(reading, 'OTHER_SHELL', `The line may be written for ${found}, which reads it in another way than bash.`, {
    start: 0,
    end: text.length,
  });
}

const BASH_ONLY = /(?:^|[;&|\n])[ \t]*(?:then|do|done|fi|esac)\b|\)[ \t]*\{|<</;
const QUOTED = /\\[\s\S]|\$'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|'(?<single>[^']*)'/g;

/** True if a text in single quotes ends in a backslash, by which fish quotes the quote, and reads on. */
function endsInBackslash(text: string): boolean {
  return [...text.matchAll(QUOTED)].some(({ groups }) => /(?<!\\)(?:\\\\)*\\$/.test(groups?.['single'] ?? ''));
}

/** True if fish starts a program where bash has an array (`export x=(a b)`) or a file (`2>| a`). */
function startsMoreInFish({ program, words, assignments, redirects }: LinePart): boolean {
  const isArray = assignments.some(({ value }) => value === undefined) && program !== undefined;
  const declares = /^(?:export|declare|typeset|readonly|local|let)$/.test(program ?? '');
  const isDeclared = declares && words.some(({ text }) => /^\w+\+?=\(/.test(text));
  return isArray || isDeclared || redirects.some(({ operator }) => operator === '>|');
}

function fromText(text: string): string | undefined {
  const [, interpreter] = /^#!\s*\S*?([\w.-]+)(?:[ \t]|$)/m.exec(text.slice(0, 200)) ?? [];
  const [, viaEnv] = /^#!\s*\S*\/env\s+(?:-S\s+)?([\w.-]+)/.exec(text.slice(0, 200)) ?? [];
  if (/\$env:[A-Za-z_]/.test(text)) return 'PowerShell';
  const named = text.startsWith('#!') ? (viaEnv ?? interpreter) : undefined;
  return named !== undefined && !/^(?:ba|da|a)?sh$/.test(named) ? named : undefined;
}

function fromPart({ program, words }: LinePart): string | undefined {
  if (program === undefined) return undefined;
  if (/^(?:and|or|not|end|begin)$/.test(program)) return 'fish';
  const operands = words.slice(1).filter(({ text }) => !text.startsWith('-'));
  // To bash, an alias without "=" is only a question, and a name after "set" is only "$1".
  if (program === 'alias' && operands.length > 1) return 'fish';
  const [name] = operands;
  if (program !== 'set' || name === undefined || name.unknown) return undefined;
  if (changesInFish(name.text)) return 'fish';
  const [, option, second, value] = words.map(({ text }) => text);
  const isFishSet =
    option !== undefined && /^-[gUlxue]*[gUlxe][gUlxue]*$/.test(option) && /^[A-Za-z_]\w*$/.test(second ?? '');
  return isFishSet && (value !== undefined || /[gUl]/.test(option)) ? 'fish' : undefined;
}
