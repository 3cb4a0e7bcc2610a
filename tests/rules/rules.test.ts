// Exported rules allow no line that the policy asks about: attacks, lines made of what the rules say, and files that would be wrong.
import { type AtipTool, type ExecutionPolicy, POLICY_PRESETS } from '@atip/core';
import { secretPlaces } from '@atip/core/internal';
import { RULE_FORMATS, type SayableCommand, sayableCommands, writeRules } from '@atip/node/internal';
import { checkLine } from '@atip/shell';
import { loadShim } from '@atip/catalog';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globPattern } from '../../packages/node/src/rule-files/sayable-commands.ts';
import { commandsOf, createMatcher } from './matchers.js';

const PLACE = { cwd: '/work/project', home: '/home/person' };
const POLICY = POLICY_PRESETS.standard;
const GIT = ['status', 'log', 'diff', 'push', 'clean', 'commit', 'branch', 'config', 'grep', 'show'];

const tools = await Promise.all(
  ['ls', 'cat', 'grep', 'sort', 'wc', 'head', 'find', 'echo', 'rm', 'tar', 'git', 'date', 'cp', 'env', 'builtins'].map(
    load,
  ),
);
const all = sayableCommands(tools, POLICY);
const files = new Map(RULE_FORMATS.map((format) => [format, writeRules(format, all).text]));

async function load(name: string): Promise<AtipTool> {
  const tool = await loadShim(name);
  if (!tool) throw new Error(`There is no shim ${name}.`);
  if (name !== 'git') return tool;
  const commands = Object.entries(tool.commands ?? {}).filter(([key]) => GIT.includes(key));
  return { ...tool, commands: Object.fromEntries(commands) };
}

function decide(line: string, policy: ExecutionPolicy = POLICY): string {
  return checkLine(line, tools, policy, PLACE).decision;
}

const COMMANDS = [
  ...[
    'git status',
    'git log',
    'git diff',
    'git branch',
    'git config',
    'ls',
    'ls -la',
    'cat x',
    'grep x y',
    'sort x',
    'head x',
  ],
  ...[
    'wc -l x',
    'echo x',
    'date',
    'find . -name x',
    'rm x',
    'tar tf x',
    'git push',
    'pwd',
    'true',
    'cp x y',
    'env',
    'sort',
  ],
];

