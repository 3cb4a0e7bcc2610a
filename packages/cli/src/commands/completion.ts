import { Argument } from 'commander';
import { type DefineCommand, EXIT } from '../cli-host.ts';
import { completeWords } from '../completion/complete-words.ts';
import { answerShell, COMPLETION_SCRIPTS, type Shell } from '../completion/shell-scripts.ts';

/** Where each script belongs, as its help says. */
const PLACES: Readonly<Record<Shell, string>> = {
  bash: `Bash 4.4 or newer. Add this line to ~/.bashrc:
  source <(atip completion bash)`,
  zsh: `Add this line to ~/.zshrc, after the one that runs compinit:
  source <(atip completion zsh)`,
  fish: `Run this once:
  atip completion fish > ~/.config/fish/completions/atip.fish`,
};

/** `atip completion bash|zsh|fish`, and `atip completion words SHELL -- WORD…` for the scripts alone. */
export const defineCompletion: DefineCommand = (completion, { host, end, program }) => {
  // Words that look like options belong to the line that is completed.
  completion.enablePositionalOptions().addHelpText('after', `\n${Object.values(PLACES).join('\n\n')}`);
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    completion
      .command(shell)
      .description(`write the script for ${shell}`)
      .addHelpText('after', `\n${PLACES[shell]}`)
      .action(() => {
        host.stdout.write(COMPLETION_SCRIPTS[shell]);
      });
  }
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
        host.stdout.write(await answerShell(shell, words, (all) => completeWords(program, all, host.env)));
      } catch {
        // Silent: a message would land in the line that a person is typing. The command that they run next reports the error.
        end(EXIT.io);
      }
    });
};
