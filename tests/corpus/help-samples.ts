import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AtipCommand, type AtipOption, type AtipTool, checkTool } from '@atip/core';
import { fromHelp } from '@atip/core/importers';

/** Real help texts, and how many options a person counted in some of them; not part of the project. */
const SAMPLES = join(
  process.env['ATIP_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'data/help',
);

/** What one help text became. */
export interface HelpSample {
  readonly name: string;
  readonly tool: AtipTool;
  readonly options: readonly AtipOption[];
  readonly commands: number;
  /** Left out, as ATIP has no way to say them. */
  readonly lost: number;
  /** Counted by hand. Absent: not counted. */
  readonly truth?: number;
  /** Every spelling that was read stands in the text. */
  readonly bogus: readonly string[];
  readonly errors: readonly string[];
}

/** @returns undefined where the samples are not at hand. */
export function readHelpSamples(): HelpSample[] | undefined {
  if (!existsSync(SAMPLES)) return undefined;
  const counts: Record<string, number> = JSON.parse(readFileSync(join(SAMPLES, 'option-counts.json'), 'utf8'));
  const files = readdirSync(SAMPLES).filter((file) => file.endsWith('.txt'));
  return files.map((file) => readSample(file.replace(/\.txt$/, ''), readFileSync(join(SAMPLES, file), 'utf8'), counts));
}

function readSample(name: string, text: string, counts: Readonly<Record<string, number>>): HelpSample {
  const { tool, issues } = fromHelp(text);
  const options = optionsOf(tool);
  const truth = counts[name];
  return {
    name,
    tool,
    options,
    commands: countCommands(tool.commands),
    lost: issues.filter(({ code }) => code.startsWith('import-')).length,
    ...(truth !== undefined && { truth }),
    bogus: options.flatMap(({ flags }) => flags).filter((flag) => !standsIn(text, flag)),
    errors: [...issues, ...checkTool(tool)]
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message),
  };
}

/** As it is, as one of both ways in `--[no-]x`, or as a letter of a row such as `[-46A]`. */
function standsIn(text: string, flag: string): boolean {
  const bothWays = text.replace(/\[no-?\]/g, '').includes(flag.replace(/^(--?)no-?/, '$1'));
  const rows = [...text.matchAll(/\[-(\w{2,})\]/g)].map(([, letters = '']) => letters);
  return text.includes(flag) || bothWays || (flag.length === 2 && rows.some((row) => row.includes(flag.charAt(1))));
}

function optionsOf({ commands, globalOptions = [] }: AtipTool): AtipOption[] {
  const walk = (nodes: Readonly<Record<string, AtipCommand>>): AtipOption[] =>
    Object.values(nodes).flatMap(({ options = [], commands: below = {} }) => [...options, ...walk(below)]);
  return [...globalOptions, ...walk(commands ?? {})];
}

function countCommands(nodes: Readonly<Record<string, AtipCommand>> = {}): number {
  return Object.values(nodes).reduce((sum, { commands }) => sum + (commands ? countCommands(commands) : 1), 0);
}
