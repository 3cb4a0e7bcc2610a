import { basename } from 'node:path';
import { escapeLine, type ToolScan } from '@atip/node';
import { plainLine } from '../terminal/plain-line.ts';
import { cutText } from '../terminal/text-width.ts';

const MAX_REASON = 400;

/**
 * Says, with a space before it, why a name is unknown that it would be without: a document of that name was left out, or the
 * program was replaced since it was discovered, or the command was left out of a document. Else nothing.
 *
 * @param name of a tool, or the compiled name of a command
 */
export function skippedHint(name: string, { found, skipped }: ToolScan): string {
  const hidden = skipped.find(({ code, reason }) => code === 'hidden-characters' && isAbout(name, reason));
  if (hidden) return ` ${cutText(plainLine(hidden.reason), MAX_REASON)}`;
  if (found.some(({ tool }) => belongsTo(name, tool.name))) return '';
  const own = skipped.filter(({ source }) => belongsTo(name, basename(source, '.json')));
  const left = own.find(({ code }) => code === 'changed') ?? own[0];
  if (!left) return '';
  const source = JSON.stringify(left.source);
  if (left.code === 'changed')
    return ` ${source} was replaced since it was discovered; \`atip discover\` asks it again.`;
  return ` ${escapeLine(left.source)}: ${cutText(plainLine(left.reason), MAX_REASON)}`;
}

/** The reason names a command by its words, `"gh pr create" is left out: …`. */
function isAbout(name: string, reason: string): boolean {
  const words = /^"([^"]*)" is left out/.exec(reason)?.[1];
  return words?.replace(/[^A-Za-z0-9_-]/g, '_') === name;
}

/** Compiled names are never split; this only says which tool a reason could be about. */
function belongsTo(name: string, tool: string): boolean {
  const compiled = tool.replace(/[^A-Za-z0-9_-]/g, '_');
  return name === tool || name === compiled || name.startsWith(`${compiled}_`);
}