/** Ways to make harm of a harmless line; `%` is the line. */
const ATTACKS = [
  ...[
    '% > ~/.bashrc',
    '%>~/.bashrc',
    '% >> x',
    '% &> x',
    '% >| x',
    '% >&x',
    '% 2> x',
    '(%) > ~/.bashrc',
    '{ %; } > ~/.bashrc',
  ],
  ...[
    'if true; then %; fi > ~/.bashrc',
    '% <> x',
    '% < /etc/shadow',
    '% <<< x',
    '% << E\nx\nE',
    '% > /dev/null',
    '% 2>&1',
  ],
  ...[
    '% > /dev/nullx',
    '% >&1x',
    '%; rm x',
    '% && rm x',
    '% || rm x',
    '% | sh',
    '% |& sh',
    '% & rm x',
    '%\nrm x',
    '%\r\nrm x',
  ],
  ...[
    '% $(rm x)',
    '% `rm x`',
    '% "$(rm x)"',
    '% <(rm x)',
    '% >(rm x)',
    '% $((x[$(rm x)]))',
    '% $' + '{X:-$(rm x)}',
    '% $X',
    '% "$X"',
  ],
  ...[
    '% --output=x',
    '% -o x',
    '% -ox',
    '% -uo x',
    '% -ro x',
    '% --outp x',
    '% --outp=x',
    '% --output x',
    '% -o',
    '% --ext-diff',
  ],
  ...[
    '% --made-up',
    '% --made-up=x',
    '% -Z9',
    '% -9Q',
    "% '--output=x'",
    '% "--output=x"',
    '% \\--output=x',
    "% -'ox'",
    "% --out'put'=x",
  ],
  ...[
    '% -- --output=x',
    '% +x',
    '% {a,--output=x}',
    '% --output={a,b}',
    '% *',
    '% ?x',
    '% [a]x',
    '% ~',
    '% ~/.ssh/id_rsa',
    '% !!',
  ],
  ...[
    '% .env',
    "% '.env'",
    '% ".env"',
    "% .e'nv'",
    '% .e""nv',
    '% src/.env',
    '% "my dir/.env"',
    '% /home/x/.aws/credentials',
  ],
  ...[
    '% /etc/shadow',
    '% ../../.netrc',
    '% .ssh/id_ed25519',
    '% x.pem',
    '% x --output=x',
    '% x -o x',
    '% x y z',
    '% "a b" --output=x',
  ],
  ...[
    "% 'a\nb' --output=x",
    "% 'a' -o x",
    '%\t--output=x',
    '%\v--output=x',
    '%\u00a0--output=x',
    '% \u2028rm',
    '%  -o  x',
    '% #x',
    '% \\',
  ],
  ...[
    'X=1 %',
    'PATH=. %',
    'GIT_PAGER=x %',
    'LD_PRELOAD=x %',
    'PATH=. && %',
    'X=1; %',
    'PATH=.; %',
    'export PATH=.; %',
    'IFS=x && %',
  ],
  ...[
    'sudo %',
    'env %',
    'env X=1 %',
    'xargs %',
    'echo --output=x | xargs %',
    'nohup %',
    'time %',
    'timeout 1 %',
    'nice %',
    'exec %',
  ],
  ...[
    'bash -c "%"',
    "sh -c '%; rm x'",
    "rm 'a;b' '%'",
    "rm ';' x",
    'eval %',
    'command %',
    'builtin %',
    '! %',
    '\\%',
    './%',
    '/tmp/%',
    '%.sh',
    '%x',
    'a%',
    '"%"',
  ],
  ...[
    'f() { rm x; }; f; %',
    'ls() { rm x; }; %',
    'git() { rm x; }; %',
    'alias ls=rm; %',
    'for x in a; do %; rm $x; done',
    'coproc %',
  ],
  ...[
    'while %; do rm x; done',
    'case x in x) rm x;; esac; %',
    '% | tee ~/.bashrc',
    '% | while read x; do rm $x; done',
    '% && %',
    '% | %',
  ],
  ...[
    'cd / && %',
    'cd /etc; %',
    'trap "rm x" EXIT; %',
    '% -exec rm {} +',
    '% -delete',
    '% -fprint x',
    '% --pre=x',
    '% -c core.pager=x',
  ],
  ...[
    '%;',
    '%&',
    '% ;rm x',
    '%|sh',
    '%;;rm x',
    '% | sh -',
    '$(echo %)',
    '`echo %`',
    '%"',
    "%'",
    '%\\\nrm',
    "% $'\\x2d\\x2doutput=x'",
  ],
];
const LINES = COMMANDS.flatMap((line) => ATTACKS.map((attack) => attack.replaceAll('%', line)));

/** Lines that a file allows and the policy asks about. */
function wrong(format: (typeof RULE_FORMATS)[number], text: string, lines: readonly string[]): readonly string[] {
  const isAllowed = createMatcher(format, text);
  return lines.filter((line) => isAllowed(line) && decide(line) !== 'allow');
}

describe.each(RULE_FORMATS)('%s', (format) => {
  test('no attack is allowed', () => {
    expect(LINES.length).toBeGreaterThan(3000);
    expect(wrong(format, files.get(format) ?? '', [...COMMANDS, ...LINES])).toStrictEqual([]);
  });

  test('lines of what it says, in any order', () => {
    const lines = fc.sample(lineOf(all.commands), { numRuns: 2000, seed: 22 });
    expect(wrong(format, files.get(format) ?? '', lines)).toStrictEqual([]);
  });

  test('no secret place is read, however it is written', () => {
    const places = secretPlaces({ home: PLACE.home });
    const names = [
      'shadow',
      'a.PEM',
      'x/Kubeconfig',
      'api-key.txt',
      'passwords.txt',
      'id_rsa',
      'my.tfstate.1',
      '.npmrc',
    ];
    const words = [
      ...places,
      ...places.map((place) => `../..${place}`),
      ...places.map((place) => `${place}/x`),
      ...names,
    ];
    const lines = words.flatMap((word) => [
      `cat ${word}`,
      `cat '${word}'`,
      `grep -n x ${word}`,
      `grep --file=${word} x`,
    ]);
    expect(wrong(format, files.get(format) ?? '', lines)).toStrictEqual([]);
  });
});

