import {
  foldPath,
  guardedPlace,
  type Homes,
  isOutside,
  isPrivateInHome,
  pathsIn,
  secretMatch,
  segmentsMeet,
  type SecretPlaceMatch,
  UNKNOWN,
} from '@atip/core/internal';
import { directoryOf, HERE, patternsOf, textBefore, TOP } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, LineReading, Redirect, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';

/** A secret that a path of a line may name. */
export interface FoundSecret {
  /** Completes "cat reads …". */
  readonly what: string;
}

/** The paths of one line, compared as the kernel sees them. */
export class LinePaths {
  readonly reading: LineReading;
  readonly #settings: CheckLineSettings;
  readonly #homes: Homes | undefined;
  /** The line's own directories. A home is not counted: hidden files in it are asked about also where the line starts there. */
  readonly #roots: readonly string[];
  /** Links that the line makes and that may lead anywhere, absolute. */
  readonly #links: readonly { readonly link: string; readonly maker: LinePart }[];
  /** All links that the line makes, also those that lead to a known path of the project. */
  readonly #made: readonly { readonly link: string; readonly maker: LinePart }[];
  readonly #unpacks: LinePart | undefined;
  /** Why an unknown file may be a secret; `null` before that was looked for. */
  #unknown: string | undefined | null = null;
  readonly #listed: (part: LinePart) => string | undefined;

