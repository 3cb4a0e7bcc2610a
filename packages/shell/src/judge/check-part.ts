import { type AtipEffects, type AtipTool, type CommandMapping, type Decision, readArgv } from '@atip/core';
import {
  decideCall,
  effectsOf,
  findRule,
  harmOf,
  namedInside,
  raiseEffects,
  realDirectory,
  sentencesOf,
  withoutSending,
  withOwnFiles,
  withoutLosses,
} from '@atip/core/internal';
import { knownText } from '../line/patterns.ts';
import { documentOf, isForeign, programName } from '../line/program-names.ts';
import type { LinePart, PartCheck } from '../line/types.ts';
import { argumentsLeft, saysAll, withSnippet } from './call-arguments.ts';
import { effectsOfInput, judgeLinked, judgePaths, type PathCall, secretOf } from './check-paths.ts';
import { builtProgram } from './built-programs.ts';
import { checkRedirects } from './check-redirects.ts';
import { describedBy, located, saidOfContainer } from './containers.ts';
import {
  type CheckLineSettings,
  delegatedAlone,
  HARMLESS,
  judgeDelegated,
  judgeEffects,
  type PartContext,
  unreadDecision,
  type Verdict,
  withoutNames,
} from './context.ts';
import { forOpenCalls, isLiftedByName, ruleAt, withoutExact } from './exact-rules.ts';
import { lossOf } from './file-losses.ts';
import { shownPath } from './paths.ts';
import { type Held, heldBy, heldModule, moduleAt, programOf, PROGRAMS, whyNotHeld } from './installed-packages.ts';
import { isLocalRequest } from './loopback.ts';
import { endingOwn } from './processes.ts';
import { FOREIGN, isOwnProgram, ownProgram, RUNS_PROJECT, whyNotPlain } from './project-programs.ts';
import { whyReadsOn } from './script-input.ts';
import { filesOf, isScript, type NamedFiles, namedFiles } from './script-files.ts';
import { findOpenWords, type OpenWords } from './unknown-words.ts';
import { judgeVariables } from './variable-effects.ts';
import { directoriesOf, standIn } from './word-values.ts';

/** The facts about a part's command, without redirects and wrappers. */
interface Judged extends Pick<PartCheck, 'command' | 'effects' | 'call' | 'files' | 'runsInstalled' | 'whole'> {
  readonly tool?: string | undefined;
  readonly verdicts: readonly Verdict[];
  readonly notUnderstood?: readonly string[];
  /** The document says that it starts no program. */
  readonly startsNothing?: boolean;
}

/** Decides about one part of a line by the document of its program, its redirects and its wrappers. */
export function checkPart(part: LinePart, context: PartContext): PartCheck {
  if (part.remote === undefined || context.inContainer === undefined) return checkHere(part, context);
  const { directories, elsewhere } = part;
  const check = checkHere(located(part), { ...context, ...context.inContainer });
  return { ...check, reasons: saidOfContainer(check.reasons), directories, elsewhere };
}

function checkHere(part: LinePart, context: PartContext): PartCheck {
  const { verdicts: judged, notUnderstood = [], effects, startsNothing: _said, ...known } = judgeCommand(part, context);
  const own = [
    ...judgeDelegated(part, known.call !== undefined, context.policy),
    ...judged,
    ...judgeVariables(part, effects, context),
  ];
  const redirects = checkRedirects(part, context);
  const wrapper = part.through.join(' ') || (part.program ?? '');
  const added = part.added ? [judgeEffects(wrapper, part.added, context.policy)] : [];
  const isUnknown = part.remote === 'container' && context.isSeen !== true;
  const unseen = isUnknown && mayRun(effects) ? [runsUnseen(part, context)] : [];
  const verdicts = [
    ...own.map((one) => withWords(one, part, context.settings)),
    ...added,
    ...redirects.verdicts,
    ...unseen,
    ...judgeUpFromLink(part, context),
    ...judgeReadingOn(part, { ...known, effects }, context),
  ];
  const deciding = (['deny', 'confirm'] as const).flatMap(
    (wanted) => verdicts.find((one) => one.decision === wanted) ?? [],
  )[0];
  const rule = (deciding ?? verdicts.find((one) => one.rule !== undefined))?.rule;
  const more = [part.added, redirects.effects].filter((one) => one !== undefined);
  // The deciding reason comes first.
  const open = verdicts.filter((one) => one !== deciding && one.decision !== 'allow');
  return {
    ...part,
    ...known,
    decision: deciding?.decision ?? 'allow',
    reasons: [...new Set([deciding, ...open].flatMap((one) => one?.reasons ?? []))],
    rule,
    notUnderstood,
    effects: more.reduce(raiseEffects, effects),
  };
}

