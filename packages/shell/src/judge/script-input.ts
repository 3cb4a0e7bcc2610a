import { foldPath, UNKNOWN } from '@atip/core/internal';
import { isForeign, programName } from '../line/program-names.ts';
import type { LinePart, PartCheck, Word } from '../line/types.ts';
import { builtinOf } from '../read/builtins.ts';
import { isInterpreter } from '../wrappers/interpreters.ts';
import { statesInput } from './check-paths.ts';
import type { CheckLineSettings } from './context.ts';
import { mayBeBelow, pathsOf } from './paths.ts';
import { realOf } from './project-view.ts';

type Judged = Pick<PartCheck, 'call' | 'command' | 'effects' | 'files' | 'runsInstalled'>;

/**
 * Why a command may read on in the script that its shell reads from standard input, so that another text runs than stands there: it has no
 * input of its own and is not known to leave that alone. Behind the project's own code every end of the text may be harmless instead.
 */
export function whyReadsOn(part: LinePart, judged: Judged, settings: CheckLineSettings): string | undefined {
  const { of, text } = part.rest ?? { text: '' };
  if (text.trim() === '') return undefined;
  const reads = mayRead(part, judged, settings);
  if (reads === 'no' || (reads === 'perhaps' && (of === 'lines' || isHarmlessFromAnywhere(text)))) return undefined;
  return `may read ${of === 'lines' ? 'lines of the loop' : 'the rest of the script'}, and the shell goes on behind what it has read`;
}

/** Programs that never read standard input unless a word says so. Of the second ones a file may be that input. */
const NEVER =
  /^g?(?:ls|mkdir|rmdir|rm|touch|chmod|stat|du|df|date|sleep|which|whoami|hostname|uname|id|basename|dirname|realpath|readlink|mktemp|seq|tree|ps|pgrep|pkill|expr|nproc|free|uptime|pwd|echo|true|false)$/;
const NEVER_BY_ITSELF = /^g?(?:cp|mv|ln|find|file|curl)$/;
const NEVER_OF_GIT =
  /^(?:status|diff|log|show|branch|rev-parse|ls-files|ls-remote|describe|blame|grep|merge-base|show-ref|remote|fetch|push|worktree|init|add|rm|mv|switch|checkout|restore|reset|stash|commit)$/;

/** Words that name standard input, and those by which a program asks there. */
const INPUT =
  /^-$|[=@]-$|^-[a-zA-Z]+-$|stdin|^-T|^-[a-zA-Z]*F$|parseopt|^--(?:file|contents|no-index|from|read|edit|exclude-existing)/;
const ASKS = /^-[a-zA-Z]*[iI]|^-ok|^--interactive/;
const ASKS_OF_GIT = /^-[a-zA-Z]*[pie]|^--(?:patch|interactive|edit|prompt)/;

