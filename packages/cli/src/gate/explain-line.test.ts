import { expect, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';

/** Output of `atip gate --explain` after the line itself. */
async function explain(line: string): Promise<readonly string[]> {
  const env = { HOME: '/nonexistent', PATH: '', NO_COLOR: '1' };
  const { stdout } = await runTestCli(['gate', '--explain', line], { cwd: '/work', env });
  return stdout.split('\n').slice(4, -1);
}

test('words are written as a shell takes them', async () => {
  expect(await explain('grep -e "a b" $X \\*.txt')).toStrictEqual([
    "  allow    grep -e 'a b' $X '*.txt'",
    '           may only read',
  ]);
});

test('nothing is said of code that was not read, and its place is not that of something allowed', async () => {
  expect(await explain('ls; python3 -i -c "print(1)"')).toStrictEqual([
    '  allow    ls',
    '           may only read',
    '',
    "  confirm  python3 -i -c 'print(1)'",
    '',
    'Not understood:',
    '  python3 runs code in the line that is not read. python3 -i -c "print(1)"',
  ]);
  const { stdout } = await runTestCli(['gate', 'ls; python3 -i -c 1'], {
    cwd: '/work',
    env: { HOME: '/nonexistent', PATH: '', TERM: 'xterm' },
    tty: true,
  });
  expect(stdout.split('\n')[0]).toBe(
    '\u001b[33mconfirm\u001b[39m  \u001b[32mls\u001b[39m; \u001b[33mpython3 -i -c 1\u001b[39m',
  );
});

test.each([
  [['ls', '-la'], "atip: Put the line in quotes: atip gate 'ls -la'\n"],
  [['ls', 'a b'], "atip: Put the line in quotes: atip gate 'ls '\\''a b'\\'''\n"],
  [['--explian', 'ls'], 'atip: There is no option --explian (--help lists them).\n'],
])('%j is no line, and the message says how to write it', async (words, stderr) => {
  expect(await runTestCli(['gate', ...words])).toStrictEqual({ code: 2, stdout: '', stderr });
});
