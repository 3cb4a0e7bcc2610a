import { parseTool } from '@atip/core';
import { parse as parseYaml } from 'yaml';

/**
 * Reads data of a page as its language says.
 *
 * A tool document, which has `atip` and `name`, has to be one without errors.
 * @param isTitled whether it is a file, which may show a document with mistakes
 * @returns what is wrong; undefined when nothing is
 */
export function checkData(language: string, text: string, isTitled: boolean): string | undefined {
  let value: unknown;
  try {
    value = read(language, text);
  } catch (error) {
    return `This is no ${language}: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (isTitled || typeof value !== 'object' || value === null || !('atip' in value) || !('name' in value))
    return undefined;
  const errors = parseTool(JSON.stringify(value)).issues.filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? undefined : errors.map(({ message }) => message).join('\n');
}

function read(language: string, text: string): unknown {
  if (language === 'yaml') return parseYaml(text, { strict: true });
  return JSON.parse(language === 'jsonc' ? withoutComments(text) : text);
}

/** JSON of JSON with comments and trailing commas; texts stay as they are. */
function withoutComments(text: string): string {
  const bare = text.replaceAll(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g, '$1');
  return bare.replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
}
