import type { DefineCommand } from '../cli-host.ts';
import { addDescribeOptions, type DescribeOptions, writeDescription } from '../tools/describe-installed.ts';
import { findWords } from '../tools/find-words.ts';

/** `atip emit -- WORDS…` */
export const defineEmit: DefineCommand = (command, { host }) => {
  command
    .argument('<words...>', 'how the program is called: notes, ./cli.js, node ./cli.js, npx some-cli')
    .addHelpText('after', HELP);
  addDescribeOptions(command).action(async (words: readonly string[], options: DescribeOptions) => {
    await writeDescription(await findWords(words, host), words.join(' '), options, host);
  });
};

const HELP = `
The program is started in the sandbox, with --help, and stopped when it hands its arguments to commander, yargs, oclif, cac, citty or
clipanion: the document is what that framework knows. Where none of them is found its help is read. Nothing is downloaded.

For example:
  atip emit -- npx some-cli > some-cli.json
  atip emit -- ./bin/cli.js
`;
