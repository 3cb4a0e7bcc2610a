import { foldPath, isSecretBelow } from '@atip/core/internal';
import { lastOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, Word } from '../line/types.ts';
import { wordsOfGit } from '../wrappers/git.ts';
import type { CheckLineSettings } from './context.ts';
import { isBelow, type LinePaths, pathsOf, startsOf } from './paths.ts';
import { isOfOthers, secretBelow } from './searched-secrets.ts';

/**
 * The file of secrets, as people read it, that a part of git prints because another part of the line gives it to git, or that it puts
 * into the next commit by its name or by force.
 */
export function stagedSecret(part: LinePart, paths: LinePaths, settings: CheckLineSettings): string | undefined {
  const { command, rest } = commandOf(part);
  if (/^(?:add|stage)$/.test(command) && !rest.some(({ text }) => /^(?:-\w*n\w*|--dry-run)$/.test(text))) {
    const isForced = rest.some(({ text }) => /^(?:-[a-zA-Z]*f[a-zA-Z]*|--force)$/.test(text));
    const added = isForced ? addedSecret(part, paths, settings) : namedSecret(rest, part, paths);
    if (added !== undefined) return `${added}, into the next commit`;
  }
  if (!printsContent(part)) return undefined;
  for (const other of paths.reading.parts) {
    const found = other === part ? undefined : addedSecret(other, paths, settings);
    if (found !== undefined) return `${found}, from what this line gives to git`;
  }
  return undefined;
}

/** A secret that a word names; `:!x` leaves out. */
function namedSecret(words: readonly Word[], part: LinePart, paths: LinePaths): string | undefined {
  return words.filter(({ text }) => !/^:[!^(]/.test(text)).flatMap((word) => paths.secretIn(word, part, false) ?? [])[0]
    ?.what;
}

/** The command of git in a part, and the words behind it. */
function commandOf({ program = '', words }: LinePart): { readonly command: string; readonly rest: readonly Word[] } {
  const [command, ...rest] = programName(program) === 'git' ? wordsOfGit(words.slice(1)) : [];
  return { command: command?.text ?? '', rest };
}

const PATCH = /^(?:-[puUW]\d*|-[SG].*|--(?:patch|unified|cc|word-diff|color-words|patch-with-\w+|function-context).*)$/;
/** Options by which only names and numbers are printed. */
const SHORT =
  /^(?:-s|-q|--(?:stat|name-only|name-status|numstat|shortstat|summary|raw|dirstat|compact-summary|no-patch|quiet|check).*)$/;

function printsContent(part: LinePart): boolean {
  const { command, rest } = commandOf(part);
  const has = (option: RegExp): boolean => rest.some(({ text }) => option.test(text));
  if (/^(?:diff|show|diff-index|diff-tree|diff-files|range-diff)$/.test(command)) return has(PATCH) || !has(SHORT);
  if (/^(?:log|whatchanged|reflog)$/.test(command)) return has(PATCH);
  if (command === 'stash') return rest[0]?.text === 'show' && has(PATCH);
  if (command === 'commit') return has(/^(?:-[a-z]*v[a-z]*|--verbose)$/) && has(/^--dry-run$/);
  if (command === 'add') return has(/^(?:-[a-z]*p[a-z]*|--patch)$/);
  if (command === 'format-patch') return has(/^--stdout$/);
  return /^(?:cat-file|archive|blame|annotate|fast-export)$/.test(command) || (command === 'grep' && has(/^--cached$/));
}

function addedSecret(part: LinePart, paths: LinePaths, settings: CheckLineSettings): string | undefined {
  const { command, rest } = commandOf(part);
  const has = (option: RegExp): boolean => rest.some(({ text }) => option.test(text));
  const isStash = command === 'stash' && /^(?:push|save|-.*)$/.test(rest[0]?.text ?? '');
  if (!/^(?:add|stage|update-index)$/.test(command) && !isStash) return undefined;
  const named = namedSecret(rest, part, paths);
  if (named !== undefined) return named;
  if (!/^(?:add|stage)$/.test(command) && !(isStash && has(/^(?:-[a-z]*[au]|--(?:all|include-untracked))$/)))
    return undefined;
  const isForced = command === 'stash' ? has(/^(?:-[a-z]*a|--all)$/) : has(/^(?:-[a-zA-Z]*f[a-zA-Z]*|--force)$/);
  const starts = startsOf(part, settings).map((start) => foldPath(start));
  const places = rest.filter(({ text }) => !text.startsWith('-')).flatMap((word) => pathsOf(word, part, settings));
  const isAll = has(/^(?:-[a-zA-Z]*A[a-zA-Z]*|--all|:\/)$/) || (isStash && places.length === 0);
  for (const start of starts) {
    const top = settings.project?.workTreeAround?.(start) ?? start;
    const tracked = new Set(settings.tree?.pathsBelow(top, 'index', () => false)?.map(({ path }) => `${top}/${path}`));
    for (const place of [...(isAll ? [top] : []), ...places.filter((path) => isBelow(foldPath(path), top))].map((one) =>
      foldPath(one),
    )) {
      const found = secretBelow(
        place,
        settings,
        isOfOthers,
        (path) => isForced || (!tracked.has(`${place}/${path}`) && !mayBeIgnored(path, top, settings)),
      );
      if (found !== undefined) return `${lastOf(found)}, which holds secrets`;
    }
  }
  return undefined;
}

/** True if git's list of what it leaves out speaks of the file by its name, or by the end of that. */
function mayBeIgnored(path: string, top: string, { tree, isThere }: CheckLineSettings): boolean {
  const file = `${top}/.gitignore`;
  if (isThere?.(file) !== true || !isSecretBelow(path)) return false;
  const name = lastOf(path);
  const end = `*${name.slice(name.lastIndexOf('.'))}`;
  const first = name.startsWith('.') ? name.split('.', 2).join('.') : name;
  return [name, end, first].some((word) => tree?.mayHold(file, [word]));
}
