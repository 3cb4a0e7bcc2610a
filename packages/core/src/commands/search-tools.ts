import { ArgumentValidationError, UnknownCommandError } from '../json/execute-errors.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import type { ToolCall } from '../types/call.ts';
import type { ArgumentErrorCode } from '../types/validation.ts';
import type { Catalog } from './commands-by-name.ts';
import { isAbsent } from './parameters.ts';

/**
 * The three tools of the strategy `search`, for thousands of commands: one finds them, one describes them, one runs
 * them.
 */
export const SEARCH_TOOLS = {
  search: 'search_commands',
  describe: 'describe_command',
  run: 'run_command',
} as const;

/**
 * Turns a call of `run_command` into the call of the command that it names, to be validated and decided like any other.
 *
 * Shape: `{ name: "run_command", arguments: { command: "git_clean", arguments: { force: true } } }` → `{ name:
 * "git_clean", arguments: { force: true } }`, with the same id. `arguments` may be JSON text, as strict schemas ask;
 * absent: none. A document's own command called `search_commands` or `run_command` runs like any other.
 *
 * @throws UnknownCommandError for a call of anything but `run_command`
 * @throws ArgumentValidationError when the command is missing or one of the other two tools, or when the arguments are
 * no object or are outside of `arguments`
 */
export function resolveRun(call: ToolCall, catalog: Catalog): ToolCall {
  if (call.name !== SEARCH_TOOLS.run)
    throw new UnknownCommandError(typeof call.name === 'string' ? call.name : '', [SEARCH_TOOLS.run]);
  const given = isRecord(call.arguments) ? call.arguments : {};
  const name = getOwn(given, 'command');
  if (typeof name !== 'string' || name === '')
    throw problem(
      'MISSING_REQUIRED',
      'command',
      '"command" must be the name of a command, as search_commands gives it.',
    );
  const isOurs = Object.values<string>(SEARCH_TOOLS).includes(name);
  if (isOurs && !catalog.commands().get(name))
    throw problem('INVALID_ENUM', 'command', `"${name}" is no command: call it itself.`);
  const beside = Object.keys(given).find((key) => key !== 'command' && key !== 'arguments' && !isAbsent(given[key]));
  if (beside !== undefined) {
    const message = `${JSON.stringify(beside.slice(0, 80))} stands beside "arguments": put the command's parameters into it.`;
    throw problem('EXTRA_PARAMETER', beside, message);
  }
  return { id: call.id, name: runName(name), arguments: readArguments(getOwn(given, 'arguments')) };
}

/**
 * The compiled name that a model means: `"gh pr list"`, the words of the command line, becomes `"gh_pr_list"`. Names
 * with a hash must be given exactly.
 */
export function runName(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > 1 && text.length <= 128 ? words.join('_') : text;
}

function readArguments(value: unknown): Record<string, unknown> {
  if (isAbsent(value) || value === '') return {};
  const snapshot = snapshotValue(typeof value === 'string' ? parsed(value) : value);
  if ('issue' in snapshot) throw problem('INVALID_FORMAT', 'arguments', `"arguments": ${snapshot.issue.message}`);
  if (isRecord(snapshot.value)) return snapshot.value;
  throw problem('INVALID_TYPE', 'arguments', '"arguments" must be an object of the command\'s parameters.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem('INVALID_FORMAT', 'arguments', '"arguments" is a text that is not valid JSON.');
  }
}

function problem(code: ArgumentErrorCode, parameter: string, message: string): ArgumentValidationError {
  return new ArgumentValidationError([{ code, message, parameter }]);
}
