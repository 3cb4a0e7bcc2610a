import type { ArgvReading, AtipEffects, AtipTool, CommandMapping } from '@atip/core';
import {
  isGiven,
  isOutside,
  isPath,
  mayBeRead,
  mayReassure,
  readableParameters,
  UNKNOWN,
  valuesFor,
  writtenPaths,
} from '@atip/core/internal';
import { programName } from '../line/program-names.ts';
import type { LinePart, Word } from '../line/types.ts';
import { archivedSecret } from './archived-secrets.ts';
import { judgeEffects, type PartContext, type Verdict } from './context.ts';
import { lossOf } from './file-losses.ts';
import { type FoundSecret, linksMadeBy, shownAt, shownPath } from './paths.ts';
import { isOwnProgram } from './project-programs.ts';
import { searchedSecret } from './searched-secrets.ts';
import { stagedSecret } from './staged-secrets.ts';
import { directoriesOf, whyGuarded } from './word-values.ts';

/** A call of a described program, with the words that its paths are in. */
export interface PathCall {
  readonly part: LinePart;
  readonly tool: AtipTool;
  readonly name: string;
  readonly mapping: CommandMapping;
  readonly args: Readonly<Record<string, unknown>>;
  readonly effects: AtipEffects;
  readonly given: ArgvReading['given'];
  /** In the places of the reading's words. */
  readonly words: readonly (Word | undefined)[];
  readonly secret: FoundSecret | undefined;
}

/** Objections to the paths of a call: secrets that it reads, guarded places and links that it writes. */
export function judgePaths(call: PathCall, context: PartContext): readonly Verdict[] {
  const { name, part, mapping, args, effects } = call;
  const { settings } = context;
  const { cwd } = directoriesOf(part, settings);
  return [
    ...judgeLinked(call, context),
    ...judgeGuarded(name, writtenPaths(mapping, args, effects), part, context, cwd),
    ...judgeLinks(name, linksMadeBy(part, settings), part, context),
    ...judgeInput(name, part, effects, context),
    ...judgeCopies(call, context),
  ];
}

/** Objections to places that the names of a call do not tell: secrets that it reaches, links that leave the directory. */
export function judgeLinked(call: PathCall, context: PartContext): readonly Verdict[] {
  const { name, effects, secret } = call;
  const reads =
    secret && effects['x-reveals'] !== 'credentials'
      ? [judgeEffects(name, { 'x-reveals': 'credentials' }, context.policy, { why: `reads ${secret.what}` })]
      : [];
  return [...reads, ...judgeLeaving(call, context)];
}

/** The secret that a call shows, or may show: by its words, its directory, or links. */
export function secretOf(call: Omit<PathCall, 'secret'>, context: PartContext): FoundSecret | undefined {
  const { paths, settings } = context;
  const { part, tool, mapping, args, effects, given, words } = call;
  // The line may also write the text into a file that it names.
  const isPrinting = mapping.metadata['x-stdin']?.['x-effects']?.['x-reveals'] === 'credentials' && !isOwnProgram(tool);
  const isFed = part.piped === true && (isOwnProgram(tool) || namesFiles(part));
  const fed = isPrinting || isFed ? paths.unknownFile() : undefined;
  if (fed) return fed;
  const staged = stagedSecret(part, paths, settings);
  if (staged !== undefined) return { what: staged };
  if (effects['x-reveals'] === 'none' && mayReassure(tool)) return undefined;
  if (effects.filesystem?.read === false) return undefined;
  const parameters = readableParameters(mapping);
  for (const { name: key, words: places } of given) {
    const parameter = parameters.get(key);
    if (!parameter || !mayBeRead(parameter, mapping, args)) continue;
    for (const at of places) {
      const word = words[at];
      const found =
        word && paths.secretIn(word, part, isPath(parameter.source) || /dir|path|file/.test(parameter.source.name));
      if (found) return found;
    }
  }
  if (effects.filesystem?.read !== true) return undefined;
  return paths.secretAround(part) ?? searchedSecret(part, args, settings) ?? archived(call, context);
}

function archived(call: Omit<PathCall, 'secret'>, { paths, settings }: PartContext): FoundSecret | undefined {
  const found = archivedSecret(call, paths.reading, settings);
  return found === undefined
    ? undefined
    : { what: `${shownAt(found, settings)}, which holds secrets, into what the line prints` };
}

