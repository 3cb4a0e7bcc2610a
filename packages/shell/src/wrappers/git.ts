import { compileGlob, HARMLESS_GIT_KEYS, HARMLESS_GIT_VALUES } from '@atip/core/internal';
import { unknownWord, walkOptions, type WrapIssue } from '../line/options.ts';
import { knownStart, knownText } from '../line/patterns.ts';
import type { Word } from '../line/types.ts';
import { failed, type Unwrapped } from './unwrapped.ts';

const gitOptions =
  'C= c= p P v h config-env= exec-path=? paginate no-pager git-dir= work-tree= namespace= bare no-replace-objects no-lazy-fetch no-optional-locks ' +
  'no-advice literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs super-prefix= list-cmds= html-path man-path info-path attr-source= ' +
  'version help';

const harmlessKey = `(#i)${HARMLESS_GIT_KEYS}?(=*)`;
const harmlessValue = `(#i)${HARMLESS_GIT_VALUES}`;

/** Options of its commands whose value is a program: letters, long names. */
const programOptions: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  rebase: ['x', ['exec']],
  difftool: ['xt', ['extcmd', 'tool']],
  mergetool: ['t', ['tool']],
  grep: ['O', ['open-files-in-pager']],
  clone: ['uc', ['upload-pack', 'config', 'template']],
  init: ['', ['template']],
  fetch: ['', ['upload-pack']],
  pull: ['', ['upload-pack']],
  'fetch-pack': ['', ['upload-pack', 'exec']],
  'ls-remote': ['', ['upload-pack', 'exec']],
  push: ['', ['receive-pack', 'exec']],
  'send-pack': ['', ['receive-pack', 'exec']],
  archive: ['', ['exec']],
  'send-email': ['', ['smtp-server', 'sendmail-cmd', 'to-cmd', 'cc-cmd', 'header-cmd']],
  instaweb: ['b', ['browser', 'httpd']],
  help: ['w', ['web']],
};

const runsPrograms = /^(filter-branch|for-each-repo|merge-index|shell|daemon|hook|credential|quiltimport)$/;

/** `git -c alias.x=!CMD x`, `git bisect run CMD` and other ways to make git start a program in the line. */
export function unwrapGit(name: string, args: readonly Word[]): Unwrapped | undefined {
  const { options, rest, issue } = walkOptions(name, args, gitOptions);
  if (issue) return failed(name, issue);
  const [command, ...words] = rest;
  if (command?.unknown) return failed(name, unknownWord(name, command));
  const issues: WrapIssue[] = [];
  const aliases: Word[] = [];
  for (const { name: option, value } of options) {
    // Its key ends at the last equals sign, so that the list for -c does not fit it.
    if (option === 'config-env' || (option === 'exec-path' && value)) issues.push(changes(`--${option}`));
    if (option !== 'c') continue;
    const alias = command ? aliasOf(value, command.text) : undefined;
    if (alias) aliases.push(alias);
    else if (!isHarmless(value)) issues.push(changes(`-c ${value?.text ?? ''}`));
  }
  const read = command && aliases.length === 0 ? readCommand(command.text, words) : undefined;
  issues.push(...(read?.issues ?? []));
  const inner = [...aliases.map((script) => ({ script, dialect: 'sh' }) as const), ...(read?.inner ?? [])];
  return inner.length + issues.length === 0 ? undefined : { name, inner, keepsOuter: true, issues };
}

function isHarmless(setting: Word | undefined): boolean {
  if (!setting) return true;
  if (setting.unknown) return setting.prefix.includes('=') && compileGlob(harmlessKey)?.(setting.prefix) === true;
  return compileGlob(harmlessKey)?.(setting.text) === true || compileGlob(harmlessValue)?.(setting.text) === true;
}

/** The script of `alias.NAME=!SCRIPT`, for the alias that the call uses. */
function aliasOf(value: Word | undefined, command: string): Word | undefined {
  if (!value || value.unknown) return undefined;
  const start = `alias.${command}=!`;
  if (value.text.slice(0, start.length).toLowerCase() !== start.toLowerCase()) return undefined;
  return { ...value, text: value.text.slice(start.length) };
}

function readCommand(command: string, words: readonly Word[]): Pick<Unwrapped, 'inner' | 'issues'> | undefined {
  const texts = words.map(knownText);
  if (command === 'bisect' && texts[0] === 'run') return { inner: [{ words: words.slice(1) }], issues: [] };
  if (command === 'submodule') {
    const at = texts.indexOf('foreach');
    return at < 0 ? undefined : readForeach(words.slice(at + 1));
  }
  if (runsPrograms.test(command)) return { inner: [], issues: [startsProgram(`git ${command}`)] };
  if (texts.some((text) => text?.includes('ext::'))) return { inner: [], issues: [startsProgram('An ext:: address')] };
  const [letters, names] = (Object.hasOwn(programOptions, command) ? programOptions[command] : undefined) ?? ['', []];
  const dashes = texts.indexOf('--');
  const options = dashes < 0 ? words : words.slice(0, dashes);
  for (const [index, word] of options.entries()) {
    const given = givenOption(word, letters, names);
    if (!given || (command === 'clone' && isHarmlessConfig(word, words[index + 1]))) continue;
    const isExec = command === 'rebase' && !word.unknown && /^(-x|--exec)$/.test(word.text);
    const script = isExec ? words[index + 1] : undefined;
    if (!script) return { inner: [], issues: [startsProgram(`${given} of git ${command}`)] };
    const behind = readCommand(command, words.slice(index + 2));
    return { inner: [{ script, dialect: 'sh' }, ...(behind?.inner ?? [])], issues: behind?.issues ?? [] };
  }
  return undefined;
}

/** `--config KEY=VALUE` of clone, its letter, or with an equals sign. */
function isHarmlessConfig(option: Word, next: Word | undefined): boolean {
  if (option.unknown) return false;
  if (option.text === '-c' || option.text === '--config') return isHarmless(next);
  return option.text.startsWith('--config=') && isHarmless({ ...option, text: option.text.slice('--config='.length) });
}

/** `foreach` runs one word as a script, several as a command. */
function readForeach(words: readonly Word[]): Pick<Unwrapped, 'inner' | 'issues'> | undefined {
  const { rest, issue } = walkOptions('git submodule foreach', words, 'q quiet recursive');
  if (issue) return { inner: [], issues: [issue] };
  const [script, ...others] = rest;
  if (!script) return undefined;
  return { inner: [others.length === 0 ? { script, dialect: 'sh' } : { words: rest }], issues: [] };
}

/** The option, if the word is one of these, abbreviated or combined. */
export function givenOption(word: Word, letters: string, names: readonly string[]): string | undefined {
  const text = knownStart(word);
  if (text.startsWith('--')) {
    const typed = text.slice(2).split('=', 1)[0] ?? '';
    const name = typed === '' ? undefined : names.find((one) => one.startsWith(typed));
    return name && `--${name}`;
  }
  if (!text.startsWith('-')) return undefined;
  const letter = [...text.slice(1)].find((one) => letters.includes(one));
  return letter && `-${letter}`;
}

function changes(option: string): WrapIssue {
  return { code: 'CHANGES_PROGRAMS', message: `${option} of git can change which programs run.` };
}

function startsProgram(subject: string): WrapIssue {
  return { code: 'UNKNOWN_PROGRAM', message: `${subject} makes git start another program.` };
}
