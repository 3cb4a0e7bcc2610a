import type { AtipArgument, AtipOption } from '@atip/core';

/** Words in a flag or a name of what may take a program, a library, a configuration, a template, a host, a log or a file. */
const WORDS = new Set(
  [
    'exec execute command cmd extcmd program shell engine plugin plugins provider providers library lib module preload',
    'require import config conf configuration options option template hook hooks pager editor browser tool toolexec vettool',
    'askpass rsh rmt helper interpreter python script eval runtime driver linker toolchain compiler cc renderer complex',
    'host hosts hostname url uri server endpoint proxy remote registry mirror index repo repository connect resolve address',
    'socket log logs trace report debug output out outfile dump save write dest destination o keyout root dir directory',
    'chdir cwd project path file files filename kubeconfig userconfig context volume mount device privileged security pid',
    'ipc userns network cookie netrc upload form data body strategy prefix overlay modfile target codegen entrypoint cap',
    'gpus publish ssh preset checkpoint cgroup request recover connection vf af image git proto json',
  ].flatMap((line) => line.split(' ')),
);

/** The same in a description. */
const TEXT =
  /\b(?:programs?|executables?|shell|librar(?:y|ies)|plugins?|engine|hooks?|pager|editor|browser|interpreter|script|configuration file|config file|URLs?|URIs?|host ?names?|server|proxy|socket|log file|logs? to|writes?|output (?:to|file)|path to|files?|director(?:y|ies)|upload|sends?)\b/i;

/** Whether somebody has to judge what a parameter's value can make the program do. Switches take no value. */
export function isCandidate(source: AtipArgument | AtipOption): boolean {
  if (source.type === 'boolean' || ('x-count' in source && source['x-count'] === true)) return false;
  if (source.type === 'file' || source.type === 'directory' || source.type === 'url') return true;
  const names = 'flags' in source ? [...source.flags, source.name] : [source.name];
  return names.flatMap(wordsOf).some((word) => WORDS.has(word)) || TEXT.test(source.description);
}

/** Shape: `"--etag-saveFile"` → `["etag", "save", "file"]`. */
function wordsOf(flag: string): string[] {
  const text = flag.replace(/^[-+]+/, '').replaceAll(/([a-z])([A-Z])/g, '$1-$2');
  return text.toLowerCase().split(/[^a-z]+/);
}
