import { effectsOfWords } from './effects-of-words.ts';
import { expect, test } from 'vitest';

test('a word states one effect, and what is not stated stays unknown', () => {
  expect(effectsOfWords(['reads', 'no-network', 'runs'], 'x')).toStrictEqual({
    filesystem: { read: true },
    network: false,
    subprocess: true,
  });
  expect(effectsOfWords(['irreversible', 'prompts', 'no-billable', 'no-idempotent'], 'x')).toStrictEqual({
    idempotent: false,
    reversible: false,
    interactive: { prompts: true },
    cost: { billable: false },
  });
});

test('"only" denies what the row does not state, and nothing besides', () => {
  expect(effectsOfWords(['network', 'only'], 'x')).toStrictEqual({
    filesystem: { write: false, delete: false },
    network: true,
    subprocess: false,
    destructive: false,
  });
});

test('"looks" and "anything" stand for several words', () => {
  expect(effectsOfWords(['looks'], 'x')).toStrictEqual({
    filesystem: { read: true, write: false, delete: false },
    network: false,
    subprocess: false,
    idempotent: true,
    reversible: true,
    destructive: false,
  });
  expect(effectsOfWords(['anything'], 'x')).toStrictEqual({
    filesystem: { read: true, write: true, delete: true },
    network: true,
    subprocess: true,
    reversible: false,
    destructive: true,
    'x-runs': 'call',
  });
  expect(effectsOfWords(['runs', 'no-sends', 'reveals', 'root'], 'x')).toStrictEqual({
    subprocess: true,
    'x-sends': 'none',
    'x-reveals': 'credentials',
    'x-privilege': 'root',
  });
});

test('a word that is none, or contradicts another, is refused with its place', () => {
  expect(() => effectsOfWords(['destructve'], 'effects/a.tsv:7')).toThrow('effects/a.tsv:7: "destructve" is no effect');
  expect(() => effectsOfWords(['looks', 'writes', 'no-writes'], 'a:1')).toThrow('a:1: "writes" is stated and denied');
  expect(effectsOfWords(['nothing'], 'x')).toStrictEqual({});
  expect(() => effectsOfWords(['nothing', 'reads'], 'a:1')).toThrow('a:1: "nothing" stands alone');
  expect(() => effectsOfWords(['constructor'], 'a:1')).toThrow('a:1: "constructor" is no effect');
});
