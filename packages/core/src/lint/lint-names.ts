import { walkCommands } from '../commands/walk-commands.ts';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { joinPointer } from '../json/pointer.ts';
import type { Lint } from './lint.ts';

/**
 * Checks that the commands can be compiled, and which get another name in that than their own.
 *
 * @see ATIP 0.3 §8.2 rule 3
 */
export function lintNames(lint: Lint): void {
  try {
    for (const { name, path, pointer } of walkCommands(lint.tool, undefined, () => undefined)) {
      if (name !== [lint.tool.name, ...path].join('_')) lint.report('renamed-command', pointer, name);
    }
  } catch (error) {
    if (!(error instanceof AtipValidationError)) throw error;
    lint.report('cannot-compile', joinPointer('', ...error.path), error.message);
  }
}
