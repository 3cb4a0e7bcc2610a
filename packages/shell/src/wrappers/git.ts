import { unknownWord, walkOptions } from '../line/options.ts';
import { knownText } from '../line/patterns.ts';
import type { Word } from '../line/types.ts';
import { failed, type Inner, type Unwrapped } from './unwrapped.ts';

const gitOptions =
  'C= c= p P v h config-env= exec-path=? paginate no-pager git-dir= work-tree= namespace= bare no-replace-objects no-lazy-fetch no-optional-locks ' +
  'no-advice literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs super-prefix= list-cmds= html-path man-path info-path attr-source= ' +
  'version help';

/** The words of git's command, behind the options of git itself. Empty where these are not known. */
export function wordsOfGit(args: readonly Word[]): readonly Word[] {
  const { rest, issue } = walkOptions('git', args, gitOptions);
  return issue ? [] : rest;
}

/** `git bisect run CMD` and other commands in the line. Its document judges other options that name programs. */
export function unwrapGit(name: string, args: readonly Word[]): Unwrapped | undefined {
  const { options, rest, issue } = walkOptions(name, args, gitOptions);
  if (issue) return failed(name, issue);
  const [command, ...words] = rest;
  if (command?.unknown) return failed(name, unknownWord(name, command));
  if (options.some(({ name: option, value }) => option === 'c' && /^alias\..*=!/is.test(value?.text ?? '')))
    return failed(name, { code: 'UNKNOWN_CODE', message: 'git runs the script of an alias, which is not read.' });
  const inner = command ? innerOf(command.text, words) : [];
  return inner.length === 0 ? undefined : { name, inner, keepsOuter: true, issues: [] };
}

function innerOf(command: string, words: readonly Word[]): readonly Inner[] {
  const texts = words.map(knownText);
  if (command === 'bisect' && texts[0] === 'run') return [{ words: words.slice(1) }];
  if (command === 'submodule')
    return texts.includes('foreach') ? ofForeach(words.slice(texts.indexOf('foreach') + 1)) : [];
  // The document judges one that is written in another way, and then all.
  if (command !== 'rebase' || words.some(({ text }) => /^(?!-x$|--exec$)(?:-\w*x|--ex)/.test(text))) return [];
  return words.flatMap((script, at) =>
    /^(?:-x|--exec)$/.test(texts[at - 1] ?? '') ? [{ script, dialect: 'sh' } as const] : [],
  );
}

/** `foreach` runs one word as a script, several as a command. */
function ofForeach(words: readonly Word[]): readonly Inner[] {
  const { rest } = walkOptions('git submodule foreach', words, 'q quiet recursive');
  const [script, ...others] = rest;
  if (!script) return [];
  return [others.length === 0 ? { script, dialect: 'sh' } : { words: rest }];
}
