import { escapeLine } from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { columnsOf } from '../terminal/columns-of.ts';
import { createPaint } from '../terminal/create-paint.ts';
import { formatTable } from '../terminal/format-table.ts';
import type { ToolSummary } from './describe-tool.ts';

const HEADING = ['NAME', 'VERSION', 'ORIGIN', 'COMMANDS', 'MAY', 'PROGRAM'];

/** Writes tools as a table; nothing when there are none. */
export function writeToolTable(tools: readonly ToolSummary[], { stdout, env }: CliHost): void {
  if (tools.length === 0) return;
  const paint = createPaint(stdout, env);
  const rows = tools.map(({ name, version, origin, commands, partial, may, program }) => [
    name,
    version,
    origin,
    `${commands}${partial ? '+' : ''}`,
    may,
    program ?? 'not on the PATH',
  ]);
  const safe = [HEADING, ...rows].map((row) => row.map(escapeLine));
  const columns = stdout.isTTY === true ? columnsOf(stdout) : undefined;
  const [heading = '', ...lines] = formatTable(safe, columns);
  stdout.write(`${[paint('bold', heading), ...lines].join('\n')}\n`);
}
