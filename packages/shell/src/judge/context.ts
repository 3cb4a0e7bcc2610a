import type { AtipEffects, AtipTool, Decision, ExecutionPolicy, PolicyPart } from '@atip/core';
import {
  decide,
  delegatesNamed,
  type Homes,
  programBreach,
  raiseEffects,
  sentencesOf,
  toDelegation,
} from '@atip/core/internal';
import type { TreeView } from '../line/listings.ts';
import { isForeign, programName } from '../line/program-names.ts';
import type { LinePart } from '../line/types.ts';
import type { ContainerContext } from './containers.ts';
import type { LineLosses, SavedView } from './file-losses.ts';
import type { FindInstalled } from './installed-packages.ts';
import type { LinePaths } from './paths.ts';
import type { LineVariables } from './printed-variables.ts';
import type { LineProcesses, ProcessView } from './processes.ts';
import type { ProjectView } from './project-view.ts';
import type { SnippetReader } from './snippets.ts';

/**
 * Finds the document of a program by its name, such as `git`. The second word of a command selects the group of a
 * cloud's commands.
 */
export type ToolLookup = (program: string, group?: string) => AtipTool | undefined;

export interface CheckLineSettings {
  /** Absolute path where the line starts. Absent: relative paths below it count as inside. */
  readonly cwd?: string | undefined;
  /** The home directory, for `~`. Absent: `~/x` is outside. */
  readonly home?: string | undefined;
  /** Writable directories, absolute, besides `/tmp`. Absent: only `cwd`. */
  readonly writable?: readonly string[] | undefined;
  /** True if a file exists: a redirect to a new file replaces nothing. Absent: assumes that every file exists. */
  readonly isThere?: ((path: string) => boolean) | undefined;
  /**
   * Resolves the links of an absolute path as deep as it exists; undefined when it cannot be told. Absent: paths are compared as
   * written.
   */
  readonly realPath?: ((path: string) => string | undefined) | undefined;
  /** The names of the links directly in a directory. Absent: a glob may fit no link. */
  readonly linksIn?: ((directory: string) => readonly string[]) | undefined;
  /** Where the person's secret files are, if variables moved them. Absent: in the usual places of `home`. */
  readonly homes?: Homes | undefined;
  /** The project of the line. Absent: the project is the directory where the line starts. */
  readonly project?: ProjectView | undefined;
  /** The processes of this machine. Absent: nobody knows them, so a line that ends some is asked about. */
  readonly processes?: ProcessView | undefined;
  /** Reads code in the line. Absent: a person is asked about it. */
  readonly snippets?: SnippetReader | undefined;
  /** Absent: nobody knows what the project has installed, so a person is asked about what runners start. */
  readonly installed?: FindInstalled | undefined;
  /** The names of files. Absent: nobody tells what a command of the line lists. */
  readonly tree?: TreeView | undefined;
  /** The files that git brings back. Absent: it brings back none. */
  readonly saved?: SavedView | undefined;
  /** The secrets of the line's environment. Absent: nobody knows, so a line that prints it is asked about. */
  readonly environment?: EnvironmentView | undefined;
}

/** The variables of the process that starts a line's shell. */
export interface EnvironmentView {
  /** Names of those whose name or value looks like a credential. */
  readonly secrets: readonly string[];
  /** False: no variable leads requests to this machine through a proxy. Absent: nobody knows. */
  readonly hasProxy?: boolean | undefined;
}

export interface PartContext {
  /** True: an exact rule allows the call of the runner that starts it, with all its words. */
  readonly isSeen?: boolean | undefined;
  readonly find: ToolLookup;
  /** With its defaults. */
  readonly policy: ExecutionPolicy;
  readonly settings: CheckLineSettings;
  /** The paths that the whole line names. */
  readonly paths: LinePaths;
  /** The files that its parts lose. */
  readonly losses: LineLosses;
  /** The variables that the whole line prints and exports. */
  readonly variables: LineVariables;
  readonly processes: LineProcesses;
  /** The surroundings of parts in containers. Absent: the line has none. */
  readonly inContainer?: ContainerContext | undefined;
  /** Collects the files that redirects write and read. */
  readonly writes: Set<string>;
  readonly reads: Set<string>;
}

/**
 * The decision about unreadable commands: deny without a person to ask, and under a delegation of named tools, which
 * may not include them.
 */
export function unreadDecision(policy: ExecutionPolicy): Decision {
  return policy.denyUnknown === true || delegatesNamed(policy) ? 'deny' : 'confirm';
}

/** The reason, if the delegation causes it. */
export function delegatedAlone(policy: ExecutionPolicy): readonly string[] {
  return delegatesNamed(policy) ? ['Only named tools are delegated (allowedTools), and this may be another one.'] : [];
}

/** One of several judgements about a part; the strictest counts. */
export interface Verdict {
  readonly decision: Decision;
  readonly reasons: readonly string[];
  readonly rule?: PolicyPart | undefined;
}

/** The effects of a command that only starts others. */
export const HARMLESS: AtipEffects = {
  filesystem: { read: false, write: false, delete: false },
  network: false,
  subprocess: false,
  reversible: true,
  destructive: false,
};

/** Checks effects outside of any document against the policy, such as those of `sudo`. Rules do not apply to them. */
export function judgeEffects(
  name: string,
  effects: AtipEffects,
  policy: ExecutionPolicy,
  { outside = [], why }: { readonly outside?: readonly string[] | undefined; readonly why?: string } = {},
): Verdict {
  const subject = { name, path: [], effects: raiseEffects(HARMLESS, effects), trust: 'native', outside } as const;
  const { decision, rule, violations } = decide(subject, policy);
  const reasons = why === undefined ? sentencesOf(violations) : [`${name} ${why}.`];
  return { decision, reasons: decision === 'allow' ? [] : reasons, rule };
}

/** Objections of delegations to programs and wrappers by their words; described commands are decided as calls. */
export function judgeDelegated(
  { kind, program, words, through, added, runner }: LinePart,
  isDescribed: boolean,
  policy: ExecutionPolicy,
): Verdict[] {
  if (policy.delegations === undefined) return [];
  const end = words.findIndex((word) => word.unknown === true);
  const [, ...known] = words.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  const name = program === undefined || isForeign(program) ? program : programName(program);
  const isOwn = kind === 'builtin' || (kind === 'program' && !isDescribed);
  const found = [
    // A wrapper with effects of its own, such as sudo and ssh, counts as a program.
    ...through.map((wrapper) => programBreach([wrapper], policy, added === undefined && runner === undefined)),
    isOwn && name !== undefined ? programBreach([name, ...known], policy, kind === 'builtin') : undefined,
  ];
  return found.flatMap((one) => (one ? [{ decision: one.decision, reasons: [one.message], rule: one.part }] : []));
}

/**
 * Without the names in its delegations: they do not apply to a builtin of the shell, and were already checked for a
 * program.
 */
export function withoutNames(policy: ExecutionPolicy): ExecutionPolicy {
  const { delegations } = policy;
  if (delegations === undefined) return policy;
  return {
    ...policy,
    delegations: delegations.map(({ delegation, origin }) => {
      const { effectRestrictions } = toDelegation(delegation);
      return { delegation: effectRestrictions ? { effectRestrictions } : {}, origin };
    }),
  };
}