function judgeUpFromLink(part: LinePart, { policy, paths }: PartContext): readonly Verdict[] {
  const path = paths.upFromLink(part);
  if (path === undefined) return [];
  const shown = shownPath(path);
  const why = `names ${shown}, which goes up from a link of this line, so nobody knows where it leads`;
  const effects = { ...CREDENTIALS, destructive: true };
  return [judgeEffects(programName(part.program ?? 'It'), effects, policy, { outside: [shown], why })];
}

function judgeReadingOn(
  part: LinePart,
  judged: Parameters<typeof whyReadsOn>[1],
  context: PartContext,
): readonly Verdict[] {
  const why = whyReadsOn(part, judged, context.settings);
  if (why === undefined) return [];
  return [judgeEffects(programName(part.program ?? 'It'), { 'x-runs': 'call' }, context.policy, { why })];
}

function mayRun({ subprocess, network }: AtipEffects): boolean {
  return subprocess !== false || network !== false;
}

/** In a container of which only the name is known, a program that does more than read is known to nobody. */
function runsUnseen({ program = 'It' }: LinePart, { policy }: PartContext): Verdict {
  const why = 'runs code or speaks to a network in a container that no file of the project describes';
  return judgeEffects(programName(program), { 'x-runs': 'call' }, policy, { why });
}

function judgeCommand(part: LinePart, context: PartContext): Judged {
  const { kind, program, words } = part;
  if (kind === 'function' || kind === 'nothing') {
    const fed = context.variables.fedTo(part);
    const why = `gets ${fed}, which looks like a credential`;
    const verdicts = fed === undefined ? [] : [judgeEffects('What reads it', CREDENTIALS, context.policy, { why })];
    const printed = context.variables.printedByShell(part);
    if (printed !== undefined)
      verdicts.push(judgeEffects('The shell', CREDENTIALS, context.policy, { why: `prints ${printed}` }));
    return { effects: HARMLESS, verdicts };
  }
  if (program === undefined)
    return unread(
      context,
      [`The program ${words[0]?.text ?? ''} is not known before the line runs.`],
      [words[0]?.text ?? ''],
    );
  const held = heldBy(part, context.settings);
  const isPython = held?.is === 'project' || (held === undefined && !isForeign(program));
  const module = isPython
    ? heldModule(part, context.settings, (name, next) => context.find(name, next) !== undefined)
    : undefined;
  if (module !== undefined) return judgeModule(part, module, context);
  if (held) return judgeHeld(part, held, context);
  if (isForeign(program)) return judgeFile(program, part, context);
  const name = kind === 'builtin' ? 'builtins' : programName(program);
  const tool = context.find(name, knownText(words[1]));
  if (tool)
    return part.innerFrom === undefined ? judgeDescribed(part, tool, context) : judgeRunner(part, tool, context);
  const ruled = byRuleAlone(part, context, name);
  if (ruled) return ruled;
  // All its options were read. Those of a container could widen it.
  if (part.innerFrom !== undefined && !part.enters)
    return withProject(judgeDescribed({ ...part, words: words.slice(0, 1) }, ownProgram(name), context));
  return unread(context, [`There is no document for ${JSON.stringify(name)}.`], [name]);
}

/** A runner does what its own words say; its program is another part. A rule may name both. */
function judgeRunner(part: LinePart, tool: AtipTool, context: PartContext): Judged {
  // Its program's words are words of the call here.
  const whole = judgeDescribed({ ...part, isOpened: false }, tool, context);
  if (whole.verdicts.some(({ rule }) => rule?.startsWith('rules/') === true)) return whole;
  const own = judgeDescribed({ ...part, words: part.words.slice(0, part.innerFrom) }, tool, context);
  const started = { ...own, whole: whole.call };
  if (part.enters !== 'service') return { ...started, runsInstalled: true };
  const { file = [], 'compose-file': named = [] } = own.call?.arguments ?? {};
  const { files, why } = describedBy([file, named].flat().map(String), part, context.settings);
  if (why === undefined) return { ...started, files };
  const name = [tool.name, ...(own.command ?? [])].join(' ');
  return { ...started, verdicts: [...own.verdicts, judgeEffects(name, FOREIGN, context.policy, { why })] };
}

