import { programName } from '../line/program-names.ts';
import type { LinePart, LineReading } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { isBelow, startsOf } from './paths.ts';
import { realOf, viewOf } from './project-view.ts';

/** Options of compilers that bring no code of others and let them write what they are asked for. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  go: /^(?:-v|-x|-race|-trimpath|-ldflags=(?:-[sw] ?)+|-tags=[\w,]+|\.|\.\/(?!.*\.\.)[\w./-]+)$/,
  c: /^(?:-O[0-3sg]?|-g\d?|-W(?![lap],)[\w=+-]*|-std=[\w+]+|-l\w+|-D\w+(?:=\w*)?|-pthread|-fsanitize=[\w,]+|(?:\.\/)?(?![-/])(?!.*\.\.)[\w./-]+\.(?:c|cc|cpp|cxx))$/,
};
const COMPILER = /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)$/;

/**
 * The place of a program that a line starts where it has just been built of the project's code: `go build -o /tmp/x . && /tmp/x`. Only
 * behind `&&` is it certain that no older file of that name is started. Undefined: it is another one.
 */
export function builtProgram(
  part: LinePart,
  { text, parts }: LineReading,
  settings: CheckLineSettings,
): string | undefined {
  const { program: path = '' } = part;
  const builder = parts.findLast(({ end }) => end <= part.start);
  if (!builder || !/^\/tmp\/[\w.-]*\w$/.test(path) || [builder, part].some((one) => !isPlain(one))) return undefined;
  const isNext = /^\s*&&\s*$/.test(text.slice(builder.end, part.start));
  const isSure = !/(?:\||!)\s*$/.test(text.slice(0, builder.start));
  const view = viewOf(settings);
  const isHere = startsOf(builder, settings).every((start) => {
    const real = realOf(start, settings);
    return (
      real !== undefined && view.root !== undefined && isBelow(real, view.root) && view.whyForeign(real) === undefined
    );
  });
  const isOwn = realOf(path, settings) === path && /^(?:own|missing)$/.test(view.fileAt?.(path) ?? '');
  return isNext && isSure && isHere && isOwn && builds(builder, path) ? path : undefined;
}

/** True for a part of the line itself, of which every word is known. */
function isPlain({ kind, from, through, added, assignments, background, words }: LinePart): boolean {
  const isAlone = kind === 'program' && from === 'line' && through.length === 0 && assignments.length === 0;
  return isAlone && added === undefined && !background && words.every(({ unknown }) => unknown !== true);
}

/** True for a call that ends well only where it has written the program. */
function builds({ program = '', words }: LinePart, path: string): boolean {
  if (program !== programName(program)) return false;
  const texts = words.slice(1).map((word) => word.text);
  const isGo = program === 'go' && texts.shift() === 'build';
  const plain = isGo ? PLAIN['go'] : COMPILER.test(program) ? PLAIN['c'] : undefined;
  const at = texts.indexOf('-o');
  if (plain === undefined || at < 0 || texts[at + 1] !== path) return false;
  const others = texts.filter((_, index) => index !== at && index !== at + 1);
  const sources = others.filter((one) => !one.startsWith('-'));
  return others.every((one) => plain.test(one)) && (isGo ? sources.length <= 1 : sources.length > 0);
}
