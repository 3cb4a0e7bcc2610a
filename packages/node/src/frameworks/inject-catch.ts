/**
 * Inserts a call of `__atipCatch` into the functions by which programs pass their arguments to a framework, so that it
 * receives the object that describes the program. It recognises them by the shape of the source, because a bundle
 * contains the framework among other code, with shortened local names; names of methods stay.
 *
 * The inserted code has one line and no quotes, so that a string or comment that looks like such a function stays
 * valid. This function's own text is sent to the thread that loads modules, so it may use nothing outside of itself.
 *
 * @param place an expression for the file, such as `__filename`
 */
export function injectCatch(source: string, place: string): string {
  const has = (...words: string[]): boolean => words.every((word) => source.includes(word));
  const names: string[] = [];
  // commander, and its predecessors with functions on a prototype.
  if (has('parseOptions', 'outputHelp', 'unknownOption')) names.push('parse', 'parseAsync', 'outputHelp');
  // yargs: `argv` parses as well.
  if (has('demandCommand', 'showHelpOnFail')) names.push('parse', 'parseAsync', 'parseSync', 'getHelp', 'showHelp');
  let text = source;
  if (names.length > 0) {
    const words = [...new Set(names)].join('|');
    // `async parse(a, b = {}) {`, `parse = function (a) {`, `self.parse = function parse(a) {`
    const method = new RegExp(
      `(?<![\\w$.#])(async[ \\t]+)?(?:${words})[ \\t]*(?:=[ \\t]*(async[ \\t]+)?function[ \\t]*\\w*[ \\t]*)?\\([^()]*\\)[ \\t]*\\{|` +
        `\\.(?:${words})[ \\t]*=[ \\t]*(async[ \\t]+)?function[ \\t]*\\w*[ \\t]*\\([^()]*\\)[ \\t]*\\{`,
      'g',
    );
    text = text.replace(method, (head: string, one?: string, two?: string, three?: string) => {
      const isAsync = (one ?? two ?? three) !== undefined;
      return isAsync
        ? `${head}await globalThis.__atipCatch?.(this,${place});`
        : `${head}globalThis.__atipCatch?.(this,${place},true);`;
    });
  }
  return text;
}
