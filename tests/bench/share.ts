import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { decodeShare, encodeShare, type ShareState } from '@atip/share';
import { NOT_HERE, readForeign } from './foreign.ts';
import { otherCodecs, stepsOf } from './link-codecs.ts';
import type { Growth, Measured, Row, Table } from './row.ts';
import { sizedTool } from './sized-tool.ts';
import { timeSizes } from './time-sizes.ts';
import { timeTasks } from './time-tasks.ts';

/** Ours, with their layout and without. */
const OWN = ['packages/shims/sources/git.json', 'packages/shims/sources/tar.json'];
/** Commands of the documents that grow; a link holds 4 MiB at most. */
const SIZES = [4, 40, 400] as const;

interface Named {
  readonly name: string;
  readonly state: ShareState;
  readonly text: string;
}

/** How long links are and how long they take, against what others do with the same text. */
export async function shareBench(): Promise<Measured> {
  const rows: Row[] = [];
  const leftOut: Record<string, string> = {};
  for (const file of ['gh.json', 'minimal.json']) {
    const text = readForeign(file);
    const id = file.replace('.', '-');
    if (text === undefined) for (const what of ['letters', 'make', 'open']) leftOut[`${id}-${what}`] = NOT_HERE;
    else rows.push(...(await linkRows(id, named(file, text))));
  }
  rows.push(...(await linkRows('tar-json', named('tar.json', readFileSync(OWN[1] ?? '', 'utf8')))));
  return { rows, growth: await growthOfLinks(), tables: [stepsTable()], leftOut };
}

async function linkRows(id: string, { name, state, text }: Named): Promise<Row[]> {
  const link = encodeShare(state);
  const codecs = await otherCodecs();
  const tasks = Object.fromEntries(
    codecs.flatMap(({ name, pack, unpack }) => {
      const packed = pack(text);
      if (unpack(packed) !== text) throw new Error(`${name} does not give back what it was given.`);
      return [
        [`make ${name}`, () => pack(text)],
        [`open ${name}`, () => unpack(packed)],
      ];
    }),
  );
  const times = await timeTasks({ make: () => encodeShare(state), open: () => decodeShare(link), ...tasks }, 150);
  const time = (task: string): number => times[['make', 'open', ...Object.keys(tasks)].indexOf(task)] ?? Number.NaN;
  return codecs.flatMap(({ name: codec, pack }, at): Row[] => {
    const suffix = at === 0 ? '' : `-${codec.split(' ')[0]}`;
    const detail = `${text.length.toLocaleString('en')} UTF-16 units`;
    const row = (what: string, words: string, value: number, unit: 'ms' | 'letters', baseline: number): Row => ({
      id: `${id}-${what}${suffix}`,
      what: words,
      value,
      unit,
      baseline: { what: codec, value: baseline },
      ...(what === 'letters' && { detail }),
    });
    return [
      row('letters', `letters of ${name}'s link`, link.length, 'letters', pack(text).length),
      row('make', `making ${name}'s link`, time('make'), 'ms', time(`make ${codec}`)),
      row('open', `opening ${name}'s link`, time('open'), 'ms', time(`open ${codec}`)),
    ];
  });
}

async function growthOfLinks(): Promise<Growth[]> {
  const documents = new Map<number, Named>();
  for (const size of SIZES) documents.set(size, named('many.json', JSON.stringify(await sizedTool(size), null, 2)));
  const codecs = await otherCodecs();
  const ways = Object.fromEntries(codecs.map(({ name, pack }) => [`making: ${name}`, ({ text }: Named) => pack(text)]));
  const times = await timeSizes(
    'commands of the document',
    documents,
    { 'making our link': ({ state }) => encodeShare(state), ...ways },
    60,
    2,
  );
  const all = [...documents.values()];
  const letters: Growth = {
    of: 'commands of the document',
    sizes: SIZES,
    lines: [
      { what: 'letters of our link', unit: '', values: all.map(({ state }) => encodeShare(state).length) },
      ...codecs.map(({ name, pack }) => ({
        what: `letters: ${name}`,
        unit: '' as const,
        values: all.map(({ text }) => pack(text).length),
      })),
      { what: 'UTF-16 units of the document', unit: '', values: all.map(({ text }) => text.length) },
    ],
  };
  return [letters, times];
}

/** What each step on the way to a link brings. */
function stepsTable(): Table {
  const foreign = ['gh.json', 'minimal.json'].flatMap((file) => {
    const text = readForeign(file);
    return text === undefined ? [] : [named(file, text)];
  });
  const own = OWN.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return [named(path, text), named(path, JSON.stringify(JSON.parse(text)), ', in one line')];
  });
  const states = [...foreign, ...own];
  const steps = states.map(({ name, text, state }) => {
    const cells = Object.values(stepsOf(state)).map((letters) => letters.toLocaleString('en'));
    return [name, text.length.toLocaleString('en'), ...cells];
  });
  const first = states[0];
  return { head: ['file', 'UTF-16 units', ...Object.keys(first ? stepsOf(first.state) : {})], rows: steps };
}

function named(path: string, text: string, note = ''): Named {
  const documents = [{ name: basename(path), text }];
  return { name: basename(path) + note, state: { documents, provider: 'openai', panel: 'output' }, text };
}
