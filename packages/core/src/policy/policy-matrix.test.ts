import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/map-to-command.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipCommand } from '../types/tool.ts';
import { checkPolicy } from './check-policy.ts';
import { policyMatrix } from './policy-matrix.ts';
import { POLICY_PRESETS } from './policy-presets.ts';

const OTHER = toolWith({ x: { description: 'X' } }, { name: 'other', trust: { source: 'community' } });

test('commands by policies, with the rule that decided', () => {
  expect(
    policyMatrix([GH, OTHER], { offline: { allowNetwork: false }, known: { minTrustLevel: 'org' } }),
  ).toStrictEqual({
    policies: [
      { name: 'offline', allow: 0, confirm: 1, deny: 3 },
      { name: 'known', allow: 3, confirm: 0, deny: 1 },
    ],
    rows: [
      ...['pr list', 'pr create', 'repo delete'].map((path) => ({
        name: `gh_${path.replace(' ', '_')}`,
        tool: 'gh',
        path: path.split(' '),
        cells: [{ decision: 'deny', rule: 'allowNetwork' }, { decision: 'allow' }],
      })),
      {
        name: 'other_x',
        tool: 'other',
        path: ['x'],
        cells: [
          { decision: 'confirm', rule: 'allowNetwork', assumed: true },
          { decision: 'deny', rule: 'minTrustLevel' },
        ],
      },
    ],
  });
});

test('a cell says what checkPolicy says, and all of it survives JSON', () => {
  const tools = [GH, OTHER];
  const matrix = policyMatrix(tools, POLICY_PRESETS);
  for (const row of matrix.rows) {
    for (const [index, policy] of Object.values(POLICY_PRESETS).entries()) {
      const { decision, rule } = checkPolicy(
        { id: '', name: row.name, arguments: {} },
        mapToCommand(row.name, tools),
        policy,
      );
      expect([row.cells[index]?.decision, row.cells[index]?.rule]).toStrictEqual([decision, rule]);
    }
  }
  expect(JSON.parse(JSON.stringify(matrix))).toStrictEqual(matrix);
});

test('no tools, no policies, and policies of odd names', () => {
  expect(policyMatrix([], {})).toStrictEqual({ policies: [], rows: [] });
  expect(policyMatrix([OTHER], {}).rows[0]?.cells).toStrictEqual([]);
  const odd = JSON.parse('{"__proto__":{"allowNetwork":false}}');
  expect(policyMatrix([OTHER], odd).policies).toStrictEqual([{ name: '__proto__', allow: 0, confirm: 1, deny: 0 }]);
});

test('ten times the commands take about ten times as long', () => {
  const big = (count: number) =>
    toolWith(
      Object.fromEntries(
        Array.from({ length: count }, (_, index): [string, AtipCommand] => [
          `c${index}`,
          { description: 'C', effects: { network: true } },
        ]),
      ),
    );
  const time = (count: number): number => {
    const tool = big(count);
    const runs = Array.from({ length: 3 }, () => {
      const start = performance.now();
      expect(policyMatrix([tool], POLICY_PRESETS).rows).toHaveLength(count);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  time(4000);
  // Quadratic cost would be a hundred times as much.
  expect(time(40_000) / time(4000)).toBeLessThan(50);
});