test('a glob of a document becomes an expression that matches no less', () => {
  const fits = (glob: string, word: string): boolean => new RegExp(`^(?:${globPattern(glob)})$`).test(word);
  expect(['A.Pem', 'a.pem', 'a.pe'].map((word) => fits('(#i)*.pem', word))).toStrictEqual([true, true, false]);
  expect(['a/x', 'a//x', 'ab/x'].map((word) => fits('[!/]*([/])x', word))).toStrictEqual([true, true, false]);
});

/** A command with anything that was said about it, and with a few things that were not. */
function lineOf(commands: readonly SayableCommand[]): fc.Arbitrary<string> {
  return fc.constantFrom(...commands).chain(({ words, flags, valued, spaced, letters }) => {
    const plain = fc.constantFrom(
      'x',
      'src/x.ts',
      '/etc/x',
      '../x',
      '.env',
      '~/.ssh/id_rsa',
      'src/../.env',
      'ID_RSA',
      'lib/x.pem',
      '/home/person',
      '../..',
      'HEAD',
      '1',
      "'a b'",
      '"*"',
      "'-o'",
      '-o',
      '--output=x',
      ':',
    );
    const parts = fc.oneof(
      { weight: 3, arbitrary: plain },
      ...[
        flags,
        valued.flatMap((flag) => [`${flag}=x`, `${flag}=.env`]),
        spaced.flatMap((flag) => [`${flag} /etc/x`, `${flag} .env`]),
      ].flatMap((list) => (list.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...list) }])),
      ...(letters === '' ? [] : [fc.subarray([...letters], { minLength: 1 }).map((some) => `-${some.join('')}`)]),
    );
    return fc.array(parts, { maxLength: 5 }).map((rest) => [...words, ...rest].join(' '));
  });
}

test('what a command is said to take is allowed, in any order and number', () => {
  const said = fc.constantFrom(...all.commands).chain((command) => {
    const { words, bare, flags, valued, spaced, args, argsFirst } = command;
    const options = [
      ...flags,
      ...valued.map((flag) => `${flag}=/etc/x`),
      ...(args === Infinity && bare ? spaced.map((flag) => `${flag} x`) : []),
    ];
    const values = args === 0 ? [] : ['x', '/etc/x', '../../x', 'a:b', 'x=y', '.git/hooks/pre-commit'];
    return fc
      .tuple(
        fc.array(fc.constantFrom(...options, ''), { maxLength: 6 }),
        fc.array(fc.constantFrom(...values, ''), { maxLength: Math.min(args, 3) }),
      )
      .map(([given, plain]) => {
        const needed = bare ? [] : ['x'];
        const left = plain.slice(needed.length);
        const rest = argsFirst ? [...left, ...given] : [...given, ...left];
        return [...words, ...needed, ...rest].filter((word) => word !== '').join(' ');
      });
  });
  const asked = fc.sample(said, { numRuns: 5000, seed: 23 }).filter((line) => decide(line) !== 'allow');
  expect(asked).toStrictEqual([]);
});

