// needs: python3, python3-click
// `expect_atip` for an author's tests, and that its verdict about two releases is never laxer than core's.
import { type AtipCommand, type AtipTool, diffTools } from '@atip/core';
import { asRecord } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { pythonJson, runProgram } from './python.ts';

const STATED =
  '{"filesystem": {"read": True, "write": True, "delete": None}, "network": False, "subprocess": False, "destructive": False, "reversible": True, "idempotent": False}';
const PROGRAM = `
import argparse, click, json, sys
from atip_agent import READS, expect_atip, with_atip
p = argparse.ArgumentParser(prog="t", description="d")
p.add_argument("--version", action="version", version="1.2.0")
s = p.add_subparsers(required=True)
add = s.add_parser("add", help="Adds"); add.add_argument("--to", required=True); add.add_argument("--as", dest="form", choices=["a", "b"])
s.add_parser("list", help="Lists")
STATED = ${STATED}
GOOD = {"add": STATED, "list": READS}
`;

/** The text that the author reads; empty when all is well. */
function problems(lines: string): readonly string[] {
  const { code, stdout, stderr } = runProgram(`${PROGRAM}${lines}`, []);
  if (code === 0) return [];
  expect([stdout, stderr.includes('AssertionError: What this program says of itself has problems:')]).toStrictEqual([
    '',
    true,
  ]);
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));
}

const NAMES = 'filesystem.write, filesystem.delete, network, destructive, reversible';

test.each([
  ['all is well', 'expect_atip(p, GOOD)', []],
  [
    'nothing was told',
    'expect_atip(p)',
    [
      'the command "add" has no effects: add \'add\' to effects',
      'the command "list" has no effects: add \'list\' to effects',
    ],
  ],
  [
    'a name with a mistake',
    'expect_atip(p, {"add": STATED, "lst": READS})',
    [
      'the command "list" has no effects: add \'list\' to effects',
      "effects are stated for 'lst', and there is no such command; did you mean 'list'?",
    ],
  ],
  [
    'the effects of a group hold for every command below it, also for what it does not know',
    's = s.add_parser("g").add_subparsers(required=True); s.add_parser("x"); s.add_parser("y"); expect_atip(p, {**GOOD, "g": {"network": None, "destructive": False}, "g x": {"reversible": True, "filesystem": {"write": True, "delete": False}}})',
    [
      'the command "g y" does not state filesystem.write, filesystem.delete, reversible; state None for what nobody knows',
    ],
  ],
  [
    'effects that are not stated',
    'expect_atip(p, {"add": {}, "list": {"network": True, "filesystem": {"write": False}}})',
    [
      `the command "add" does not state ${NAMES}; state None for what nobody knows`,
      'the command "list" does not state filesystem.delete, destructive, reversible, cost.billable; state None for what nobody knows',
    ],
  ],
  [
    'effects that are none',
    'expect_atip(p, {"add": {**READS, "destructve": True, "network": "no", "creates": "x", "interactive": {"stdin": "maybe"}, "x-mine": 1}, "list": READS})',
    [
      'the effects of "add": network is \'no\', not one of False, True',
      "the effects of \"add\": interactive.stdin is 'maybe', not one of 'none', 'optional', 'required', 'password'",
      'the effects of "add": destructve is no effect that ATIP knows',
      'the effects of "add": creates is no list of texts',
    ],
  ],
])('%s', (_, lines, expected) => {
  expect([...problems(lines)].sort()).toStrictEqual([...expected].sort());
});

const BEFORE = 'before = json.loads(json.dumps(describe(p, GOOD)))\n';

test.each([
  ['nothing changed', '', []],
  [
    'more is taken, and the version does not',
    'add.add_argument("--more")',
    ['version 1.2.0 is too low for a minor change, 1.3.0 at least: add: more is new'],
  ],
  [
    'more harm',
    'GOOD["list"] = {**READS, "network": True, "cost": {"billable": False}}; version = "1.2.1"',
    [
      'version 1.2.1 is too low for a major change, 2.0.0 at least: list: network is stated for the worse, or no longer ruled out',
    ],
  ],
  ['a version that was lowered', 'version = "1.1.0"', ['version 1.1.0 is below that of the last release, 1.2.0']],
  [
    'an excerpt',
    'before = {**before, "filter": {"depth": 1}}',
    ['the document of the last release is an excerpt: write it without --commands and --depth'],
  ],
])('against the last release: %s', (_, change, expected) => {
  const lines = `from atip_agent import describe\n${BEFORE}version = None\n${change}\nexpect_atip(p, GOOD, previous=before, version=version)`;
  expect(problems(lines)).toStrictEqual(expected);
});

