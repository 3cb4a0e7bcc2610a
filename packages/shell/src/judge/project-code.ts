import {
  effectsOf,
  foldPath,
  isGiven,
  isPath,
  loadsFile,
  mayReassure,
  parametersOf,
  raiseEffects,
  UNKNOWN,
  valuesFor,
  writtenPaths,
} from '@atip/core/internal';
import type { AtipEffects } from '@atip/core';
import { isListed } from '../line/listings.ts';
import { directoryOf, lastOf } from '../line/patterns.ts';
import { DELETES, isForeign, programName } from '../line/program-names.ts';
import type { PartCall, PartCheck, Word } from '../line/types.ts';
import { type CheckLineSettings, judgeEffects, type PartContext } from './context.ts';
import { BUILD_FILE, CODE, isData, isSource, writesText } from './file-kinds.ts';
import { type Brought, nameOf, shownEnd, whyMoved, whyShadowed, whyShared } from './loaded-modules.ts';
import { isBelow, mayBeBelow, NO_FILE, pathsOf, resolve, shownAt, shownPath, startsOf, writesFile } from './paths.ts';
import { isOwnProgram, namedEffects } from './project-programs.ts';
import { type ProjectView, realOf, viewOf } from './project-view.ts';
import { isChecked } from './source-checkers.ts';
import { newPatternsOf, standIn } from './word-values.ts';

/**
 * Asks about parts that run code of a project, where it is not this project's as it was before the line: in another directory,
 * in a place that this line or an earlier one fetched, or beside files that this line writes.
 *
 * @returns the parts, and the places that the line fetches
 */
export function judgeProjectCode(
  checks: readonly PartCheck[],
  context: PartContext,
): { readonly checks: readonly PartCheck[]; readonly fetched: readonly string[] } {
  const { settings } = context;
  const view = viewOf(settings);
  const brought = checks.some(mayWrite) ? broughtByLine(checks, view, settings) : [];
  const counting = brought.filter((one) => !one.isOfHistory && (!isData(one.place) || checks.some(movesFiles)));
  const moved = checks.filter(movesFiles).flatMap((by) => movedBy(by, settings));
  const judged = checks.map((check) => {
    // The part that enters the container stands for it.
    if (check.remote !== undefined) return check;
    const builder = builderOf(check, checks, view);
    const own = counting.filter(
      (one) =>
        one.by !== builder &&
        !(check.runsInstalled ? isSource(one.place) : one.how === 'writes' && isChecked(one, check, view, settings)),
    );
    const why =
      whyNotWritten(check, checks, view, settings) ??
      whyNotNamed(
        check,
        checks,
        brought.filter(({ by }) => by !== builder),
        view,
        settings,
      ) ??
      whyNotOurs(check, own, view, settings) ??
      whyMoved(
        check,
        moved.filter(({ by }) => by !== check),
        settings,
      ) ??
      whyShared(check, settings);
    if (why !== undefined) return raised(check, why, context);
    const named = check.rule?.startsWith('rules/') === true ? undefined : namedBy(check);
    return named ? raised(check, named.why, context, named.effects) : check;
  });
  const fetched = brought.filter((one) => one.how === 'fetches' && !one.isOfHistory && !one.place.includes(UNKNOWN));
  return { checks: judged, fetched: [...new Set(fetched.map(({ place }) => place))] };
}

/**
 * Completes "python3 …" about code in a file that the line has just written, where other code may be in it: another user can write
 * there, what was there before is not certainly replaced, or another part may change it.
 */
function whyNotWritten(
  check: PartCheck,
  checks: readonly PartCheck[],
  view: ProjectView,
  settings: CheckLineSettings,
): string | undefined {
  const { given, start } = check;
  if (given === undefined) return undefined;
  const [path = UNKNOWN, ...others] = startsOf(check, settings).map((at) => resolve(given.path, at, settings));
  const file = foldPath(path);
  const isHere = /^\/tmp\/[^/]+$/.test(file) || (view.root !== undefined && isBelow(file, view.root));
  const found = view.fileAt?.(file);
  const isOwn = found === 'missing' || (found === 'own' && given.isSure);
  if (others.length > 0 || !isHere || !isOwn || realOf(file, settings) !== file || check.background)
    return `runs code in ${shownPath(given.path)}, which may be another file than the line writes`;
  const writer = checks.findLast(({ end }) => end <= start);
  const changer = checks.find((one) => {
    // A shell reads a file while it runs it, so the part itself counts, too.
    if (one === writer || DELETES.test(programName(one.program ?? ''))) return false;
    const targets = [...one.redirects.filter(writesFile).map(({ target }) => target), ...one.words.slice(1)];
    const places = [...(one.code?.writes ?? []).map((text) => ({ text })), ...targets];
    // An archive is unpacked where its program starts.
    const starts = startsOf(one, settings).filter((at) => isBelow(at, '/tmp'));
    const written = [...starts, ...places.flatMap((word) => pathsOf(word, one, settings))];
    return mayWrite(one) && written.some((place) => mayBeBelow(file, place));
  });
  return changer && `runs code in ${shownPath(given.path)}, which ${nameOf(changer)} may change`;
}

