import { expect, test } from 'vitest';
import { figuresOf, isAws, judge } from './evaluate.ts';
import { halfOf, loadLabels, truthOf } from './labels.ts';
import { readShellLine } from './read-shell-line.ts';
import { effectsReport } from './report.ts';

test.each<[string, string[][], boolean[]]>([
  ['sudo rm -rf /x', [['sudo', 'rm', '-rf', '/x']], [false]],
  ['ls | grep a && rm b; pwd', [['ls'], ['grep', 'a'], ['rm', 'b'], ['pwd']], [false, false, false, false]],
  ['echo "a b" > file', [['echo', 'a b']], [true]],
  ['echo x >>file 2>&1', [['echo', 'x']], [true]],
  ['which x 2>/dev/null', [['which', 'x']], [false]],
  ["grep 'rm; x' f", [['grep', 'rm; x', 'f']], [false]],
  [
    'echo $(rm x)',
    [
      ['echo', 'SUBSTITUTED'],
      ['rm', 'x'],
    ],
    [false, false],
  ],
  [
    'echo `rm x`',
    [
      ['echo', 'SUBSTITUTED'],
      ['rm', 'x'],
    ],
    [false, false],
  ],
  ["echo '$(rm x)'", [['echo', '$(rm x)']], [false]],
  ['cat <<EOF\nrm -rf /\nEOF\nls', [['cat'], ['ls']], [false, false]],
  ["wc -c <<<'rm -rf /'", [['wc', '-c']], [false]],
  [
    'which ls\rtouch a',
    [
      ['which', 'ls'],
      ['touch', 'a'],
    ],
    [false, false],
  ],
])('%j is taken apart', (line, words, writes) => {
  const commands = readShellLine(line);
  expect(commands.map((command) => command.words)).toStrictEqual(words);
  expect(commands.map(({ writesFile }) => writesFile)).toStrictEqual(writes);
});

const label = (command: string, name = 'risky') => ({ command, label: name, source: 'test', unit: 'invocation' });

test.each<[string, string]>([
  ['sudo -u root rm -rf /x', 'destructive'],
  ['env FOO=1 git status', 'read'],
  ['git -C dir push --force', 'destructive'],
  ['git push origin main', 'write'],
  ['ls -la | wc -l', 'read'],
  ['ls > file', 'destructive'],
  ['bash -c "rm -rf /"', 'destructive'],
  ['find . -name x', 'read'],
  ['find . -delete', 'destructive'],
  ['find . -name x | xargs rm', 'destructive'],
  ['sed -i s/a/b/ f', 'destructive'],
  ['sed -n 1,5p f', 'read'],
  ['unheard-of thing', 'unknown'],
  ['gh repo delete x --dry-run', 'destructive'],
  ['ls && unheard-of', 'unknown'],
])('%s: %s', (command, verdict) => {
  expect(judge([label(command)])[0]?.verdict).toBe(verdict);
});

test('an unknown label is an error, and halves are stable', () => {
  expect(() => truthOf('fine')).toThrow('no meaning');
  expect(['git push', 'rm', 'ls'].map((command) => halfOf(label(command)))).toStrictEqual([
    'reporting',
    'tuning',
    'tuning',
  ]);
});

const rows = loadLabels();
if (!rows) console.log('effects: left out, the labels are not at hand (../shared/data/effects/labels.json)');

test.runIf(rows)('on the half that nothing was tuned on, hardly anything that changes is called reading', () => {
  const judged = judge((rows ?? []).filter((row) => halfOf(row) === 'reporting'));
  for (const part of [judged, judged.filter((one) => !isAws(one))]) {
    const figures = figuresOf(part);
    expect(figures.mutating).toBeGreaterThan(900);
    expect(figures.mutatingCalledRead / figures.mutating).toBeLessThanOrEqual(0.005);
    expect(figures.destructive).toBeGreaterThan(150);
    expect(figures.destructiveFound / figures.destructive).toBeGreaterThanOrEqual(0.9);
    expect(figures.unknown / figures.rows).toBeLessThanOrEqual(0.1);
  }
  expect(effectsReport()).toContain('without AWS');
});
