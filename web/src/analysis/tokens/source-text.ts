import type { AtipTool } from '@atip/core';

/**
 * The text at a JSON Pointer of a document, for example `/commands/drop/description`; undefined where there is none.
 *
 * Only own fields are followed.
 */
export function sourceText(document: AtipTool | undefined, pointer: string): string | undefined {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return typeof value === 'string' ? value : undefined;
}