  /** @param listed finds a file of secrets whose name a part may list, absolute */
  constructor(
    reading: LineReading,
    settings: CheckLineSettings,
    listed: (part: LinePart, settings: CheckLineSettings) => string | undefined,
  ) {
    const { home, homes = home === undefined ? undefined : { home }, cwd = '/', writable = [] } = settings;
    this.reading = reading;
    this.#listed = (part) => listed(part, settings);
    this.#settings = settings;
    this.#homes = homes;
    this.#roots = [cwd, ...writable].filter((root) => home === undefined || !isBelow(home, root));
    this.#unpacks = reading.parts.find(bringsFiles);
    const known = reading.parts.flatMap((maker) => linksMadeBy(maker, settings));
    this.#made = reading.parts.flatMap((maker) => {
      const links = linksMadeBy(maker, settings, known);
      known.push(...links);
      return links.map((link) => ({ link, maker }));
    });
    this.#links = this.#made.filter(({ maker }) => {
      const targets = targetsOf(maker, linksMadeBy(maker, settings, known), settings);
      return !leadsInside(maker, targets, settings, homes) || targets.some((path) => this.#isUpFromLink(path, maker));
    });
  }

  /** The secret that a word of a part may name, as far as it is a file. `isTree`: a directory around secrets counts as well. */
  secretIn(word: Word, part: LinePart, isTree: boolean): FoundSecret | undefined {
    // The name of an option.
    if (!word.unknown && /^(?:-.|--[\w-]+)$/.test(word.text)) return undefined;
    // No other of its names is a secret's.
    const { secrets } = word.unknown ? word : {};
    if (secrets && this.#linkedAnywhere() === undefined)
      return secrets.flatMap((text) => this.secretIn({ text }, part, false) ?? [])[0];
    for (const path of pathsOf(word, part, this.#settings)) {
      const isFound = word.unknown === true && word.reason === 'input' && path.includes(UNKNOWN);
      const found = this.#match(path) ?? this.#linked(path);
      if (found?.is === 'inside') return { what: `${found.place}, which holds secrets` };
      const unknown = (isOpen(path) || isFound) && !(word.unknown && word.number) ? this.unknownFile() : undefined;
      if (unknown) return unknown;
      if (found && isTree && !(word.unknown && word.reason === 'glob'))
        return { what: `all of ${found.place}, secrets included` };
      const link = isTree ? this.linkOn(path, part) : undefined;
      if (link !== undefined) return { what: `${shownPath(path)}, which ${link}` };
    }
    return undefined;
  }

  /** A file that is only known when the line runs, if it may be a secret. */
  unknownFile(): FoundSecret | undefined {
    if (this.#unknown === null) this.#unknown = this.#secretNamed() ?? this.#linkedAnywhere();
    const why = this.#unknown;
    return why === undefined ? undefined : { what: `a file that is not known before the line runs, and ${why}` };
  }

  /** The secret place in which a part works. */
  secretAround(part: LinePart): FoundSecret | undefined {
    const found = startsOf(part, this.#settings).map((start) => this.#match(start));
    const inside = found.find((one) => one?.is === 'inside');
    return inside && { what: `what lies in ${inside.place}, which holds secrets` };
  }

  /** A guarded place that the line names anywhere, for a part that writes what only its input names. */
  guardedIn(): string | undefined {
    for (const token of new Set(tokensOf(this.reading.text))) {
      const place = /[./]/.test(token) ? guardedPlace(foldPath(`/${token}`), this.#settings.home) : undefined;
      if (place) return place.place;
    }
    return undefined;
  }

  /** A path of a word that leads out of the writable directories by a link alone. */
  leavesByLink(word: Word, part: LinePart): string | undefined {
    const { cwd = '/', writable, realPath } = this.#settings;
    return pathsOf(word, part, this.#settings).find((path) => {
      const isInside = path.startsWith('/') && !isOutside(path, { cwd, writable });
      return isInside && realPath !== undefined && isOutside(path, { cwd, writable, realPath });
    });
  }

  /** Why nobody knows where a path of a part leads: another part makes a link on it, or may bring one. */
  linkOn(path: string, part: LinePart): string | undefined {
    const folded = foldPath(path);
    const made = this.#links.some(({ link, maker }) => maker !== part && (mayBeBelow(folded, link) || isOpen(link)));
    if (made) return 'is a link that this line makes';
    const unpacks = this.#unpacks;
    const isHere = startsOf(part, this.#settings).some((start) => isBelow(folded, start));
    if (unpacks && unpacks !== part && isHere && this.#settings.isThere?.(folded) === false)
      return `comes from ${unpacks.program}, which may bring links`;
    const isKnown = this.#settings.realPath === undefined || !folded.startsWith('/') || isPattern(folded);
    return isKnown || this.#real(folded) !== undefined ? undefined : 'has links that cannot be followed';
  }

  /** A path of a part that goes up with `..` behind a link that the line makes or may bring: the kernel goes up from where that leads. */
  upFromLink(part: LinePart): string | undefined {
    if (this.#made.length === 0 && this.#unpacks === undefined) return undefined;
    const { reads = [], writes = [] } = part.code ?? {};
    const words = [
      ...part.words,
      ...part.redirects.flatMap(({ operator, target }) => (operator.startsWith('<<') ? [] : [target])),
      ...part.assignments.flatMap(({ value }) => value ?? []),
    ];
    const paths = words.flatMap((word) => pathsOf(word, part, this.#settings));
    const starts = startsOf(part, this.#settings);
    const inCode = [...reads, ...writes].flatMap((path) => starts.map((start) => resolve(path, start, this.#settings)));
    return [...paths, ...inCode].find((path) => this.#isUpFromLink(path, part));
  }

  #isUpFromLink(path: string, part: LinePart): boolean {
    const steps = path.split('/');
    return steps.some((step, at) => {
      if (at === 0 || !(step === '..' || step.includes(UNKNOWN) || (isPattern(step) && segmentsMeet(step, '..'))))
        return false;
      const before = foldPath(steps.slice(0, at).join('/'));
      const isMade = this.#made.some(({ link, maker }) => maker !== part && mayBeBelow(before, link));
      return isMade || (step === '..' && this.#mayComeAsLink(before, part));
    });
  }

  #mayComeAsLink(path: string, part: LinePart): boolean {
    const isHere = startsOf(part, this.#settings).some((start) => isBelow(path, foldPath(start)));
    return this.#unpacks !== undefined && this.#unpacks !== part && isHere && this.#settings.isThere?.(path) === false;
  }

  #real(path: string): string | undefined {
    return this.#settings.realPath?.(path);
  }

  #classify(path: string): SecretPlaceMatch | undefined {
    const found = secretMatch(path, this.#homes);
    if (found || this.#roots.some((root) => isBelow(path, root))) return found;
    return isPrivateInHome(path, this.#homes) ? { is: 'inside', place: path } : undefined;
  }

  #match(path: string): SecretPlaceMatch | undefined {
    const written = this.#classify(foldPath(path));
    if (written?.is === 'inside' || this.#settings.realPath === undefined || !path.startsWith('/')) return written;
    const { directory, rest } = splitKnown(path);
    const real = this.#real(directory);
    return real === undefined ? written : (this.#classify(foldPath(`${real}/${rest}`)) ?? written);
  }

  /** A secret to which a link leads that a glob or an unknown name may stand for. */
  #linked(path: string): SecretPlaceMatch | undefined {
    const { directory, rest } = splitKnown(path);
    const [step = '', ...below] = rest.split('/');
    if (rest === '' || !directory.startsWith('/')) return undefined;
    const name = step.includes(UNKNOWN) ? '*' : step;
    for (const link of this.#settings.linksIn?.(foldPath(directory)) ?? []) {
      if (!segmentsMeet(name, link)) continue;
      const found = this.#match([foldPath(directory), link, ...(step.includes(UNKNOWN) ? [] : below)].join('/'));
      if (found?.is === 'inside') return found;
    }
    return undefined;
  }

  #linkedAnywhere(): string | undefined {
    const found = this.#starts().map((start) => this.#linked(`${start}/*`));
    const first = found.find((one) => one !== undefined);
    return first && `a link here leads to ${first.place}`;
  }

  #starts(): readonly string[] {
    return [...new Set(this.reading.parts.flatMap((part) => startsOf(part, this.#settings)))];
  }

  /** A secret place that the line names anywhere, also in a piece of code, or through which it looks; a name that it computes. */
  #secretNamed(): string | undefined {
    const { text, parts } = this.reading;
    const tokens = tokensOf(text);
    for (const token of new Set([...tokens, ...tokens.map((one) => one.toLowerCase())])) {
      // `.Dir` of a template is no file of the home.
      const find = (path: string): SecretPlaceMatch | undefined =>
        path.startsWith('~/') && path !== token ? secretMatch(path, this.#homes) : this.#match(path);
      const found = this.#placesOfToken(token)
        .map(find)
        .find((one) => one?.is === 'inside');
      if (found) return `the line names ${found.place}`;
    }
    const lister = parts.find(({ program = '' }) => LISTS.test(programName(program)));
    const words = lister?.words.slice(1).flatMap((word) => pathsOf(word, lister, this.#settings)) ?? [];
    const around = [...(lister ? startsOf(lister, this.#settings) : []), ...words]
      .map((path) => this.#match(path))
      .find((one) => one !== undefined);
    if (around) return `the line looks through ${around.place}, where secrets are`;
    const listed = parts.flatMap((part) => this.#listed(part) ?? [])[0];
    if (listed !== undefined) return `the line lists ${shownAt(listed, this.#settings)}, which holds secrets`;
    return DECODES.test(text) ? 'the line computes its name' : undefined;
  }

  /** `find -L` and `rg --follow` look behind links, which may lead anywhere. */
  #followsLinks(): boolean {
    return this.reading.parts.some(
      ({ program = '', words }) =>
        LISTS.test(programName(program)) && words.some(({ text }) => /^(?:-L|-follow|--follow)$/.test(text)),
    );
  }

  /** The paths that a piece of the text may be: of the home, and of every directory of the line. */
  #placesOfToken(token: string): readonly string[] {
    if (/^[/~]/.test(token)) return [token];
    const isPath = /[./~_]/.test(token) || /^(?:shadow|gshadow|kubeconfig|credentials)$/.test(token);
    if (!isPath && !/^[\w-]{4,}$/.test(token)) return [];
    const here = [...this.#starts(), ...(this.#followsLinks() ? LOGINS : [])].map((start) => `${start}/${token}`);
    return isPath ? [`~/${token.replace(/^home\//i, '')}`, ...here] : here;
  }
}

/** True for a directory's own path, too. */
export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}

/** The same for paths with unknown pieces. */
export function mayBeBelow(path: string, directory: string): boolean {
  if (!isPattern(path) && !isPattern(directory)) return isBelow(path, directory);
  const [steps, above] = [path.split('/'), directory.split('/')];
  for (const [at, step] of above.entries()) {
    const other = steps[at];
    if (other === undefined) return steps.at(-1)?.includes(UNKNOWN) === true;
    // It may have a slash.
    if (step.includes(UNKNOWN) || other.includes(UNKNOWN)) return startsMeet(step, other);
    if (!segmentsMeet(step, other)) return false;
  }
  return true;
}

function startsMeet(one: string, other: string): boolean {
  const [a, b] = [textBefore(one), textBefore(other)];
  return a.startsWith(b) || b.startsWith(a);
}

export function shownPath(path: string): string {
  return path.replaceAll(UNKNOWN, '…');
}

/** A path as people read it: relative to the line's directory, or to `~`, if it is in there. */
export function shownAt(path: string, { cwd = '', home }: CheckLineSettings): string {
  const shown = shownPath(path).replace(/\/{2,}/g, '/');
  if (shown.startsWith(`${cwd}/`)) return shown.slice(cwd.length + 1);
  return home !== undefined && shown.startsWith(`${home}/`) ? `~${shown.slice(home.length)}` : shown;
}

/** Some of it is not known. */
function isPattern(path: string): boolean {
  return path.includes(UNKNOWN) || /[*?[]/.test(path);
}

/** True if an unknown piece may name any file: it begins the path, or a name in it, and may lead out by `..`. */
function isOpen(path: string): boolean {
  if (path === `/dev/fd/${UNKNOWN}`) return false;
  return path.startsWith(UNKNOWN) || path.includes(`/${UNKNOWN}`) || path.includes(`/.${UNKNOWN}`);
}

/** More directories count as any. */
const MAX_STARTS = 16;
/** A part is asked about for each of its words. */
const STARTS = new WeakMap<CheckLineSettings, WeakMap<object, readonly string[]>>();

/** The directories in which a part may start, absolute where they are known. */
export function startsOf(
  part: Pick<LinePart, 'directories' | 'elsewhere'>,
  settings: CheckLineSettings,
): readonly string[] {
  const cache = STARTS.get(settings) ?? new WeakMap<object, readonly string[]>();
  STARTS.set(settings, cache);
  const known = cache.get(part);
  if (known) return known;
  const places = [part.directories ?? [], ...(part.elsewhere ?? [])].map((words) =>
    words.reduce<readonly string[]>(
      (all, word) => {
        const next = all.flatMap((at) => patternsOf(word).map((pattern) => resolve(pattern, at, settings)));
        return next.length > MAX_STARTS ? [UNKNOWN] : next;
      },
      [settings.cwd ?? '/line'],
    ),
  );
  const starts = [...new Set(places.flat())];
  cache.set(part, starts);
  return starts;
}

/** Every path that a word may name, absolute where its beginning is known. */
export function pathsOf(word: Word, part: LinePart, settings: CheckLineSettings): readonly string[] {
  const starts = startsOf(part, settings);
  const texts = patternsOf(word).flatMap((pattern) => [
    ...pathsIn(pattern),
    // `-f.env`, and `~` behind `=` in a word that begins otherwise.
    ...(/^-[^-]./.test(pattern) ? [pattern.slice(2)] : []),
  ]);
  return [...new Set(texts.flatMap((text) => starts.map((start) => resolve(text, start, settings))))];
}

/** The paths that a pattern stands for; a relative one stays as it is. */
export function pathsOfPattern(pattern: string, part: LinePart, settings: CheckLineSettings): readonly string[] {
  if (!pattern.includes(HERE) && !pattern.includes(TOP)) return [pattern];
  return [...new Set(startsOf(part, settings).map((start) => resolve(pattern, start, settings)))];
}

/** An absolute path, or one with an unknown beginning. Not folded: links count before `..` does. */
export function resolve(pattern: string, start: string, { home, project }: CheckLineSettings): string {
  const path = pattern
    .replace(/^~\+(?=\/|$)/, HERE)
    .replace(/^~(?:-|[+-]?\d+)(?=\/|$)/, UNKNOWN)
    .replaceAll(HERE, start)
    .replaceAll(TOP, start.startsWith(UNKNOWN) ? UNKNOWN : (project?.workTreeAround?.(foldPath(start)) ?? UNKNOWN));
  if (path.startsWith(UNKNOWN)) return path;
  if (/^~(?:\/|$)/.test(path)) return home === undefined ? path : `${home}${path.slice(1)}`;
  return path.startsWith('/') || path.startsWith('~') ? path : `${start}/${path}`;
}

/** Not files, or files that keep nothing. A program that writes to an input, such as `/dev/stdin`, opens the file that is read there. */
export const NO_FILE: RegExp = /^\/dev\/(?:null|zero|full|random|urandom|tty|std(?:out|err)|fd\/[12])$/;

/** True for a redirect that names an open file, as in `2>&1`. */
export function isDuplicate({ operator }: Redirect, target: string): boolean {
  return (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target);
}

/** True for a redirect into a file. */
export function writesFile(redirect: Redirect): boolean {
  const { operator, target } = redirect;
  return /^(?:&?>|<>)/.test(operator) && !isDuplicate(redirect, target.text) && !NO_FILE.test(target.text);
}

/** The part of a path before its first step that is not known. */
function splitKnown(path: string): { readonly directory: string; readonly rest: string } {
  const steps = path.split('/');
  const open = steps.findIndex((step) => isPattern(step));
  if (open < 0) return { directory: path, rest: '' };
  return { directory: steps.slice(0, open).join('/') || '/', rest: steps.slice(open).join('/') };
}

/** Programs that list files: what they print may be the names of secrets around which they look. */
const LISTS = /^(?:find|fd|fdfind|locate|plocate|ls|dir|vdir|eza|exa|lsd|tree|compgen|rg|du|stat|realpath|readlink)$/;

/** Directories in which files of plain names are secrets. */
const LOGINS = ['~/.aws', '~/.ssh', '~/.docker', '~/.kube', '~/.config/gcloud'];

/** Ways to compute a text that nobody sees in the line. */
const DECODES =
  /\b(?:rev(?!-)|xxd|base(?:32|64|nc)|uudecode|uuencode|@base64d)\b|printf\s+(?:-v\b|['"]?%b)|\\[0-3]?[0-7]{2}|\\x[0-9a-f]{1,2}|\$\{\w+@E\}|(?:\$\(|`)\s*(?:echo|printf)\b|(?:echo|printf|<<<)[^|;]*\|\s*(?:tr|sed|awk|cut)\b|\b(?:tr|sed|awk|cut)\b[^|;\n]*<<</i;

/** The pieces of a text that may be paths, also as `read` makes them without backslashes, and without the signs of extended globs. */
function tokensOf(text: string): readonly string[] {
  const plain = text.replace(/\\(?=\S)/g, '').replace(/[@+*?!]\(([^()|]*)[^()]*\)/g, '$1');
  return [text, ...(plain === text ? [] : [plain])].flatMap((one) => one.split(/[\s"'`;|&()<>{}=,:@\\$]+/));
}

/** True for a copy that makes links of what it copies. Long options may be shortened. */
export function copiesAsLinks({ program = '', words }: LinePart): boolean {
  return /^g?cp$/.test(programName(program)) && words.some(({ text }) => /^(?:--(?:l|sy)|-[a-zA-Z]*[ls])/.test(text));
}

/** The names of links that a part makes, absolute. @param known those of the other parts, which it may move or copy */
export function linksMadeBy(
  part: LinePart,
  settings: CheckLineSettings,
  known: readonly string[] = [],
): readonly string[] {
  const name = programName(part.program ?? '');
  const words = part.words.slice(1);
  const copiesLinks = copiesAsLinks(part);
  const isCopy =
    copiesLinks ||
    (/^g?cp$/.test(name) && words.some(({ text }) => /^(?:-[a-zA-Z]*[aPdRr][a-zA-Z]*$|--(?:a|no-d|r))/.test(text)));
  if (!isCopy && !/^(?:ln|link|gln|mv)$/.test(name)) return [];
  const isOption = ({ text }: Word): boolean => /^-./.test(text);
  const operands = words.filter((word) => !isOption(word));
  const last = operands.at(-1);
  if (last === undefined) return [];
  // The value of `-t` may be any of them.
  const isOpen = words.some(({ text }) => /^(?:-[a-zA-Z]*t|--target-directory)$/.test(text));
  const sources = operands.length > 1 && !isOpen ? operands.slice(0, -1) : operands;
  const at = startsOf(part, settings);
  const named = words
    .flatMap(patternsOf)
    .flatMap((one) => /^(?:--target-directory=|-[a-zA-Z]*t)(.+)$/s.exec(one)?.[1] ?? []);
  const into = [...(operands.length > 1 ? (isOpen ? operands : [last]).flatMap(patternsOf) : []), ...named];
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
        const folded = foldPath(path);
        const isKnown = known.some((link) => mayBeBelow(link, folded) || mayBeBelow(folded, link));
        return (
          isKnown ||
          (realPath !== undefined &&
            path.startsWith('/') &&
            realPath(path) !== realPath(start) + foldPath(path).slice(foldPath(start).length))
        );
      }),
    ),
  );
  return copiesLinks || isLink ? made : [];
}

/** Where the links that a part makes lead. */
function targetsOf(part: LinePart, links: readonly string[], settings: CheckLineSettings): readonly string[] {
  const operands = part.words.slice(1).filter(({ text }) => !/^-./.test(text));
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands;
  // A symbolic link is relative to its own directory, a hard one to the current one.
  const bases = [...startsOf(part, settings), ...links.map((link) => directoryOf(link))];
  return sources
    .flatMap((word) => patternsOf(word))
    .flatMap((one) => bases.map((base) => resolve(one, base, settings)));
}

/** True if every link that a part makes leads to a known path of the project that is no secret: it is as good as its target. */
function leadsInside(
  part: LinePart,
  paths: readonly string[],
  settings: CheckLineSettings,
  homes: Homes | undefined,
): boolean {
  const { writable, realPath } = settings;
  const starts = startsOf(part, settings);
  return (
    paths.length > 0 &&
    paths.every(
      (path) =>
        !isPattern(path) &&
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
  if (printsArchive(name, words[1])) return false;
  if (/^(?:b?tar|bsdtar|gtar)$/.test(name)) return has(/^-?[a-zA-Z]*x|^--(?:extract|get)/);
  if (name === 'cpio' || name === 'pax') return has(/^-[a-z]*[ir]/);
  if (name === 'git')
    return has(/^(?:clone|checkout|switch|pull|merge|apply|am|stash|restore|reset|worktree|cherry-pick|rebase)$/);
  return /^(?:unzip|7z[arz]?|unrar|unar|rsync)$/.test(name) || (name === 'gh' && has(/^(?:clone|checkout|download)$/));
}

/** First words with which archivers list an archive or print what is in it, whatever the words behind them are. */
const PRINTS: readonly (readonly [name: RegExp, first: RegExp])[] = [
  // An option before the mode may take the next word, or the rest of its own.
  [/^(?:b?tar|bsdtar|gtar)$/, /^(?:-?[vzjJ]*t[a-zA-Z]*|-?[vzjJ]*(?:x[vzjJ]*O|O[vzjJ]*x)f?|--list)$/],
  [/^unzip$/, /^-(?:[qaCU]*[ltcpzv][qaCUltcpzv]*|Z\w*)$/],
  [/^(?:7z[arz]?|unrar)$/, /^(?:[ltv][abt]?|[hip])$/],
  [/^cpio$/, /^(?:-[iv]*t[iv]*|--list)$/],
];

function printsArchive(name: string, first: Word | undefined): boolean {
  return PRINTS.some(([names, modes]) => names.test(name) && first?.unknown !== true && modes.test(first?.text ?? ''));
}
