import { walkOptions, type WrapIssue } from '../line/options.ts';
import { knownStart } from '../line/patterns.ts';
import type { Word } from '../line/types.ts';
import { givenOption } from './git.ts';
import { failed, type Piped, type Unwrapped } from './unwrapped.ts';

/** Programs that start another one for some of their options: letters, long names, arguments. */
interface StartingWords {
  readonly letters?: string;
  readonly names?: readonly string[];
  readonly operand?: RegExp;
}

const programs: Readonly<Record<string, StartingWords>> = {
  tar: {
    letters: 'IFT',
    names: [
      'to-command',
      'files-from',
      'checkpoint-action',
      'use-compress-program',
      'rsh-command',
      'rmt-command',
      'info-script',
      'new-volume-script',
    ],
  },
  bsdtar: { names: ['use-compress-program'] },
  cpio: { names: ['rsh-command'] },
  sort: { names: ['compress-program'] },
  split: { names: ['filter'] },
  rg: { names: ['pre', 'hostname-bin'] },
  man: { letters: 'PHC', names: ['pager', 'html', 'config-file', 'browser'] },
  less: { letters: 'k', names: ['lesskey-file', 'lesskey-src', 'lesskey-context'], operand: /^\+.*[!|v]/ },
  more: { operand: /^\+.*!/ },
  bat: { names: ['pager'] },
  batcat: { names: ['pager'] },
  scp: { letters: 'SoF' },
  sftp: { letters: 'SoFDb' },
  rsync: { letters: 'e', names: ['rsh', 'rsync-path'] },
  make: { letters: 'E', names: ['eval'] },
  gmake: { letters: 'E', names: ['eval'] },
  zip: { letters: 'T', names: ['unzip-command'] },
  wget: { letters: 'e', names: ['execute', 'use-askpass'] },
  tcpdump: { letters: 'z' },
  dpkg: { names: ['pre-invoke', 'post-invoke'] },
  nmap: { names: ['script'] },
  fzf: { names: ['preview', 'bind', 'with-shell', 'become'] },
  watchexec: { operand: /./ },
  entr: { operand: /./ },
  nodemon: { letters: 'xer', names: ['exec', 'require'] },
  ctags: { names: ['options', 'xcmd'] },
  logrotate: { operand: /./ },
  'run-parts': { operand: /./ },
  lftp: { letters: 'ecf' },
  socat: { operand: /^(exec|system|shell):/i },
  nc: { letters: 'ec', names: ['exec', 'sh-exec', 'lua-exec'] },
  ncat: { letters: 'ec', names: ['exec', 'sh-exec', 'lua-exec'] },
  netcat: { letters: 'ec', names: ['exec', 'sh-exec'] },
  tmux: {
    operand:
      /^(new|new-s.*|neww|new-w.*|split-?w.*|splitw|respawn.*|run(-shell)?|if(-shell)?|send(-keys)?|pipe-?p.*|pipep|popup|display-p.*|set-hook|bind.*|confirm.*|source.*|set.*)$|#\(/,
  },
  screen: { letters: 'dDmXcs', operand: /./ },
  perf: { operand: /^(trace|bench|mem|c2c|lock|sched|kmem|kvm|script|ftrace)$/ },
  parallel: { operand: /./ },
  sem: { operand: /./ },
  sg: { operand: /./ },
  newgrp: { operand: /./ },
  dsh: { operand: /./ },
  pssh: { operand: /./ },
  start: { operand: /./ },
  'start-stop-daemon': { letters: 'SabC', names: ['start', 'exec', 'startas'] },
  'npm-run-all': { operand: /./ },
  concurrently: { operand: /./ },
  nvim: { letters: 'l' },
  apt: { letters: 'oc', names: ['option', 'config-file'] },
  'apt-get': { letters: 'oc', names: ['option', 'config-file'] },
  'ansible-playbook': {},
  openssl: { names: ['engine', 'provider', 'provider-path'], operand: /^-(engine|provider|provider-path)$/ },
  'ld.so': { operand: /./ },
  'ld-linux-x86-64.so.2': { operand: /./ },
  crontab: { operand: /^(?!-[lu]*$)/ },
};

/** Programs that run commands from their standard input. */
const readsCode =
  /^(crontab|parallel|sem|m4|ed|red|dc|sqlite3|psql|mysql|mariadb|duckdb|gnuplot|lftp|ftp|entr|gdb|lldb)$/;

