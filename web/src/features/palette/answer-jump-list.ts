import { flattenCommands, type Range } from '@atip/core';
import { createPointerLocator } from '../../document/json-place.ts';
import { readSubject } from '../../worker/subject.ts';

export interface JumpTarget {
  /** As a person types it, for example `"repo delete"`; of the tool itself its name. */
  readonly title: string;
  readonly description: string;
  readonly range: Range;
}

/** Every command of a document with its place; none for a document with errors. */
export function answerJumpList({ text }: { readonly text: string }): readonly JumpTarget[] {
  const read = readSubject({ text });
  const locator = createPointerLocator(text);
  if (!read.ok || locator === undefined) return [];
  return flattenCommands(read.tool).map(({ path, pointer, metadata, tool }) => ({
    title: path.length === 0 ? tool.name : path.join(' '),
    description: metadata.description,
    range: locator.markOf(pointer),
  }));
}
