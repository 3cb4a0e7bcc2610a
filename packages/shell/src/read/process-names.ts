import { walkAll } from '../line/options.ts';
import type { ProcessSource, Word } from '../line/types.ts';

const PGREP =
  'f x i n o l a c w e A full exact ignore-case newest oldest list-name list-full count echo ignore-ancestors ' +
  'd= g= G= O= P= s= t= u= U= F= r= delimiter= pgroup= group= older= parent= session= terminal= euid= uid= pidfile= runstates= signal=';
const PIDOF = 's c x w q S= o=';
const KILLALL = 'e I i q v w exact ignore-case quiet verbose wait s= signal= o= y= older-than= younger-than=';
const LSOF = 't n P w S l b i=? s=?';
const FUSER = 'a k s u v 4 6 all kill silent user verbose ipv4 ipv6 n= namespace=';
const KILL_PORT = 'p= port= method=';

export const SIGNAL: RegExp =
  /^-(?:\d{1,2}|(?:SIG)?(?:HUP|INT|QUIT|ABRT|KILL|TERM|STOP|TSTP|CONT|ALRM|USR[12]|WINCH|PIPE))$/;

/** The possible texts of a word. Undefined: it may be anything. */
function textsOf(word: Word): readonly string[] | undefined {
  return word.unknown ? word.among : [word.text];
}

function withoutSignal(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => word.unknown || !SIGNAL.test(word.text));
}

/** The processes that `pgrep`, `pkill`, `pidof` or `killall` names. Undefined: nobody knows before the line runs. */
export function processesNamed(program: string, args: readonly Word[]): readonly ProcessSource[] | undefined {
  return forEach(args, (one) => namedBy(program, one));
}

function namedBy(program: string, args: readonly Word[]): readonly ProcessSource[] | undefined {
  const isExact = program === 'pidof' || program === 'killall';
  const spec = program === 'pidof' ? PIDOF : program === 'killall' ? KILLALL : PGREP;
  const { options, rest, issue } = walkAll(program, withoutSignal(args), spec);
  if (issue) return undefined;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  if (isExact) {
    const names = rest.map(textsOf);
    if (rest.length === 0 || names.some((texts) => texts === undefined)) return undefined;
    const ignoresCase = has('I', 'ignore-case');
    return names.flatMap((texts = []) =>
      texts.map((text) => ({ by: 'name', pattern: exactly(text), of: 'names', ignoresCase })),
    );
  }
  const file = options.find(({ name }) => name === 'F' || name === 'pidfile')?.value;
  if (file) return rest.length === 0 ? [{ by: 'file', file }] : undefined;
  const parent = options.find(({ name }) => name === 'P' || name === 'parent')?.value;
  if (parent?.unknown && isOfLine(parent.ends)) return [{ by: 'line' }];
  const [pattern, ...others] = rest;
  const texts = pattern && others.length === 0 ? textsOf(pattern) : undefined;
  if (!texts?.every(isReadable)) return undefined;
  const of = has('f', 'full') ? 'line' : 'names';
  return texts.map((text) => ({
    by: 'name',
    pattern: has('x', 'exact') ? `^(?:${text})$` : text,
    of,
    ignoresCase: has('i', 'ignore-case'),
  }));
}

/** The system keeps the first 15 letters of a name. */
function exactly(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const names = [last, last.slice(0, 15)].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return `^(?:${names.join('|')})$`;
}

