import type { Trick } from './trick.ts';

const REFUSED = { result: 'refused INVALID_FORMAT', layer: 'arguments' } as const;
const NEUTRALISED = { result: 'neutralised', layer: 'arguments' } as const;
const LOG = { call: 'git_log' } as const;
const DIFF = { call: 'git_diff' } as const;

/** Values that are odd to any program, tried on git. */
export const ANY_VALUE_TRICKS: readonly Trick[] = [
  {
    title: 'NUL, which ends a text of C',
    ...LOG,
    values: { ref: 'main\0--output=pwned' },
    byHand: 'nothing',
    ...REFUSED,
  },
  { title: 'half of a surrogate pair', ...LOG, values: { ref: 'main\ud800' }, byHand: 'nothing', ...REFUSED },
  { title: 'an escape sequence', ...LOG, values: { ref: 'main\u001b]0;pwned\u0007' }, byHand: 'nothing', ...REFUSED },
  {
    title: 'a line break before an option',
    ...LOG,
    values: { ref: 'main\n--output=pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'white space before an option',
    ...LOG,
    values: { ref: ' --output=pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'a hyphen of Unicode (U+2010)',
    ...LOG,
    values: { ref: '\u2010\u2010output=pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'an en dash (U+2013)',
    ...LOG,
    values: { ref: '\u2013\u2013output=pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'a wide hyphen (U+FF0D), which Windows turns into `-`',
    ...LOG,
    values: { ref: '\uff0d\uff0doutput=pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'a soft hyphen (U+00AD) first',
    ...LOG,
    values: { ref: '\u00ad-output=pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  { title: 'empty text', ...LOG, values: { ref: '' }, byHand: 'nothing', ...NEUTRALISED },
  { title: 'empty path', ...DIFF, values: { paths: [''] }, byHand: 'nothing', ...REFUSED },
  { title: '`--`', ...LOG, values: { ref: '--' }, byHand: 'nothing', ...REFUSED },
  { title: '`-`', ...LOG, values: { ref: '-' }, byHand: 'nothing', ...NEUTRALISED },
  { title: '40,000 characters', ...LOG, values: { ref: 'x'.repeat(40_000) }, byHand: 'nothing', ...REFUSED },
  {
    title: '20 paths of 30,000 characters',
    ...DIFF,
    values: { paths: Array.from({ length: 20 }, () => 'x'.repeat(30_000)) },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: '10,001 paths',
    ...DIFF,
    values: { paths: Array.from({ length: 10_001 }, () => 'x') },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'a list with one bad item, an option',
    ...DIFF,
    values: { paths: ['--output=pwned', 'victim.txt'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'a list with one bad item, an object',
    ...DIFF,
    values: { paths: ['victim.txt', { output: 'pwned' }] },
    byHand: 'nothing',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'a list within a list',
    ...DIFF,
    values: { paths: [['--output=pwned'], 'victim.txt'] },
    byHand: 'wrote',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'a list where one text is expected',
    ...LOG,
    values: { ref: ['main', '--output=pwned'] },
    byHand: 'wrote',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'an infinite number',
    ...LOG,
    values: { 'max-count': Number.POSITIVE_INFINITY },
    byHand: 'nothing',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
  {
    title: 'a parameter called `__proto__`',
    ...LOG,
    values: JSON.parse('{"__proto__":{"ref":"--output=pwned"}}'),
    byHand: 'nothing',
    result: 'refused EXTRA_PARAMETER',
    layer: 'arguments',
  },
];
