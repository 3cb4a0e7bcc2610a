import { existsSync, readFileSync } from 'node:fs';
import { parseTool, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { DIALECTS } from '../providers/dialects.ts';
import { checkTool, newTally } from './check-tool.ts';
import { openCorpus } from './corpus-tools.ts';
import { parseParts } from './parse-parts.ts';

/** A document of the specification's authors; a checkout of this repository alone has none. */
const GH_JSON = new URL('../../../shared/data/atip/gh.json', import.meta.url);

/**
 * 46,098 leaves and the `""` children of 1,312 groups. The package's files have 46,184 leaves one by one: 748 of them only
 * point to other files (31 of these to another program's, which is then there twice), 3 repeat a sibling's name
 * (`import-lost-command`), and one
 * is a list of regions.
 */
const CONVERTED = {
  tools: 727,
  loose: 23,
  commands: 47_410,
  runnableGroups: 1312,
  options: 287_271,
  arguments: 9697,
  destructive: 100,
  destructiveGroups: 3,
  destructiveOptions: 293,
  joined: 748,
  lost: {
    'import-lost-generator': 5189,
    'import-lost-value-text': 660,
    'import-lost-directive': 168,
    'import-lost-values': 232,
    'import-lost-load': 39,
    'import-lost-command': 3,
    'import-lost-option': 1,
    'import-hidden': 25,
  },
};

/** Offered 4,004 packages by name, four times what a strict schema may list. */
const OVER_BOUNDS = ['pip_install', 'pip3_install', 'pipenv_install', 'pipenv_uninstall'];

test('the dialects cover every provider', () => {
  expect([...new Set(DIALECTS.map(([provider]) => provider))].sort()).toStrictEqual([...PROVIDERS].sort());
});

test('every tool of @withfig/autocomplete parses, compiles for every provider, and every name leads back', async () => {
  const started = performance.now();
  const corpus = await openCorpus();
  const tally = newTally();
  const split: string[] = [];
  const refusedByParser: string[] = [];
  const parserWarnings: Record<string, number> = {};
  for (const tool of corpus.tools()) {
    const parts = parseParts(tool);
    if (parts.length > 1) split.push(`${tool.name} (${parts.length})`);
    for (const { severity, code, path } of parts.flatMap(({ issues }) => issues)) {
      if (severity === 'error') refusedByParser.push(`${tool.name} ${code} ${path}`);
      else parserWarnings[code] = (parserWarnings[code] ?? 0) + 1;
    }
    checkTool(tool, tally);
  }
  const { failures, notStrict, ...tried } = tally;
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  const figures = { ...corpus.figures, ...tried, failures: failures.length, parserWarnings, split, seconds };
  console.log(`corpus: ${JSON.stringify(figures, null, 1)}`);
  expect(refusedByParser).toStrictEqual([]);
  expect(failures.slice(0, 20)).toStrictEqual([]);
  expect([...notStrict]).toStrictEqual(OVER_BOUNDS);
  expect(tally.refused.length).toBeLessThan(tally.calls / 100);
  // Of the package as pinned. A conversion that lost commands would otherwise pass with nothing tried.
  expect(corpus.figures).toStrictEqual(CONVERTED);
  expect(tally.compiled).toBe(corpus.figures.commands * DIALECTS.length);
}, 300_000);

test('gh.json parses, compiles for every provider, and every name leads back', ({ skip }) => {
  if (!existsSync(GH_JSON)) skip('left out: ../shared/data/atip/gh.json is not here');
  const { tool, issues } = parseTool(readFileSync(GH_JSON, 'utf8'));
  expect(issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  const tally = newTally();
  if (tool) checkTool(tool, tally);
  expect(tally.failures).toStrictEqual([]);
  expect(tally.commands).toBeGreaterThan(100);
});
