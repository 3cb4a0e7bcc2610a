import {
  foldPath,
  guardedPlace,
  type Homes,
  isOutside,
  isPrivateInHome,
  pathsIn,
  secretMatch,
  segmentsMeet,
  type SecretMatch,
  UNKNOWN,
} from '@atip/core/internal';
import type { CheckLineSettings } from './judging.ts';
import { programName } from './programs.ts';
import type { LinePart, LineReading, Word } from './types.ts';
import { HERE } from './values.ts';
import { patternsOf } from './words.ts';

/** Most lookups of links for one line; a line with more paths reads some that nobody looked at. */
const MAX_LOOKUPS = 2000;

/** A secret that a path of a line may name. */
export interface FoundSecret {
  /** Completes "cat reads …". */
  readonly what: string;
}

/** The paths of one line, compared as the kernel sees them. */
export interface LinePaths {
  /** The secret that a word of a part may name, as far as it is a file. `isTree`: a directory around secrets counts as well. */
  readonly secretIn: (word: Word, part: LinePart, isTree: boolean) => FoundSecret | undefined;
  /** The secret that a file may be of which only the line's running tells the name. */
  readonly unknownFile: () => FoundSecret | undefined;
  /** The secret place in which a part works. */
  readonly secretAround: (part: LinePart) => FoundSecret | undefined;
  /** A guarded place that the line names anywhere, for a part that writes what only its input names. */
  readonly guardedIn: () => string | undefined;
  /** True if a path leads out of the writable directories by a link alone. */
  readonly leavesByLink: (word: Word, part: LinePart) => string | undefined;
  /** Why nobody knows where a path of a part leads: another part makes a link on it, or may bring one. */
  readonly linkOn: (path: string, part: LinePart) => string | undefined;
}