/** True for an extended regular expression that means the same to us. */
function isReadable(pattern: string): boolean {
  if (
    pattern === '' ||
    !/^(?:[\w ./:@=,^$|()*+?~#%&'"<>!;-]|\\[^\w\n]|\[[\w./ -]+\])+$/.test(pattern) ||
    /\(\?/.test(pattern)
  )
    return false;
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const MAX_PORTS = 16;

/** The processes at the ports that `lsof -ti:3000` or `fuser 3000/tcp` names. Undefined: they are not known. */
export function processesAt(program: string, args: readonly Word[]): readonly ProcessSource[] | undefined {
  const read = program === 'lsof' ? portsOfLsof : program === 'fuser' ? portsOfFuser : portsOfKillPort;
  const found = forEach(args, read);
  return found && found.length > 0 && found.length <= MAX_PORTS ? found : undefined;
}

/** The processes for each of the possible texts of all words, as in a loop over ports. */
function forEach(
  args: readonly Word[],
  read: (args: readonly Word[]) => readonly ProcessSource[] | undefined,
): readonly ProcessSource[] | undefined {
  const at = args.findIndex((word) => word.unknown && word.among !== undefined);
  const word = args[at];
  if (!word?.unknown || !word.among) return read(args);
  const found = word.among.slice(0, MAX_PORTS + 1).map((text) => forEach(args.with(at, { text }), read));
  const all = found.flat();
  return found.length <= MAX_PORTS && all.every((one) => one !== undefined) ? all : undefined;
}

const ADDRESS = /^[46]?(tcp|udp)?(?:@(?:localhost|127\.0\.0\.1))?:(\d{1,5}(?:,\d{1,5})*)$/i;

function portsOfLsof(args: readonly Word[]): readonly ProcessSource[] | undefined {
  const { options, rest, issue } = walkAll('lsof', args, LSOF);
  // Several kinds of conditions are alternatives for lsof.
  const inet = options.filter(({ name }) => name === 'i');
  if (issue || inet.length === 0 || !options.some(({ name }) => name === 't')) return undefined;
  const free = [...rest];
  const states = options
    .filter(({ name }) => name === 's')
    .map(({ value }) => value ?? free.find(({ text }) => /^tcp:/i.test(text) && /[a-z]$/i.test(text)));
  for (const state of states) if (state && free.includes(state)) free.splice(free.indexOf(state), 1);
  const isListening =
    states.length > 0 && states.every((state) => state && !state.unknown && /^tcp:listen$/i.test(state.text));
  if (states.length > 0 && !isListening) return undefined;
  const values = inet.map(({ value }) => value ?? free.shift());
  if (free.length > 0) return undefined;
  return sourcesOf(values, (text) => {
    const [, protocol, ports] = ADDRESS.exec(text) ?? [];
    const only = protocol?.toLowerCase();
    return ports?.split(',').map((port) => ({
      by: 'port',
      port: Number(port),
      protocol: only === 'tcp' || only === 'udp' ? only : 'any',
      // A client of the port counts as well.
      side: isListening ? 'listening' : 'any',
    }));
  });
}

function portsOfFuser(args: readonly Word[]): readonly ProcessSource[] | undefined {
  const { options, rest, issue } = walkAll('fuser', withoutSignal(args), FUSER);
  if (issue || rest.length === 0) return undefined;
  const spaces = options.filter(({ name }) => name === 'n' || name === 'namespace').map(({ value }) => value?.text);
  const [space, ...others] = spaces;
  if (others.length > 0 || (space !== undefined && space !== 'tcp' && space !== 'udp')) return undefined;
  return sourcesOf(rest, (text) => {
    const [, port, own] = /^(\d{1,5})(?:\/(tcp|udp))?$/.exec(text) ?? [];
    const protocol = own ?? space;
    return port !== undefined && (protocol === 'tcp' || protocol === 'udp')
      ? [{ by: 'port', port: Number(port), protocol, side: 'local' }]
      : undefined;
  });
}

function portsOfKillPort(args: readonly Word[]): readonly ProcessSource[] | undefined {
  const { options, rest, issue } = walkAll('kill-port', args, KILL_PORT);
  if (issue) return undefined;
  const named = options.filter(({ name }) => name !== 'method').map(({ value }) => value);
  return sourcesOf([...named, ...rest], (text) =>
    /^\d{1,5}(?:,\d{1,5})*$/.test(text)
      ? text.split(',').map((port) => ({ by: 'port', port: Number(port), protocol: 'any', side: 'any' }))
      : undefined,
  );
}

export function sourcesOf(
  words: readonly (Word | undefined)[],
  read: (text: string) => readonly ProcessSource[] | undefined,
): readonly ProcessSource[] | undefined {
  const found = words.map((word) => (word ? textsOf(word) : undefined)?.map(read));
  const all = found.flat().flat();
  return all.every((one) => one !== undefined) ? all : undefined;
}

/** The processes whose numbers are in the files that `cat` prints. */
export function processesIn(files: readonly Word[]): readonly ProcessSource[] | undefined {
  const isPlain = files.every(
    (file) => !file.unknown || (!file.many && file.prefix !== '' && !file.prefix.startsWith('-')),
  );
  const isOption = files.some(({ text }) => text.startsWith('-'));
  return files.length > 0 && isPlain && !isOption ? files.map((file) => ({ by: 'file', file })) : undefined;
}

export function isOfLine(sources: readonly ProcessSource[] | undefined): boolean {
  return sources !== undefined && sources.length > 0 && sources.every(({ by }) => by === 'line');
}
