import { foldPath, isSecretBelow } from '@atip/core/internal';
import { lastOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { isBelow, pathsOf } from './paths.ts';
import { DEPTH, isOfOthers } from './searched-secrets.ts';

const COPIES = /^(?:g?cp|rsync|ditto)$/;

/** The settings, with the files of secrets that the line copies with a directory: they are not there yet. */
export function withCopies(parts: readonly LinePart[], settings: CheckLineSettings): CheckLineSettings {
  const { tree } = settings;
  const copies = new Map(parts.flatMap((part) => copiesBy(part, settings)));
  if (!tree || copies.size === 0) return settings;
  return {
    ...settings,
    tree: {
      ...tree,
      filesBelow: (directory, isSkipped, depth) => {
        const start = foldPath(directory).replace(/\/$/, '');
        const added = [...copies.keys()].filter((path) => path !== start && isBelow(path, start));
        const found = tree.filesBelow(directory, isSkipped, depth);
        return added.length === 0
          ? found
          : [...(found ?? []), ...added.map((path) => ({ path: path.slice(start.length + 1), isDirectory: false }))];
      },
      mayHold: (file, words) => tree.mayHold(copies.get(file) ?? file, words),
    },
  };
}

/** Each copy, absolute, with the file that it is of. */
function copiesBy(part: LinePart, settings: CheckLineSettings): readonly (readonly [copy: string, of: string])[] {
  const words = part.words.slice(1);
  const isTree = words.some(({ text }) => /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)$/.test(text));
  const name = programName(part.program ?? '');
  if (!COPIES.test(name) || (!isTree && name !== 'ditto')) return [];
  const operands = words.filter(({ text }) => !/^-./.test(text));
  const into = operands.at(-1);
  const places = into ? pathsOf(into, part, settings).map((path) => foldPath(path)) : [];
  const sources = operands.slice(0, -1).flatMap((word) => pathsOf(word, part, settings).map((path) => foldPath(path)));
  return sources.flatMap((source) =>
    (settings.tree?.filesBelow(source, isOfOthers, DEPTH) ?? [])
      .filter(({ path, isDirectory }) => !isDirectory && isSecretBelow(path))
      .flatMap(({ path }) =>
        places.flatMap((place) =>
          [`${place}/${path}`, `${place}/${lastOf(source)}/${path}`].map(
            (copy) => [copy, `${source}/${path}`] as const,
          ),
        ),
      ),
  );
}