/** Collects what is asked about the paths of a line. */
export function readPaths({ parts, text }: LineReading, settings: CheckLineSettings): LinePaths {
  const { realPath, home, homes = home === undefined ? undefined : { home }, isThere } = settings;
  const links = parts.flatMap((maker) =>
    leadsInside(maker, settings, homes) ? [] : linksMadeBy(maker, settings).map((link) => ({ link, maker })),
  );
  const unpacks = parts.find(bringsFiles);
  // Not looked for yet.
  let named: string | undefined | null = null;
  const namedSecret = (): string | undefined => {
    if (named === null) named = secretNamedIn(text, parts, settings, match) ?? linkedAnywhere();
    return named;
  };
  const known = new Map<string, string | undefined>();

  const resolved = (path: string): string | undefined => {
    if (known.has(path)) return known.get(path);
    if (known.size >= MAX_LOOKUPS) return undefined;
    const real = realPath?.(path);
    known.set(path, real);
    return real;
  };

  // A home is no project: what lies hidden in it counts also where the line starts there.
  const roots = [settings.cwd ?? '/', ...(settings.writable ?? [])].filter(
    (root) => home === undefined || !`${home}/`.startsWith(root === '/' ? root : `${root}/`),
  );
  const classify = (path: string): SecretMatch | undefined => {
    const found = secretMatch(path, homes);
    if (found || roots.some((root) => path === root || path.startsWith(`${root}/`))) return found;
    return isPrivateInHome(path, homes) ? { is: 'inside', place: path } : undefined;
  };

  const match = (path: string): SecretMatch | undefined => {
    const written = classify(foldPath(path));
    if (written?.is === 'inside' || realPath === undefined || !path.startsWith('/')) return written;
    const { directory, rest } = splitKnown(path);
    const real = resolved(directory);
    return real === undefined ? written : (classify(foldPath(`${real}/${rest}`)) ?? written);
  };

  /** A secret to which a link leads that a glob or an unknown name may stand for. */
  const linked = (path: string): SecretMatch | undefined => {
    const { directory, rest } = splitKnown(path);
    const [step = '', ...below] = rest.split('/');
    if (rest === '' || !directory.startsWith('/')) return undefined;
    const name = step.includes(UNKNOWN) ? '*' : step;
    for (const link of settings.linksIn?.(foldPath(directory)) ?? []) {
      if (!segmentsMeet(name, link)) continue;
      const found = match([foldPath(directory), link, ...(step.includes(UNKNOWN) ? [] : below)].join('/'));
      if (found?.is === 'inside') return found;
    }
    return undefined;
  };

  const linkedAnywhere = (): string | undefined => {
    const starts = new Set(parts.flatMap((part) => startsOf(part, settings)));
    const found = [...starts].map((start) => linked(`${start}/*`)).find((one) => one !== undefined);
    return found && `a link here leads to ${found.place}`;
  };

  const linkOn = (path: string, part: LinePart): string | undefined => {
    const folded = foldPath(path);
    const made = links.some(
      ({ link, maker }) => maker !== part && (folded === link || folded.startsWith(`${link}/`) || isOpen(link)),
    );
    if (made) return 'is a link that this line makes';
    if (unpacks && unpacks !== part && isThere?.(folded) === false)
      return `comes from ${unpacks.program}, which may bring links`;
    if (
      realPath !== undefined &&
      folded.startsWith('/') &&
      !/[*?[\u0001]/.test(folded) &&
      resolved(folded) === undefined
    )
      return 'has links that nobody can follow';
    return undefined;
  };

  const unknownFile = (): FoundSecret | undefined => {
    const why = namedSecret();
    return why === undefined ? undefined : { what: `a file that is not known before the line runs, and ${why}` };
  };

  const secretIn = (word: Word, part: LinePart, isTree: boolean): FoundSecret | undefined => {
    for (const path of pathsOf(word, part, settings)) {
      const unknown = isOpen(path) && !(word.unknown && word.number) ? unknownFile() : undefined;
      if (unknown) return unknown;
      const found = match(path) ?? linked(path);
      if (found?.is === 'inside') return { what: `${found.place}, which holds secrets` };
      if (found && isTree && !(word.unknown && word.reason === 'glob'))
        return { what: `all of ${found.place}, secrets included` };
      const link = isTree ? linkOn(path, part) : undefined;
      if (link !== undefined) return { what: `${shownPath(path)}, which ${link}` };
    }
    return undefined;
  };

  const secretAround = (part: LinePart): FoundSecret | undefined => {
    const inside = startsOf(part, settings)
      .map((start) => match(start))
      .find((found) => found?.is === 'inside');
    return inside && { what: `what lies in ${inside.place}, which holds secrets` };
  };
  const guardedIn = (): string | undefined => {
    for (const token of new Set(tokensOf(text))) {
      const place = /[./]/.test(token) ? guardedPlace(foldPath(`/${token}`), home) : undefined;
      if (place) return place.place;
    }
    return undefined;
  };

  const leavesByLink = (word: Word, part: LinePart): string | undefined =>
    pathsOf(word, part, settings).find((path) => {
      const { cwd = '/', writable } = settings;
      const isInside = path.startsWith('/') && !isOutside(path, { cwd, writable });
      return isInside && realPath !== undefined && isOutside(path, { cwd, writable, realPath: resolved });
    });
  return { secretIn, unknownFile, secretAround, guardedIn, leavesByLink, linkOn };
}

export function shownPath(path: string): string {
  return path.replaceAll(UNKNOWN, '…');
}

/** Nothing before its first unknown piece. */
function isOpen(path: string): boolean {
  return path.startsWith(UNKNOWN);
}

/** The directories in which a part may start, absolute where they are known. */
export function startsOf(part: LinePart, settings: CheckLineSettings): readonly string[] {
  const start = settings.cwd ?? '/line';
  return [part.directories ?? [], ...(part.elsewhere ?? [])].flatMap((words) =>
    words.reduce<readonly string[]>(
      (all, word) => all.flatMap((at) => patternsOf(word).map((pattern) => resolve(pattern, at, settings))),
      [start],
    ),
  );
}

/** Every path that a word may name, absolute where its beginning is known. */
function pathsOf(word: Word, part: LinePart, settings: CheckLineSettings): readonly string[] {
  const starts = startsOf(part, settings);
  const texts = patternsOf(word).flatMap((pattern) => [
    ...pathsIn(pattern),
    // `-f.env`, and `~` behind `=` in a word that begins otherwise.
    ...(/^-[^-]./.test(pattern) ? [pattern.slice(2)] : []),
  ]);
  return [...new Set(texts.flatMap((text) => starts.map((start) => resolve(text, start, settings))))];
}

/** An absolute path, or one with an unknown beginning. Not folded: links count before `..` does. */
function resolve(pattern: string, start: string, { home }: CheckLineSettings): string {
  const path = pattern
    .replace(/^~\+(?=\/|$)/, HERE)
    .replace(/^~(?:-|[+-]?\d+)(?=\/|$)/, UNKNOWN)
    .replaceAll(HERE, start);
  if (path.startsWith(UNKNOWN)) return path;
  if (/^~(?:\/|$)/.test(path)) return home === undefined ? path : `${home}${path.slice(1)}`;
  return path.startsWith('/') || path.startsWith('~') ? path : `${start}/${path}`;
}

/** The part of a path before its first step that is not known. */
function splitKnown(path: string): { readonly directory: string; readonly rest: string } {
  const steps = path.split('/');
  const open = steps.findIndex((step) => /[*?[\u0001]/.test(step));
  if (open < 0) return { directory: path, rest: '' };
  return { directory: steps.slice(0, open).join('/') || '/', rest: steps.slice(open).join('/') };
}

/** Programs that list files: what they print may be the names of secrets around which they look. */
const LISTS = /^(?:find|fd|fdfind|locate|plocate|ls|dir|vdir|eza|exa|lsd|tree|compgen|rg|du|stat|realpath|readlink)$/;

/** Ways to compute a text that nobody sees in the line. */
const DECODES =
  /\b(?:rev|xxd|base(?:32|64|nc)|uudecode|uuencode|@base64d)\b|printf\s+(?:-v\s+\w+\s+)?['"]?%b|\\[0-3]?[0-7]{2}|\\x[0-9a-f]{1,2}|\$\{\w+@E\}|(?:\$\(|`)\s*(?:echo|printf)\b|(?:echo|printf|<<<)[^|;]*\|\s*(?:tr|sed|awk|cut)\b|\b(?:tr|sed|awk|cut)\b[^|;\n]*<<</i;

function tokensOf(text: string): readonly string[] {
  return text.split(/[\s"'`;|&()<>{}=,:@\\$]+/);
}

/** The secret that a file not known before the line runs may be: one that the line names anywhere, or that it computes. */
function secretNamedIn(
  text: string,
  parts: readonly LinePart[],
  settings: CheckLineSettings,
  match: (path: string) => SecretMatch | undefined,
): string | undefined {
  const tokens = tokensOf(text);
  const starts = new Set(parts.flatMap((part) => startsOf(part, settings)));
  for (const token of new Set([...tokens, ...tokens.map((one) => one.toLowerCase())])) {
    if (token === '' || (!/[./~_-]/.test(token) && !/^\w{4,}$/.test(token))) continue;
    const isPathLike = /[./~_]/.test(token) || /^(?:shadow|gshadow|kubeconfig|credentials)$/.test(token);
    const paths = /^[/~]/.test(token)
      ? [token]
      : [
          ...(isPathLike ? [`~/${token.replace(/^home\//i, '')}`] : []),
          ...[...starts].map((start) => `${start}/${token}`),
        ];
    const found = paths.map((path) => match(path)).find((one) => one?.is === 'inside');
    if (found) return `the line names ${found.place}`;
  }
  const lister = parts.find(({ program = '' }) => LISTS.test(programName(program)));
  const around =
    lister &&
    [...startsOf(lister, settings), ...lister.words.slice(1).flatMap((word) => pathsOf(word, lister, settings))]
      .map((path) => match(path))
      .find((one) => one !== undefined);
  if (around) return `the line looks through ${around.place}, where secrets are`;
  return DECODES.test(text) ? 'the line computes its name' : undefined;
}

/** The names of links that a part makes, absolute. */
export function linksMadeBy(part: LinePart, settings: CheckLineSettings): readonly string[] {
  const name = programName(part.program ?? '');
  const words = part.words.slice(1);
  const isCopy =
    name === 'cp' &&
    words.some(({ text }) =>
      /^(?:--(?:symbolic-)?link|-[a-zA-Z]*[slaPdRr][a-zA-Z]*|--archive|--recursive|--no-dereference)$/.test(text),
    );
  if (!isCopy && !/^(?:ln|link|gln|mv)$/.test(name)) return [];
  const isOption = ({ text }: Word): boolean => /^-./.test(text);
  const operands = words.filter((word) => !isOption(word));
  const last = operands.at(-1);
  if (last === undefined) return [];
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands;
  const at = startsOf(part, settings);
  const named = words
    .flatMap(patternsOf)
    .flatMap((one) => /^(?:--target-directory=|-[a-zA-Z]*t)(.+)$/s.exec(one)?.[1] ?? []);
  const into = [...(operands.length > 1 ? patternsOf(last) : []), ...named];
  const bases = sources
    .flatMap((word) => patternsOf(word))
    .map((one) => one.replace(/\/+$/, '').split('/').at(-1) ?? '');
  const names = into.length > 0 ? into.flatMap((one) => [one, ...bases.map((base) => `${one}/${base}`)]) : bases;
  const made = at.flatMap((start) => names.map((one) => foldPath(resolve(one, start, settings))));
  if (name !== 'mv' && !isCopy) return made;
  // A move or a copy makes a link of a link alone.
  const { realPath } = settings;
  const isLink = at.some((start) =>
    sources.some((word) =>
      patternsOf(word).some((one) => {
        const path = resolve(one, start, settings);
        return (
          realPath !== undefined &&
          path.startsWith('/') &&
          realPath(path) !== realPath(start) + foldPath(path).slice(foldPath(start).length)
        );
      }),
    ),
  );
  const copiesLinks =
    name === 'cp' && words.some(({ text }) => /^(?:--(?:symbolic-)?link|-[a-zA-Z]*[sl][a-zA-Z]*)$/.test(text));
  return copiesLinks || isLink ? made : [];
}

/** True if every link that a part makes leads to a known path of the project that is no secret: it is as good as its target. */
function leadsInside(part: LinePart, settings: CheckLineSettings, homes: Homes | undefined): boolean {
  const operands = part.words.slice(1).filter(({ text }) => !/^-./.test(text));
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands;
  const { writable, realPath } = settings;
  const starts = startsOf(part, settings);
  // A symbolic link is relative to its own directory, a hard one to the current one.
  const bases = [...starts, ...linksMadeBy(part, settings).map((link) => link.slice(0, link.lastIndexOf('/')) || '/')];
  const paths = sources
    .flatMap((word) => patternsOf(word))
    .flatMap((one) => bases.map((base) => resolve(one, base, settings)));
  return (
    paths.length > 0 &&
    paths.every(
      (path) =>
        !/[*?[\u0001]/.test(path) &&
        !isOutside(path, { cwd: starts[0] ?? '/', writable, realPath }) &&
        secretMatch(foldPath(path), homes) === undefined &&
        guardedPlace(foldPath(path), settings.home) === undefined,
    )
  );
}

/** True for a part that unpacks or fetches files, among which may be links. */
function bringsFiles({ program = '', words }: LinePart): boolean {
  const name = programName(program);
  const has = (pattern: RegExp): boolean => words.slice(1).some(({ text }) => pattern.test(text));
  if (/^(?:b?tar|bsdtar|gtar)$/.test(name)) return has(/^-?[a-zA-Z]*x|^--(?:extract|get)/);
  if (name === 'cpio' || name === 'pax') return has(/^-[a-z]*[ir]/);
  if (name === 'git')
    return has(/^(?:clone|checkout|switch|pull|merge|apply|am|stash|restore|reset|worktree|cherry-pick|rebase)$/);
  return /^(?:unzip|7z[arz]?|unrar|unar|rsync)$/.test(name) || (name === 'gh' && has(/^(?:clone|checkout|download)$/));
}