// Two releases, by a change to one of them.

const EFFECTS = {
  filesystem: { read: true, write: false },
  network: false,
  destructive: false,
  reversible: true,
  'x-sends': 'none',
} as const;
const BASE: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 't', version: '1.0.0', description: 'd', trust: { source: 'native' } },
  globalOptions: [{ name: 'g', flags: ['-g'], type: 'boolean', description: '' }],
  commands: {
    a: {
      description: 'A',
      arguments: [{ name: 'f', type: 'file', description: '' }],
      options: [{ name: 'o', flags: ['-o'], type: 'enum', enum: ['x', 'y'], description: '', default: 'x' }],
      effects: EFFECTS,
    },
    b: {
      description: 'B',
      commands: {
        c: { description: 'C', effects: { ...EFFECTS, interactive: { stdin: 'optional', prompts: false } } },
      },
    },
  },
};

function withA(change: Partial<AtipCommand>): AtipTool {
  const { a, b } = BASE.commands ?? {};
  return { ...BASE, commands: { a: { description: 'A', ...a, ...change }, ...(b && { b }) } };
}

const [ARGUMENT, OPTION] = [
  { name: 'f', type: 'file', description: '' },
  { name: 'o', flags: ['-o'], type: 'enum', enum: ['x', 'y'], description: '' },
] as const;
const CHANGED: readonly (readonly [string, AtipTool])[] = [
  ['the same', BASE],
  ['words', { ...BASE, description: 'e' }],
  ['a command less', { ...BASE, commands: { a: withA({}).commands?.['a'] ?? { description: '' } } }],
  ['another type', withA({ arguments: [{ ...ARGUMENT, type: 'string' }] })],
  ['required', withA({ options: [{ ...OPTION, flags: ['-o'], enum: ['x', 'y'], required: true }] })],
  ['fewer choices', withA({ options: [{ ...OPTION, flags: ['-o'], enum: ['x'] }] })],
  ['no effects', withA({ effects: {} })],
  ['network', withA({ effects: { ...EFFECTS, network: true } })],
  ['what is given is sent', withA({ effects: { ...EFFECTS, 'x-sends': 'given' } })],
  [
    'an option with effects',
    withA({
      options: [{ ...OPTION, flags: ['-o'], enum: ['x', 'y'], default: 'x', 'x-effects': { destructive: true } }],
    }),
  ],
  [
    'an option with a mode',
    withA({ options: [{ ...OPTION, flags: ['-o'], enum: ['x', 'y'], default: 'x', 'x-mode': { network: false } }] }),
  ],
  ['effects of the tool', { ...BASE, effects: { destructive: true } }],
];
const PAIRS = CHANGED.flatMap(
  ([name, one]) =>
    [
      [`${name}: after`, BASE, one],
      [`${name}: before`, one, BASE],
    ] as const,
);

test('the verdict about two releases is that of core, or a larger step where options have effects', () => {
  const found = pythonJson(
    [
      '-c',
      'import json, sys, atip_agent; print(json.dumps([atip_agent.diff(*pair)[0] for pair in json.load(sys.stdin)]))',
    ],
    {
      input: JSON.stringify(PAIRS.map(([, before, after]) => [before, after])),
    },
  );
  const theirs = Object.fromEntries(PAIRS.map(([name], at) => [name, Array.isArray(found) ? found[at] : undefined]));
  const ours: Record<string, unknown> = Object.fromEntries(
    PAIRS.map(([name, before, after]) => [name, diffTools(before, after).verdict]),
  );
  const differing = PAIRS.filter(([name]) => theirs[name] !== ours[name]).map(([name]) => [
    name,
    ours[name],
    theirs[name],
  ]);
  expect(differing).toStrictEqual([
    ['an option with effects: before', 'minor', 'major'],
    ['an option with a mode: after', 'minor', 'major'],
    ['an option with a mode: before', 'minor', 'major'],
  ]);
  expect(new Set(Object.values(asRecord(ours)))).toStrictEqual(new Set(['none', 'patch', 'minor', 'major']));
});
