import { expect, test } from 'vitest';
import type { AtipEffects } from '../types/effects.ts';
import { addedEffects, raiseEffects } from './raise-effects.ts';

/** As it may stand in a document. */
const added = (stated: unknown): AtipEffects | undefined =>
  addedEffects({ name: 'x', flags: ['-x'], type: 'boolean', description: '', 'x-effects': stated as AtipEffects });

test.each<[string, AtipEffects, AtipEffects, AtipEffects]>([
  ['harm is added', { network: false }, { network: true }, { network: true }],
  ['no reassurance replaces harm', { destructive: true }, { destructive: false }, { destructive: true }],
  ['no reassurance replaces the unknown', {}, { destructive: false, network: false, reversible: true }, {}],
  ['nor one of a file', {}, { filesystem: { write: false, delete: false } }, {}],
  ['nor a cost', {}, { cost: { estimate: 'low', billable: false } }, { cost: {} }],
  ['the highest cost is no bound', {}, { cost: { estimate: 'high' } }, { cost: { estimate: 'high' } }],
  [
    'a cost is raised',
    { cost: { estimate: 'low' } },
    { cost: { estimate: 'medium' } },
    { cost: { estimate: 'medium' } },
  ],
  ['nor an input', {}, { interactive: { stdin: 'none', prompts: false } }, {}],
  ['a prompt is added', {}, { interactive: { prompts: true } }, { interactive: { prompts: true } }],
  ['what destroys may not be undone', { reversible: true }, { destructive: true }, { destructive: true }],
  ['repetition', { idempotent: true }, { idempotent: false }, { idempotent: false }],
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
  [
    'no place at all stays none',
    { filesystem: { write: false } },
    { filesystem: { write: true } },
    { filesystem: { write: true } },
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
