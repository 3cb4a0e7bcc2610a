/** The five lines for a program of a framework, and where they go. */
export interface InsertedLines {
  /** The file with the lines inserted. Absent: the file has no single obvious place for them. */
  readonly text?: string;
  /** The lines themselves, for a person to paste. */
  readonly lines: readonly string[];
}

/** A call that starts the program, on a line of its own. */
const PARSES = /^([ \t]*)((?:await )?)(\w+)\.(parse|parseAsync)\((.*)$/gm;

/**
 * Puts `withAtip` into a JavaScript program, before the line that parses. We change only a module with exactly one line that calls
 * `parse` on a name; in any other program the author inserts the lines.
 *
 * @param table path of the module with the effects, as the program imports it
 */
export function insertLines(
  text: string,
  { table, isModule }: { readonly table: string; readonly isModule: boolean },
): InsertedLines {
  const imports = isModule
    ? ["import { withAtip } from '@atip/emit';", `import { effects } from '${table}';`]
    : ["const { withAtip } = require('@atip/emit');", `const { effects } = require('${table}');`];
  const found = [...text.matchAll(PARSES)];
  const [first] = found;
  const name = first?.[3] ?? 'program';
  const lines = [...imports, `withAtip(${name}, { effects });`];
  if (first === undefined || found.length !== 1 || !isModule) return { lines };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const at = first.index;
  const indent = first[1] ?? '';
  const before = `${text.slice(0, at)}${indent}withAtip(${name}, { effects });${eol}${text.slice(at)}`;
  return { lines, text: withImports(before, imports, eol) };
}

/** After the last import; otherwise at the top, below the `#!` line. */
function withImports(text: string, imports: readonly string[], eol: string): string {
  const last = [
    ...text.matchAll(/^import\b[^;]*?from\s*['"][^'"]+['"];?[ \t]*$|^import\s*['"][^'"]+['"];?[ \t]*$/gm),
  ].at(-1);
  const block = imports.join(eol);
  if (last !== undefined) {
    const end = last.index + last[0].length;
    return `${text.slice(0, end)}${eol}${block}${text.slice(end)}`;
  }
  const shebang = /^#!.*\r?\n/.exec(text)?.[0] ?? '';
  return `${shebang}${block}${eol}${text.slice(shebang.length)}`;
}
