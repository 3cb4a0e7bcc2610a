import { rowsOf, stated } from '../testing/in-words.ts';
import type { AtipEffects } from '../types/tool.ts';
import { mergeEffects } from './merge-effects.ts';
import { expect, test } from 'vitest';

test.each(
  rowsOf(`
    true wins for harm                      | +network +destructive                            | -network -destructive                  | +network +destructive
    false is kept if nothing contradicts it | -network                                         |                                        | -network
    false wins for what is good             | +reversible -idempotent                          | -reversible +idempotent                | -reversible -idempotent
    true for good needs nobody against it   | +reversible                                      |                                        | +reversible
    the highest cost wins                   | cost.estimate=high                               | cost.estimate=low -cost.billable       | cost.estimate=high -cost.billable
    the strongest use of stdin wins         | interactive.stdin=password                       | interactive.stdin=none +interactive.tty | interactive.stdin=password +interactive.tty
    lists are united, each item once        | creates=a filesystem.paths=./                    | creates=a,b filesystem.paths=~/x       | creates=a,b filesystem.paths=./,~/x
    the nearest duration holds              | duration.timeout=1s duration.typical=1s          | duration.timeout=5s                    | duration.timeout=5s duration.typical=1s
  `),
)('%s', (_name, above, below, merged) => {
  expect(mergeEffects(stated(above), stated(below))).toStrictEqual(stated(merged));
});

test('nothing stated stays unknown, and of three levels each counts', () => {
  expect(mergeEffects(undefined, {})).toStrictEqual({});
  const levels = ['+filesystem.write', '-filesystem.write +filesystem.read', '-filesystem.delete'].map((words) =>
    stated(words),
  );
  expect(mergeEffects(...levels)).toStrictEqual(stated('+filesystem.write +filesystem.read -filesystem.delete'));
});

test('values of a wrong type count as absent', () => {
  const odd: unknown = { network: 'no', filesystem: 7, cost: { billable: 1, estimate: 'gigantic' }, creates: ['a', 1] };
  expect(mergeEffects(odd as AtipEffects, { network: false })).toStrictEqual({
    network: false,
    cost: {},
    creates: ['a'],
  });
});

test('inputs are left as they were', () => {
  const level: AtipEffects = Object.freeze({ creates: ['a'], filesystem: Object.freeze({ paths: ['./'] }) });
  mergeEffects(level, { creates: ['b'], filesystem: { paths: ['/'] } });
  expect(level).toStrictEqual({ creates: ['a'], filesystem: { paths: ['./'] } });
});
