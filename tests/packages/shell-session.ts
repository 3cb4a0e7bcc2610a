import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type ShellName = 'bash' | 'zsh' | 'fish';

/** How each shell is started with nothing but its own settings; its prompt counts, so that it is known when it is ready. */
const STARTS: Readonly<Record<ShellName, { readonly command: string; readonly file: string; readonly text: string }>> =
  {
    bash: {
      command: 'bash --noprofile --rcfile "$HOME/bashrc" -i',
      file: 'bashrc',
      text: 'n=0\nPROMPT_COMMAND=\'n=$((n+1)); PS1="<$n>"\'\nbind "set enable-bracketed-paste off"\nsource <(atip completion bash)\n',
    },
    zsh: {
      command: 'zsh -d -i',
      file: '.zshrc',
      text: 'n=0\nprecmd() { n=$((n+1)); PS1="<$n>" }\nautoload -Uz compinit && compinit -u -D\nsource <(atip completion zsh)\n',
    },
    fish: {
      command: 'fish --interactive --private',
      file: '.config/fish/config.fish',
      text: `set -g n 0
set -g fish_greeting
function count_prompts --on-event fish_prompt
    set -g n (math $n + 1)
end
function fish_prompt
    echo -n "<$n>"
end
atip completion fish | source
`,
    },
  };

/**
 * Types lines at a real shell on a terminal of its own, each once the shell is ready for it.
 *
 * @param lines keys as a terminal sends them: `\t` completes; each ends with `\r`
 * @param env has to have `HOME`, where the settings are written, and a `PATH` with `atip`, `script` and the shell
 * @returns everything that the terminal showed
 */
export async function typeAtShell(
  shell: ShellName,
  lines: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const { command, file, text } = STARTS[shell];
  const home = env['HOME'] ?? '';
  mkdirSync(join(home, '.config/fish'), { recursive: true });
  // Where this is missing fish reads every manual page of the machine, in the background.
  mkdirSync(join(home, '.local/share/fish/generated_completions'), { recursive: true });
  writeFileSync(join(home, file), text);
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm', LC_ALL: 'C.UTF-8', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let next = 0;
  const keys = [...lines, 'exit\r'];
  terminal.stdout.setEncoding('utf8').on('data', (data: string) => {
    shown += data;
    if (next < keys.length && shown.includes(`<${next + 1}>`)) {
      terminal.stdin.write(keys[next] ?? '');
      next += 1;
    }
  });
  const timer = setTimeout(() => terminal.kill(), 40_000);
  await once(terminal, 'close');
  clearTimeout(timer);
  if (next < keys.length) throw new Error(`${shell} took ${next} of ${keys.length} lines. It showed:\n${shown}`);
  return shown;
}
