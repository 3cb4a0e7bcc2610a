import type { Command } from 'commander';
import { Argument } from 'commander';
import type { AddCommand, CommandContext } from '../add-command.ts';
import { completeWords } from '../completion/complete-words.ts';
import { COMPLETION_SCRIPTS, type Shell } from '../completion/completion-scripts.ts';
import { readKnownNames } from '../completion/read-known-names.ts';
import { splitBashLine } from '../completion/split-bash-line.ts';
import { writeForBash, writeForFish, writeForZsh } from '../completion/write-completions.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';

/** Where each script belongs, as its help says. */
const PLACES: Readonly<Record<Shell, string>> = {
  bash: `Bash 4.4 or newer. Add this line to ~/.bashrc:
  source <(atip completion bash)`,
  zsh: `Add this line to ~/.zshrc, after the one that runs compinit:
  source <(atip completion zsh)`,
  fish: `Run this once:
  atip completion fish > ~/.config/fish/completions/atip.fish`,
};

/** `atip completion bash|zsh|fish` */
export const addCompletion: AddCommand = (program, context) => {
  const { host } = context;
  const completion = program
    .command('completion')
    .description('write what makes a shell complete the words of atip')
    // Words that look like options are those of the line that is completed.
    .enablePositionalOptions()
    .addHelpText('after', `\n${Object.values(PLACES).join('\n\n')}`);
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    completion
      .command(shell)
      .description(`write the script for ${shell}`)
      .addHelpText('after', `\n${PLACES[shell]}`)
      .action(() => {
        host.stdout.write(COMPLETION_SCRIPTS[shell]);
      });
  }
  addWords(completion, program, context);
};

/** `atip completion words SHELL -- WORD…`, for the scripts alone. */
function addWords(completion: Command, program: Command, { host, end }: CommandContext): void {
  completion
    .command('words', { hidden: true })
    .description('what the last of some words can be completed to, for the scripts of shells')
    .addArgument(new Argument('<shell>', 'whose script asks').choices(Object.keys(COMPLETION_SCRIPTS)))
    .argument(
      '[word...]',
      'for bash its COMP_WORDBREAKS and the line, for others words without `atip`; up to the cursor',
    )
    .action(async (shell: Shell, words: string[]) => {
      try {
        host.stdout.write(await wordsFor(shell, words, program, host));
      } catch {
        // Whatever is said now would land in the line that a person is typing: the command that they run next says it.
        end(EXIT.io);
      }
    });
}

async function wordsFor(shell: Shell, words: readonly string[], program: Command, host: CliHost): Promise<string> {
  const names = readKnownNames(host.env);
  if (shell === 'bash') {
    const [breaks = '', text = ''] = words;
    const line = splitBashLine(text, breaks);
    return writeForBash(await completeWords(program, line.words.slice(1), names), line);
  }
  const completions = await completeWords(program, words, names);
  return shell === 'zsh' ? writeForZsh(completions) : writeForFish(completions);
}
