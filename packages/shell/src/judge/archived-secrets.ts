import type { ArgvReading } from '@atip/core';
import { compileGlob, segmentsMeet } from '@atip/core/internal';
import { lastOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, LineReading, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { pathsOf, writesFile } from './paths.ts';
import { isOfOthers, placeOf, secretBelow } from './searched-secrets.ts';

/** Programs that change what they get, or copy it, and print it again. */
const PASSES =
  /^(?:gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|lz4|lzop|compress|brotli|pv|tee|cat|dd|mbuffer|buffer|gpg|age|openssl)$/;
/** Programs that print the checksum of what they get. */
export const SUMS: RegExp = /^(?:cksum|sum|md5sum|b2sum|sha\d+sum|shasum|md5)$/;
const OUTPUT = /^(?:-|\/dev\/(?:stdout|fd\/1)|\/proc\/self\/fd\/1)$/;

/**
 * The file of secrets that a part puts into an archive which the line prints, absolute: on the screen, or by a program that is not
 * known to unpack, count or store it.
 */
export function archivedSecret(call: ArchiveCall, line: LineReading, settings: CheckLineSettings): string | undefined {
  const { part } = call;
  const archive = printedArchive(call);
  if (!archive || settings.tree === undefined || isStored(part, line)) return undefined;
  const { directory, operands, excluded } = archive;
  const at = directory === undefined ? part : { ...part, directories: [...(part.directories ?? []), directory] };
  const excludes = excluded.flatMap((glob) => compileGlob(glob.replace(/^\.\//, '')) ?? []);
  const isLeftOut = (path: string): boolean => excludes.some((fits) => fits(path) || fits(lastOf(path)));
  for (const word of operands) {
    for (const { directory: place, glob } of pathsOf(word, at, settings).map(placeOf)) {
      const found = secretBelow(
        place,
        settings,
        (path) => isOfOthers(path) || isLeftOut(path),
        (path) => !isLeftOut(path) && (glob === undefined || isNamed(glob, path.split('/')[0] ?? '')),
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** A `*` names no hidden file. */
function isNamed(glob: string, name: string): boolean {
  return segmentsMeet(glob, name) && (glob.startsWith('.') || !name.startsWith('.'));
}

/** A call of a program, with its arguments and the places of their words. */
interface ArchiveCall {
  readonly part: LinePart;
  readonly args: Readonly<Record<string, unknown>>;
  readonly given: ArgvReading['given'];
  /** In the places of the reading's words. */
  readonly words: readonly (Word | undefined)[];
}

interface PrintedArchive {
  readonly operands: readonly Word[];
  /** Of tar's `-C`. */
  readonly directory?: Word | undefined;
  readonly excluded: readonly string[];
}

/** The archive that a part prints. Undefined: it writes it into a file, or makes none. */
function printedArchive(call: ArchiveCall): PrintedArchive | undefined {
  const { words } = call.part;
  const name = programName(call.part.program ?? '');
  if (name === 'tar') return archiveOfTar(call);
  const [target, ...sources] = words.slice(1).filter(({ text, unknown }) => unknown || !/^-./.test(text));
  const is7z = /^7z[arz]?$/.test(name) && target?.text === 'a' && words.some(({ text }) => text === '-so');
  if (is7z) return { operands: sources, excluded: [] };
  if (name !== 'zip' || target === undefined || !OUTPUT.test(target.text)) return undefined;
  const at = words.findIndex(({ text }) => text === '-x');
  const left = at < 0 ? [] : words.slice(at + 1);
  return { operands: sources.filter((word) => !left.includes(word)), excluded: left.map(({ text }) => text) };
}

function archiveOfTar({ args, given, words }: ArchiveCall): PrintedArchive | undefined {
  const isMade = ['create', 'append', 'update'].some((name) => args[name] === true);
  if (!isMade || !OUTPUT.test(String(args['file'] ?? '-'))) return undefined;
  const wordsOf = (name: string): readonly Word[] => {
    const one = given.find((entry) => entry.name === name);
    // An attached value is no word of its own.
    const values = [one?.value ?? []].flat().map(String);
    return values.map((text, at) => {
      const word = words[one?.words.at(at - values.length) ?? 0];
      return word?.unknown ? word : { text };
    });
  };
  const excluded = wordsOf('exclude').map(({ text }) => text);
  return { operands: wordsOf('member'), directory: wordsOf('directory').at(-1), excluded };
}

/** From the end of a part to the program that reads its output. */
const PIPE = /^(?:[^;|&\n]|[<>]&|&>)*\|(?!\|)&?/;

/** The part behind the next pipe; around a group other commands may share it. */
export function readerOf(part: LinePart, { parts, text }: LineReading): LinePart | undefined {
  const reader = parts.find((one) => one.piped === true && one.start >= part.end && one.program !== 'cd');
  const between = reader && text.slice(part.end, reader.start);
  return between !== undefined && PIPE.test(between) ? reader : undefined;
}

/** True if what a part prints goes into a file, or to programs that do not print it. */
function isStored(part: LinePart, line: LineReading): boolean {
  if (part.redirects.some((one) => writesFile(one) && (one.fd ?? 1) === 1)) return true;
  const reader = readerOf(part, line);
  if (!reader) return false;
  const name = programName(reader.program ?? '');
  const texts = reader.words.slice(1).map(({ text }) => text);
  const has = (option: RegExp): boolean => texts.some((text) => option.test(text));
  if (/^(?:tar|gtar|bsdtar)$/.test(name))
    return has(/^(?:-?[a-zA-Z]*[xtd]|--(?:extract|get|list|diff)$)/) && !has(/^-?[a-zA-Z]*O|^--to-(?:stdout|command)/);
  // Another command of a group may get the rest.
  if (line.text.slice(part.end, reader.start).replace(PIPE, '').trim() !== '') return false;
  return PASSES.test(name) ? isStored(reader, line) : SUMS.test(name) || /^(?:wc|split)$/.test(name);
}
