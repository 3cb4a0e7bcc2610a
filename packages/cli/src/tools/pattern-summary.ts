import { type ToolScan, xdgPaths } from '@atip/node';
import { escapeUnseen, type NamedPattern, namePatterns } from '@atip/core/internal';
import { readPatterns } from '@atip/node/internal';
import { type CliHost, orFail } from '../cli-host.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { cutText, formatTable, plainLine } from '../terminal/text.ts';

/** The patterns of tools and of the directories, by name. @throws CliError */
export async function readNamedPatterns({ found, skipped: tools }: ToolScan, host: CliHost) {
  const own = await orFail('The patterns cannot be read', readPatterns(xdgPaths(host.env)));
  const patterns = namePatterns(
    own.found,
    found.map(({ tool }) => tool),
  );
  return { patterns, skipped: [...tools, ...own.skipped] };
}

function originOf({ owner, source = '' }: NamedPattern): string {
  return owner === undefined ? escapeUnseen(source) : `the document of ${escapeUnseen(owner)}`;
}

/** Lists patterns, one line each; nothing without patterns. */
export function writePatternTable(patterns: ReadonlyMap<string, NamedPattern>, { stdout, env }: CliHost): void {
  if (patterns.size === 0) return;
  const rows = [...patterns].map(([name, one]) => [
    escapeUnseen([name, ...variablesOf(one)].join(' ')),
    String(one.pattern.steps.length),
    originOf(one),
    plainLine(one.pattern.description),
  ]);
  const [heading = '', ...lines] = formatTable([['PATTERN', 'STEPS', 'FROM', 'FOR'], ...rows], tableWidth(stdout));
  stdout.write(`\n${[createPaint(stdout, env)('bold', heading), ...lines].join('\n')}\n`);
}

function variablesOf({ pattern: { variables = {} } }: NamedPattern): string[] {
  return Object.entries(variables).map(([name, { type }]) => `${name}=${type}`);
}

/** Writes a pattern with its steps and what each variable is. */
export function writePattern(name: string, one: NamedPattern, { stdout, env }: CliHost): void {
  const { description, steps, variables = {} } = one.pattern;
  const columns = tableWidth(stdout);
  const cut = (line: string): string => (columns === undefined ? line : cutText(line, columns));
  const takes = Object.entries(variables).map(([key, { type, description: about }]) => [
    escapeUnseen(`${key}=${type}`),
    plainLine(about),
  ]);
  const lines = [
    `${createPaint(stdout, env)('bold', escapeUnseen(name))}  pattern of ${originOf(one)}`,
    cut(`  ${plainLine(description)}`),
    ...steps.map(({ command, description: about = '' }, at) =>
      cut(`  ${at + 1}. ${plainLine(command)}${about === '' ? '' : `  (${plainLine(about)})`}`),
    ),
    ...formatTable(takes, columns === undefined ? undefined : columns - 4).map((line) => `    ${line}`),
  ];
  stdout.write(`\n${lines.join('\n')}\n`);
}
