// The prose of a file. All other characters become spaces, so that offsets and line numbers stay those of the file.

/** Marks the beginning of a block of a page, or of a string: a label, or a sentence with a full stop. */
export const BLOCK = '\u0001';
/** Marks the beginning of a comment: a sentence, with or without a full stop. */
export const COMMENT = '\u0002';

const blank = (text: string): string => text.replace(/[^\n]+/g, ({ length }) => ' '.repeat(length));

/** Code spans, tags, links' targets, paths and names such as `a.b`: they belong to a program or a specification. */
const NAMES =
  /`[^`]*`|\{@\w+[^}]*\}|@param \S+|\]\([^)\s]*\)|<[^>\n]*>|[\w.@-]*[/\\][\w./\\@-]+|\b\w+(?:\.\w+)+\b|\b\w+(?:\(\)|=\S*)|(?<![\w-])--?\w[\w-]*|\bNone\b|\bimport \w+$/gm;

/** A Markdown page without its code; of a block of shell or TypeScript, its comments remain. */
export function proseOfPage(text: string): string {
  const open = /^( *)(`{3,})(.*)\n[\s\S]*?^\1\2$/gm;
  const prose = text.replace(open, (block: string, _indent: string, _fence: string, info = '') =>
    block.replace(/.+/g, (line) => {
      const comment = /^(?:sh|bash|ts)\b/.test(info) ? line.search(/(?:^|\s)(?:#|\/\/)\s/) : -1;
      return comment < 0 ? blank(line) : `${blank(line.slice(0, comment))}${BLOCK}${line.slice(comment + 1)}`;
    }),
  );
  return prose
    .replace(/^[ \t]*(?:[-*>|#]+|\d+\.)(?=\s)/gm, (mark) => blank(mark.slice(1)) + BLOCK)
    .replace(NAMES, blank);
}

/** After a value a `/` divides; anywhere else it opens a regular expression. */
const ENDS_WITH_VALUE = /(?<!\b(?:return|typeof|case|of|in))[\w$)\]}'"`]\s*$/;
const COMMENT_TOKEN = /\/\/.*(?:\n[ \t]*\/\/.*)*|\/\*[\s\S]*?\*\//y;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** From a backtick, or from the brace that closes `${…}`, up to the next `${` or the closing backtick. */
const TEMPLATE = /[`}](?:\\[\s\S]|\$(?!\{)|[^`$\\])*(?:`|\$\{)?/y;
const ELEMENT = />[^<>{}=;`&|]*[a-z][^<>{}=;`&|]*(?=[<{])/y;
const CODE = /[^'"`/{}>]+|[\s\S]/y;

/** Comments of a TypeScript source and, with `strings`, its texts that have at least two words. */
export function proseOfSource(text: string, strings: boolean, elements: boolean): string {
  const parts: string[] = [];
  /** One entry for each open template: how many braces are open within its `${`. */
  const templates: number[] = [];
  let at = 0;
  let before = '';
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  while (at < text.length) {
    const first = text[at] ?? '';
    const depth = templates.at(-1);
    const comment = first === '/' ? take(COMMENT_TOKEN) : '';
    const template = first === '`' || (first === '}' && depth === 0) ? take(TEMPLATE) : '';
    const words = template || (elements && first === '>' && !before.endsWith('=') && take(ELEMENT)) || take(STRING);
    const regexp = first === '/' && !ENDS_WITH_VALUE.test(before) ? take(PATTERN) : '';
    const part = comment || words || regexp || take(CODE);
    if (first === '}' && template !== '') templates.pop();
    if (template.endsWith('${')) templates.push(0);
    if (template === '' && depth !== undefined) {
      if (first === '{') templates[templates.length - 1] = depth + 1;
      if (first === '}') templates[templates.length - 1] = depth - 1;
    }
    if (comment !== '') parts.push(proseOfComment(comment));
    else if (strings && part === words && /[A-Za-z][,;:]? [a-z]/.test(words))
      parts.push(`${BLOCK}${words.slice(1, -1).replace(NAMES, blank)} `);
    else parts.push(blank(part));
    if (comment === '' && part.trim() !== '') before = part.slice(-12);
    at += part.length;
  }
  return parts.join('');
}

/** Leaders, tags and examples are no prose. */
function proseOfComment(comment: string): string {
  const words = comment
    .replace(/@example[\s\S]*?(?=\n\s*\*\s*@|\*\/$)/, blank)
    .replace(/^[ \t]*\/[/*]+|\*\/$|^[ \t]*\*/gm, blank)
    .replace(NAMES, blank)
    .replace(/@\w+/g, blank);
  return COMMENT + words.slice(1);
}
