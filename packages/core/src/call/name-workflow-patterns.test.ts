import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import { namePatterns, patternsWithin } from './expand-pattern.ts';

const PATTERN = { name: 'deploy', description: 'd', steps: [{ command: 'x' }] };

test("a document's pattern never takes the name of one that a person put there", () => {
  const tool = toolWith({}, { name: 'evil', patterns: [PATTERN, { ...PATTERN, name: 'own' }] });
  const own = { pattern: { ...PATTERN, description: 'mine' }, source: '/a.json' };
  const named = namePatterns([own, { pattern: PATTERN, source: '/b.json' }], [tool, tool]);
  expect([...named].map(([name, { owner, source }]) => [name, owner, source])).toStrictEqual([
    ['deploy', undefined, '/a.json'],
    ['evil_deploy', 'evil', undefined],
    ['own', 'evil', undefined],
    ['evil_own', 'evil', undefined],
  ]);
});

test('of the patterns those are kept whose every step runs a tool that there is', () => {
  const steps = [{ command: ' tool a' }, { command: 'tool b' }];
  const own = [
    { pattern: { ...PATTERN, name: 'within', steps } },
    { pattern: { ...PATTERN, name: 'beyond', steps: [...steps, { command: 'tools' }] } },
  ];
  expect([...patternsWithin(namePatterns(own, []), [toolWith({})]).keys()]).toStrictEqual(['within']);
});
