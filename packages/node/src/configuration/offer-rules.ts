import {
  type CommandMapping,
  type FlatCommand,
  createResultFilter,
  type ExecutionPolicy,
  type PolicyRule,
  type RuleOffer,
} from '@atip/core';
import { mapToCommand } from '@atip/core/execute';
import {
  decideCall,
  effectsOf,
  escapeUnseen,
  FILES_IN,
  harmOfSource,
  isGiven,
  isPath,
  kindsOf,
  loadsFile,
  parametersOf,
  ruleWords,
  runOf,
  valuesFor,
  withPolicyDefaults,
} from '@atip/core/internal';

/** A checked call that a person has to confirm. */
export interface CallToConfirm {
  readonly command: Pick<FlatCommand, 'name' | 'tool'>;
  /** In the order of the command line. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Absolute: where it would start. */
  readonly cwd: string;
  /** Set for a shell line: no rule covers a whole line. */
  readonly line?: object;
}

/** The rules that would avoid a question; without any, the reason. */
interface RuleOffers {
  readonly offers: readonly RuleOffer[];
  readonly why?: string | undefined;
}

type Parameter = ReturnType<typeof parametersOf>[number];

/** UTF-16 units of one value; no person reads a longer one before a lasting approval. */
const MAX_VALUE = 200;

/**
 * The rules that would avoid the question about a call, narrowest first, at most three: this call and nothing else, in
 * this directory; the same with one value left open, in words such as "any file in src"; this call in any directory.
 *
 * No rule is offered for a value that differs each time, such as a process number, nor for one that is secret,
 * invisible or too long. None is offered for code in a file either, which `atip trust` is for: its next content is
 * another program.
 *
 * @param policy the policy that asks about the call; a rule that would not change its decision is not offered
 */
export function offerRules(asked: CallToConfirm, policy: ExecutionPolicy): RuleOffers {
  const { cwd, arguments: args = {} } = asked;
  if (asked.line) return none('A line has several commands: `atip gate --always` writes a rule for each.');
  const { name, tool } = asked.command;
  const mapping = mapToCommand(name, [tool]);
  const parameters = parametersOf(mapping);
  const given = Object.keys(args)
    .flatMap((key) => parameters.find((one) => one.key === key || one.narrowKey === key) ?? [])
    .filter((one) => isGiven(one, args));
  const call = { mapping, args, given };
  const why = given.map((one) => whyNever(one, call)).find((one) => one !== undefined);
  if (why !== undefined) return none(why);
  // The call was checked: its arguments are valid, and only the rule is new.
  const decided = (rules: readonly PolicyRule[]) =>
    decideCall(
      { id: '', name, arguments: args },
      mapping,
      args,
      withPolicyDefaults({ ...policy, rules: [...rules, ...(policy.rules ?? [])] }),
      { cwd },
    );
  const pinned = given.map((one): Pin => [one.key, pinnedValue(one, args)]);
  const exact = exactRule(mapping, pinned, cwd);
  const isGuess = decided([]).violations.some(({ assumed }) => assumed === true);
  const { project: _project, ...anywhere } = exact;
  const wider = isGuess ? [] : [...widened(call, pinned, cwd), ...(isBoundHere(call) ? [] : [anywhere])];
  // The values decide whether a rule helps. A line may have them in another order than a checked call.
  const offers = [exact, ...wider].filter(({ exact: _exact, ...rule }) => decided([rule]).decision === 'allow');
  return offers.length === 0
    ? none('The policy asks about this call even if a rule allows it.')
    : { offers: offers.map((rule) => ({ label: ruleWords(rule), rule })) };
}

