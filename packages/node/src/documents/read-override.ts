import { AtipError } from '@atip/core';
import { overrideTool } from '@atip/core/internal';
import { join } from 'node:path';
import { readTextFile } from './read-text-file.ts';
import { type FoundTool, skip, type ToolReading } from './tool-document.ts';
import { placedAs } from './trust-at.ts';

/**
 * Applies the user's own file about a tool, `overrides/NAME.json`, to its document. If the file is unreadable or does
 * not fit, the tool is left out, because the file may be meant to remove something. @returns the tool unchanged without
 * such a file
 * @see ATIP 0.3 §4
 */
export async function readOverride(found: FoundTool, directory: string): Promise<ToolReading> {
  const path = join(directory, `${found.tool.name}.json`);
  const reading = await readTextFile(path);
  if ('skipped' in reading) {
    const { code, reason } = reading.skipped;
    return code === 'missing' ? { found } : refuse(path, found, reason);
  }
  try {
    const tool = overrideTool(found.tool, JSON.parse(reading.text));
    if (tool === found.tool) return { found };
    // The signature does not cover the combination of both.
    const reason = `${path} is laid over what was signed.`;
    const signature = found.signature && { state: 'refused' as const, reason };
    // A person's change does not lower the trust: the row of the trust table stays.
    return { found: { ...found, tool: placedAs(found.tool, tool), signature } };
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(path, found, 'It is not JSON.');
    if (!AtipError.isInstance(error)) throw error;
    return refuse(path, found, error.message);
  }
}

function refuse(path: string, { tool }: FoundTool, reason: string): ToolReading {
  return skip(
    path,
    'invalid-override',
    `${JSON.stringify(tool.name)} is left out, since its override does not fit: ${reason}`,
  );
}
