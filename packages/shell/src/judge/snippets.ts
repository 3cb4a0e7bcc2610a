import { foldPath, UNKNOWN } from '@atip/core/internal';
import { OF_PYTHON } from '../code/python-library.ts';
import { isListed, PLAIN } from '../line/listings.ts';
import { directoryOf, patternsOf } from '../line/patterns.ts';
import type { CodeImport, CodeReading, LinePart, LineReading, Snippet, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { resolve, startsOf } from './paths.ts';

/** Reads code in Python, JavaScript, Perl, Ruby and PHP that a line has in its words. */
export interface SnippetReader {
  /** Undefined: nobody can, so a person is asked. */
  read(snippet: Snippet): CodeReading | undefined;
  /** The names in a directory, none where there is no directory. Undefined: nobody knows, or there are too many. */
  namesIn(directory: string): readonly string[] | undefined;
}

/**
 * The line with its snippets read: those that do no harm, and load no other code than the project's, leave no issue. A snippet that
 * may do harm keeps its issue, which then says what it does.
 */
export function withSnippets(reading: LineReading, settings: CheckLineSettings): LineReading {
  const { snippets } = settings;
  if (!reading.issues.some(({ snippet }) => snippet)) return reading;
  const codes = new Map<Snippet, readonly (CodeReading | undefined)[]>();
  const parts = reading.parts.map((part) => {
    const { snippet } = part;
    if (!snippet || !snippets) return part;
    const code = readPart(part, snippet, reading, settings, snippets);
    codes.set(snippet, [...(codes.get(snippet) ?? []), code]);
    return code?.isHarmless ? { ...part, code } : part;
  });
  const issues = reading.issues.flatMap((issue) => {
    const { snippet, ...rest } = issue;
    const read = (snippet && codes.get(snippet)) ?? [undefined];
    if (snippet && read.every((code) => code?.isHarmless)) return [];
    const reason = read.find((code) => code?.reason !== undefined)?.reason;
    return [reason === undefined ? rest : { ...rest, message: `The code in the line ${reason}.` }];
  });
  return { ...reading, parts, issues };
}

function readPart(
  part: LinePart,
  snippet: Snippet,
  reading: LineReading,
  settings: CheckLineSettings,
  reader: SnippetReader,
): CodeReading | undefined {
  const given = [...part.assignments, ...(reading.variables?.exported ?? [])];
  // They look for their modules where these say, and open some names as programs.
  if (
    /^(?:perl|ruby|php)$/.test(snippet.language) &&
    (given.some(({ name }) => /^(?:PERL|RUBY|PHP|GEM_|BUNDLE_)/.test(name)) || !snippet.args.every(isPlainFile))
  )
    return undefined;
  const read = reader.read(snippet);
  if (!read?.isHarmless) return read;
  const starts = startsOf(part, settings);
  // Code in a file looks for modules beside that.
  const beside = part.given
    ? starts.map((start) => directoryOf(resolve(part.given?.path ?? '', start, settings)))
    : starts;
  const code = { ...read, reads: [...read.reads, ...read.reads.flatMap((path) => filesAt(path, starts, reader))] };
  // `require` takes a directory for a module, whatever it is called.
  const isModule = code.reads.some(
    (path) => path.endsWith('.json') && starts.some((start) => settings.isThere?.(`${start}/${path}/.`)),
  );
  if (snippet.language === 'javascript' && isModule)
    return { ...code, isHarmless: false, reason: 'loads a directory as a module' };
  if (part.given && snippet.language === 'javascript' && code.reads.some((path) => path.startsWith('.')))
    return { ...code, isHarmless: false, reason: 'may load what is beside its file' };
  if (!code.imports || code.imports.length === 0) return code;
  const harmful = (reason: string): CodeReading => ({ ...code, isHarmless: false, reason });
  if (beside.some((start) => start.includes(UNKNOWN)))
    return harmful('loads modules of a directory that is not known before the line runs');
  const isPython = snippet.language === 'python';
  const places = isPython ? placesOfPython(part, code, reading, beside) : beside;
  if (!places) return harmful('looks for modules in an unknown place');
  const loads: string[] = [];
  for (const one of code.imports) {
    const found = isPython ? foundInPython(one, places, reader) : foundInJavaScript(one, places, settings);
    if ('why' in found) return harmful(found.why);
    loads.push(...found.loads);
  }
  return { ...code, loads };
}

/** False for a name with a sign of a shell at its begin or its end, which Perl opens as a program, and for a switch. */
function isPlainFile(word: Word): boolean {
  // Each of these names is plain.
  if (isListed(word)) return word.among.every((name) => PLAIN.test(name));
  // One glob gives names of its form, and so does one that a loop goes through.
  if (word.unknown && word.reason !== 'glob' && (word.many || !word.patterns)) return false;
  const texts = word.unknown && word.reason !== 'glob' ? patternsOf(word) : [word.text];
  return texts.every((text) => /^(?:-|[\w./](?:[\w./*?[\]@+,-]*[\w./-])?)$/.test(text));
}

/** Most files of a directory that are looked at one by one. */
const MAX_FILES = 200;

/** The files of a directory of which code reads every one. */
function filesAt(path: string, starts: readonly string[], reader: SnippetReader): readonly string[] {
  const directory = path.replace(new RegExp(`/\\.?/?(?:\\./)?${UNKNOWN}$`), '');
  if (directory === path || directory.includes(UNKNOWN) || directory.startsWith('~')) return [];
  const known = starts.filter((start) => !start.includes(UNKNOWN));
  const places = directory.startsWith('/') ? [directory] : known.map((start) => foldPath(`${start}/${directory}`));
  return places.flatMap((place) => (reader.namesIn(place) ?? []).slice(0, MAX_FILES).map((name) => `${place}/${name}`));
}

type Located = { readonly loads: readonly string[] } | { readonly why: string };

/** The directories in which Python looks before it looks in its own library. */
function placesOfPython(
  part: LinePart,
  code: CodeReading,
  { variables }: LineReading,
  starts: readonly string[],
): readonly string[] | undefined {
  const given = [...part.assignments, ...(variables?.exported ?? [])].filter(({ name }) => name === 'PYTHONPATH');
  if (given.some(({ value }) => !value || value.unknown)) return undefined;
  const more = [...given.flatMap(({ value }) => value?.text.split(':') ?? []), ...(code.paths ?? [])];
  if (more.some((path) => path.startsWith('~') || path.includes(UNKNOWN))) return undefined;
  const all = starts.flatMap((start) => [
    start,
    ...more.map((path) => foldPath(path.startsWith('/') ? path : `${start}/${path}`)),
  ]);
  return [...new Set(all)];
}

/**
 * Python loads a module of its library only where no file beside it has that name; its modules load others of the library, so the name
 * of any of them counts.
 */
function foundInPython({ name, use }: CodeImport, places: readonly string[], reader: SnippetReader): Located {
  const [root = ''] = name.split(/[.:]/);
  const loads: string[] = [];
  for (const place of places) {
    const names = reader.namesIn(place);
    if (!names) return { why: `imports ${root}, and the files beside it are unknown` };
    if (use === 'standard') {
      const shadow = names.find((one) => isShadow(one, place, reader));
      if (shadow !== undefined) return { why: `imports ${root}, and ${shadow} beside it may be loaded instead` };
    } else if (names.some((one) => one === root || one.startsWith(`${root}.`))) loads.push(`${place}/${root}`);
  }
  if (use !== 'calls' || loads.length > 0) return { loads };
  return { why: `calls what the package ${root} has, whose effects are unknown` };
}

function isShadow(entry: string, place: string, reader: SnippetReader): boolean {
  const [root = '', ...endings] = entry.split('.');
  if (!OF_PYTHON.has(root.toLowerCase())) return false;
  if (endings.length > 0) return /^(?:py\w?|so|pyd)$/i.test(endings.at(-1) ?? '');
  return reader.namesIn(`${place}/${entry}`)?.some((one) => one.startsWith('__init__.')) !== false;
}

/** `./dist/index.js` is a file of the project, another name a package in `node_modules`. */
function foundInJavaScript({ name, use }: CodeImport, starts: readonly string[], settings: CheckLineSettings): Located {
  if (use === 'standard') return { loads: [] };
  if (/^\.{0,2}\//.test(name))
    return { loads: starts.map((start) => foldPath(name.startsWith('/') ? name : `${start}/${name}`)) };
  if (use === 'calls') return { why: `calls what the package ${name} has, whose effects are unknown` };
  const root = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  const found = starts.map((start) => packageAround(start, root, settings));
  if (found.some((one) => one === undefined)) return { why: `loads ${root}, which is not installed here` };
  return { loads: found.flatMap((one) => one ?? []) };
}

function packageAround(start: string, name: string, { isThere }: CheckLineSettings): string | undefined {
  const steps = foldPath(start).split('/');
  for (let length = steps.length; length > 0; length--) {
    const path = `${steps.slice(0, length).join('/')}/node_modules/${name}`;
    if (isThere?.(path) === true) return path;
  }
  return undefined;
}