/** Offers a rule for a program without a document: the rule names all words of the call. */
export function offerForWords([program = '', ...words]: readonly string[], cwd: string): RuleOffers {
  // A program of a project or of a temporary directory is code in a file.
  if (program.includes('/') && (!program.startsWith('/') || TEMPORARY.test(program))) return none(codeReason(program));
  const why = words.map((word) => whyPassing(word)).find((one) => one !== undefined);
  if (why !== undefined) return none(why);
  if (words.some((word) => escapeUnseen(word) !== word)) return none('It has characters that are invisible in a rule.');
  if (createResultFilter([]).filter(words.join(' '), program) !== words.join(' ')) return none(SECRET);
  const end = words.findIndex((word) => word.startsWith('-'));
  const path = end < 0 ? words : words.slice(0, end);
  const rest = words.slice(path.length);
  const where = rest.length === 0 ? {} : { words: rest.map(escaped) };
  const run = [program, ...path].map(escaped).join(' ');
  const rule: PolicyRule = { run, where, exact: true, project: cwd, decision: 'allow' };
  return { offers: [{ label: ruleWords(rule), rule }] };
}

function none(why: string): RuleOffers {
  return { offers: [], why };
}

interface GivenCall {
  readonly mapping: CommandMapping;
  readonly args: Readonly<Record<string, unknown>>;
  readonly given: readonly Parameter[];
}

type Pin = readonly [key: string, pattern: string | readonly string[]];

function exactRule(mapping: CommandMapping, pins: readonly Pin[], project: string): PolicyRule {
  return { run: runOf(mapping), where: Object.fromEntries(pins), exact: true, project, decision: 'allow' };
}

function pinnedValue(parameter: Parameter, args: GivenCall['args']): string | readonly string[] {
  const values = valuesFor(parameter, args).map((one) => escaped(String(one)));
  const isList = Array.isArray(args[parameter.key] ?? args[parameter.narrowKey]);
  return isList ? values : (values[0] ?? '');
}

function escaped(text: string): string {
  return text.replace(/[\\*?+@[\]()|!]/g, String.raw`\$&`);
}

const SECRET = 'One of its values looks like a secret, which no rule may contain.';

function codeReason(file: string): string {
  return `${JSON.stringify(file)} is code, and its next content is another program: \`atip trust\` is about code.`;
}

