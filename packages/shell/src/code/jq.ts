import type { CodeReading } from '../line/types.ts';

type ReadCode = Pick<CodeReading, 'isHarmless' | 'reason' | 'readsEnvironment'>;

/**
 * Reads a jq program: it is harmless unless it can read the environment, because jq cannot run programs or write files.
 *
 * A string with `\(…)` contains code. `import` loads jq code, which is as harmless, but was not read.
 */
export function readJqProgram(text: string): ReadCode {
  const code = takeStrings(text);
  if (code === undefined) return { isHarmless: false, reason: 'has a string or a comment whose end is not certain' };
  const readsEnvironment = /(^|[^.\w$])env\b|\$ENV\b|\$__prog_args\b/.test(code);
  if (/(^|[^.\w$])(import|include|modulemeta)\b/.test(code))
    return { isHarmless: false, reason: 'loads code from a file' };
  return { isHarmless: true, readsEnvironment };
}

/** The program without comments and plain strings; undefined if the end of a string or comment is uncertain. */
function takeStrings(text: string): string | undefined {
  let code = '';
  /** For each open string, how many parentheses are open in its `\(…)`. */
  const open: number[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (inString) {
      if (letter === '\\') {
        at += 1;
        if (text.charAt(at) !== '(') continue;
        open.push(0);
        inString = false;
        code += ' (';
      } else if (letter === '"') {
        inString = false;
        code += '"';
      }
      continue;
    }
    if (letter === '"') inString = true;
    else if (letter === '#') {
      const end = text.indexOf('\n', at);
      // jq 1.7.1 continues a comment after a backslash, older versions do not.
      if (end > 0 && /\\\r?$/.test(text.slice(at, end))) return undefined;
      if (end < 0) break;
      at = end - 1;
      continue;
    } else if (letter === '(' && open.length > 0) open.push((open.pop() ?? 0) + 1);
    else if (letter === ')' && open.length > 0) {
      const depth = open.pop() ?? 0;
      if (depth === 0) {
        inString = true;
        code += ') ';
        continue;
      }
      open.push(depth - 1);
    }
    code += letter;
  }
  return inString || open.length > 0 ? undefined : code;
}
