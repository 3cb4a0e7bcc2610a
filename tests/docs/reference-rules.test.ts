import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { POLICY_RULES } from '../../packages/core/src/policy/policy-rules.ts';
import { ROOT } from '../architecture/read-imports.ts';
import { codesOf, ROUTES } from './reference/http/all-routes.ts';
import { collectProblems } from './reference/http/collect-problems.ts';
import { PROBLEM_CODES } from './reference/http/problem-codes.ts';
import { FIELD_NAMES } from './reference/policy/decision-tables.ts';
import { EFFECT_NAMES } from './reference/policy/effect-tables.ts';
import { collectLossCodes, collectRuleCodes } from './reference/providers/collect-rules.ts';
import { LOSS_CODES } from './reference/providers/loss-table.ts';
import { proveRule, RULE_GROUPS } from './reference/providers/rule-tables.ts';
import { SOURCES } from './reference/providers/sources.ts';

const RULES = Object.values(RULE_GROUPS).flat();

test('every rule that a list of tools is held to is on the page', () => {
  expect([...new Set(RULES.map(({ code }) => code))].sort()).toStrictEqual(collectRuleCodes());
});

test('every rule has a source with a day, and every source a rule', () => {
  const used = new Set(RULES.map(({ source }) => source));
  expect([...used].sort()).toStrictEqual(Object.keys(SOURCES).sort());
  for (const { title, url, date } of Object.values(SOURCES)) {
    expect([title !== '', URL.canParse(url) && url.startsWith('https://')]).toStrictEqual([true, true]);
    expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
  }
  expect(RULES.filter(({ seen }) => seen !== undefined && !/^[\w.-]+\/[\w.-]+#\d+$/.test(seen))).toStrictEqual([]);
});

test('a rule that nothing breaks is no rule', () => {
  const fine = { code: 'oa-name-chars', provider: 'openai', source: 'openai-types', tools: [] } as const;
  expect(() => proveRule(fine)).toThrow('Nothing breaks oa-name-chars of openai.');
});

test('every loss has a meaning', () => {
  expect(Object.keys(LOSS_CODES).sort()).toStrictEqual(collectLossCodes());
});

test('every field of a policy that decides is on the page, and every effect', () => {
  expect([...FIELD_NAMES].sort()).toStrictEqual(POLICY_RULES.map(({ field }) => field).sort());
  const { definitions } = JSON.parse(readFileSync(join(ROOT, 'schema/0.4.json'), 'utf8'));
  const fields: Record<string, { properties?: object }> = definitions.effects.properties;
  const names = Object.entries(fields).flatMap(([name, { properties }]) =>
    properties ? Object.keys(properties).map((inner) => `${name}.${inner}`) : [name],
  );
  expect([...EFFECT_NAMES].sort()).toStrictEqual(names.sort());
});

const { literal, dynamic } = collectProblems();
const inRoutes = new Set(
  ROUTES.flatMap((route) =>
    (['companion', 'worker'] as const).flatMap((server) =>
      [...codesOf(route, server)].flatMap(([status, codes]) => codes.map((code) => `${status} ${code}`)),
    ),
  ),
);

test('every code with which a server refuses is on the page', () => {
  const listed = PROBLEM_CODES.map(([code, status]) => `${status} ${code}`);
  expect(listed.sort()).toStrictEqual([...new Set([...literal, ...inRoutes])].sort());
});

test('codes that are not written where they are thrown come from these files, and are in the table of routes', () => {
  expect(dynamic).toStrictEqual({
    'calls/call-problem.ts': 1,
    'guard/guard.ts': 1,
    'portable/portable-routes.ts': 1,
    'portable/read-fragment.ts': 1,
  });
});

test('only what belongs to no route, or to its stream, is missing in the table of routes', () => {
  expect([...literal].filter((code) => !inRoutes.has(code)).sort()).toStrictEqual([
    '400 body-broken-off',
    '404 not-found',
    '405 method-not-allowed',
    '409 discovery-cancelled',
    '503 page-not-built',
  ]);
});
