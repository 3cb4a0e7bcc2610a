/**
 * The words of `effects/*.tsv`. A row has command, option, effects and reason, with a tab between. The option is one or more
 * flags or names of arguments, or empty for the command itself; `refspec=+*` speaks of values that fit the glob (`\s` is a
 * blank, `(#i)` first: without case). The first row that fits counts. The command `openssl *` is every command that has the
 * option. An option's effects add to the command's, so they can only add harm.
 *
 * Effects. `reads`, `writes`, `deletes`: files, and what a program keeps in them. `network`: other machines, a daemon.
 * `runs`: programs that the project names, such as hooks. `runs-call`: code that the call names. `runs-file`: of a parameter
 * whose file is run. `sends`: what the call names leaves this machine. `reveals`: prints credentials. `environment`: prints
 * its variables. `ends-processes`: instead of `destructive` where nothing that is kept is lost. `root`: an administrator's
 * rights. `destructive`: something is lost or ended. `irreversible`: and no command brings it back. `idempotent`, `prompts`,
 * `billable`. `no-…`: it does not. An effect that no word states is unknown, which is never safe.
 *
 * Several at once. `only`: denies the words of `DENIED` that the row does not state. `looks`, `anything`: see `SHORT`.
 * `replaces`: of a parameter that names a file; nothing is lost where no file is, or where git can bring it back.
 * `loses:file,-t`: destroys the files at these parameters and nothing else. `nothing`: of an option, it adds no effect.
 *
 * About a parameter's text. `carries`: it becomes part of an address, so that an unknown one is sent. `brings`: the call gives
 * what is written, as in a patch. `fetches`: another machine does, so a line asks before it runs such code. `no-brings`:
 * it was here already.
 *
 * Of an option. `mode` first: the row replaces the command's effects, as `--list` does. `unless:-f,name,!value`: not with one
 * of these. `as:force`: rules of a policy call it so.
 *
 * A formatter, or a fix of a checker, that edits sources in place `writes` and is `no-destructive`, because the change is what
 * it is for. A program that writes another form of a file over a name that may be taken is `destructive`.
 */
import type { AtipEffects, ConditionalEffects } from '@atip/core';
import { CONTROL_ADDRESSES, HARMLESS_GIT_KEYS, HARMLESS_GIT_VALUES } from '@atip/core/internal';

/** Words in the tables for globs that several rows need. */
const GLOBS: ReadonlyMap<string, string> = new Map([
  ['@git-keys', HARMLESS_GIT_KEYS],
  ['@git-values', HARMLESS_GIT_VALUES],
  // A path that may lie outside of the project.
  ['@elsewhere', '@(/*|~*|..|../*|*/../*|*/..)'],
  ['@control', CONTROL_ADDRESSES],
  [
    '@credentials',
    '@(passw|passphrase|secret|api?(_)key|private?(_)key|credential|[!a-z]token[!a-z]|@(access|refresh|auth|api|session|reset)_token|pg_shadow|pg_authid|mysql.user)',
  ],
]);

/** `refspec=+*` → the parameter and the glob of its values; a blank in the glob is `\\s`, a tab `\\t`. */
export function splitValue(cell: string): { readonly owner: string; readonly match?: string } {
  const at = cell.indexOf('=', 1);
  if (at < 0) return { owner: cell };
  const blanks: Readonly<Record<string, string>> = { s: ' ', t: '\t', n: '\n' };
  const match = cell
    .slice(at + 1)
    .replaceAll(/@[a-z][a-z-]*/g, (word) => GLOBS.get(word) ?? word)
    .replaceAll(/\\([stn\\])/g, (whole, mark: string) => blanks[mark] ?? whole);
  return { owner: cell.slice(0, at), match };
}

/**
 * The words of a row about a parameter: `mode` first if it replaces, `unless:a,b` for parameters that undo it,
 * `as:force` for the kind by which rules name it, `replaces` for one that names a file which is replaced, `carries` for
 * one whose text goes to another machine, `runs-file` for one that names the file which is run.
 */
