import { basename } from 'node:path';
import type { SkippedTool } from '@atip/node';

/**
 * Says, with a space before it, that a name may belong to a program that was replaced since it was discovered; else nothing.
 *
 * @param name of a tool, or the compiled name of a command
 */
export function changedHint(name: string, skipped: readonly SkippedTool[]): string {
  const changed = skipped.find(({ code, source }) => code === 'changed' && name.startsWith(basename(source)));
  if (!changed) return '';
  return ` ${JSON.stringify(changed.source)} was replaced since it was discovered; \`atip discover\` asks it again.`;
}