/** The part that makes the program of a part of the project's code. `builtProgram` found that: no other file outside is among these. */
function builderOf({ files = [], program, start }: PartCheck, checks: readonly PartCheck[], view: ProjectView) {
  const isBuilt = files.length > 0 && files.every((file) => file === program && !isOfView(file, view));
  return isBuilt ? checks.findLast(({ end }) => end <= start) : undefined;
}

/** Most lines only read. */
function mayWrite({ effects, redirects, code }: PartCheck): boolean {
  return effects.filesystem?.write === true || redirects.some(writesFile) || code?.writes !== undefined;
}

/** One part may write, by a pipe, a substitution, a variable or a file, what another gets from elsewhere. */
function broughtByLine(
  checks: readonly PartCheck[],
  view: ProjectView,
  settings: CheckLineSettings,
): readonly Brought[] {
  const isFetching = checks.some(
    (check) =>
      (check.effects.network === true && codeOf(check) !== 'project' && programName(check.program ?? '') !== 'git') ||
      takesForeign(check, view, settings, OF_NOBODY),
  );
  return checks.flatMap((check) => broughtBy(check, isFetching, view, settings));
}

/** The effects of a part by the names that it gives to code of the project. */
function namedBy(check: PartCheck): ReturnType<typeof namedEffects> {
  const isOwn = check.call !== undefined && isOwnProgram(check.call.tool);
  return codeOf(check) === 'project' ? namedEffects(check, ownWords(check), isOwn) : undefined;
}

const RUNS_CALL: AtipEffects = { 'x-runs': 'call' };

function raised(check: PartCheck, why: string, { policy }: PartContext, effects = RUNS_CALL): PartCheck {
  if (check.decision === 'deny') return check;
  const verdict = judgeEffects(nameOf(check), effects, policy, { why });
  if (verdict.decision === 'allow') return check;
  const isStricter = check.decision === 'allow' || verdict.decision === 'deny';
  return {
    ...check,
    decision: isStricter ? verdict.decision : check.decision,
    rule: (isStricter ? verdict.rule : undefined) ?? check.rule,
    reasons: [...new Set([...check.reasons, ...verdict.reasons])],
    effects: raiseEffects(check.effects, effects),
  };
}

/** Completes "node …" about files that a part names, and that this line or an earlier one made. */
function whyNotNamed(
  check: PartCheck,
  checks: readonly PartCheck[],
  brought: readonly Brought[],
  view: ProjectView,
  settings: CheckLineSettings,
): string | undefined {
  const own = check.files ?? programFile(check, settings);
  if (own.length === 0) return undefined;
  // A rule of the person says that it may run.
  if (check.decision === 'allow' && check.rule?.startsWith('rules/') === true) return undefined;
  const earlier = checks.slice(0, checks.indexOf(check));
  // A file that is moved within the project is the project's, but nobody has seen it as a program.
  const moves = checks
    .filter((one) => one !== check && movesFiles(one) && !(check.enters && startsIt(check, one)))
    .flatMap((by) => (by.call ? placesOf(by, by.call, 'writes', settings) : []).map((place) => ({ place, by })));
  for (const file of own) {
    const found = brought.find(
      ({ place, by }) =>
        by !== check &&
        !DELETES.test(programName(by.program ?? '')) &&
        !(check.enters && startsIt(check, by)) &&
        (place.includes(UNKNOWN) || mayBeBelow(file, place) || mayBeBelow(place, file)),
    );
    if (found)
      return `runs code that this line ${writesText(found.by) ? 'writes' : found.how} (${nameOf(found.by)}${shownEnd(found.place)})`;
    const mover = moves.find(({ place }) => place.includes(UNKNOWN) || isBelow(file, place) || isBelow(place, file));
    if (mover) return `runs code that this line moves there (${nameOf(mover.by)}${shownEnd(mover.place)})`;
    if (check.files === undefined || view.fileAt?.(file) !== 'missing' || earlier.some(isBuilder)) continue;
    const why = file.includes(UNKNOWN) ? 'is not known before the line runs' : 'is not there';
    return `runs ${shownAt(file, settings)}, which ${why}`;
  }
  const other = (check.files === undefined ? [] : ownWords(check))
    .flatMap((word) => pathsOf(word, check, settings))
    .find((path) => CODE.test(path) && !isOfView(realOf(path, settings) ?? path, view));
  return other && `takes ${shownPath(other)}, which is not this project, and may run what is there`;
}

