/** A command of a console block and what is shown below it. */
export interface ConsoleStep {
  /** 0-based line of the command in the block. */
  readonly line: number;
  readonly command: string;
  /** How many lines the command takes, prompts included. */
  readonly height: number;
  /** Without empty lines at its end. */
  readonly expected: string;
  /** Empty lines before the next command. */
  readonly gap: number;
}

/**
 * Takes a console block apart.
 *
 * @throws Error when there is text before the first command: nothing could have printed it.
 */
export function readConsole(text: string): ConsoleStep[] {
  const lines = text.replace(/\n$/, '').split('\n');
  if (!lines[0]?.startsWith('$ ')) throw new Error('A console block starts with a line "$ command".');
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
  return starts.map((start, index) => {
    const own = lines.slice(start, starts[index + 1]);
    const more = own.slice(1).findIndex((line) => !/^>(?: |$)/.test(line));
    const height = more < 0 ? own.length : more + 1;
    const command = own.slice(0, height).map((line) => line.slice(2));
    const output = own.slice(height);
    const last = output.findLastIndex((line) => line !== '');
    return {
      line: start,
      command: command.join('\n'),
      height,
      expected: output
        .slice(0, last + 1)
        .map((line) => `${line}\n`)
        .join(''),
      gap: output.length - last - 1,
    };
  });
}
