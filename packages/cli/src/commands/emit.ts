import type { DefineCommand } from '../cli-host.ts';
import { addDescribeOptions, type DescribeOptions, writeDescription } from '../tools/describe-installed.ts';
import { findWords } from '../tools/find-words.ts';

export const defineEmit: DefineCommand = (command, { host }) => {
  command
    .argument('<words...>', 'the words that call the program: notes, ./cli.js, node ./cli.js, npx some-cli')
    .addHelpText('after', HELP);
  addDescribeOptions(command).action(async (words: readonly string[], options: DescribeOptions) => {
    await writeDescription(await findWords(words, host), words.join(' '), options, host);
  });
};

const HELP = `
atip starts the program in the sandbox with --help, and stops it when it passes its arguments to commander, yargs, oclif, cac, citty
or clipanion. The document holds what that framework knows. Without one of them atip reads the help. Nothing is downloaded.

For example:
  atip emit -- npx some-cli > some-cli.json
  atip emit -- ./bin/cli.js
`;
