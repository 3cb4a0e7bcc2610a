import { type AtipTool, type Issue, parseTool, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { DIALECTS } from '../providers/compiled-tool.ts';
import { checkTool, newTally } from './check-tool.ts';
import { newTrips, tripTool } from './round-trip.ts';
import { corpusTools, IS_WHOLE, WHOLE } from './corpus-tools.ts';

/** Offered 4,004 packages by name, four times what a strict schema may list. */
const OVER_BOUNDS = ['pip_install', 'pip3_install', 'pipenv_install', 'pipenv_uninstall'];

test('the dialects cover every provider', () => {
  expect([...new Set(DIALECTS.map(([provider]) => provider))].sort()).toStrictEqual([...PROVIDERS].sort());
});

test(`${IS_WHOLE ? 'every tool' : 'a sample'} of @withfig/autocomplete parses, compiles for every provider, every name leads back, and so does every argv`, async () => {
  const tally = newTally();
  const refusedByParser: string[] = [];
  const trips = newTrips();
  let tools = 0;
  for await (const tool of corpusTools()) {
    tools += 1;
    tripTool(tool, tools, trips);
    for (const { severity, code, path } of parseParts(tool).flatMap(({ issues }) => issues))
      if (severity === 'error') refusedByParser.push(`${tool.name} ${code} ${path}`);
    checkTool(tool, tally);
  }
  expect(refusedByParser).toStrictEqual([]);
  expect(tally.failures.slice(0, 20)).toStrictEqual([]);
  expect([...tally.notStrict].filter((name) => !OVER_BOUNDS.includes(name))).toStrictEqual([]);
  expect(tally.refused.length).toBeLessThan(tally.calls / 100);
  expect(tally.compiled).toBeGreaterThan(1_000);
  expect(trips.failures.slice(0, 20)).toStrictEqual([]);
  expect(trips.exact).toBeGreaterThan(trips.commands);
  if (IS_WHOLE) process.stdout.write(`${JSON.stringify(trips, undefined, 2)}\n`);
  if (IS_WHOLE) expect({ tools, commands: tally.commands }).toStrictEqual(WHOLE);
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