/** The file of a program that a part calls by its path, such as `bin/rails`. */
function programFile(check: PartCheck, settings: CheckLineSettings): readonly string[] {
  const { program, kind } = check;
  if (kind !== 'program' || program === undefined || !isForeign(program)) return [];
  return pathsOf({ text: program }, check, settings).map((path) => foldPath(path));
}

const COMPILES = /^(?:tsc|javac|kotlinc|rustc|swc|esbuild)$/;

/** True for a part that may make a file of the project from what is there. */
function isBuilder(check: PartCheck): boolean {
  return codeOf(check) === 'project' || COMPILES.test(programName(check.program ?? ''));
}

/** The words of a part itself, without those of what it starts in a container. */
function ownWords({ words, enters, innerFrom }: PartCheck): PartCheck['words'] {
  return words.slice(1, enters && innerFrom);
}

/** Completes "make …". Undefined: it runs the project's code, or none. */
function whyNotOurs(
  check: PartCheck,
  brought: readonly Brought[],
  view: ProjectView,
  settings: CheckLineSettings,
): string | undefined {
  const source = codeOf(check);
  if (source === undefined) return whyShadowed(check, brought, settings);
  if (source === 'system') return undefined;
  // A rule of the person says that it may run.
  if (check.decision === 'allow' && check.rule?.startsWith('rules/') === true) return undefined;
  const starts = startsOf(check, settings).map((start) => realOf(start, settings));
  const isReading = check.effects.network !== true && check.effects.filesystem?.write !== true;
  // Its files are read only where the answer depends on them.
  const isPlain = (): boolean =>
    source === 'repository' &&
    isReading &&
    starts.every((start) => start !== undefined && view.isPlainRepository?.(start) === true);
  for (const start of starts) {
    if (start === undefined || start.includes(UNKNOWN))
      return 'runs code of a directory that is not known before the line runs';
    const foreign = view.whyForeign(start);
    if (foreign !== undefined && !isPlain()) return `runs code of ${shownPath(start)}, ${foreign}`;
  }
  const loaded = check.code?.loads ?? [];
  for (const path of loaded) {
    const foreign = view.whyForeign(directoryOf(realOf(path, settings) ?? path)) ?? view.whyForeign(directoryOf(path));
    if (foreign !== undefined) return `runs code of ${shownPath(path)}, ${foreign}`;
  }
  // Names in the project count where they are there.
  const isNaming = view.fetched.length > 0 || (source === 'project' && settings.isThere !== undefined);
  const words = (isNaming ? ownWords(check) : []).flatMap((word) =>
    pathsOf(word, check, settings).map((path) => foldPath(path)),
  );
  const named = [...loaded, ...words, ...(check.files ?? [])];
  const other = source === 'project' ? whyNamed(check, named, view, settings) : undefined;
  if (other !== undefined) return other;
  const before = view.fetched.find(
    (place) =>
      [...starts, ...named].some((one) => one && isBelow(one, place)) ||
      (source === 'project' && mayBeRun(place, view, settings)),
  );
  if (before !== undefined && !isPlain()) {
    const verb = starts.some((start) => start !== undefined && isBelow(start, before)) ? 'runs' : 'may run';
    return `${verb} code of ${before}, which an earlier line put there, perhaps from elsewhere; \`atip trust ${before}\` lets it run`;
  }
  const others = brought.filter(({ by }) => by !== check && !startsIt(check, by));
  const found = others.find(({ place, by }) =>
    // A repository's own directory is guarded, and git takes over no settings of others: only a place in what it got matters.
    source === 'repository'
      ? isTree(by) &&
        starts.some(
          (start) => start !== undefined && isBelow(start, place) && !(start === place && codeOf(by) === source),
        )
      : place.includes(UNKNOWN) || isOfView(place, view),
  );
  return (
    found &&
    `runs code that this line ${writesText(found.by) ? 'writes' : found.how} (${nameOf(found.by)}${shownEnd(found.place)})`
  );
}

