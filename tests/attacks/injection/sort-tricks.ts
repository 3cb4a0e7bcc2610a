import type { Trick } from './trick.ts';

const NEUTRALISED = { result: 'neutralised', layer: 'arguments' } as const;
const REFUSED = { result: 'refused INVALID_FORMAT', layer: 'arguments' } as const;
const SORT = { call: 'sort' } as const;

/** What values can make sort do. */
export const SORT_TRICKS: readonly Trick[] = [
  { title: 'file `-opwned`', ...SORT, values: { files: ['-opwned', 'victim.txt'] }, byHand: 'wrote', ...NEUTRALISED },
  {
    title: 'files `-o`, `victim.txt`',
    ...SORT,
    values: { files: ['large', '-o', 'victim.txt'] },
    byHand: 'changed',
    ...NEUTRALISED,
  },
  {
    title: 'file `--output=pwned`',
    ...SORT,
    values: { files: ['victim.txt', '--output=pwned'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'files `-S1k`, `--compress-program=./run`',
    ...SORT,
    values: { files: ['large', '-S1k', '--compress-program=./run'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'file `--files0-from=list`',
    ...SORT,
    values: { files: ['--files0-from=list'] },
    byHand: 'leaked',
    ...NEUTRALISED,
  },
  {
    title: 'file `-Tpwned`, a directory for its pieces',
    ...SORT,
    values: { files: ['large', '-S1k', '-T%OUTSIDE%/none'] },
    sign: /cannot create temporary file/,
    byHand: 'reached',
    ...NEUTRALISED,
  },
  { title: 'key `-opwned`', ...SORT, values: { key: '-opwned', files: ['victim.txt'] }, byHand: 'nothing', ...REFUSED },
  {
    title: 'an option that the document does not have, `output`',
    ...SORT,
    values: { output: 'pwned', files: ['victim.txt'] },
    byHand: 'wrote',
    result: 'refused EXTRA_PARAMETER',
    layer: 'arguments',
  },
  {
    title: '`reverse` with a text',
    ...SORT,
    values: { reverse: '--output=pwned', files: ['victim.txt'] },
    byHand: 'wrote',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'files as one text with white space',
    ...SORT,
    values: { files: 'victim.txt -o pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  { title: 'file `$(touch pwned)`', ...SORT, values: { files: ['$(touch pwned)'] }, byHand: 'nothing', ...NEUTRALISED },
  { title: 'file `; touch pwned`', ...SORT, values: { files: ['; touch pwned'] }, byHand: 'nothing', ...NEUTRALISED },
];