/** Programs such as `tar` and `rsync` that start another one when an option says so. */
export function readCommandOptions(name: string, args: readonly Word[], piped: Piped): Unwrapped | undefined {
  if (/^(at|batch)$/.test(name)) return readAt(name, args, piped);
  if (/^g?make$/.test(name)) {
    const issue = args.flatMap((word, index) => makeIssue(word, args[index + 1]))[0];
    if (issue) return { ...failed(name, issue) };
  }
  const isFed = readsCode.test(name) && piped.stdin !== 'none';
  const fed: WrapIssue = {
    code: 'UNKNOWN_CODE',
    message: `${name} can run commands from its standard input.`,
  };
  const row = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (!row) return isFed ? failed(name, fed) : undefined;
  const dashes = args.findIndex((word) => !word.unknown && word.text === '--');
  const options = dashes < 0 ? args : args.slice(0, dashes);
  for (const [index, word] of options.entries()) {
    const option = givenOption(word, row.letters ?? '', row.names ?? []) ?? bundled(name, word, index);
    if (!option) continue;
    if (name === 'rsync' && isPlainRsh(word, args[index + 1])) continue;
    return failed(name, startsProgram(`${option} of ${name}`));
  }
  const operand = args.find((word) => !word.unknown && !word.text.startsWith('-') && row.operand?.test(word.text));
  const isFile = name === 'crontab' && args.every((word) => !word.unknown && /^-[lur]*$/.test(word.text));
  if (!operand || isFile) return isFed && !isFile ? failed(name, fed) : undefined;
  return failed(name, startsProgram(`${name} ${operand.text}`));
}

/** `tar xIf`: letters without a dash. */
function bundled(name: string, word: Word, index: number): string | undefined {
  if (name !== 'tar' || index > 0 || word.text.startsWith('-')) return undefined;
  const letter = [...knownStart(word)].find((one) => one === 'I' || one === 'F' || one === 'T');
  return letter && `-${letter}`;
}

/** `-e ssh`, rsync's default, with options of ssh that start nothing. */
function isPlainRsh(word: Word, next: Word | undefined): boolean {
  if (word.unknown || next?.unknown) return false;
  const value = /^-[a-zA-Z]*e$|^--rsh$/.test(word.text) ? next?.text : /^--rsh=(.*)$/s.exec(word.text)?.[1];
  return value !== undefined && /^ssh( -(p ?\d+|[il] ?[\w./~@-]+|[46ACqvxT]+))*$/.test(value);
}

function makeIssue(word: Word, next: Word | undefined): WrapIssue[] {
  const known = knownStart(word);
  if (word.unknown && (word.prefix === '' || word.many)) {
    return [
      { code: 'UNKNOWN_CODE', message: `${word.text} may become a variable or an option of make, which can run code.` },
    ];
  }
  if (/^(-[a-zA-Z]*f|--(file|makefile))$/.test(known) && next && /^(-|\/dev\/stdin)$/.test(next.text)) {
    return [{ code: 'UNKNOWN_CODE', message: 'make reads its rules from the standard input.' }];
  }
  if (/^(-[a-zA-Z]*f|--(file|makefile)=)(-|\/dev\/stdin)$/.test(known)) {
    return [{ code: 'UNKNOWN_CODE', message: 'make reads its rules from the standard input.' }];
  }
  const assignment = /^([\w.-]+)\s*(?:\+|\?|::?:?|!)?=(.*)$/s.exec(known);
  if (!assignment || known.startsWith('-')) return [];
  const [, variable = '', value = ''] = assignment;
  if (/!=/.test(known.slice(0, known.indexOf('=') + 1)) || word.unknown || /[`;|&\n\r<>]|\$[({\w@]/.test(value)) {
    return [{ code: 'UNKNOWN_CODE', message: `make may run the value of ${variable}, which is code or not known.` }];
  }
  if (
    !/^(\.?SHELL(FLAGS)?|MAKE\w*|G?NUMAKEFLAGS|PATH|CC|CXX|LD|AR|AS|CPP|RM|CP|MV|LN|INSTALL|RANLIB|STRIP|\w*(CMD|COMMAND|EXEC|PROG|PROGRAM|RUN|RUNNER|TOOL|LAUNCHER|WRAPPER|LINKER|COMPILER))$/i.test(
      variable,
    )
  ) {
    return [];
  }
  return [{ code: 'CHANGES_PROGRAMS', message: `The variable ${variable} of make changes which programs run.` }];
}

/** `at TIME`: standard input is the script; `-f` names a file. */
function readAt(name: string, args: readonly Word[], { stdin }: Piped): Unwrapped | undefined {
  const { options, issue } = walkOptions(name, args, 'V q= m M l b d r v c f= t= u=');
  if (issue) return failed(name, issue);
  if (options.some((option) => /^[Vldrc]$/.test(option.name))) return undefined;
  if (typeof stdin === 'object' && !options.some((option) => option.name === 'f')) {
    return { name, inner: [{ script: stdin, dialect: 'sh' }], keepsOuter: true, issues: [] };
  }
  return failed(name, { code: 'UNKNOWN_CODE', message: `${name} runs a script later that is not read.` });
}

function startsProgram(subject: string): WrapIssue {
  return { code: 'UNKNOWN_PROGRAM', message: `${subject} starts a program that is not read.` };
}
