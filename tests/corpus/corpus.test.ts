import { type AtipTool, type Issue, parseTool, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { DIALECTS } from '../providers/dialects.ts';
import { checkTool, newTally } from './check-tool.ts';
import { corpusTools } from './corpus-tools.ts';

/** `npm run corpus` takes every tool, `npm test` sixty of them, spread over the alphabet. */
const IS_WHOLE = process.env['ATIP_CORPUS'] === 'whole';
const SAMPLE = 60;

/** Of the package as pinned: 727 executables and 23 loose files. A conversion that lost commands would pass with nothing tried. */
const WHOLE = { tools: 750, commands: 47_410 };

/** Offered 4,004 packages by name, four times what a strict schema may list. */
const OVER_BOUNDS = ['pip_install', 'pip3_install', 'pipenv_install', 'pipenv_uninstall'];

test('the dialects cover every provider', () => {
  expect([...new Set(DIALECTS.map(([provider]) => provider))].sort()).toStrictEqual([...PROVIDERS].sort());
});

test(`${IS_WHOLE ? 'every tool' : 'a sample'} of @withfig/autocomplete parses, compiles for every provider, and every name leads back`, async () => {
  const tally = newTally();
  const refusedByParser: string[] = [];
  let at = -1;
  for await (const tool of corpusTools()) {
    at += 1;
    if (!IS_WHOLE && at % Math.floor(WHOLE.tools / SAMPLE) !== 0) continue;
    for (const { severity, code, path } of parseParts(tool).flatMap(({ issues }) => issues))
      if (severity === 'error') refusedByParser.push(`${tool.name} ${code} ${path}`);
    checkTool(tool, tally);
  }
  expect(refusedByParser).toStrictEqual([]);
  expect(tally.failures.slice(0, 20)).toStrictEqual([]);
  expect([...tally.notStrict].filter((name) => !OVER_BOUNDS.includes(name))).toStrictEqual([]);
  expect(tally.refused.length).toBeLessThan(tally.calls / 100);
  expect(tally.compiled).toBeGreaterThan(1_000);
  if (IS_WHOLE) expect({ tools: at + 1, commands: tally.commands }).toStrictEqual(WHOLE);
}, 300_000);

interface ParsedPart {
  readonly issues: readonly Issue[];
}

/**
 * Parses a tool whole, or where it is larger than one document may be, one excerpt for each of its commands; these again in
 * parts if need be. (`aws`, `az` and `gcloud` are that large.)
 */
function parseParts(tool: AtipTool): ParsedPart[] {
  const { issues } = parseTool(tool);
  const parts = issues.some(({ code }) => code === 'too-large') ? excerpts(tool) : [];
  return parts.length === 0 ? [{ issues }] : parts.flatMap(parseParts);
}

/** The tool with one command each; of a tool with only one command, with one subcommand of that each. */
function excerpts(tool: AtipTool): AtipTool[] {
  const entries = Object.entries(tool.commands ?? {});
  if (entries.length > 1) return entries.map((entry) => ({ ...tool, commands: Object.fromEntries([entry]) }));
  return entries.flatMap(([key, command]) =>
    excerpts({ ...tool, commands: command.commands ?? {} }).map(({ commands = {} }) => ({
      ...tool,
      commands: { [key]: { ...command, commands } },
    })),
  );
}
