import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, deflateRawSync } from 'node:zlib';
import { decodeShare, encodeShare, type ShareState } from '@atip/share';
import { writeCompact } from '../../packages/share/src/compact-state.ts';
import { PRIMER } from '../../packages/share/src/primer.ts';
import { shorten } from '../../packages/share/src/shorten.ts';
import { atMost, type Ratio } from './ratio.ts';
import { timeTasks } from './time-tasks.ts';

/** Somebody else's documents beside the checkout, with the most letters that their links may have. */
const FOREIGN: readonly (readonly [string, number])[] = [
  ['../shared/data/atip/gh.json', 5300],
  ['../shared/data/atip/minimal.json', 120],
];
/** Ours, with their layout and without. */
const OWN = ['packages/shims/sources/git.json', 'packages/shims/sources/tar.json'];
/** Letters in front of a payload. */
const PREFIX = '#v1.m.'.length;

/** How long links are, and how long it takes to make and to open one. */
export async function shareBench(): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const [path, bound] of FOREIGN) {
    if (!existsSync(path)) {
      process.stdout.write(`Left out: ${path} is not here.\n`);
      continue;
    }
    const { name, state, length } = stateOf(path, readFileSync(path, 'utf8'));
    const link = encodeShare(state);
    ratios.push(
      atMost(1, `letters of ${name}'s link, over ${bound}`, link.length / bound, `${link.length} for ${length}`),
    );
    const [made = 0, opened = 0] = await timeTasks({ made: () => encodeShare(state), opened: () => decodeShare(link) });
    ratios.push(atMost(1, `making ${name}'s link: ms, over 50 ms`, made / 50, `${made.toFixed(1)} ms`));
    ratios.push(atMost(1, `opening ${name}'s link: ms, over 50 ms`, opened / 50, `${opened.toFixed(1)} ms`));
  }
  return ratios;
}

/** What each step brings: letters of a link by file and by how it is packed. */
export async function shareTable(): Promise<string> {
  const foreign = FOREIGN.map(([path]) => path).filter((path) => existsSync(path));
  const states = [...foreign, ...OWN].flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const laidOut = stateOf(path, text);
    return OWN.includes(path) ? [laidOut, stateOf(path, JSON.stringify(JSON.parse(text)), ', in one line')] : [laidOut];
  });
  const rows = states.map(
    ({ name, state, length }) => `| ${name} | ${length} | ${lettersByCodec(state).join(' | ')} |`,
  );
  const head = [
    'file',
    'UTF-16 units',
    'deflate',
    'and layout',
    'and dictionary',
    'words, deflate',
    'brotli of the text',
    'link',
  ];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
}

function stateOf(path: string, text: string, note = ''): { name: string; state: ShareState; length: number } {
  const documents = [{ name: basename(path), text }];
  return {
    name: basename(path) + note,
    state: { documents, provider: 'openai', panel: 'output' },
    length: text.length,
  };
}

function lettersByCodec(state: ShareState): number[] {
  const bare = Buffer.from(writeCompact(state).text);
  const text = Buffer.from(state.documents.map((document) => document.text).join(''));
  const checked = 3;
  return [
    letters(deflateRawSync(text, { level: 9 }).length + checked),
    letters(deflateRawSync(bare, { level: 9 }).length + checked),
    letters(deflateRawSync(bare, { level: 9, dictionary: Buffer.from(PRIMER) }).length + checked),
    letters(
      deflateRawSync(shorten(bare), { level: 9, dictionary: Buffer.from(shorten(Buffer.from(PRIMER))) }).length +
        checked,
    ),
    letters(brotliCompressSync(text).length + checked),
    encodeShare(state).length,
  ];
}

/** Of a whole link around so many bytes. */
function letters(bytes: number): number {
  return PREFIX + Math.ceil((bytes * 4) / 3);
}
