import { isOutside, type WritableDirectories } from '@atip/core/internal';
import type { CheckLineSettings } from './judging.ts';
import type { LinePart, Word } from './types.ts';

/** Where a line starts that does not say. */
const SOMEWHERE = '/line';

/**
 * Where a part runs; a directory that is not known before the line runs is outside of everything. Of several places the one from
 * which a path leads outside soonest.
 */
export function directoriesOf(part: LinePart, settings: CheckLineSettings): Required<WritableDirectories> {
  const start = settings.cwd ?? SOMEWHERE;
  const writable = settings.writable ?? [start];
  const places = [part.directories ?? [], ...(part.elsewhere ?? [])].map((words) =>
    words.reduce((at, word) => resolvePath(standIn(word, settings), at), start),
  );
  const outside = places.find((cwd) => isOutside(cwd, { cwd, writable }));
  const shallow = places.reduce((least, cwd) => (cwd.split('/').length < least.split('/').length ? cwd : least));
  return { cwd: outside ?? shallow, writable };
}

/** A path as seen from a directory. One that is not known before the line runs stays as it is written, with its `$`. */
export function resolvePath(path: string, cwd: string): string {
  return path.startsWith('/') || path.includes('$') ? path : `${cwd}/${path}`;
}

/**
 * A text in the place of a word, for those who read words: known words as they are, `~` as the home directory, a glob as it is
 * written. Anything else has its known beginning and a `$`, which nobody takes for a path inside or for an option.
 */
export function standIn(word: Word, { home }: CheckLineSettings): string {
  const { text } = word;
  if (word.unknown === undefined || word.reason === 'glob') return text;
  // `if=~/x`
  if (word.reason === 'tilde' && word.tilde !== true && word.prefix !== '')
    return text.replace(/(?<=[=:])~(?=\/|$)/, home ?? '~');
  if (word.reason === 'tilde')
    return home !== undefined && /^~(?:\/|$)/.test(word.prefix) ? `${home}${word.prefix.slice(1)}` : word.prefix;
  // Names that a program such as find puts in begin as they should, and hold no `..`.
  if (word.reason === 'input' && word.prefix !== '') return `${word.prefix}x`;
  return text.startsWith(word.prefix) && text.slice(word.prefix.length).startsWith('$')
    ? text
    : `${word.prefix}\${${word.reason}}`;
}
