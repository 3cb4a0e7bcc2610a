import type { AtipTool, Decision, ExecutionPolicy } from '@atip/core';
import { withPolicyDefaults } from '@atip/core/internal';
import { knownText } from '../line/patterns.ts';
import { documentOf, isForeign, programName } from '../line/program-names.ts';
import type { LineCheck, LineIssue, LineReading, PartCheck, Word } from '../line/types.ts';
import { readLine } from '../read/read-line.ts';
import { isInterpreter } from '../wrappers/interpreters.ts';
import { checkPart } from './check-part.ts';
import { inContainer } from './containers.ts';
import {
  type CheckLineSettings,
  delegatedAlone,
  type PartContext,
  type ToolLookup,
  unreadDecision,
} from './context.ts';
import { isSeenWhole, isStarted, whyNotExact, withoutExact } from './exact-rules.ts';
import { LineLosses } from './file-losses.ts';
import { heldBy, moduleAt, programOf } from './installed-packages.ts';
import { areSettled, readWithNames } from './listed-names.ts';
import { withCopies } from './copied-secrets.ts';
import { listedSecret } from './listed-secrets.ts';
import { whyUnsettled } from './lost-backups.ts';
import { LinePaths } from './paths.ts';
import { LineVariables } from './printed-variables.ts';
import { LineProcesses } from './processes.ts';
import { judgeProjectCode } from './project-code.ts';
import { withSnippets } from './snippets.ts';
import { withWorktrees } from './worktrees.ts';

/** A document that a line needs. */
export interface WantedTool {
  readonly program: string;
  /** The word after it, for documents in groups, such as those of `aws`. */
  readonly group?: string;
}

/**
 * The programs whose documents a line needs, each once; `builtins` for the shell's own.
 * @example
 * ```ts
 * import { wantedTools } from '@atip/shell';
 * wantedTools('git log | head').map(({ program }) => program); // ['git', 'head']
 * ```
 */
export function wantedTools(line: string | LineReading): readonly WantedTool[] {
  const { parts } = readingOf(line);
  const wanted = new Map<string, WantedTool>();
  const want = (program: string, next?: Word): void => {
    const group = knownText(next);
    wanted.set(`${program} ${group}`, group === undefined ? { program } : { program, group });
  };
  for (const part of parts) {
    const { kind, program, words } = part;
    if (kind === 'builtin') want('builtins');
    if (kind !== 'program' || program === undefined) continue;
    want(isForeign(program) ? documentOf(program) : programName(program), words[1]);
    const module = moduleAt(part);
    if (module !== undefined) want(programOf(words[module]?.text ?? ''), words[module + 1]);
    // `php artisan` is judged as artisan, too.
    for (const [at, word] of words.slice(1, MAX_SCRIPT).entries())
      if (isInterpreter(program) && !word.unknown && !word.text.startsWith('-'))
        want(documentOf(word.text), words[at + 2]);
  }
  return [...wanted.values()];
}

/** Words of an interpreter among which its script is. */
const MAX_SCRIPT = 6;

/**
 * Decides about a line by the effects of its commands: the strictest decision of its parts, and `confirm` for
 * unreadable lines.
 *
 * A person is asked about a part whose program has no document, unless a rule of the policy names it. A word that is
 * only known at run time counts as the worst option of its command, unless it cannot be one. Never throws for any line;
 * takes time linear in it.
 *
 * @param tools documents, or a function that finds them; `wantedTools` lists the names. The shims include one named
 * `builtins`
 * @throws AtipValidationError when the policy is no object
 * @example
 * import { POLICY_PRESETS } from '@atip/core';
 * import { checkLine } from '@atip/shell';
 *
 * checkLine('ls | wc -l', [], POLICY_PRESETS.standard).decision; // 'confirm': nobody describes ls
 */
export function checkLine(
  line: string | LineReading,
  tools: readonly AtipTool[] | ToolLookup,
  policy: ExecutionPolicy,
  given: CheckLineSettings = {},
): LineCheck {
  const settings = { ...given, realPath: lookedUpOnce(given.realPath) };
  const find: ToolLookup = typeof tools === 'function' ? tools : (name) => tools.findLast((tool) => tool.name === name);
  const reading = readingOf(line);
  const check = checkReading(reading, find, policy, settings);
  if (check.decision === 'deny') return check;
  const named = readWithNames(reading, settings);
  const again = named && checkReading(named.reading, find, policy, settings);
  // Its names may make a list worse than it seemed without them; a person's rule about the command that lists them knew that.
  const asked = again?.parts.filter(({ decision }) => decision !== 'allow') ?? [];
  const isRuled = asked.length > 0 && asked.every((part) => check.parts.some((one) => isAllowedByRule(one, part)));
  if (!again || isRuled) return check;
  const isWorse = rank(again.decision) > rank(check.decision);
  return isWorse || areSettled(named, again.parts, settings) ? again : check;
}