/** The program of a runner, or one at the place of the installed ones: as the program of its name, which the project chose. */
function judgeHeld(part: LinePart, held: Held, context: PartContext): Judged {
  const { program = '' } = part;
  if (held.is === 'nothing') return { effects: HARMLESS, verdicts: [] };
  if (held.is === 'foreign') {
    const verdict = judgeEffects(held.by, FOREIGN, context.policy, { why: held.why });
    return { effects: FOREIGN, verdicts: [verdict], notUnderstood: [program] };
  }
  const ruled = isForeign(program) ? byRuleAlone(part, context, program) : undefined;
  if (ruled) return ruled;
  const judged = judgeNamed({ ...part, program: held.name }, held.name, false, context);
  return { ...judged, runsInstalled: judged.startsNothing };
}

/** `python3 -m NAME` of the project or a locked package, as the program of that name. */
function judgeModule(part: LinePart, module: string, context: PartContext): Judged {
  const program = programOf(module);
  const isOwn = !PROGRAMS.test(program);
  return judgeNamed({ ...part, program, words: part.words.slice(moduleAt(part)) }, program, isOwn, context);
}

/** Code of the project by the document of its name; else by its words. @param isOwn the project may have written it itself */
function judgeNamed(part: LinePart, name: string, isOwn: boolean, context: PartContext): Judged {
  const [, first] = part.words;
  const tool = context.find(name, knownText(first));
  if (tool) {
    const judged = judgeDescribed(part, tool, context);
    return { ...withProject(judged), startsNothing: judged.effects.subprocess === false };
  }
  const ruled = byRuleAlone(part, context, name);
  if (ruled) return ruled;
  // A person who saw all words saw its verbs.
  const why = whyNotPlain(name, part.words.slice(1), isOwn || context.isSeen === true);
  if (why !== undefined) return { effects: FOREIGN, verdicts: [judgeEffects(name, FOREIGN, context.policy, { why })] };
  return withProject({ ...judgeDescribed(part, ownProgram(name), context), tool: undefined });
}

function withProject(judged: Judged): Judged {
  return { ...judged, effects: raiseEffects(judged.effects, RUNS_PROJECT) };
}

/** A program in a file of the project is the project's code; others are known to nobody. */
function judgeFile(program: string, part: LinePart, context: PartContext): Judged {
  const ruled = byRuleAlone(part, context, program);
  if (ruled) return ruled;
  const found = filesOf(part.words[0] ?? { text: program }, part, context.settings);
  const built = found.why === undefined ? undefined : builtProgram(part, context.paths.reading, context.settings);
  const { files, why } = built === undefined ? found : { files: [built], why: undefined };
  if (why !== undefined)
    return unread(context, [`${JSON.stringify(program)} is a program of its own, ${why}.`], [program]);
  return withScript(0, part, context, {
    ...judgeDescribed(part, ownProgram(program), context),
    tool: undefined,
    files,
  });
}

/** A file that is called like a described program, such as artisan of `php artisan`, is judged as that program, too. */
function withScript(at: number, part: LinePart, context: PartContext, judged: Judged): Judged {
  const [first, next] = part.words.slice(at);
  if (!first || first.unknown) return judged;
  const program = documentOf(first.text);
  const tool = context.find(program, knownText(next));
  if (!tool) return judged;
  const {
    call: _call,
    files: _files,
    ...as
  } = judgeDescribed({ ...part, program, words: part.words.slice(at) }, tool, context);
  return {
    ...judged,
    effects: raiseEffects(judged.effects, harmOf(as.effects)),
    verdicts: [...judged.verdicts, ...as.verdicts],
    notUnderstood: [...(judged.notUnderstood ?? []), ...(as.notUnderstood ?? [])],
  };
}

/** The judgement of an unreadable command. */
function unread({ policy }: PartContext, reasons: readonly string[], words: readonly string[]): Judged {
  const verdict = { decision: unreadDecision(policy), reasons: [...reasons, ...delegatedAlone(policy)] };
  return { effects: {}, verdicts: [verdict], notUnderstood: words };
}

/**
 * The same for a command of a described program, for which the delegation's names were checked. A command that is only
 * known at run time may be a denied one, so no question is asked about it.
 */
