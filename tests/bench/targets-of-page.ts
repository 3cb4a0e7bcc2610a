import { base } from './row-words.ts';
import type { Target } from './target.ts';

/** What issues 6, 7 and 8 name: importers and effects, the page, and the edge. */
export const TARGETS_OF_PAGE: readonly Target[] = [
  { issue: 6, words: 'everyday tools with metadata', row: 'reports/shims', by: 'figure', atLeast: 60 },
  { issue: 6, words: 'options found in help texts', row: 'reports/help-found', by: 'figure', atLeast: 99 },
  { issue: 6, words: 'options that are made up', row: 'reports/help-bogus', by: 'figure', atMost: 0 },
  {
    issue: 6,
    words: 'commands that change something, called read',
    row: 'reports/mutating-as-read',
    by: 'figure',
    atMost: 0.5,
  },
  { issue: 6, words: 'destructive commands found', row: 'reports/destructive-found', by: 'figure', atLeast: 90 },
  { issue: 6, words: 'our metadata breaks no provider’s rule', row: 'tests/shims', by: 'figure', atMost: 0 },
  { issue: 7, words: 'entry JavaScript, gzipped, without Monaco', row: 'page/start', by: 'figure', atMost: 150_000 },
  {
    issue: 7,
    words: 'edit → output, gh.json, 95th percentile',
    row: 'page/typing-long',
    by: 'figure',
    atMost: 50,
    why: (rowOf) => `a key that does nothing took ${base(rowOf, 'page/typing-long')} in that run.`,
  },
  {
    issue: 7,
    words: 'edit → output, 1 MB, 95th percentile',
    row: 'page/typing-huge',
    by: 'figure',
    atMost: 200,
    why: (rowOf) => `a key that does nothing took ${base(rowOf, 'page/typing-huge')} in that run.`,
  },
  {
    issue: 7,
    words: 'main-thread tasks over 50 ms while typing, gh.json',
    row: 'page/long-tasks-long',
    by: 'figure',
    atMost: 0,
  },
  {
    issue: 7,
    words: 'main-thread tasks over 50 ms while typing, 1 MB',
    row: 'page/long-tasks-huge',
    by: 'figure',
    atMost: 0,
  },
  ...['mobile', 'desktop'].flatMap((preset) =>
    (
      [
        ['performance', 95],
        ['accessibility', 100],
        ['best-practices', 100],
      ] as const
    ).map(([category, atLeast]): Target => {
      const row = `page/lighthouse-${preset}-${category}`;
      return {
        issue: 7,
        words: `Lighthouse, ${preset}: ${category}`,
        row,
        by: 'figure',
        atLeast,
        why: (rowOf) => `${rowOf(row).detail ?? ''}.`,
      };
    }),
  ),
  { issue: 7, words: 'share link of gh.json', row: 'share/gh-json-letters', by: 'figure', atMost: 5_300 },
  { issue: 7, words: 'share link of minimal.json', row: 'share/minimal-json-letters', by: 'figure', atMost: 120 },
  { issue: 8, words: 'the Worker, gzipped', row: 'edge/size', by: 'figure', atMost: 80_000 },
  { issue: 8, words: 'nine runtimes, all equal', row: 'tests/runtimes', by: 'figure', atMost: 0 },
  { issue: 8, words: 'a share outlives its Worker; bad input is refused', row: 'tests/edge', by: 'figure', atMost: 0 },
];
