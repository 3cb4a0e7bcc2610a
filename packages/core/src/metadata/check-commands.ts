import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { joinPointer } from '../json/pointer.ts';
import type { Finding } from './finding.ts';

/**
 * Finds commands under the empty key that have subcommands of their own.
 *
 * The empty key stands for its parent itself, so `{ "": { "commands": { "b" } } }` would give `b` the same command line as a
 * `b` beside it, and no name could tell them apart.
 */
export function checkCommands(tool: unknown): Finding[] {
  return isRecord(tool) ? checkBelow(getOwn(tool, 'commands'), '/commands') : [];
}

/** As deep as the document, which the reader has bounded. */
function checkBelow(commands: unknown, pointer: string): Finding[] {
  if (!isRecord(commands)) return [];
  return Object.entries(commands).flatMap(([key, command]): Finding[] => {
    const children = isRecord(command) ? getOwn(command, 'commands') : undefined;
    const at = joinPointer(pointer, key);
    const below = checkBelow(children, `${at}/commands`);
    return key === '' && isRecord(children) && Object.keys(children).length > 0 ? [emptyKeyGroup(at), ...below] : below;
  });
}

function emptyKeyGroup(pointer: string): Finding {
  return {
    code: 'empty-key-group',
    severity: 'error',
    message: () =>
      'The empty key stands for its parent itself and cannot have subcommands; move them up beside the empty key.',
    path: `${pointer}/commands`,
    mark: 'key',
    section: '3.3',
  };
}