/** The places of what a part copies or moves; in the directory where it starts each name by itself. */
function movedBy(by: PartCheck, settings: CheckLineSettings): readonly Brought[] {
  const starts = startsOf(by, settings);
  const operands = by.words.slice(1).filter(({ text }) => !/^-./.test(text));
  const isOpen = operands
    .slice(0, -1)
    .some(({ unknown, text }) => (unknown ? !/\.\w+$/.test(text) : /(?:^|\/)\.{0,2}\/?$/.test(text)));
  const names = operands.map(({ text }) => lastOf(text.replace(/\/+$/, '')));
  return (by.call ? placesOf(by, by.call, 'writes', settings) : [])
    .flatMap((place) =>
      !isOpen && starts.some((start) => isBelow(start, place)) ? names.map((name) => `${place}/${name}`) : [place],
    )
    .map((place) => ({ place, how: 'writes', by }));
}

/** True for the program that a runner starts, and for what runs in the container that a part enters. */
function startsIt(check: PartCheck, by: PartCheck): boolean {
  if (check.enters) return by.remote !== undefined && by.start >= check.start && by.end <= check.end;
  return check.innerFrom !== undefined && by.runner !== undefined && by.start === check.start && by.end === check.end;
}

/** Why code of a file or directory that a call names may run and is not this project's. */
function whyNamed(
  check: PartCheck,
  named: readonly string[],
  view: ProjectView,
  settings: CheckLineSettings,
): string | undefined {
  const { root } = view;
  // `make -C r` with a repository of its own in the project. The documents judge names of other places.
  for (const path of root === undefined ? [] : named) {
    if (settings.isThere?.(path) !== true) continue;
    const real = realOf(path, settings) ?? path;
    const isHere = [path, real].some((one) => isBelow(one, root ?? ''));
    const foreign = isHere ? view.whyForeign(real) : undefined;
    if (foreign !== undefined) return `may run code of ${shownPath(path)}, ${foreign}`;
  }
  const elsewhere = takenBy(check, settings).find((path) => !isOfView(path, view));
  return elsewhere && `takes ${shownPath(elsewhere)}, which is not this project, and may run what is there`;
}

const LEADS_AWAY = /^(?:\/|~|\.\.)/;

/** True for a fetched place in the project: builders and test runners look for code everywhere. */
function mayBeRun(place: string, view: ProjectView, { isThere }: CheckLineSettings): boolean {
  return isThere?.(place) === true && !isData(place) && isOfView(directoryOf(place), view);
}

/** The files and directories that a call takes: a tool looks beside them for its settings, which may be code. */
function takenBy(check: PartCheck, settings: CheckLineSettings): readonly string[] {
  const { call } = check;
  if (!call || !check.words.some((word) => word.unknown || LEADS_AWAY.test(word.text))) return [];
  const { arguments: args } = call;
  return parametersOf(call)
    .filter(({ kind, source }) => kind === 'argument' && isPath(source) && !loadsFile(source))
    .flatMap((parameter) => valuesFor(parameter, args).map(String))
    .filter((text) => LEADS_AWAY.test(text))
    .flatMap((text) => pathsOf({ text, start: 0, end: 0 }, check, settings))
    .map((path) => realOf(path, settings) ?? foldPath(path));
}

/** The owner of the code that a part runs. Undefined: it runs no code, or one that the call names, about which the policy asks anyway. */
function codeOf({ call, effects, files }: PartCheck): 'project' | 'repository' | 'system' | undefined {
  if (files !== undefined && effects['x-runs'] !== 'call') return 'project';
  if (!call || effects.subprocess !== true || effects['x-runs'] === 'call') return undefined;
  const { tool } = call;
  return (mayReassure(tool) ? tool['x-code'] : undefined) ?? 'project';
}

/** A part that puts a whole directory there, which may be a repository. */
function isTree({ call, effects, program = '', words }: PartCheck): boolean {
  if (call !== undefined && effects['x-brings'] === 'fetched') return true;
  const name = programName(program);
  return (
    /^(?:g?mv|g?ln|rsync|ditto)$/.test(name) ||
    (/^g?cp$/.test(name) && words.some(({ text }) => /^-(?:-recursive|-archive|\w*[rRa])/.test(text)))
  );
}

