import { isAbsolute, resolve } from 'node:path';
import type {
  AtipEffects,
  AtipTool,
  CommandMapping,
  ValidCheck,
  Decision,
  ExecutionPolicy,
  SandboxMode,
  TrustSource,
} from '@atip/core';
import {
  eitherEffects,
  networkLeftBy,
  sandboxAccess,
  stated,
  sandboxModeFor,
  timeoutFor,
  trustSourceOf,
} from '@atip/core/internal';
import type { LineCheck, PartCheck, Word } from '@atip/shell';
import type { Environment } from '../process/child-environment.ts';
import type { Settings } from '../configuration/load-configuration.ts';
import { type LineCallCheck, startsOf } from './locate-program.ts';
import { createLineJudge, rememberFetched, unjudged } from './judge-line.ts';

/** A line to check, as it is sent to a thread. */
export interface LineRequest {
  readonly env: Environment;
  /** Absolute: where the line starts. */
  readonly cwd: string;
  /** Of the call, for the record. */
  readonly id: string;
  /** All of them apply: the strictest decision and sandbox count. The first is the host's. */
  readonly policies: readonly [ExecutionPolicy, ...ExecutionPolicy[]];
  /** Writable directories besides `cwd`, absolute. */
  readonly writable: Settings['writable'];
  /** True: right before it runs, so that what it fetches is remembered. */
  readonly runs?: boolean | undefined;
}

/** A checked line, as a call for `runCall`. */
export type LineCall = ValidCheck & Required<Pick<LineCallCheck, 'line'>>;

/**
 * Checks a shell line, and makes it a call: bash runs the line, in a sandbox with the combined access of its commands
 * and nothing more. `runCall` runs it like every call.
 *
 * The text reaches bash as one argument. bash reads no settings file, and standard input comes from the host.
 */
export async function checkLineCall(text: string, settings: LineRequest): Promise<LineCall> {
  const { env, cwd, policies, writable, runs = false } = settings;
  const lines = policies.map((policy) =>
    createLineJudge({ env, cwd, configuration: { settings: { policy, writable } } })(text),
  );
  const judged = await Promise.all(lines);
  return callOf(text, runs ? judged.map((line) => rememberFetched(line, settings)) : judged, settings);
}

/** The call of a line that was not checked within `limit` ms: a person is asked. */
export function lateLineCall(text: string, settings: LineRequest, limit: number): LineCall {
  return callOf(
    text,
    settings.policies.map((policy) => unjudged(text, policy, limit)),
    settings,
  );
}

function callOf(text: string, [first, ...others]: readonly LineCheck[], { cwd, policies, id }: LineRequest): LineCall {
  // One check for each policy, and there is at least one policy.
  if (!first) throw new TypeError('A line is judged by at least one policy.');
  const line = others.reduce(stricter, first);
  const effects = effectsOf(line, cwd);
  const { decision, reasons, parts } = line;
  const rule = parts.find((part) => part.decision === decision && part.rule !== undefined)?.rule;
  const sources = [...parts.flatMap(sourcesOf), ...(line.problems.length > 0 || parts.length === 0 ? UNKNOWN : [])];
  const modes = policies.flatMap((policy) => sources.map((source) => sandboxModeFor(policy, source)));
  const call = { id, name: BASH.name, arguments: {} };
  const code = decision === 'deny' ? 'DENIED_BY_RULE' : 'CONFIRMATION_REQUIRED';
  const severity = decision === 'deny' ? 'error' : 'warning';
  const violations = reasons.map((message) => ({ code, severity, message, toolName: BASH.name }) as const);
  return {
    ok: true,
    call,
    command: BASH_COMMAND,
    arguments: {},
    effects,
    decision,
    rule,
    violations,
    reasons,
    warnings: [],
    line,
    sandbox: MODES.findLast((mode) => modes.includes(mode)) ?? 'required',
    network: networkLeftBy(policies),
    argv: [BASH.name, '--noprofile', '--norc', '-c', '--', text],
  };
}

const BASH: AtipTool = { atip: '0.4', name: 'bash', version: 'unknown', description: 'Runs a shell line' };
const BASH_COMMAND: CommandMapping = {
  name: BASH.name,
  tool: BASH,
  path: [],
  command: [BASH.name],
  pointer: '',
  metadata: { description: BASH.description },
  effects: {},
};
const MODES: readonly SandboxMode[] = ['off', 'preferred', 'required'];
const UNKNOWN: readonly TrustSource[] = ['inferred'];

/** The trust of each part's document; the lowest for a part without one. */
function sourcesOf({ kind, call }: PartCheck): readonly TrustSource[] {
  if (call) return [trustSourceOf(call.tool)];
  return kind === 'nothing' || kind === 'function' ? [] : UNKNOWN;
}

const DECISIONS: readonly Decision[] = ['allow', 'confirm', 'deny'];

/** The stricter of two checks of one line, part by part. */
function stricter(one: LineCheck, other: LineCheck): LineCheck {
  const rank = ({ decision }: { readonly decision: Decision }): number => DECISIONS.indexOf(decision);
  const parts = one.parts.map((part, at) => {
    const also = other.parts[at];
    return also && rank(also) > rank(part) ? also : part;
  });
  const [first, second] = rank(other) > rank(one) ? [other, one] : [one, other];
  return { ...first, parts, reasons: [...new Set([...first.reasons, ...second.reasons])] };
}

/**
 * The combined effects of all parts; an effect that one part leaves open stays open. `paths` lists every place that a
 * part may change.
 */
function effectsOf({ parts, problems, reads }: LineCheck, cwd: string): AtipEffects {
  const all = [...parts.map(({ effects }) => effects), ...(problems.length > 0 || parts.length === 0 ? [{}] : [])];
  const { interactive: _none, duration: _own, ...effects } = all.reduce(eitherEffects, all[0] ?? {});
  const { paths: _bounds, ...filesystem } = effects.filesystem ?? {};
  const places = [...new Set(parts.flatMap((part) => changedBy(part, cwd)))];
  const readsFiles = reads.length > 0 || parts.some(({ words }) => words.some(isGlob));
  const longest = parts
    .map((part) => part.effects)
    .toSorted((a, b) => timeoutFor(b, undefined) - timeoutFor(a, undefined));
  const duration = longest[0]?.duration;
  return stated({
    ...effects,
    filesystem: stated({
      ...filesystem,
      read: readsFiles || filesystem.read,
      paths: places.length > 0 ? places : undefined,
    }),
    duration,
  });
}

function isGlob({ unknown, ...word }: Word): boolean {
  return unknown === true && 'reason' in word && word.reason === 'glob';
}

/** The places that a part may change, from its own directory; from the line's directory if its own is unknown. */
function changedBy(part: PartCheck, cwd: string): readonly string[] {
  const { changes } = sandboxAccess(part.effects);
  if (changes === 'nothing') return [];
  const starts = startsOf(part, cwd);
  const wanted = changes === 'working-directory' ? ['.'] : changes;
  const known = starts.length > 0 ? starts : [cwd];
  return wanted.flatMap((path) =>
    isAbsolute(path) || path.startsWith('~') ? [path] : known.map((start) => resolve(start, path)),
  );
}
