import type { Issue } from '@atip/core';
import { escapeLine } from '@atip/node';
import type { Source } from './read-source.ts';
import type { Paint } from '../terminal/create-paint.ts';
import { plainLine } from '../terminal/plain-line.ts';
import { codeFrame } from './code-frame.ts';

const STYLES = { error: 'red', warning: 'yellow', info: 'dim' } as const;

/**
 * Writes an issue for a person, with the place that it is about.
 *
 * Shape: `gh.json:3:5: error: The field "name" is missing. [missing-field]`, the line and carets below it. Lines and columns
 * count from 1, columns in UTF-16 units as editors do.
 * @param columns of the terminal
 * @returns lines, each with its line break
 */
export function formatIssue(
  { name, text }: Source,
  { severity, message, code, range }: Issue,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const at = range ? `:${range.start.line}:${range.start.column}` : '';
  const label = paint(STYLES[severity], `${severity}:`);
  const heading = `${paint('bold', `${escapeLine(name)}${at}:`)} ${label} ${plainLine(message)} ${paint('dim', `[${code}]`)}\n`;
  if (!range) return heading;
  const { line, indent, mark } = codeFrame(text, range, columns);
  return `${heading}${line}\n${indent}${paint(STYLES[severity], mark)}\n`;
}
