import type { AtipValidationError } from '../errors/bridge-errors.ts';
import { hiddenCharactersIn } from '../json/hidden-characters.ts';
import { invalid } from './assert-shape.ts';
import type { ToolDraft } from './tool-draft.ts';

/**
 * Refuses a draft that would carry characters to a model that no person sees. Whoever compiles what `parseTool` has read
 * has no such document; a document that was handed over as a value may be one.
 *
 * @param pointer of the command or group in its document
 * @param paths of the commands that the draft stands for: names, so that a line break hides the rest
 * @throws AtipValidationError
 */
export function assertVisible(
  { tool, description, parameters }: Pick<ToolDraft, 'tool' | 'description' | 'parameters'>,
  pointer: string,
  paths: Iterable<readonly string[]>,
): void {
  const inNames = hiddenCharactersIn(tool.name, true) || namesIn(paths);
  if (inNames !== '') throw hidden(pointer, inNames);
  const inText = hiddenCharactersIn(description);
  if (inText !== '') throw hidden(pointer, inText);
  for (const { parameter, shape } of parameters) {
    let found = hiddenCharactersIn(parameter.source.name, true) || hiddenCharactersIn(shape.description);
    for (const value of shape.enum ?? []) found ||= hiddenCharactersIn(String(value));
    if (found !== '') throw hidden(pointer, found);
  }
}

/** The error about texts at a pointer in which characters hide. @param names as `hiddenCharactersIn` gives them */
export function hidden(pointer: string, names: string): AtipValidationError {
  return invalid(pointer, `has texts in which characters hide (${names})`, undefined);
}

function namesIn(paths: Iterable<readonly string[]>): string {
  for (const path of paths) {
    for (const name of path) {
      const found = hiddenCharactersIn(name, true);
      if (found !== '') return found;
    }
  }
  return '';
}
