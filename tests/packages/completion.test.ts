// needs: zsh, fish, script
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AtipOption, AtipTool } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';
import { IS_LONG } from '../long.ts';

/** Values that would do something if any shell read them; each begins with a digit of its own. */
const VALUES = [
  '1$(touch owned)`touch owned`',
  '2;touch owned;|touch owned&>owned<x#y',
  '4 a  b',
  `5'x"y\\z`,
  '6!!*?[a]{b,c}:a=b@c~d^e%f é→ü',
];
/** Names that a file can have, so that the registry takes them; no space or slash is among them. */
const NAMES = ['a$(touch$IFS""owned)', 'b`touch$IFS""owned`', 'c;touch$IFS""owned', `d'e"f!g`, 'e:f=g@h(g)[h]*?'];

const tool = (name: string, rest: Partial<AtipTool> = {}): AtipTool => ({
  atip: { version: '0.4' },
  name,
  version: '1',
  description: 'Says $(touch owned) `touch owned` %F{red}',
  ...rest,
});

/** A machine whose `atip` completes as ours does, and writes down what else it is called with. */
function prepare() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-shell-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [bin, work, tools] = [join(root, 'bin'), join(root, 'work'), join(root, '.local/share/agent-tools/tools')];
  for (const directory of [bin, join(work, 'inner'), tools]) mkdirSync(directory, { recursive: true });
  for (const name of NAMES) writeFileSync(join(tools, `${name}.json`), JSON.stringify(tool(name)));
  const sneaky = tool('sneaky', { description: 'Says \u001b]0;owned\u0007' });
  writeFileSync(join(tools, 'sneaky.json'), JSON.stringify(sneaky));
  writeFileSync(join(tools, 'git.json'), readFileSync(join(ROOT, 'tests/git.json')));
  const mode: AtipOption = { name: 'mode', flags: ['--mode'], type: 'enum', enum: VALUES, description: 'How' };
  const file: AtipOption = { name: 'in', flags: ['--in'], type: 'file', description: 'Which' };
  const commands = { go: { description: '$(touch owned)', options: [mode, file] } };
  writeFileSync(join(tools, 'tool.json'), JSON.stringify(tool('tool', { commands })));
  writeFileSync(join(work, 'docu ment.json'), '');
  const record = join(root, 'record');
  const script = `#!/bin/sh
if [ "$1" = completion ]; then exec '${process.execPath}' '${ATIP}' "$@"; fi
printf '%s\\037' "$@" >> '${record}'
printf '\\036' >> '${record}'
`;
  writeFileSync(join(bin, 'atip'), script);
  chmodSync(join(bin, 'atip'), 0o755);
  const env = { HOME: root, PATH: `${bin}:/usr/bin:/bin`, XDG_DATA_DIRS: root, ATIP_SHIMS: 'off' };
  const type = async (shell: ShellName, lines: readonly string[]) => {
    const shown = await typeAtShell(shell, lines, { cwd: work, env });
    const runs = readFileSync(record, 'utf8').split('\u001e').slice(0, -1);
    return { shown, argvs: runs.map((run) => run.split('\u001f').slice(0, -1)) };
  };
  const isOwned = () => [root, work, join(work, 'inner')].some((place) => existsSync(join(place, 'owned')));
  return { type, isOwned };
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One code answers `atip completion` for all shells: bash tries it here, the others only their own reading of it. */
const COMPLETED: readonly (readonly [keys: string, argv: readonly string[]])[] = [
  ['atip compile --to openai-\tgi\t', ['compile', '--to', 'openai-responses', 'git']],
  ['atip run git_lo\tmax\t2', ['run', 'git_log', 'max-count=2']],
  ['atip run git_comm\t--dry\t', ['run', 'git_commit', '--dry-run']],
];

test.each(SHELLS)(
  '%s completes words and paths, takes no name or value of a document for anything but text, and lists what a word can become',
  { timeout: 400_000 },
  async (shell) => {
    const { type, isOwned } = prepare();
    const completed = IS_LONG || shell === 'bash' ? COMPLETED : [];
    const { shown, argvs } = await type(shell, [
      ...completed.map(([keys]) => `${keys}\r`),
      'atip va\tdocu\t\r',
      'atip compile --to=anth\t\r',
      'atip run tool_go in=docu\t\r',
      'atip run tool_go --cwd inn\t\r',
      ...VALUES.map((value) => `atip run tool_go mode=${value[0]}\t\r`),
      ...NAMES.map((name) => `atip show ${name[0]}\t\r`),
      `atip show ${shell === 'bash' ? '\t\t' : '\t'}d\t\r`,
    ]);
    expect(argvs).toStrictEqual([
      ...completed.map(([, argv]) => argv),
      ['validate', 'docu ment.json'],
      ['compile', '--to=anthropic'],
      ['run', 'tool_go', 'in=docu ment.json'],
      ['run', 'tool_go', '--cwd', shell === 'zsh' ? 'inner' : 'inner/'],
      ...VALUES.map((value) => ['run', 'tool_go', `mode=${value}`]),
      ...NAMES.map((name) => ['show', name]),
      ['show', NAMES[3]],
    ]);
    expect(shown).toContain('git');
    expect(shown.includes('Says $(touch owned) `touch owned` %F{red}')).toBe(shell !== 'bash');
    expect(shown).toContain('sneaky');
    expect(shown).not.toContain('\u001b]0;owned');
    expect(isOwned()).toBe(false);
  },
);

test('inside an open quote bash is offered only what stays text there', async () => {
  const { type, isOwned } = prepare();
  const { argvs } = await type('bash', [
    "atip run tool_go 'mode=1\t\r",
    'atip run tool_go "mode=1\t"\r',
    'atip run tool_go mode="4\t\r',
    "atip run tool_go mode='5\t'\r",
  ]);
  expect(argvs).toStrictEqual([
    ['run', 'tool_go', 'mode=1$(touch owned)`touch owned`'],
    ['run', 'tool_go', 'mode=1'],
    ['run', 'tool_go', 'mode=4 a  b'],
    ['run', 'tool_go', 'mode=5'],
  ]);
  expect(isOwned()).toBe(false);
});

type ShellName = 'bash' | 'zsh' | 'fish';

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
async function typeAtShell(
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
  // For each line.
  const timer = setTimeout(() => terminal.kill(), 40_000);
  terminal.stdout.setEncoding('utf8').on('data', (data: string) => {
    shown += data;
    if (next < keys.length && shown.includes(`<${next + 1}>`)) {
      terminal.stdin.write(keys[next] ?? '');
      next += 1;
      timer.refresh();
    }
  });
  await once(terminal, 'close');
  clearTimeout(timer);
  if (next < keys.length) throw new Error(`${shell} took ${next} of ${keys.length} lines. It showed:\n${shown}`);
  return shown;
}