/** The effects of what a part reads from its standard input. None where nothing comes there, or a parameter turns that off. */
export function effectsOfInput(call: Pick<PathCall, 'part' | 'mapping' | 'args'>): AtipEffects {
  const { 'x-effects': effects } = call.mapping.metadata['x-stdin'] ?? {};
  return effects && call.part.piped === true && statesInput(call) === true ? effects : {};
}

/** True for a call that reads its standard input, and false where a parameter turns that off. Undefined: its document does not say. */
export function statesInput({ mapping, args }: Pick<PathCall, 'mapping' | 'args'>): boolean | undefined {
  const stated = mapping.metadata['x-stdin'];
  return (
    stated &&
    ![...readableParameters(mapping).values()].some(
      (one) =>
        stated.unless?.includes(one.source.name) === true && isGiven(one, args) && !valuesFor(one, args).includes('-'),
    )
  );
}

/** True for a part that reads names of files from its standard input. */
function namesFiles({ words }: LinePart): boolean {
  return words.some(
    ({ text }, at) =>
      /^(?:-@|(?:-T|--files?-from|--files0-from|--null-files-from)=?-|-T-)$/.test(text) ||
      (text === '-' && /^(?:-T|--files?-from|--files0-from)$/.test(words[at - 1]?.text ?? '')),
  );
}

/** Asks about files that other programs run or obey automatically, such as `.git/hooks/pre-commit`, and about unknown links. */
function judgeGuarded(
  name: string,
  written: readonly string[],
  part: LinePart,
  context: PartContext,
  cwd: string,
): Verdict[] {
  const decision = context.policy.levels?.writesOutside;
  if (decision === undefined || decision === 'allow') return [];
  const verb = context.losses.of(part)?.verb === 'deletes' ? 'deletes' : 'writes';
  return written.flatMap((path) => {
    const reason = whyGuarded(path, cwd, part, context);
    return reason === undefined
      ? []
      : [{ decision, rule: 'levels/writesOutside', reasons: [`${name} ${verb} ${reason}.`] } as const];
  });
}

/** Programs that write files which only their input names: a patch, the text of an archive, commands of an editor. */
const WRITES_NAMED = /^(?:patch|ed|ex|red|tar|bsdtar|cpio|pax|unzip|shar)$/;

function judgeInput(name: string, part: LinePart, effects: AtipEffects, { policy, paths }: PartContext): Verdict[] {
  if (effects.filesystem?.write !== true || !WRITES_NAMED.test(programName(part.program ?? ''))) return [];
  const place = paths.guardedIn();
  if (place === undefined) return [];
  return [judgeEffects(name, {}, policy, { outside: [place], why: `may write ${place}, which the line names` })];
}

/** Asks about old files that are kept under a name which another file has: `--suffix` and `sed -i` give its end. */
function judgeCopies({ name, part, args }: PathCall, { policy, settings, losses }: PartContext): Verdict[] {
  return [args['suffix'], args['in-place']].flatMap((ending) => {
    if (typeof ending !== 'string' || ending === 'true' || settings.isThere === undefined) return [];
    const copies = part.words.slice(1).map(({ text }) => ({ text: `${text}${ending}` }));
    const lost = copies.find((copy) => !copy.text.includes('$') && !losses.isNothingAt(copy, part));
    if (lost === undefined) return [];
    const sentence = lossOf(name, losses.of(part));
    const why = sentence?.slice(name.length + 1, -1) ?? `replaces ${lost.text}`;
    return [judgeEffects(name, { destructive: true }, policy, { why })];
  });
}

/** Asks about a writing call that names a path which leaves the writable directories by a link, whatever its parameter is for. */
function judgeLeaving({ name, part, effects, words }: PathCall, { policy, paths }: PartContext): Verdict[] {
  if (effects.filesystem?.write !== true) return [];
  for (const word of words.slice(1)) {
    const path = word && /\//.test(word.text) ? paths.leavesByLink(word, part) : undefined;
    if (path !== undefined) return [judgeEffects(name, {}, policy, { outside: [shownPath(path)] })];
  }
  return [];
}

/** A link is written like a file: `ln` names it last, or not at all. */
function judgeLinks(name: string, links: readonly string[], part: LinePart, context: PartContext): Verdict[] {
  const directories = directoriesOf(part, context.settings);
  const outside = links.filter((path) => path.includes(UNKNOWN) || isOutside(path, directories)).map(shownPath);
  return [
    ...(outside.length > 0 ? [judgeEffects(name, {}, context.policy, { outside: outside.slice(0, 1) })] : []),
    ...judgeGuarded(name, links, part, context, directories.cwd),
  ];
}