function isAllowedByRule(check: PartCheck, { start, end }: PartCheck): boolean {
  const isRuled = check.decision === 'allow' && check.rule?.startsWith('rules/') === true;
  return isRuled && check.start <= start && end <= check.end;
}

function checkReading(
  written: LineReading,
  find: ToolLookup,
  policy: ExecutionPolicy,
  given: CheckLineSettings,
): LineCheck {
  const whole = withPolicyDefaults(policy);
  const settings = withCopies(written.parts, withWorktrees(written.parts, given));
  const reading = withSnippets(written, settings);
  const { issues } = reading;
  const parts = reading.parts.filter((part) => heldBy(part, settings)?.is !== 'nothing');
  const writes = new Set<string>();
  const reads = new Set<string>();
  const paths = new LinePaths(reading, settings, listedSecret);
  const losses = new LineLosses(parts, settings);
  const context: PartContext = {
    find,
    policy: whole,
    settings,
    paths,
    losses,
    variables: new LineVariables(reading, settings, paths),
    processes: new LineProcesses(reading, settings),
    inContainer: parts.some(({ remote }) => remote) ? inContainer(reading, settings) : undefined,
    writes,
    reads,
  };
  const judged = judgeParts(reading, context);
  const exact = judged.map((check, at) => {
    const why = whyNotExact(check, { checks: judged, reading, context });
    const part = parts[at];
    if (why === undefined || part === undefined) return check;
    const again = checkPart(part, { ...context, policy: withoutExact(whole) });
    return again.decision === 'allow' ? again : { ...again, reasons: [...again.reasons, why] };
  });
  const seen = exact.map((check, at) => {
    const [part, outer] = [parts[at], exact[at - 1]];
    const isAsked = check.decision === 'confirm' && whole.delegations === undefined;
    if (!isAsked || !part || outer?.innerFrom === undefined || !isStarted(part, outer)) return check;
    const again = checkPart(part, { ...context, isSeen: true });
    return isSeenWhole(again, outer, context) ? again : { ...check, whole: outer.whole };
  });
  const { checks, fetched } = judgeProjectCode(seen, context);
  const decisions = [...checks.map((check) => check.decision), ...(issues.length > 0 ? [unreadDecision(whole)] : [])];
  const reasons = checks
    .toSorted((one, other) => rank(other.decision) - rank(one.decision))
    .flatMap((check) => check.reasons);
  // A part may say the same, and more.
  const further = issues.map(messageOf).filter((text) => !reasons.some((one) => one.startsWith(text.slice(0, -1))));
  return {
    decision: strictestOf(decisions),
    reasons: [...new Set([...reasons, ...further, ...(issues.length > 0 ? delegatedAlone(whole) : [])])],
    parts: checks,
    writes: [...writes],
    reads: [...reads],
    fetched,
    network: checks.some(({ effects }) => effects.network !== false),
    problems: issues,
  };
}

/** A change that loses nothing by itself may do so beside parts that make git forget, or move what nothing saves. */
function judgeParts({ parts, text }: LineReading, context: PartContext): readonly PartCheck[] {
  const checks = parts.map((part) => checkPart(part, context));
  const off = context.losses.spared.size === 0 ? undefined : whyUnsettled(parts, checks, text, context.losses);
  if (off === undefined) return checks;
  const losses = new LineLosses(parts, context.settings, off);
  return parts.map((part) => checkPart(part, { ...context, losses }));
}

/** Most lookups of links for one line: where a further path leads is not known. */
const MAX_LOOKUPS = 2000;

/** The same paths are asked about for each rule. */
function lookedUpOnce(realPath: CheckLineSettings['realPath']): CheckLineSettings['realPath'] {
  if (!realPath) return undefined;
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path) && known.size < MAX_LOOKUPS) known.set(path, realPath(path));
    return known.get(path);
  };
}

function readingOf(line: string | LineReading): LineReading {
  if (typeof line === 'object' && line !== null && Array.isArray(line.parts)) return line;
  // For anything but text, `readLine` reports that it is no line.
  return readLine(line as string);
}

function messageOf({ message }: LineIssue): string {
  return message;
}

const STRICTNESS: readonly Decision[] = ['allow', 'confirm', 'deny'];

function rank(decision: Decision): number {
  return STRICTNESS.indexOf(decision);
}

function strictestOf(decisions: readonly Decision[]): Decision {
  return STRICTNESS.findLast((one) => decisions.includes(one)) ?? 'allow';
}