export function conditionalOf(
  words: readonly string[],
  at: string,
): { readonly isMode: boolean; readonly effects: ConditionalEffects } {
  const unless = words.flatMap((word) => (word.startsWith('unless:') ? word.slice(7).split(',') : []));
  const kind = words.find((word) => word.startsWith('as:'))?.slice(3);
  const isMode = words[0] === 'mode';
  const [replaces, carries, loads] = ['replaces', 'carries', 'runs-file'].map((word) => words.includes(word));
  const effects: ConditionalEffects = effectsOfWords(
    words.slice(isMode ? 1 : 0).filter((word) => !/^(?:unless|as):|^carries$/.test(word)),
    at,
  );
  if (replaces) effects['x-replaces'] = true;
  if (carries) effects['x-carries'] = true;
  if (loads) effects['x-loads'] = true;
  return { isMode, effects: { ...effects, ...(unless.length > 0 && { unless }), ...(kind && { 'x-kind': kind }) } };
}

/** Words that abbreviate several others. */
const SHORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['looks', ['reads', 'only', 'idempotent', 'no-irreversible']],
  ['runs-call', ['runs', 'names-program']],
  ['runs-file', ['runs', 'names-program']],
  ['replaces', ['writes', 'destructive', 'irreversible']],
  ['anything', ['reads', 'writes', 'deletes', 'network', 'runs', 'names-program', 'destructive', 'irreversible']],
]);

/** The effects that `only` denies unless the row states them. */
const DENIED = ['writes', 'deletes', 'network', 'runs', 'destructive'];

const KNOWN = new Set([
  ...DENIED,
  ...[
    'reads',
    'irreversible',
    'idempotent',
    'prompts',
    'billable',
    'names-program',
    'sends',
    'ends-processes',
    'reveals',
    'environment',
    'root',
    'brings',
    'fetches',
  ],
]);

/**
 * The effects in the words of a table's row.
 *
 * Shape: `["reads", "runs", "only"]` → only reads and starts programs; `["destructive"]` → destructive,
 * the rest unknown. `no-` before a word states false. `["nothing"]` → no effects, so an option adds nothing. `loses:a,b`: what is
 * destroyed stands at the values of these parameters.
 *
 * @param at of the row, for messages
 * @throws Error for an unknown word, or one that is both stated and denied
 */
export function effectsOfWords(words: readonly string[], at: string): AtipEffects {
  const stated = new Map<string, boolean>();
  const loses = words.flatMap((word) => (word.startsWith('loses:') ? word.slice(6).split(',') : []));
  const all = words.filter((word) => !word.startsWith('loses:')).flatMap((word) => SHORT.get(word) ?? [word]);
  for (const word of all) {
    if (word === 'only' || word === 'nothing') continue;
    const name = word.replace(/^no-/, '');
    if (!KNOWN.has(name)) throw new Error(`${at}: "${word}" is no effect`);
    if (stated.get(name) === (word !== name)) throw new Error(`${at}: "${name}" is stated and denied`);
    stated.set(name, word === name);
  }
  if (all.includes('nothing') && all.length > 1) throw new Error(`${at}: "nothing" stands alone`);
  if (all.includes('only')) for (const name of DENIED) if (!stated.has(name)) stated.set(name, false);
  const effects = toEffects((name) => stated.get(name));
  if (loses.length > 0) effects['x-loses'] = loses;
  return effects;
}

function toEffects(of: (name: string) => boolean | undefined): AtipEffects {
  const filesystem = defined({ read: of('reads'), write: of('writes'), delete: of('deletes') });
  const irreversible = of('irreversible');
  return defined({
    filesystem: Object.keys(filesystem).length > 0 ? filesystem : undefined,
    network: of('network'),
    subprocess: of('runs'),
    idempotent: of('idempotent'),
    reversible: irreversible === undefined ? undefined : !irreversible,
    destructive: of('destructive'),
    interactive: of('prompts') === undefined ? undefined : defined({ prompts: of('prompts') }),
    cost: of('billable') === undefined ? undefined : defined({ billable: of('billable') }),
    'x-runs': of('names-program') ? 'call' : undefined,
    'x-sends': of('sends') === undefined ? undefined : of('sends') ? 'given' : 'none',
    'x-reveals': of('reveals')
      ? 'credentials'
      : of('environment')
        ? 'environment'
        : of('reveals') === false
          ? 'none'
          : undefined,
    'x-brings': of('fetches') ? 'fetched' : of('brings') === undefined ? undefined : of('brings') ? 'given' : 'none',
    'x-ends': of('ends-processes') ? 'processes' : undefined,
    'x-privilege': of('root') ? 'root' : undefined,
  });
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Without undefined fields: an absent effect is unknown. */
function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  // Object.entries loses the types of single keys.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
