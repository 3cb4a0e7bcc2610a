// needs: python3, python3-click
// `expect_atip` for an author's tests.
import { expect, test } from 'vitest';
import { runProgram } from './python.ts';

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