function unreadCommand(
  { words }: LinePart,
  context: PartContext,
  reasons: readonly string[],
  unknown: readonly string[],
): Judged {
  const { policy } = context;
  const isOpen = policy.delegations !== undefined && words.some((word) => word.unknown === true);
  const named = withoutNames(policy);
  const own = { ...context, policy: isOpen ? { ...named, denyUnknown: true } : named };
  const why = isOpen ? ['Under a delegation a line has to say which command it runs.'] : [];
  return unread(own, [...reasons, ...why], unknown);
}

/** Takes the words of an undescribed program behind its first; an exact rule names them all. */
const WORDS = { name: 'words', type: 'string', variadic: true, description: 'Words of the line' } as const;

/** A rule of the policy about an undescribed program; it must match the words alone. */
function byRuleAlone(part: LinePart, { policy, settings }: PartContext, name: string): Judged | undefined {
  const { words } = part;
  const end = words.findIndex((word, at) => at > 0 && (word.unknown === true || word.text.startsWith('-')));
  const path = words.slice(1, end < 0 ? undefined : end).map(({ text }) => text);
  const tool: AtipTool = { atip: '0.4', name, version: 'unknown', description: 'There is no document for it' };
  const rest = words.slice(1 + path.length);
  const metadata = { description: '', arguments: [WORDS] };
  const args = rest.length === 0 ? {} : { [WORDS.name]: rest.map(({ text }) => text) };
  const isOpen = rest.some(({ unknown }) => unknown === true);
  const found = findRule(isOpen ? withoutExact(policy) : policy, {
    command: { tool, path, metadata },
    arguments: args,
    directory: () => realDirectory(directoriesOf(part, settings)),
  });
  // No rule can tell that an undescribed program is within a delegation.
  if (!found || (found.rule.decision === 'allow' && policy.delegations !== undefined)) return undefined;
  const { run, decision, reason } = found.rule;
  const why = `${name} is ${decision === 'deny' ? 'denied' : 'asked about'} by the rule ${JSON.stringify(run)}`;
  const reasons = decision === 'allow' ? [] : [`${why}${reason === undefined ? '' : `: ${reason}`}.`];
  return { effects: {}, verdicts: [{ decision, reasons, rule: `rules/${found.index}` }] };
}