function broughtBy(
  check: PartCheck,
  isFetching: boolean,
  view: ProjectView,
  settings: CheckLineSettings,
): readonly Brought[] {
  if (!mayWrite(check)) return [];
  const { effects: own } = check;
  const isOurs = own.subprocess === true && own['x-runs'] !== 'call';
  const found = (places: readonly string[], how: Brought['how']): readonly Brought[] =>
    places.filter((place) => !NO_FILE.test(place)).map((place) => ({ place, how, by: check }));
  const into = [
    ...check.redirects.filter(writesFile).map(({ target }) => target),
    ...(check.code?.writes ?? []).map((text) => ({ text })),
  ].flatMap((word) => writtenBelow(word, check, settings));
  // The output of a program of the project is the project's.
  const how = isFetching || own.network === true ? 'fetches' : 'writes';
  const printed =
    isOurs && !check.enters && (own.network !== true || check.files !== undefined) ? [] : found(into, how);
  const history = isOurs && codeOf(check) === 'repository' ? historyOf(check, into, settings) : [];
  return [
    ...history,
    ...printed,
    ...writtenBy(check, isFetching, view, settings).flatMap(({ places, how }) => found(places, how)),
  ];
}

/** The files that a redirect may write. A new name with a number is known unless it ends as code does. */
function writtenBelow(word: Word, check: PartCheck, settings: CheckLineSettings): readonly string[] {
  const named = newPatternsOf(word, check, settings);
  const isText = word.unknown && named?.every((name) => !CODE.test(name) && !BUILD_FILE.test(name)) === true;
  return pathsOf(isText ? { ...word, patterns: named } : word, check, settings).map((path) => foldPath(path));
}

/** Files that git prints or puts back from another commit. */
function historyOf(check: PartCheck, into: readonly string[], settings: CheckLineSettings): readonly Brought[] {
  const { call } = check;
  const isWriting = call !== undefined && effectsOf(call, call.arguments).filesystem?.write === true;
  const named = isWriting && namesOf(check, call, 'writes').length > 0 ? placesOf(check, call, 'writes', settings) : [];
  return [...into, ...named].map((place) => ({ place, how: 'writes', by: check, isOfHistory: true }));
}

function writtenBy(
  check: PartCheck,
  isFetching: boolean,
  view: ProjectView,
  settings: CheckLineSettings,
): readonly { readonly places: readonly string[]; readonly how: Brought['how'] }[] {
  const { call } = check;
  // Without those of its redirects.
  const own = call ? effectsOf(call, call.arguments) : {};
  if (!call || own.filesystem?.write !== true) return [];
  const { effects: stated, tool } = call;
  // A mode of a command says how it writes, seldom what.
  const brings = own['x-brings'] ?? stated['x-brings'];
  // A person who lets code run lets it write, too.
  const isOurs =
    own.subprocess === true || (tool['x-code'] !== undefined && namesOf(check, call, 'writes').length === 0);
  if (brings === undefined && isOurs) return [];
  if (brings === 'none' && !takesForeign(check, view, settings)) {
    // A copy within the project is the project's, but such a name says what runs, and a text becomes code.
    const isText = check.words.slice(1).some(({ text }) => isData(text));
    const places = placesOf(check, call, 'writes', settings).filter(
      (place) => BUILD_FILE.test(place) || (isText && CODE.test(place)),
    );
    return [{ places: movesFiles(check) ? places : [], how: 'writes' }];
  }
  // A file that is moved from elsewhere is fetched, like what comes from a network.
  const isFetched = isFetching || brings === 'fetched' || (brings === undefined && own.network === true);
  const how = isFetched ? 'fetches' : 'writes';
  return [{ places: placesOf(check, call, how, settings), how }];
}

/** The files and directories that a call writes; without a name, where it starts. */
function placesOf(
  check: PartCheck,
  call: PartCall,
  how: Brought['how'],
  settings: CheckLineSettings,
): readonly string[] {
  const starts = startsOf(check, settings);
  const made = namesOf(check, call, how);
  const places = made.length === 0 ? ['.'] : made;
  return places
    .flatMap((written) => namesFor(written, check, settings))
    .flatMap((place) =>
      place.includes('$')
        ? [UNKNOWN]
        : starts.map((start) => foldPath(place.startsWith('/') ? place : `${start}/${place}`)),
    );
}

