import { mapToCommand } from '../commands/map-to-command.ts';
import { GH, toolWith } from '../testing/documents.ts';
import { checkPolicy, policyMatrix } from './check-policy.ts';
import { POLICY_PRESETS } from './policy-presets.ts';
import { expect, test } from 'vitest';

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
