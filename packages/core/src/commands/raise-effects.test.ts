import type { AtipEffects } from '../types/tool.ts';
import { addedEffects, eitherEffects, raiseEffects } from './call-effects.ts';
import { expect, test } from 'vitest';

/** As it may stand in a document. */
const added = (stated: unknown): AtipEffects | undefined =>
  addedEffects({ name: 'x', flags: ['-x'], type: 'boolean', description: '', 'x-effects': stated as AtipEffects });

test.each<[string, AtipEffects, AtipEffects, AtipEffects]>([
  ['harm is added', { network: false }, { network: true }, { network: true }],
  ['no reassurance replaces harm', { destructive: true }, { destructive: false }, { destructive: true }],
  ['no reassurance replaces the unknown', {}, { destructive: false, network: false, reversible: true }, {}],
  ['nor one of a file', {}, { filesystem: { write: false, delete: false } }, {}],
  ['the highest cost is no bound', {}, { cost: { estimate: 'high' } }, { cost: { estimate: 'high' } }],
  ['nor an input', {}, { interactive: { stdin: 'none', prompts: false } }, {}],
  ['a prompt is added', {}, { interactive: { prompts: true } }, { interactive: { prompts: true } }],
  ['what destroys may not be undone', { reversible: true }, { destructive: true }, { destructive: true }],
  ['lists are united', { deletes: ['a'] }, { deletes: ['b'] }, { deletes: ['a', 'b'] }],
  [
    'a write without a place is in the working directory',
    { filesystem: { read: true, paths: ['/etc'] } },
    { filesystem: { write: true } },
    { filesystem: { read: true, write: true, paths: ['/etc', '.'] } },
  ],
  [
    'a place does not shut out the command itself',
    { filesystem: { write: true } },
    { filesystem: { write: true, paths: ['~/x'] } },
    { filesystem: { write: true, paths: ['.', '~/x'] } },
  ],
])('%s', (_name, effects, stated, raised) => {
  const once = raiseEffects(effects, added(stated) ?? {});
  expect(once).toStrictEqual(raised);
  expect(raiseEffects(once, added(stated) ?? {})).toStrictEqual(raised);
});

test('nothing said adds nothing', () => {
  expect(added(undefined)).toBeUndefined();
  expect(added({})).toStrictEqual({});
});

test.each([null, 'destructive', { destructive: 'yes' }, { destructve: true }, []])(
  '%j counts as all harm',
  (stated) => {
    expect(added(stated)).toMatchObject({
      destructive: true,
      network: true,
      filesystem: { write: true, delete: true },
    });
  },
);

test.each<[AtipEffects, AtipEffects, AtipEffects]>([
  [{ destructive: true }, {}, { destructive: true }],
  [{ destructive: false }, {}, {}],
  [
    { destructive: false, network: false },
    { destructive: false, network: true },
    { destructive: false, network: true },
  ],
  [{ reversible: true, idempotent: false }, {}, { idempotent: false }],
  [{ reversible: true }, { reversible: true }, { reversible: true }],
  [{ filesystem: { write: true, read: false } }, {}, { filesystem: { write: true } }],
  [
    { filesystem: { write: false, delete: false } },
    { filesystem: { write: false, paths: ['./'] } },
    { filesystem: { write: false } },
  ],
  [{ filesystem: { paths: ['./', '/'] } }, { filesystem: { paths: ['./'] } }, { filesystem: { paths: ['./', '/'] } }],
  [{ deletes: ['repo'] }, {}, { deletes: ['repo'] }],
  [{ deletes: [] }, { deletes: [] }, { deletes: [] }],
  [{ cost: { billable: false, estimate: 'free' } }, { cost: { estimate: 'low' } }, { cost: { estimate: 'low' } }],
])('%j or %j is %j', (one, other, expected) => {
  expect(eitherEffects(one, other)).toStrictEqual(expected);
  expect(eitherEffects(other, one)).toStrictEqual(expected);
});