/** All names that a value of a call stands for. */
function namesFor(value: string, check: PartCheck, settings: CheckLineSettings): readonly string[] {
  const listed = check.words.filter(isListed).filter((word) => standIn(word, settings, check).includes(value));
  return [value, ...listed.flatMap(({ among }) => among)];
}

const UNPACKS = /^(?:g?un(?:zip|xz|lzma|zstd|lz4|compress)|gzip|xz|bunzip2|bzip2|zstd|lz4|brotli)$/;

function namesOf(check: PartCheck, call: PartCall, how: Brought['how']): readonly string[] {
  const { arguments: args } = call;
  const { effects: own } = check;
  const isUnpacking = own['x-brings'] === 'fetched' || UNPACKS.test(programName(check.program ?? ''));
  // The files of an archive or a patch are not called like it.
  if ((how === 'fetches' && own.network !== true && isUnpacking) || own['x-brings'] === 'given')
    return parametersOf(call)
      .filter(({ source }) => source.type === 'directory' || source.name === 'directory')
      .filter((one) => isGiven(one, args))
      .flatMap((parameter) => valuesFor(parameter, args).map(String));
  const named = writtenPaths(call, args, own);
  if (named.length > 0) return named;
  const files = parametersOf(call).filter(({ kind, source }) => kind === 'argument' && isPath(source));
  const edited = files.filter((one) => isGiven(one, args)).flatMap((one) => valuesFor(one, args).map(String));
  if (edited.length > 0) return edited;
  const isClone = check.command?.at(-1) === 'clone';
  if (!isClone && !(own.network === true && Object.keys(args).every((key) => SAVES_BY_NAME.test(key)))) return [];
  const addresses = parametersOf(call).filter(({ kind, source }) => kind === 'argument' && !isPath(source));
  return addresses
    .filter(({ source }, at) => (isClone ? at === 0 : source.type === 'url'))
    .flatMap((parameter) => valuesFor(parameter, args).map((address) => lastStep(String(address), isClone)));
}

/** Parameters with which a download is called like its address. */
const SAVES_BY_NAME =
  /^(?:url|(?:no-)?verbose|quiet|silent|show-error|(?:show-)?progress|progress-bar|fail|location|remote-name|retry|tries|timeout|connect-timeout|max-time|compressed)$/;

/** `git clone URL` makes a directory that is called like the address, `wget URL` a file. */
function lastStep(address: string, isClone: boolean): string {
  const path = isClone ? address.replace(/\/+$/, '') : (/^(?:\w+:\/\/)?[^/?#]+\/([^?#]*)$/.exec(address)?.[1] ?? '');
  const name = /([^/:]*)$/.exec(path)?.[1] ?? '';
  return (isClone ? name.replace(/\.git$/, '') : name) || '.';
}

/** True for a part that reads files from outside of the project, or fetched ones. `except`: other places that count as ours. */
function takesForeign(check: PartCheck, view: ProjectView, settings: CheckLineSettings, except?: RegExp): boolean {
  if (check.kind === 'builtin') return false;
  const isMoving = movesFiles(check);
  const isFree = isMoving || view.fetched.length > 0;
  const words = [
    ...check.words.slice(1).filter((word) => isFree || word.unknown || MAY_LEAVE.test(word.text)),
    ...check.redirects.filter(({ operator }) => operator === '<').map(({ target }) => target),
  ];
  return [...words.flatMap((word) => pathsOf(word, check, settings)), ...startsOf(check, settings)]
    .map((path) => foldPath(path))
    .some((path) =>
      path.startsWith(UNKNOWN)
        ? isMoving
        : view.fetched.some((place) => isBelow(path, place)) || (except?.test(path) !== true && !isOfView(path, view)),
    );
}

const MAY_LEAVE = /(?:^|[=:@,])(?:\/|~|\.\.)|\//;

/** Places of the system, and those for temporary files, in which only what lines fetched comes from elsewhere. */
const OF_NOBODY = /^\/(?:dev|proc|sys|usr|etc|bin|sbin|lib\d*|opt|tmp|var\/tmp|private\/(?:var\/)?tmp)(?:\/|$)/;

/** A file counts as its directory. */
function isOfView(path: string, view: ProjectView): boolean {
  return [path, directoryOf(path)].some((one) => view.whyForeign(one) === undefined);
}

const MOVES = /^(?:g?(?:cp|mv|ln|install|dd)|link|rename|rsync|ditto)$/;

function movesFiles({ program = '' }: PartCheck): boolean {
  return MOVES.test(programName(program)) || UNPACKS.test(programName(program));
}
