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
/** Programs that print a number about what they get, or nothing. */
const COUNTS = /^(?:wc|cksum|sum|md5sum|b2sum|sha\d+sum|shasum|md5|split)$/;
const OUTPUT = /^(?:-|\/dev\/(?:stdout|fd\/1)|\/proc\/self\/fd\/1)$/;

/**
 * The file of secrets that a part puts into an archive which the line prints, absolute: on the screen, or by a program that is not
 * known to unpack, count or store it.
 */
export function archivedSecret(part: LinePart, line: LineReading, settings: CheckLineSettings): string | undefined {
  const archive = printedArchive(part);
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

interface PrintedArchive {
  readonly operands: readonly Word[];
  /** Of tar's `-C`. */
  readonly directory?: Word | undefined;
  readonly excluded: readonly string[];
}

/** The archive that a part prints. Undefined: it writes it into a file, or makes none. */
function printedArchive({ program = '', words }: LinePart): PrintedArchive | undefined {
  const name = programName(program);
  if (/^(?:tar|gtar|bsdtar)$/.test(name)) return archiveOfTar(words.slice(1));
  const operands = words.slice(1).filter(({ text, unknown }) => unknown || !/^-./.test(text));
  const [target, ...sources] = operands;
  const is7z = /^7z[arz]?$/.test(name) && target?.text === 'a' && words.some(({ text }) => text === '-so');
  if (is7z) return { operands: sources, excluded: [] };
  if (name !== 'zip' || target === undefined || !OUTPUT.test(target.text)) return undefined;
  const at = sources.findIndex(({ text }) => words[words.findIndex((one) => one.text === text) - 1]?.text === '-x');
  const excluded = at < 0 ? [] : sources.slice(at).map(({ text }) => text);
  return { operands: at < 0 ? sources : sources.slice(0, at), excluded };
}

function archiveOfTar(words: readonly Word[]): PrintedArchive | undefined {
  const [first] = words;
  const isOld = first !== undefined && /^[a-zA-Z]+$/.test(first.text);
  const operands: Word[] = [];
  const excluded: string[] = [];
  let directory: Word | undefined;
  let file = '-';
  let isMade = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? { text: '' };
    const { text } = word;
    const cluster = (at === 0 && isOld) || /^-[a-zA-Z]/.test(text) ? text.replace(/^-/, '') : undefined;
    const [, long, , value] = /^--([\w-]+)(=(.*))?$/s.exec(text) ?? [];
    if (/^(?:create|append|update)$/.test(long ?? '') || /^[^fCTXIbgHLNVKF]*c/.test(cluster ?? '')) isMade = true;
    const option = long ?? /^[a-zA-Z]*?([fCTXIbgHLNVKF])(.*)$/s.exec(cluster ?? '')?.[1];
    const attached =
      long === undefined && !(at === 0 && isOld) ? /^[a-zA-Z]*?[fCTXIbgHLNVKF](.+)$/s.exec(cluster ?? '')?.[1] : value;
    if (cluster === undefined && long === undefined) operands.push(word);
    if (option === undefined || !/^(?:[fCTXIbgHLNVKF]|file|directory|exclude|exclude-from|files-from)$/.test(option))
      continue;
    const given = attached === undefined ? (words[++at] ?? { text: '' }) : { text: attached };
    if (/^f(?:ile)?$/.test(option)) file = given.unknown ? '' : given.text;
    if (/^(?:C|directory)$/.test(option)) directory = given;
    if (option === 'exclude') excluded.push(given.text);
  }
  return isMade && OUTPUT.test(file) ? { operands, directory, excluded } : undefined;
}

/** From the end of a part to the program that reads its output. */
const PIPE = /^(?:[^;|&\n]|[<>]&|&>)*\|(?!\|)&?/;

/** True if what a part prints goes into a file, or to programs that do not print it. */
function isStored(part: LinePart, line: LineReading): boolean {
  if (part.redirects.some((one) => writesFile(one) && (one.fd ?? 1) === 1)) return true;
  const reader = line.parts.find((one) => one.piped === true && one.start >= part.end && one.program !== 'cd');
  const between = reader && line.text.slice(part.end, reader.start);
  if (between === undefined || !PIPE.test(between)) return false;
  const name = programName(reader?.program ?? '');
  const texts = reader?.words.slice(1).map(({ text }) => text) ?? [];
  const has = (option: RegExp): boolean => texts.some((text) => option.test(text));
  if (/^(?:tar|gtar|bsdtar)$/.test(name))
    return has(/^(?:-?[a-zA-Z]*[xtd]|--(?:extract|get|list|diff)$)/) && !has(/^-?[a-zA-Z]*O|^--to-(?:stdout|command)/);
  // Another command of a group may get the rest.
  if (!reader || between.replace(PIPE, '').trim() !== '') return false;
  return PASSES.test(name) ? isStored(reader, line) : COUNTS.test(name);
}
