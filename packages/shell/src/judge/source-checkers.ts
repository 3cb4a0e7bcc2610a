import { foldPath, UNKNOWN } from '@atip/core/internal';
import { directoryOf, lastOf } from '../line/patterns.ts';
import type { PartCheck } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { BUILD_FILE, isSource } from './file-kinds.ts';
import { isBelow, startsOf } from './paths.ts';
import type { ProjectView } from './project-view.ts';

/** Checkers of sources, whose settings and plug-ins alone are code that they run; and their options that name some. */
const CHECKS: Readonly<Record<string, RegExp>> = {
  eslint: /^(?:-[a-zA-Z]*[cf]|--(?:config|rulesdir|resolve-plugins|parser|plugin|format|flag))/,
  prettier: /^--(?:config|plugin|find-config)/,
  stylelint: /^(?:-[a-zA-Z]*[cf]|--(?:config|custom|formatter|plugin))/,
};

/** Directories and files in which a checker's rules may be. */
const OF_CHECKERS = /(?:lint|prettier|rule|plugin|config|preset|parser|processor|formatter|(?:^|\/)\.|rc(?:\.|$))/i;

/** Files in which a checker finds its settings. */
const SETTINGS = /eslint|prettier|stylelint|^package\.json$/i;

/** True for a file that a checker reads as one of its sources: no settings of its own, where it looks for them, name it. */
export function isChecked(
  place: string,
  check: PartCheck,
  { root, namesIn }: ProjectView,
  settings: CheckLineSettings,
): boolean {
  const { tool = '', words } = check;
  const options = Object.hasOwn(CHECKS, tool) ? CHECKS[tool] : undefined;
  if (!options || !root || !isBelow(place, root) || place.includes(UNKNOWN)) return false;
  const isPlain = (isSource(place) || /\.(?:jsonc?|ya?ml)$/.test(place)) && !BUILD_FILE.test(place);
  const local = place.slice(root.length + 1);
  if (!isPlain || OF_CHECKERS.test(local) || words.some(({ text }) => options.test(text))) return false;
  const stem = lastOf(place).replace(/\..*$/, '');
  const directories = [place, ...startsOf(check, settings).map((start) => `${foldPath(start)}/.`)].flatMap((path) =>
    directoriesAbove(path, root),
  );
  return directories.every((directory) => {
    const own = namesIn?.(directory)?.filter((name) => SETTINGS.test(name));
    return own?.every((name) => settings.tree?.mayHold(`${directory}/${name}`, [`/${stem}`]) === false) === true;
  });
}

/** The directories around a path, up to the project's. */
function directoriesAbove(path: string, root: string): readonly string[] {
  const above: string[] = [root];
  for (let at = directoryOf(path); isBelow(at, root) && at !== root; at = directoryOf(at)) above.push(at);
  return above;
}
