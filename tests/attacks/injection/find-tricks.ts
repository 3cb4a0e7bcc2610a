import type { Trick } from './trick.ts';

const NEUTRALISED = { result: 'neutralised', layer: 'arguments' } as const;
const REFUSED = { result: 'refused INVALID_FORMAT', layer: 'arguments' } as const;
const NOT_LISTED = { result: 'refused INVALID_ENUM', layer: 'arguments' } as const;
const FIND = { call: 'find' } as const;

/** What values can make find do; a path that it takes for an expression makes it look in the working directory. */
export const FIND_TRICKS: readonly Trick[] = [
  { title: 'path `-delete`', ...FIND, values: { path: '-delete' }, byHand: 'changed', ...NEUTRALISED },
  {
    title: 'path `-fprint`, then a file',
    ...FIND,
    values: { path: '-fprint', test: 'pwned' },
    byHand: 'wrote',
    ...NOT_LISTED,
  },
  {
    title: 'test `-fprint`, then a file',
    ...FIND,
    values: { path: 'here', test: '-fprint', pattern: 'pwned' },
    byHand: 'wrote',
    ...NOT_LISTED,
  },
  {
    title: 'test `-exec`, all of it in one text',
    ...FIND,
    values: { path: 'here', test: '-exec touch pwned ;' },
    byHand: 'nothing',
    ...NOT_LISTED,
  },
  {
    title: 'test `-exec` as a list',
    ...FIND,
    values: { path: 'here', test: ['-exec', 'touch', 'pwned', ';'] },
    byHand: 'wrote',
    ...NOT_LISTED,
  },
  {
    title: 'pattern `-exec touch pwned ;` as a list',
    ...FIND,
    values: { path: 'here', test: '-name', pattern: ['a', '-exec', 'touch', 'pwned', ';'] },
    byHand: 'wrote',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'path as a list with `-ok`',
    ...FIND,
    values: { path: ['here', '-ok', 'touch', 'pwned', ';'] },
    byHand: 'nothing',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'path as a list with `-fprintf`',
    ...FIND,
    values: { path: ['here', '-fprintf', 'pwned', 'x'] },
    byHand: 'wrote',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'pattern `-delete` after a test without its word',
    ...FIND,
    values: { path: 'victim.txt', pattern: '-delete' },
    byHand: 'changed',
    ...REFUSED,
  },
  {
    title: 'pattern `-delete` for `-name`',
    ...FIND,
    values: { path: '.', test: '-name', pattern: '-delete' },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'path `-files0-from`, then a file',
    ...FIND,
    values: { path: '-files0-from', pattern: 'list' },
    byHand: 'leaked',
    ...REFUSED,
  },
  {
    title: 'an option that the document does not have, `delete`',
    ...FIND,
    values: { path: 'victim.txt', delete: true },
    byHand: 'nothing',
    result: 'refused EXTRA_PARAMETER',
    layer: 'arguments',
  },
  { title: 'path `!`', ...FIND, values: { path: '!', test: '-name', pattern: 'x' }, byHand: 'leaked', ...NEUTRALISED },
  {
    title: 'path `(`',
    ...FIND,
    values: { path: '(', test: '-name', pattern: 'x' },
    sign: /unmatched|expression|paren/i,
    byHand: 'reached',
    ...NEUTRALISED,
  },
  { title: 'path `,`', ...FIND, values: { path: ',', test: '-name', pattern: 'x' }, byHand: 'nothing', ...NEUTRALISED },
  { title: 'path `)`', ...FIND, values: { path: ')' }, byHand: 'nothing', ...NEUTRALISED },
  { title: 'path `-`', ...FIND, values: { path: '-' }, byHand: 'nothing', ...NEUTRALISED },
  { title: 'path `--`', ...FIND, values: { path: '--' }, byHand: 'leaked', ...NEUTRALISED },
  {
    title: 'path `-H`, so that the working directory is searched',
    ...FIND,
    values: { path: '-H' },
    byHand: 'leaked',
    ...NEUTRALISED,
  },
  { title: 'empty path', ...FIND, values: { path: '' }, byHand: 'nothing', ...REFUSED },
];