test('what still runs', () => {
  const table = [
    ...[
      'git status',
      'git status -s',
      'git status --short src',
      'ls',
      'ls -la',
      'ls -la src',
      'cat src/x.ts',
      'grep -rn x src',
    ],
    ...[
      "grep -n 'a b' src",
      'cat x | grep y | wc -l',
      'git status && git log --oneline',
      'ls 2>/dev/null',
      "find src -type f -name '*.ts'",
      'find -name x src',
      'find . -delete',
      'git push',
      'rm x',
      'cat .env',
      'sort -o x',
    ],
  ];
  const rows = table.map((line) => [
    line,
    ...RULE_FORMATS.map((format) => createMatcher(format, files.get(format) ?? '')(line)),
  ]);
  expect(RULE_FORMATS).toStrictEqual(['codex', 'claude-code', 'gemini', 'vscode', 'opencode']);
  expect(rows).toStrictEqual([
    ['git status', false, true, true, true, false],
    ['git status -s', false, true, true, true, false],
    ['git status --short src', false, false, true, true, false],
    ['ls', false, true, true, true, false],
    ['ls -la', false, true, true, true, false],
    ['ls -la src', false, false, true, true, false],
    ['cat src/x.ts', false, false, true, true, false],
    ['grep -rn x src', false, false, true, true, false],
    ["grep -n 'a b' src", false, false, true, true, false],
    ['cat x | grep y | wc -l', false, false, true, true, false],
    ['git status && git log --oneline', false, true, true, true, false],
    ['ls 2>/dev/null', false, false, false, true, false],
    ["find src -type f -name '*.ts'", false, false, true, true, false],
    ['find -name x src', false, false, false, false, false],
    ['find . -delete', false, false, false, false, false],
    ['git push', false, false, false, false, false],
    ['rm x', false, false, false, false, false],
    ['cat .env', false, false, false, false, false],
    ['sort -o x', false, false, false, false, false],
  ]);
});

test('files as people write them would be found out', () => {
  const rules = { 'chat.tools.terminal.autoApprove': { '/^git status/': true, '/^sort\\b/': true } };
  expect(wrong('vscode', JSON.stringify(rules), LINES).length).toBeGreaterThan(30);
  const claude = { permissions: { ask: [], allow: ['Bash(git status*)', 'Bash(sort *)'] } };
  expect(wrong('claude-code', JSON.stringify(claude), LINES).length).toBeGreaterThan(30);
  const opencode = { permission: { bash: { '*': 'ask', 'git status': 'allow' } } };
  expect(wrong('opencode', JSON.stringify(opencode), LINES).length).toBeGreaterThan(0);
  const gemini = `commandRegex = '''sort'''\ndecision = "allow"\n`;
  expect(wrong('gemini', gemini, LINES).length).toBeGreaterThan(5);
  const codex = 'prefix_rule(pattern=["sort"], decision="allow", justification="")';
  expect(wrong('codex', codex, LINES).length).toBeGreaterThan(5);
  // Without its rule about redirects the file for VS Code is wrong.
  const bare = JSON.parse(files.get('vscode') ?? '') as {
    readonly 'chat.tools.terminal.autoApprove': Record<string, unknown>;
  };
  const approvals = Object.entries(bare['chat.tools.terminal.autoApprove']).filter(([, value]) => value === true);
  const text = JSON.stringify({ 'chat.tools.terminal.autoApprove': Object.fromEntries(approvals) });
  expect(wrong('vscode', text, LINES).length).toBeGreaterThan(10);
});

// Each policy tries every command with all of its options: so only of git status and rm.
test('rules of the policy count: one that asks takes a command out, one that allows adds none', () => {
  const few = tools.flatMap((tool): AtipTool[] => {
    if (tool.name === 'rm') return [tool];
    const { status } = tool.commands ?? {};
    return tool.name === 'git' && status ? [{ ...tool, commands: { status } }] : [];
  });
  const named = (policy: ExecutionPolicy): readonly string[] =>
    sayableCommands(few, policy).commands.map(({ words }) => words.join(' '));
  expect(named(POLICY)).toContain('git status');
  expect(named({ ...POLICY, rules: [{ run: 'git status', given: ['short'], decision: 'confirm' }] })).not.toContain(
    'git status',
  );
  expect(
    named({ ...POLICY, rules: [{ run: 'git *', decision: 'deny' }] }).filter((name) => name.startsWith('git')),
  ).toStrictEqual([]);
  expect(named({ ...POLICY, rules: [{ run: 'rm', decision: 'allow' }] })).not.toContain('rm');
});

test('the commands of a line are found, in whatever they stand', () => {
  expect(commandsOf('a | b > c && $(d) "$(e `f`)" <(g)')?.map(({ words }) => words[0])).toStrictEqual([
    'a',
    'b',
    '$(d)',
    'd',
    'e',
    'f',
    'g',
  ]);
  expect(commandsOf('if a; then b; fi > x')?.map(({ bare }) => bare)).toStrictEqual(['a', 'b']);
});