/** Why no lasting rule can name the values of a parameter. */
function whyNever(parameter: Parameter, { mapping, args }: GivenCall): string | undefined {
  const { kind, source } = parameter;
  if (kind === 'stdin') return 'Its standard input differs each time.';
  const { filter } = createResultFilter([mapping.tool]);
  for (const value of valuesFor(parameter, args)) {
    if (typeof value === 'object') return `${parameter.key} is not text, so no rule can name it.`;
    const text = String(value);
    if (escapeUnseen(text) !== text) return `${parameter.key} has characters that are invisible in a rule.`;
    if (filter(text, mapping.tool.name) !== text) return SECRET;
    if (text.length > MAX_VALUE) return `${parameter.key} is too long for a person to read in a rule.`;
    const isEntry = ENTRY.test(source.name) && /^[#%]?\d+$/.test(text);
    const isPort = /port$/i.test(source.name) && Number(text) >= FREE_PORTS;
    const why = isEntry || isPort ? passing(text, `the number of one ${source.name}`) : whyPassing(text);
    if (why !== undefined) return why;
    if (isCode(parameter, { mapping, args })) return codeReason(text);
  }
  return undefined;
}

/** True for a file or directory that a call runs as code. */
function isCode({ kind, source }: Parameter, { mapping, args }: Omit<GivenCall, 'given'>): boolean {
  if (!(isPath(source) || loadsFile(source)) || effectsOf(mapping, args)['x-runs'] !== 'call') return false;
  return kind === 'argument' || harmOfSource(source)['x-runs'] === 'call';
}

/** Names of parameters whose value is the number of one entry, such as a process or an issue. */
const ENTRY = /(?:^|-)(?:pids?|target|process|ids?|number|job|run|issue|pull-request|pr|milestone|ticket)$/i;

/** The system gives these out to any program that asks. */
const FREE_PORTS = 32_768;

const TEMPORARY = /(?:^|[=:@,])\/(?:private\/)?(?:tmp|var\/tmp|var\/folders|dev\/shm)(?:\/|$)/;

/** Values that another run of the same task would not have. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  [TEMPORARY, 'a temporary name'],
  // Names that Kubernetes makes: web-7d4b9c6f5d-x2x8k.
  [/-[b-df-hj-np-tv-xz2-9]{6,10}-[b-df-hj-np-tv-xz2-9]{5}(?!\w)/, 'a generated name'],
  [/(?<![A-Za-z])tmp[._-]?(?=\w*\d|\w*[a-z][A-Z])\w{6,}/, 'a temporary name'],
  [/(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)/i, 'an identifier made for one use'],
  [/(?<!\w|sha256:)(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}(?!\w)/i, 'a hash'],
  [/(?<!\d)(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])(?!\d)/, 'a date'],
  [/(?<!\d)1\d{9}(?:\d{3})?(?!\d)/, 'a point in time'],
  // From `FREE_PORTS` on.
  [/:(?:3276[89]|327[7-9]\d|32[89]\d\d|3[3-9]\d{3}|[45]\d{4}|6[0-5]\d{3})(?!\d)/, 'a temporary port'],
];

function whyPassing(text: string): string | undefined {
  const [, what] = PASSING.find(([pattern]) => pattern.test(text)) ?? [];
  return what && passing(text, what);
}

function passing(text: string, what: string): string {
  return `${JSON.stringify(text.slice(0, MAX_VALUE))} is ${what}, which differs each time.`;
}

/** The rule with its last argument left open, if its words tell a person what that allows. */
function widened(call: GivenCall, pins: readonly Pin[], cwd: string): readonly PolicyRule[] {
  const { mapping, args, given } = call;
  const last = given.findLast(({ kind }) => kind === 'argument');
  const values = last ? valuesFor(last, args).map(String) : [];
  const open = last && openValue(last, values.at(-1) ?? '', call);
  if (!last || !open) return [];
  const pattern = [...values.slice(0, -1).map(escaped), open.pattern];
  const wide = pins.map((pin): Pin => (pin[0] === last.key ? [last.key, pattern] : pin));
  const rule = exactRule(mapping, wide, cwd);
  return [open.without.length === 0 ? rule : { ...rule, without: open.without }];
}

interface OpenValue {
  readonly pattern: string;
  /** Kinds of values that do more than the value of the call; the rule excludes them. */
  readonly without: readonly string[];
}

function openValue({ source }: Parameter, value: string, { mapping, args, given }: GivenCall): OpenValue | undefined {
  const effects = effectsOf(mapping, args);
  if (effects['x-runs'] === 'call' || effects['x-privilege'] !== undefined) return undefined;
  if (isPath(source)) {
    const directory = /^((?:[^/.~-][^/]*\/)*[^/.~-][^/]*)\/[^/]+$/.exec(value)?.[1];
    return directory === undefined ? undefined : { pattern: `${escaped(directory)}${FILES_IN}`, without: [] };
  }
  const listed: readonly unknown[] = Array.isArray(source['x-values']) ? source['x-values'] : [];
  const kinds = kindsOf(source);
  // The document says of every value that does more which kind it is, so that the others do the same.
  const isKnown = listed.length > 0 && kinds.length === listed.length && kindsOf(source, [value]).length === 0;
  // A call's only argument may be where it sends.
  const isFirst = given.filter(({ kind }) => kind === 'argument').length < 2;
  if (!isKnown || isFirst || effects.destructive === true || effects['x-ends'] !== undefined) return undefined;
  return { pattern: '*', without: [...new Set(kinds)].sort() };
}

/** True for a call that means something else in another directory: it names a path from there, or runs its code. */
function isBoundHere({ mapping, args, given }: GivenCall): boolean {
  const isRelative = (parameter: Parameter): boolean =>
    valuesFor(parameter, args).some((value) => {
      const text = String(value);
      return /^\.{0,2}(?:\/|$)/.test(text) ? !text.startsWith('/') : isPath(parameter.source) && !/^[/~]/.test(text);
    });
  return effectsOf(mapping, args)['x-runs'] === 'project' || given.some(isRelative);
}