function mayRead(part: LinePart, judged: Judged, settings: CheckLineSettings): 'yes' | 'no' | 'perhaps' {
  const { kind, program = '', words, redirects, assignments, code } = part;
  // `3<&0` gives it another name.
  const isCopied = redirects.some(
    ({ operator, target: { text } }) => /^[<>]&$/.test(operator) && !/^(?:[12]|-)$/.test(text),
  );
  const inputs = redirects.filter(({ operator }) => operator === '<' || operator === '<>').map(({ target }) => target);
  const named = assignments.flatMap(({ value }) => value ?? []);
  if (isCopied || isInput(inputs, true, part, settings) || isInput(named, false, part, settings)) return 'yes';
  // It reads names of files, and `-` may be one.
  if ([...part.through, program].some((name) => /^(?:.*\/)?g?xargs$/.test(name))) return 'yes';
  if (redirects.some(({ operator, fd = 0 }) => operator === '<' && fd === 0)) return 'no';
  const args = words.slice(1);
  if (kind === 'builtin') {
    if (/^(?:read|mapfile|readarray|fc|fg)$/.test(program)) return 'yes';
    if (/^(?:source|\.)$/.test(program)) return isInput(args, true, part, settings) ? 'yes' : 'perhaps';
    return builtinOf(program) === 'moves' && isInput(args, false, part, settings) ? 'yes' : 'no';
  }
  if (kind !== 'program') return 'no';
  // `./ls` may be the project's.
  const name = isForeign(program) ? '' : programName(program);
  const [command = ''] = judged.command ?? [];
  const [first, ...others] = args;
  if (others.length === 0 && name !== '' && /^--(?:version|help)$/.test(first?.text ?? '')) return 'no';
  const has = (pattern: RegExp): boolean => args.some(({ text }) => pattern.test(text));
  const isGit =
    name === 'git' && NEVER_OF_GIT.test(command) && (command !== 'commit' || has(/^(?:-[a-z]*m|--message)/));
  const isPlain = NEVER.test(name) || isGit;
  const read = (code?.reads ?? []).map((text) => ({ text }));
  if (part.snippet || has(INPUT) || isInput([...args, ...read], !isPlain && part.rest?.of !== 'lines', part, settings))
    return 'yes';
  if (isGit) return /^(?:add|checkout|restore|reset|stash|commit)$/.test(command) && has(ASKS_OF_GIT) ? 'yes' : 'no';
  if (isPlain || NEVER_BY_ITSELF.test(name))
    return /^g?(?:rm|cp|mv|ln|find|which)$/.test(name) && has(ASKS) ? 'yes' : 'no';
  if (code?.language === 'awk' && has(/getline/)) return 'yes';
  const { call, effects, files, runsInstalled } = judged;
  // Its document speaks of what any script may do.
  if (files !== undefined || (isInterpreter(program) && has(/^[^-]/))) return 'perhaps';
  const stated = call && statesInput({ mapping: call, args: call.arguments });
  if (stated === true) return 'yes';
  if (/^(?:rg|ag|ack)$/.test(name) && call?.arguments['path'] !== undefined) return 'no';
  const isOwn = runsInstalled === true || effects.subprocess === true || part.runner !== undefined;
  return !call || isOwn ? 'perhaps' : stated === false ? 'no' : 'yes';
}

/** True where a word may lead to the open files of its process. @param isOpen what a word that nobody knows counts as */
function isInput(words: readonly Word[], isOpen: boolean, part: LinePart, settings: CheckLineSettings): boolean {
  return words.some((word) =>
    pathsOf(word, part, settings).some((path) => {
      if (path.startsWith(UNKNOWN)) return isOpen;
      const folded = foldPath(path);
      if (OUTPUT.test(folded)) return false;
      const isPattern = /[*?[]/.test(folded) || folded.includes(UNKNOWN);
      const all = [folded, isPattern ? folded : (realOf(path, settings) ?? '/proc')];
      return all.some((one) => mayBeBelow(one, '/dev') || mayBeBelow(one, '/proc'));
    }),
  );
}

const OUTPUT = /^\/dev\/(?:null|zero|u?random|tty|stdout|stderr)$/;

/** Commands without further arguments: scripts of the project, what git shows, a text in quotes, of which none is left open at the end. */
const HARMLESS =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)? [a-z][\w:-]*|npx tsc --noEmit|make(?: [a-z][\w-]*)?|(?:pytest|jest|vitest run|eslint|mypy)(?: \.| -[qvx])?|cargo (?:build|test|check|clippy|fmt)|go (?:build|test|vet)|git (?:status|diff|log|show|branch|fetch|push)(?: --?[\w-]+)*|set -[a-z]+(?: pipefail)?|(?:head|tail) -\d+|echo q|exit \d+|true|wait|date|pwd|ls(?: -[a-zA-Z]+)?)?$/;

/** True for a text that does no harm wherever a shell begins to read it, also in the middle of a word or of a text in quotes. */
function isHarmlessFromAnywhere(rest: string): boolean {
  const isOneKind = !(rest.includes('"') && rest.includes("'"));
  if (!isOneKind || /reboot|poweroff|halt|shutdown|suspend|hibernate/.test(rest)) return false;
  const commands = rest
    .replace(/ ?\d?>(?:&[12]| ?\/dev\/null)(?![^\s;&|])/g, '')
    .replace(/(?<= )(["'])[^"'\n$`\\]*\1(?=[\s;]|$)/g, 'q')
    .split(/\n|;|&&|\|\|?/);
  return commands.every((command) => HARMLESS.test(command.trim()));
}
