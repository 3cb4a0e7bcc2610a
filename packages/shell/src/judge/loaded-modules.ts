import { UNKNOWN } from '@atip/core/internal';
import { OF_PYTHON } from '../code/python-library.ts';
import { directoryOf, lastOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { PartCheck } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { writesText } from './file-kinds.ts';
import { moduleAt } from './installed-packages.ts';
import { isBelow, resolve, shownPath, startsOf } from './paths.ts';
import { realOf, viewOf } from './project-view.ts';

/** A place into which a part puts something, and where that comes from. */
export interface Brought {
  /** Absolute; with its unknown pieces as in `path-pattern.ts`. */
  readonly place: string;
  readonly how: 'writes' | 'fetches';
  readonly by: PartCheck;
  /** True: it is of this repository's history, where only a file that the line then runs by name counts. */
  readonly isOfHistory?: boolean | undefined;
}

export function nameOf({ tool, command = [], program = '', kind }: PartCheck): string {
  return tool === undefined || kind === 'builtin'
    ? programName(program)
    : [tool, ...command].filter((word) => word !== '').join(' ');
}

/** Why Python code, or a module that Python starts, may load what this line brings instead of a module of Python's library. */
export function whyShadowed(
  { code, ...check }: PartCheck,
  brought: readonly Brought[],
  settings: CheckLineSettings,
): string | undefined {
  const at = moduleAt(check);
  const imports = (code?.language === 'python' && code.imports?.map(({ name }) => name)) || [];
  const loaded = at === undefined ? imports : [check.words[at]?.text ?? '', ...imports];
  if (loaded.length === 0) return undefined;
  const roots = new Set(loaded.map((name) => name.split(/[.:]/)[0]));
  const starts = startsOf(check, settings);
  // A module of the library that writes where nobody names a file begins before it writes.
  const isOwn = ({ by, place }: Brought): boolean =>
    by.words === check.words && code === undefined && starts.includes(place);
  const found = brought
    .filter((one) => !isOwn(one))
    .find(({ place }) =>
      starts.some((start) => {
        if (place.includes(UNKNOWN) || isBelow(start, place)) return true;
        const [first = ''] = isBelow(place, start) ? place.slice(start.length + 1).split('/') : [];
        const [root = ''] = first.split('.');
        return OF_PYTHON.has(root.toLowerCase()) || roots.has(root);
      }),
    );
  return (
    found &&
    `may load what this line ${writesText(found.by) ? 'writes' : found.how} (${nameOf(found.by)}${shownEnd(found.place)})`
  );
}

/**
 * Completes "python3 …" where it may load another user's file as a module. It looks where it starts, or beside its
 * script, before it looks in its own library, and so does its library later; `-I` and `-P` keep it from that.
 */
export function whyShared(check: PartCheck, settings: CheckLineSettings): string | undefined {
  if (check.code?.language !== 'python' && moduleAt(check) === undefined) return undefined;
  const words = check.words.slice(1);
  const end = words.findIndex(({ text }) => /^-[a-zA-Z]*[cm]|^-$|^[^-]/.test(text));
  if (words.slice(0, end + 1).some(({ text }) => /^-[bBdEOqsSuv]*[IP]/.test(text))) return undefined;
  const view = viewOf(settings);
  const { given, redirects, code } = check;
  const isFile = given && !redirects.some(({ target }) => target.text === given.path);
  const starts = startsOf(check, settings);
  const beside = starts.map((start) => (isFile ? directoryOf(resolve(given.path, start, settings)) : start));
  const places = [...beside, ...(code?.paths ?? []).filter((path) => path.startsWith('/'))];
  const shared = places.find((place) => {
    const real = realOf(place, settings) ?? place;
    const found = view.fileAt?.(real);
    return found === 'shared' || (found !== 'own' && view.whyForeign(real) !== undefined);
  });
  return shared && `may load a module from ${shownPath(shared)}, where others may put files; \`-I\` keeps it from that`;
}

/** Names that Python takes for modules. */
const MODULE = /(?:^|\/)[^./]*$|\.(?:py\w?|so|pyd)$/i;

/** Why code in the line may load a file of the project as the module that it names: the line copies or moves it there. */
export function whyMoved(check: PartCheck, moved: readonly Brought[], settings: CheckLineSettings): string | undefined {
  const shadowed = whyShadowed(
    check,
    moved.filter(({ place }) => place.includes(UNKNOWN) || MODULE.test(place)),
    settings,
  );
  if (shadowed !== undefined) return shadowed;
  const loads = check.code?.loads ?? [];
  const found = moved.find(({ place }) =>
    loads.some((path) => place.startsWith(`${path}.`) || isBelow(place, path) || isBelow(path, place)),
  );
  return found && `runs code that this line moves there (${nameOf(found.by)}${shownEnd(found.place)})`;
}

export function shownEnd(path: string): string {
  const last = shownPath(lastOf(path));
  return last === '…' ? '' : `: ${last}`;
}
