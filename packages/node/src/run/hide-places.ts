import { homedir, hostname, userInfo } from 'node:os';
import { AtipExecuteError, ExecutionError } from '@atip/core/execute';

/** An absolute path in a message, POSIX or Windows, up to a blank, a quote or a closing bracket. */
const ABSOLUTE_PATH =
  /(?:(?<=file:)\/\/|(?<![\w.:/\\~-]))(?:\/|[A-Za-z]:\\)(?:[^\s"'`<>|()[\]{},;]*[\\/])?([^\s"'`<>|()[\]{},;\\/]+)/g;

/**
 * Removes absolute paths and the names of our user and machine from an error's message, for a model; `detail` keeps
 * them for people. @param known directories whose names may contain blanks, such as the working directory
 */
export function withoutPlaces(error: unknown, known: readonly string[]): unknown {
  if (!(error instanceof ExecutionError)) return error;
  const message = hidePlaces(error.message, known);
  if (message === error.message) return error;
  // The class stays, so that callers can still distinguish errors.
  return Object.defineProperty(error, 'message', { value: message, configurable: true, writable: true });
}

/** Message of an error for the person at this machine; it may name paths. */
export function detailOf(error: unknown): string {
  if (error instanceof ExecutionError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** The message of an error for a model: AtipExecuteErrors are written for models, other messages may contain paths. */
export function messageForModel(error: unknown, known: readonly string[] = []): string {
  if (error instanceof AtipExecuteError) return hidePlaces(error.message, known);
  return 'The call failed for a reason that is not the call. The person at this machine is told why.';
}

export function hidePlaces(text: string, known: readonly string[] = []): string {
  const places = [...known, homedir()].filter((place) => place.length > 1).sort((a, b) => b.length - a.length);
  const without = places.reduce((rest, place) => rest.replaceAll(place, '/…'), text);
  const short = without.replace(ABSOLUTE_PATH, (_path, name: string) => `…/${name}`).replaceAll('…/…', '…');
  return ownNames().reduce((rest, name) => rest.replace(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g'), '…'), short);
}

/** Names that identify this machine or user; `root` and `localhost` do not. */
function ownNames(): string[] {
  const names = [userName(), hostname()].filter((name) => name.length > 2 && name !== 'root' && name !== 'localhost');
  return names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no entry in the system's list.
    return '';
  }
}