function judgeDescribed(part: LinePart, tool: AtipTool, context: PartContext): Judged {
  const { settings } = context;
  const policy = part.kind === 'builtin' ? withoutNames(context.policy) : context.policy;
  const directories = directoriesOf(part, settings);
  // A document of all builtins has their names as commands.
  const before = part.kind === 'builtin' ? [undefined] : [];
  // Nobody knows the options of a project's program.
  const dashes = isOwnProgram(tool) ? [undefined] : [];
  const [first, ...behind] = part.words;
  const words = [...before, first, ...dashes, ...behind];
  const program = part.kind === 'builtin' ? [tool.name, part.program ?? ''] : [tool.name];
  const argv = [...program, ...dashes.map(() => '--'), ...behind.map((word) => standIn(word, settings, part))];
  const reading = readArgv(argv, [tool]);
  const found = reading.mapping;
  const textAt = ({ word }: { readonly word: number }): string => words[word]?.text ?? '';
  const notUnderstood = reading.unknown.map(textAt);
  const base = { tool: reading.tool ?? tool.name, command: part.kind === 'builtin' ? [] : reading.path };
  if (!found) return { ...unreadCommand(part, context, reading.problems, notUnderstood), ...base };
  const args = argumentsLeft({ ...reading, mapping: found }, part);
  const named: NamedFiles[] = [];
  let script: number | undefined;
  const whole = withSnippet(found, part);
  const kept = withoutLosses(whole, args, (loss) => context.losses.isNothing(loss, part));
  if (kept !== whole) context.losses.spared.add(part);
  const mapping = withOwnFiles(kept, args, (value, source) => {
    const why = whyNotHeld(value, source.name, part, settings);
    const files = why === false ? namedFiles(value, source, part, settings) : { value, files: [], why };
    named.push(files);
    if (isScript(source)) script = part.words.findIndex(({ text }, at) => at > 0 && text === value);
    return files.why === undefined;
  });
  const name = (part.kind === 'builtin' ? reading.path : found.command).filter((word) => word !== '').join(' ');
  const isLocal = isLocalRequest(part, tool, reading, words, context.variables.exported, settings);
  const asked = isLocal ? withoutSending(mapping) : mapping;
  const open = findOpenWords({ ...reading, mapping: asked }, argv, words, tool, args, isLocal);
  if (open?.isCommandOpen) {
    const why = `The command of ${tool.name} that ${open.text} names is not known before the line runs.`;
    return { ...unreadCommand(part, context, [why], [open.text]), ...base };
  }
  const isWhole =
    policy.rules?.some(({ exact }) => exact) !== true ||
    (Object.keys(args).length === reading.given.length && saysAll(reading, argv));
  const ruled = open ? forOpenCalls(policy) : isWhole ? policy : withoutExact(policy);
  const call = { id: '', name, arguments: args };
  const stated = effectsOf(asked, namedInside(args, directories));
  const isEnding = stated['x-ends'] === 'processes' || open?.harm?.['x-ends'] === 'processes';
  const ending = isEnding ? context.processes.whyNotOwn(part) : undefined;
  const own = isEnding && ending === undefined ? endingOwn(ruled) : ruled;
  const decided = decideCall(call, withGivenInput(asked, part), args, own, directories);
  const printed = context.variables.printedBy(part, stated);
  const effects = withPrinted(stated, printed);
  const given = { part, tool, name, mapping, args, effects, given: reading.given, words };
  const secret = secretOf(given, context);
  const foreign = named.find(({ why }) => why !== undefined);
  const isSeen =
    context.isSeen === true &&
    decided.decision === 'confirm' &&
    // A rule of the person asks about it.
    decided.rule?.startsWith('rules/') !== true &&
    // Code in a file or in words is another one each time, or not read.
    stated['x-runs'] !== 'call' &&
    part.code?.isHarmless !== false &&
    open === undefined &&
    isWhole;
  const asks = verdictOf(decided, {
    REVEALS_CREDENTIALS: secret && `${name} reads ${secret.what}.`,
    RUNS_WHAT_THE_CALL_NAMES: foreign ? runsForeign(name, foreign) : part.runsInput,
    ENDS_PROCESSES: ending && `${part.program} ${ending}.`,
    DESTRUCTIVE_OPERATION: lossOf(name, context.losses.of(part)) ?? part.runsInput,
  });
  const verdicts: Verdict[] = isSeen ? [] : [asks];
  const rule = decided.decision === 'allow' ? ruleAt(ruled, decided.rule) : undefined;
  const isLifted = rule !== undefined || isSeen;
  // No rule can tell that unknown words are within a delegation.
  if (!isLifted || policy.delegations !== undefined)
    verdicts.push(
      ...objectionsTo(
        { ...given, secret, printed, open, isLocal, decision: decided.decision },
        { ...context, policy: own === ruled ? context.policy : endingOwn(context.policy) },
      ),
    );
  // Since the person saw the call, its path may have become a link.
  else if (rule?.exact === true || isSeen) verdicts.push(...judgeLinked({ ...given, secret }, context));
  if (reading.unknown.length > 0 && (policy.delegations !== undefined || !isLiftedByName(ruled, decided.rule))) {
    const reasons = reading.unknown.map((one) => `${JSON.stringify(textAt(one))} ${one.reason}.`);
    verdicts.push({ decision: policy.denyUnknown === true ? 'deny' : 'confirm', reasons });
  }
  const worst = open?.harm;
  const runs = stated.subprocess === true && stated['x-runs'] !== 'call' ? named.flatMap(({ files }) => files) : [];
  const judged: Judged = {
    ...base,
    call: { ...mapping, name: reading.name ?? name, arguments: args },
    effects: worst ? raiseEffects(effects, worst) : effects,
    verdicts,
    notUnderstood,
    files: runs.length > 0 ? runs : undefined,
  };
  return runs.length > 0 && script !== undefined ? withScript(script, part, context, judged) : judged;
}

const CREDENTIALS: AtipEffects = { 'x-reveals': 'credentials' };

/** The effects where it is known what the environment holds. */
function withPrinted({ 'x-reveals': reveals, ...effects }: AtipEffects, printed: string | undefined): AtipEffects {
  if (printed !== undefined) return { ...effects, ...CREDENTIALS };
  return reveals === undefined || reveals === 'environment' ? effects : { ...effects, 'x-reveals': reveals };
}

interface DescribedCall extends PathCall {
  /** Completes "env prints …": credentials of the environment. */
  readonly printed: string | undefined;
  readonly open: OpenWords | undefined;
  /** True: it sends to this machine alone. */
  readonly isLocal: boolean;
  /** The policy's decision about the known part of the call. */
  readonly decision: Decision;
}

