import type { ToolScan } from '@atip/node';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-code.ts';
import { skippedHint } from './skipped-hint.ts';

/**
 * Looks a tool up by its name.
 *
 * @throws CliError `invalid` saying why a document of that name was left out, or naming tools whose names begin alike
 */
export function findTool(name: string, scan: ToolScan): ToolScan['found'][number] {
  const { found: tools } = scan;
  const found = tools.find(({ tool }) => tool.name === name);
  if (found) return found;
  const start = name.slice(0, 2).toLowerCase();
  const close = tools.map(({ tool }) => tool.name).filter((known) => known.toLowerCase().startsWith(start));
  const hint =
    close.length === 0 ? '`atip discover` looks for tools.' : `Did you mean ${close.slice(0, 3).join(' or ')}?`;
  throw new CliError(
    EXIT.invalid,
    `No tool called ${JSON.stringify(name.slice(0, 80))} is known.${skippedHint(name, scan) || ` ${hint}`}`,
  );
}
