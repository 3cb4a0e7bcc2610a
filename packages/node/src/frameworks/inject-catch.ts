/**
 * Puts a call of `__atipCatch` into the functions by which programs hand their arguments to a framework, so that it gets the object
 * that describes the program. Recognised by the shape of the source, since a bundle has the framework in one file with all else, and
 * names of local variables cut short; names of methods stay.
 *
 * The text stays within one line and has no quotes, so that a text or a comment that looks like such a function stays what it is.
 * It is sent to the thread that loads modules as its own text: nothing outside of it may be used.
 *
 * @param place an expression for the file, such as `__filename`
 */
export function injectCatch(source: string, place: string): string {
  const has = (...words: string[]): boolean => words.every((word) => source.includes(word));
  const names: string[] = [];
  // commander, and its predecessors with functions on a prototype.
  if (has('parseOptions', 'outputHelp', 'unknownOption')) names.push('parse', 'parseAsync');
  // yargs: `argv` parses as well.
  if (has('demandCommand', 'showHelpOnFail')) names.push('parse', 'parseAsync', 'parseSync');
  // cac
  if (has('rawName', 'matchedCommand')) names.push('parse');
  // clipanion
  if (has('registrations', 'enableCapture')) names.push('run', 'runExit');
  // oclif: the program asks for help or for a command.
  if (has('topicSeparator', 'showHelp') || has('runCommand', 'runHook')) names.push('showHelp', 'runCommand');
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
  // citty: a function, which gets the program: `async function runMain(cmd, opts = {}) { const rawArgs = opts.rawArgs || …`
  if (has('rawArgs', 'process.argv.slice(2)')) {
    text = text.replace(
      /\basync function \w*[ \t]*\((\w+),[ \t]*(\w+)[ \t]*=[ \t]*\{\}\)[ \t]*\{(?=\s*(?:const|let|var)\s+\w+\s*=\s*\2\.rawArgs\b)/g,
      (head: string, program: string) => `${head}await globalThis.__atipCatch?.(${program},${place});`,
    );
  }
  return text;
}