/** Further objections to a call that no rule allows: unknown words, code, secrets, places that other programs obey. */
function objectionsTo(call: DescribedCall, context: PartContext): readonly Verdict[] {
  const { part, name, open, decision } = call;
  const { policy } = context;
  const verdicts: Verdict[] = [];
  if (open?.harm) {
    const worse = judgeEffects(name, open.harm, policy, { why: openReason(open) });
    // If the command is asked about anyway, these reasons add nothing.
    verdicts.push(worse.decision === decision ? { ...worse, reasons: [] } : worse);
  }
  if (part.code && !part.code.isHarmless)
    verdicts.push(
      judgeEffects(`The ${part.code.language} program`, { 'x-runs': 'call' }, policy, codeReason(part.code)),
    );
  const input = effectsOfInput(call);
  if (input['x-runs'] === 'call')
    verdicts.push(
      judgeEffects(name, { 'x-runs': 'call' }, policy, { why: 'runs what it reads from its standard input' }),
    );
  // The line may say what comes there.
  if (input['x-sends'] === 'given' && !call.isLocal && part.inputIsFixed !== true)
    verdicts.push(judgeEffects(name, { 'x-sends': 'given' }, policy, { why: 'sends its input to another machine' }));
  if (call.printed !== undefined)
    verdicts.push(judgeEffects(name, CREDENTIALS, policy, { why: `prints ${call.printed}` }));
  return [...verdicts, ...judgePaths(call, context)];
}

/** A verdict whose reasons show unknown words as written, not their placeholders. */
function withWords(verdict: Verdict, part: LinePart, settings: CheckLineSettings): Verdict {
  const reasons = part.words.reduce<readonly string[]>((texts, word) => {
    if (!word.unknown || word.reason === 'tilde' || word.reason === 'glob') return texts;
    const written = word.text.startsWith('"') ? word.text : JSON.stringify(word.text);
    const shown = word.reason === 'input' ? namesFrom(word.prefix) : written;
    const placeholder = JSON.stringify(standIn(word, settings, part));
    // Of what nobody knows nobody says where it is.
    return texts.map((text) =>
      text.includes(placeholder)
        ? text.replaceAll(placeholder, shown).replace(', outside the', ', perhaps outside the')
        : text,
    );
  }, verdict.reasons);
  return { ...verdict, reasons };
}

function namesFrom(prefix: string): string {
  return prefix === '' ? 'names from its input' : `what is found in ${JSON.stringify(prefix)}`;
}

/** @param better sentences that say more than the policy's, by its codes */
function verdictOf(
  { decision, rule, violations }: ReturnType<typeof decideCall>,
  better: Readonly<Record<string, string | undefined>>,
): Verdict {
  const said = violations.map((one) => ({ ...one, message: better[one.code] ?? one.message }));
  const reasons = decision === 'allow' ? [] : sentencesOf(said);
  return { decision, reasons, rule };
}

function runsForeign(name: string, { value, why }: NamedFiles): string {
  return value === '-' ? `${name} runs what it reads from its standard input.` : `${name} runs ${value}, ${why}.`;
}

function openReason({ flag, text, isSent, harm = {} }: OpenWords): string {
  if (flag !== undefined) return `may be given ${flag} by ${text}, which is not known before the line runs`;
  if (isSent) return `sends ${text} to another machine, and its value is not known before the line runs`;
  const may = [
    harm.destructive === true && 'destroy data',
    harm['x-runs'] === 'call' && 'run another program',
    harm['x-sends'] === 'given' && 'send data to another machine',
    harm['x-privilege'] !== undefined && 'act with the rights of the administrator',
    harm['x-ends'] === 'processes' && 'end processes',
  ].filter((one) => one !== false);
  return `may ${may.join(' or ') || 'do more than it seems'} with ${text}, which is not known before the line runs`;
}

function codeReason({ reason }: NonNullable<LinePart['code']>): { readonly why?: string } {
  return reason === undefined ? {} : { why: reason };
}

/** A command that reads its standard input does not wait for a person if the line supplies it. */
function withGivenInput(mapping: CommandMapping, { piped }: LinePart): CommandMapping {
  const { interactive } = mapping.effects;
  if (piped !== true || interactive?.stdin !== 'required') return mapping;
  return { ...mapping, effects: { ...mapping.effects, interactive: { ...interactive, stdin: 'optional' } } };
}
