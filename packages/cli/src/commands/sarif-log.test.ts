import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import { sarifLog } from './validate.ts';

test('hints are notes, an issue without a range has no region, and standard input has a name', () => {
  const issues: Issue[] = (['error', 'warning', 'info'] as const).map((severity) => ({
    code: severity === 'info' ? 'b' : 'a',
    severity,
    message: 'm',
    path: '/x',
  }));
  const locations = [
    {
      physicalLocation: { artifactLocation: { uri: 'stdin' } },
      logicalLocations: [{ fullyQualifiedName: '/x' }],
    },
  ];
  const message = { text: 'm' };
  expect(sarifLog([{ file: '-', issues, code: 1 }], '1.2.3')).toStrictEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'atip', version: '1.2.3', rules: [{ id: 'a' }, { id: 'b' }] } },
        columnKind: 'utf16CodeUnits',
        results: [
          { ruleId: 'a', ruleIndex: 0, level: 'error', message, locations },
          { ruleId: 'a', ruleIndex: 0, level: 'warning', message, locations },
          { ruleId: 'b', ruleIndex: 1, level: 'note', message, locations },
        ],
      },
    ],
  });
});
