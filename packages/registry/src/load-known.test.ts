import { expect, test } from 'vitest';
import { listKnown, loadKnown } from './load-known.ts';
import { headLength, readHead } from './read-pack.ts';

test('a program has one document, by its name or another one of it, and each caller its own', () => {
  const where = loadKnown('where');
  expect(where?.trust).toStrictEqual({ source: 'inferred' });
  expect(where?.['x-source']).toBe('@withfig/autocomplete 2.692.3, where; with the harm that words tell');
  expect(where?.commands?.['']?.effects).toStrictEqual({
    ...{ filesystem: { write: false, delete: false }, network: false, destructive: false },
    'x-why': 'finds programs',
  });
  expect(loadKnown('where')).not.toBe(where);
  expect(loadKnown('python')?.name).toBe('python3');
});

test('what nobody judged states harm alone, each with its reason', () => {
  const commands = loadKnown('bit')?.commands;
  expect(commands?.['list']?.effects).toBeUndefined();
  expect(commands?.['remove']?.effects).toStrictEqual({
    ...{ destructive: true, deletes: ['bit'] },
    'x-why': '"remove" in the name',
  });
});

test('our tables come before words, and what only the specification has is added without any reassurance', () => {
  const git = loadKnown('git');
  expect(git?.trust).toStrictEqual({ source: 'community' });
  expect(git?.commands?.['status']?.effects?.destructive).toBe(false);
  expect(git?.commands?.['daemon']?.effects?.destructive).toBeUndefined();
});

test('names: sorted, with the clouds, without words of the shell, and no name of an object', () => {
  const names = listKnown();
  expect(names).toStrictEqual([...names].sort());
  expect(['aws', 'R', 'stripe', 'sdc', 'heroku'].filter((name) => !names.includes(name))).toStrictEqual([]);
  expect(['if', 'cd', 'builtins', '-', 'python'].filter((name) => names.includes(name))).toStrictEqual([]);
  expect(['__proto__', 'constructor', '', 'not-there', '../known.pack'].map(loadKnown)).toStrictEqual([
    ...[undefined, undefined, undefined, undefined, undefined],
  ]);
});

test('a file that is no pack is refused, whatever it begins with', () => {
  for (const text of ['', '{}', 'atip-pack 2\n\0\0\0\0', 'atip-pack 1\n'])
    expect(() => headLength(Buffer.from(text)), text).toThrow('It is no pack of documents, or one of another version.');
  expect(() => readHead(Buffer.from('not compressed'))).toThrow();
});
