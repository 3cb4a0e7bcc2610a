import { readFileSync } from 'node:fs';
import type { AtipOption, AtipTool } from '@atip/core';
import { fromFig } from '../../importers/src/fig/from-fig.ts';
import { expect, test } from 'vitest';
import { PACK } from '../src/pack-place.ts';
import { guessedDocument, judgedDocument } from './known-document.ts';
import { blobsOf, readPack, writePack } from './write-pack.ts';

const SPEC = {
  name: 'box',
  description: 'Keeps boxes',
  subcommands: [
    { name: 'remove', description: 'Remove a box', options: [{ name: ['-f', '--force'], description: 'Do not ask' }] },
    { name: 'list', description: 'List boxes', options: [{ name: '--purge', description: 'Delete old boxes' }] },
  ],
};
const GUESSED = guessedDocument(fromFig(SPEC).tool);

test('words tell harm, with the reason, and no reassurance', () => {
  const { commands = {}, trust } = GUESSED;
  expect(trust).toStrictEqual({ source: 'inferred' });
  expect(commands['remove']?.effects).toStrictEqual({
    ...{ destructive: true, deletes: ['box'] },
    'x-why': '"remove" in the name',
  });
  expect(commands['list']).not.toHaveProperty('effects');
  expect(commands['list']?.options?.[0]?.['x-effects']).toStrictEqual({
    ...{ destructive: true },
    'x-why': '"--purge" removes something',
  });
});

test('of a judged document everything stays; options and commands are added, of these only harm', () => {
  const reads = { destructive: false };
  const sure: AtipOption = { name: 'sure', flags: ['-f'], description: 'Ours', type: 'boolean' };
  const judged: AtipTool = {
    ...{ atip: { version: '0.4' }, name: 'box', version: '1', description: 'Ours', trust: { source: 'community' } },
    commands: { remove: { description: 'Ours', effects: reads, options: [sure] } },
  };
  const mild = { description: 'Looks', effects: { destructive: false, network: true } };
  const { commands, trust } = judgedDocument(judged, {
    ...GUESSED,
    commands: { ...GUESSED.commands, look: mild },
  });
  expect(trust).toStrictEqual({ source: 'community' });
  expect(commands?.['remove']).toStrictEqual({ description: 'Ours', effects: reads, options: [sure] });
  expect(commands?.['look']).toStrictEqual({ description: 'Looks', effects: { network: true } });
});

test('the same documents are the same bytes in any order, with an earlier pack or without; each comes back as it was', () => {
  const [one, two] = ['{"name":"one"}\n', '{"name":"two"}\n'];
  const contents = {
    source: 'a source',
    texts: new Map([
      ['one', one],
      ['two', two],
    ]),
    aliases: new Map([['uno', 'one']]),
  };
  const pack = writePack(contents);
  const turned = {
    ...contents,
    texts: new Map([
      ['two', two],
      ['one', one],
    ]),
  };
  expect(writePack(turned).equals(pack)).toBe(true);
  expect(writePack(contents, pack).equals(pack)).toBe(true);
  expect(readPack(pack)).toStrictEqual(contents);
  const changed = writePack(
    {
      ...contents,
      texts: new Map([
        ['one', '{"name":"one"} \n'],
        ['two', two],
      ]),
    },
    pack,
  );
  expect(readPack(changed).texts.get('one')).toBe('{"name":"one"} \n');
  expect(
    blobsOf(changed)
      .get('two')
      ?.equals(blobsOf(pack).get('two') ?? Buffer.alloc(0)),
  ).toBe(true);
});

test('the pack of this package is below 4 MB, with nothing behind the last document', () => {
  const pack = readFileSync(PACK);
  const blobs = [...blobsOf(pack).values()];
  const last = blobs.at(-1);
  expect((last?.byteOffset ?? 0) + (last?.length ?? 0) - pack.byteOffset).toBe(pack.length);
  expect(pack.length).toBeLessThan(4_000_000);
});
