import { getOwn, isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import type { Finding } from './finding.ts';

/** More than any real tool has; more could not be told apart by look-up in reasonable time and space. */
export const MAX_COMMANDS = 100_000;

/** Each command takes each global option; together no more than this, for the time and the space it takes to say so. */
export const MAX_GLOBAL_USES = 1_000_000;

/**
 * Finds commands under the empty key that have subcommands of their own, and trees with more commands than can be compiled.
 *
 * The empty key stands for its parent itself, so `{ "": { "commands": { "b" } } }` would give `b` the same command line as a
 * `b` beside it, and no name could tell them apart.
 */
export function checkCommands(tool: unknown): Finding[] {
  if (!isRecord(tool)) return [];
  const findings: Finding[] = [];
  const count = checkBelow(getOwn(tool, 'commands'), '/commands', findings);
  const options = getOwn(tool, 'globalOptions');
  if (count > MAX_COMMANDS) findings.push(tooManyCommands(count));
  else if (Array.isArray(options) && options.length * count > MAX_GLOBAL_USES)
    findings.push(tooManyGlobals(options.length, count));
  return findings;
}

/** As deep as the document, which the reader has bounded. @returns the number of commands */
function checkBelow(commands: unknown, pointer: string, findings: Finding[]): number {
  if (!isRecord(commands)) return 0;
  let count = 0;
  for (const [key, command] of Object.entries(commands)) {
    const children = isRecord(command) ? getOwn(command, 'commands') : undefined;
    const isGroup = isRecord(children) && Object.keys(children).length > 0;
    const at = joinPointer(pointer, key);
    if (isGroup && key === '') findings.push(emptyKeyGroup(at));
    count += isGroup ? checkBelow(children, `${at}/commands`, findings) : 1;
  }
  return count;
}

function tooManyGlobals(options: number, commands: number): Finding {
  return {
    code: 'too-many-global-options',
    severity: 'error',
    message: () =>
      `${options} global options for ${commands} commands are more than can be compiled; split the document.`,
    path: '/globalOptions',
    mark: 'key',
    section: '3.2',
  };
}

function tooManyCommands(count: number): Finding {
  return {
    code: 'too-many-commands',
    severity: 'error',
    message: () =>
      `There are ${count} commands, and no more than ${MAX_COMMANDS} can be told apart; split the document.`,
    path: '/commands',
    mark: 'key',
    section: '3.3',
  };
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
