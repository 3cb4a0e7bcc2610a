import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipEffects, AtipTool, Decision, ExecutionPolicy } from '@atip/core';
import { homesOf, settleLike, unreadGroups } from '@atip/core/internal';
import {
  checkLine,
  isPlainPath,
  type LineCheck,
  type LineReading,
  type PartCheck,
  type ProjectView,
  programName,
  readLine,
  type Snippet,
  type SnippetReader,
  wantedTools,
} from '@atip/shell';
import { loadShim } from '@atip/catalog';
import { delegatedTools } from '../configuration/delegations.ts';
import { type LoadedConfiguration, originOf, type Settings } from '../configuration/load-configuration.ts';
import { trustedAt } from '../documents/trust-at.ts';
import type { Environment } from '../process/child-environment.ts';
import type { Asking } from '../discover/run-question.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createRealPath, linksIn, namesIn } from '../files/real-path.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type LineSession, openLineProject } from '../project/line-project.ts';
import { openOwnProcesses } from '../project/project-processes.ts';
import { ProjectStateError } from '../project/project-state.ts';
import { limitTime, OutOfTime, type TimeLimit } from './time-limit.ts';

export interface LineJudgeSettings {
  readonly env: Environment;
  /** Absolute: the directory in which lines start. */
  readonly cwd: string;
  /** Absolute: the writable directory. Absent: `cwd`. */
  readonly root?: string | undefined;
  /** The agent's session in which the line is. Absent: a person asks by hand. */
  readonly session?: LineSession | undefined;
  /** Its policy decides; its `writable` directories are writable in addition to `root`. */
  readonly configuration: { readonly settings: Pick<Settings, 'policy' | 'writable'> };
  /** The sandbox for a program that is asked for the commands of a line. Absent: one is made then. */
  readonly sandbox?: Sandbox | undefined;
  /** Ms for one line; then a person is asked. Absent: 7,000, below the limit of hooks. */
  readonly limit?: number | undefined;
}

const LIMIT = 7_000;

/** Decides about one line. */
export type LineJudge = (line: string) => Promise<LineCheck>;

/**
 * Decides about lines by the documents of this machine: the programs' own, yours, and else the bundled ones; unreviewed
 * bundled documents only add reasons. A document is read when the first line names its program, and cached. Runs
 * nothing, except a discovered program that is only known by its overview: it is asked once, in a sandbox and for at
 * most a second, for the groups that a line names. If that fails, the line is unknown. A line that takes too long is
 * stopped, also while it keeps the thread busy, and a person is asked.
 *
 * @example
 * import { createLineJudge, loadConfiguration } from '@atip/node';
 *
 * const cwd = process.cwd();
 * const configuration = await loadConfiguration({ env: process.env, cwd });
 * const judge = createLineJudge({ env: process.env, cwd, configuration });
 * const { decision, reasons } = await judge('git status && rm -rf build');
 */
export function createLineJudge(settings: LineJudgeSettings): LineJudge {
  const { limit = LIMIT, configuration } = settings;
  const judge = createJudge(settings);
  return async (line) => {
    try {
      return await judge(line, limitTime(limit));
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      return unjudged(line, configuration.settings.policy, limit);
    }
  };
}

/** The answer about a line that was not judged in time. */
export function unjudged(line: string, policy: ExecutionPolicy, limit: number): LineCheck {
  const message = `The line was not judged within ${limit / 1000} s.`;
  return checkLine(
    { text: line, parts: [], issues: [{ code: 'TOO_SLOW', message, start: 0, end: line.length }] },
    [],
    policy,
  );
}

function createJudge({
  env,
  cwd,
  root = cwd,
  session,
  configuration,
  sandbox,
}: LineJudgeSettings): (line: string, within: TimeLimit) => Promise<LineCheck> {
  const { policy, writable } = configuration.settings;
  const homes = env['HOME'] === undefined ? undefined : homesOf(env['HOME'], env);
  const documents = new Map<string, AtipTool | undefined>();
  const own = new Map<string, AtipTool | undefined>();
  const tried = new Set<string>();
  const secrets = late(async () => (await import('./secret-variables.ts')).secretVariables(env));
  const environment = {
    get secrets() {
      return secrets.ask((found) => found) ?? [];
    },
    hasProxy: mayLeadAway(env),
    hasLineBreaks: Object.values(env).some((value) => /[\n\r\ufffd]/.test(value ?? '')),
  };
  return async (line, within) => {
    const { reading, wanted, words } = within(() =>
      readWords(line, [cwd, env['PWD'] ?? cwd, env['HOME'] ?? cwd].every(isPlainPath)),
    );
    const names = wanted.flatMap(({ program, group }) => [program, ...pluginName(program, group)]);
    const asked = new Set(names.filter((name) => !own.has(name)));
    const unread = unreadIn(words, own).filter((group) => !tried.has(group.join(' ')));
    for (const [program = ''] of unread) asked.add(program);
    if (asked.size > 0) {
      for (const [program, others] of words) for (const word of others) tried.add(`${program} ${word}`);
      const found = hasDocuments(env) ? await ownDocuments(asked, words, { env, sandbox }) : [];
      for (const name of asked) {
        own.set(
          name,
          found.find((tool) => tool.name === name),
        );
        for (const key of documents.keys()) if (key.startsWith(`${name} `)) documents.delete(key);
      }
    }
    for (const name of asked) {
      if (!isDenied(name, policy)) continue;
      // The complete tool, because a denied command that it lacks is misspelt, and would deny nothing.
      const whole = own.get(name) ?? (await bundled(name, undefined, env));
      if (whole) delegatedTools([{ tool: whole }], policy);
    }
    for (const { program, group } of wanted) {
      const key = `${program} ${group ?? ''}`;
      if (documents.has(key)) continue;
      const [plugin] = pluginName(program, group).flatMap((name) => own.get(name) ?? []);
      documents.set(key, withPlugin(own.get(program) ?? (await bundled(program, group, env)), plugin, group));
    }
    const find = (name: string, group?: string): AtipTool | undefined =>
      documents.get(`${name} ${group ?? ''}`) ?? documents.get(`${name} `);
    const project = within(() => projectOf({ env, cwd: root, session }));
    const processes = openOwnProcesses({ project, session });
    const languages = reading.issues.flatMap(({ snippet }) => (snippet ? [snippet.language] : []));
    const snippets = languages.length > 0 ? await readSnippets(languages) : undefined;
    const installed = await installedIn(project, reading);
    const realPath = createRealPath();
    const saved = late(async () =>
      (await import('../project/recoverable-files.ts')).createSavedView({ project, realPath }),
    );
    const tree = late(async () => (await import('../project/tree-names.ts')).createTreeView(project, realPath));
    const judge = () =>
      within(() =>
        checkLine(reading, find, policy, {
          cwd,
          home: env['HOME'],
          writable: [root, ...writable],
          isThere: existsSync,
          realPath,
          saved: { whyLost: (place) => (saved.ask((view) => ({ why: view.whyLost(place) })) ?? { why: '' }).why },
          tree: {
            pathsBelow: (...query) => tree.ask((view) => view.pathsBelow(...query)),
            filesBelow: (...query) => tree.ask((view) => view.filesBelow(...query)),
            branches: (directory) => tree.ask((view) => view.branches(directory)),
            mayHold: (file, words) => tree.ask((view) => view.mayHold(file, words)) ?? true,
          },
          linksIn,
          homes,
          environment,
          project,
          processes,
          snippets,
          installed,
        }),
      );
    let check = judge();
    if (secrets.isWanted() || saved.isWanted() || tree.isWanted()) {
      if (secrets.isWanted()) await secrets.load();
      // Most programs that are given names change or delete files.
      if (saved.isWanted() || tree.isWanted()) await saved.load();
      if (tree.isWanted()) await tree.load();
      check = judge();
    }
    return withUnread(check, unreadIn(words, own));
  };
}

/** True if a request to this machine may go through a proxy. */
function mayLeadAway(env: Environment): boolean {
  const own = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[,\s]+/);
  const isSpared = own.includes('*') || ['localhost', '127.0.0.1'].every((host) => own.includes(host));
  return !isSpared && Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name));
}

/**
 * Code that few lines need is loaded only after a line has asked for it, because an agent waits. The line is then
 * judged again.
 */
function late<Known>(find: () => Promise<Known>) {
  let known: Known | undefined;
  let isWanted = false;
  return {
    ask<Found>(use: (found: Known) => Found): Found | undefined {
      isWanted ||= known === undefined;
      return known && use(known);
    },
    isWanted: () => isWanted,
    async load(): Promise<void> {
      known = await find();
      isWanted = false;
    },
  };
}

/** Reads code in a line. Its parsers are loaded for the few lines that have some. */
async function readSnippets(languages: readonly Snippet['language'][]): Promise<SnippetReader> {
  const { loadSnippetReader } = await import('@atip/shell/small-code');
  return { read: await loadSnippetReader(languages), namesIn };
}

/** Finds programs that packages installed. Few lines start one, so the code for it is loaded only for those. */
async function installedIn(project: ProjectView, { parts }: LineReading) {
  const isPreload = ({ text }: { readonly text: string }): boolean =>
    /^(?:-r|--(?:import|require|(?:experimental-)?loader))/.test(text);
  if (!parts.some(({ runner, program = '', words }) => runner ?? (/\/|^python/.test(program) || words.some(isPreload))))
    return undefined;
  const { createInstalled } = await import('../project/installed-programs.ts');
  return createInstalled(project);
}

/** A project whose state cannot be believed has no code that runs unasked. */
function projectOf(settings: Parameters<typeof openLineProject>[0]): ProjectView {
  try {
    return openLineProject(settings);
  } catch (error) {
    const why = `where the lists of trusted and fetched places cannot be read: ${saysOf(error).replace(/\.$/, '')}`;
    return { whyForeign: () => why, fetched: [] };
  }
}

/**
 * Remembers what a line fetches, for the lines after it. Call it right before the line runs: a line that is only
 * checked fetches nothing. If that fails, a person is asked.
 */
export function rememberFetched(
  check: LineCheck,
  { env, cwd, root = cwd, session }: Omit<LineJudgeSettings, 'configuration'>,
): LineCheck {
  if (check.decision === 'deny' || check.fetched.length === 0) return check;
  try {
    openLineProject({ env, cwd: root, session }).remember(check.fetched);
    return check;
  } catch (error) {
    const reason = `What the line fetches cannot be remembered: ${saysOf(error)}`;
    return { ...check, decision: 'confirm', reasons: [...check.reasons, reason] };
  }
}

function saysOf(error: unknown): string {
  if (error instanceof ProjectStateError) return error.message;
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return `${describeSystemError(code)} (${code}).`;
}

function isDenied(program: string, { delegations = [] }: ExecutionPolicy): boolean {
  const names = delegations.flatMap(({ delegation }) => delegation.deniedCommands ?? []);
  return names.some((name) => name.trim().toLowerCase().startsWith(program.toLowerCase()));
}

function readWords(line: string, isPlainPlace: boolean) {
  const reading = readLine(line, { isPlainPlace });
  // With the names that it finds, `find -delete` is read as `rm`.
  const isDeleting = reading.parts.some(({ words }) => words.some(({ text }) => text === '-delete'));
  const wanted = [...wantedTools(reading), ...(isDeleting ? [{ program: 'rm' }] : [])];
  return { reading, wanted, words: wordsByProgram(reading) };
}

/** The static words of a line, by the programs that get them. */
function wordsByProgram({ parts }: LineReading): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>();
  for (const { kind, program, words: own } of parts) {
    if (kind !== 'program' || program === undefined) continue;
    const name = programName(program);
    const known = own.slice(1).flatMap(({ text, unknown }) => (unknown === undefined ? [text] : []));
    words.set(name, new Set([...(words.get(name) ?? []), ...known]));
  }
  return words;
}

/** The groups, by program and name, that a line mentions and that were not read. */
function unreadIn(
  wanted: ReturnType<typeof wordsByProgram>,
  tools: ReadonlyMap<string, AtipTool | undefined>,
): readonly string[][] {
  return [...wanted].flatMap(([program, words]) => {
    const tool = tools.get(program);
    const groups = new Set(tool ? unreadGroups(tool).flatMap(([first]) => first ?? []) : []);
    return [...groups].filter((group) => words.has(group)).map((group) => [program, group]);
  });
}

/** Tells how to read a group that keeps a line from being allowed. */
function withUnread(check: LineCheck, unread: readonly string[][]): LineCheck {
  if (check.decision === 'allow' || unread.length === 0) return check;
  const reasons = unread.map(([program, group]) => {
    const words = JSON.stringify(`${program} ${group}`);
    return `The commands of ${words} were not read: \`atip show ${program} --commands ${group}\` asks for them.`;
  });
  return { ...check, reasons: [...check.reasons, ...reasons] };
}

/** False without any document: an agent waits for each line, and reading documents loads more code than deciding. */
function hasDocuments(env: Environment): boolean {
  const { registry, tools, shims, overrides, cache, system } = xdgPaths(env);
  const places = [registry, tools, shims, overrides, join(cache, 'described')];
  return [...places, ...system.map(({ data }) => data)].some((path) => existsSync(path));
}

/** The name that a document of a plug-in may have: `git-foo` for `git foo`. */
function pluginName(program: string, group: string | undefined): string[] {
  return group !== undefined && /^[a-z][\w-]*$/.test(group) ? [`${program}-${group}`] : [];
}

/**
 * Adds to a program's document the command of a plug-in that only this machine describes; the result is trusted like
 * the plug-in. An existing command stays. A program that takes arguments itself starts no plug-in for them.
 */
function withPlugin(
  tool: AtipTool | undefined,
  plugin: AtipTool | undefined,
  group: string | undefined,
): AtipTool | undefined {
  const { '': self, ...commands } = tool?.commands ?? {};
  if (!tool || !plugin || group === undefined || Object.hasOwn(commands, group)) return tool;
  if ((self?.arguments ?? []).length > 0) return tool;
  const { '': alone, ...others } = plugin.commands ?? {};
  const isAlone = alone !== undefined && Object.keys(others).length === 0;
  const command =
    plugin['x-plugin-of'] === tool.name
      ? others[group]
      : isAlone
        ? alone
        : { description: plugin.description, commands: plugin.commands ?? {} };
  if (command === undefined) return tool;
  const { trust = { source: 'inferred' }, globalOptions = [] } = plugin;
  return settleLike(tool, {
    ...tool,
    trust,
    globalOptions: [...(tool.globalOptions ?? []), ...globalOptions],
    commands: { [group]: command },
  });
}

/** Ms for asking a program for a group while an agent waits. */
const LOAD_TIME = 1_000;

async function ownDocuments(
  names: ReadonlySet<string>,
  words: ReturnType<typeof wordsByProgram>,
  { env, sandbox }: Pick<Asking, 'env' | 'sandbox'>,
): Promise<readonly AtipTool[]> {
  const { listTools } = await import('../discover/list-tools.ts');
  // No person named the program: without a sandbox it is not asked, and the line stays unknown.
  const load = { timeout: LOAD_TIME, sandbox, wanted: ({ name }: AtipTool) => [...(words.get(name) ?? [])] };
  const { found } = await listTools(env, { only: (name) => names.has(name), bundled: 'changed', load });
  return found.map(({ tool }) => tool);
}

async function bundled(name: string, group: string | undefined, env: Environment): Promise<AtipTool | undefined> {
  if (env['ATIP_SHIMS'] === 'off' && name !== 'builtins') return undefined;
  const tool = await loadShim(name, group);
  return tool && trustedAt(tool, 'bundled');
}

/** The gate's answer about a line, as JSON. */
export interface LineAnswer {
  readonly decision: Decision;
  readonly reasons: readonly string[];
  readonly parts: readonly PartAnswer[];
  /** Files that redirects write, in the line's words. */
  readonly writes: readonly string[];
  readonly network: boolean;
  readonly problems: LineCheck['problems'];
}

export interface PartAnswer {
  /** UTF-16 offsets in the line. */
  readonly start: number;
  readonly end: number;
  /** Absent: it is only known when the line runs, or there is no program. */
  readonly program?: string | undefined;
  readonly through: readonly string[];
  readonly tool?: string | undefined;
  /** The path; `[]` for a tool without subcommands. Absent: no document describes it. */
  readonly command?: readonly string[] | undefined;
  /** Words without a meaning in the document. */
  readonly unknown: readonly string[];
  readonly effects: AtipEffects;
  readonly decision: Decision;
  /** The part of the policy that decided, with its file and line or preset. */
  readonly rule?: string | undefined;
  readonly origin?: string | undefined;
  /** Empty: it is simply allowed. */
  readonly reason: string;
}

/**
 * A check of a line for people and programs. @param configuration absent: the answer omits the rules' places
 * @example
 * ```ts
 * import { createLineJudge, describeLine, loadConfiguration } from '@atip/node';
 * const where = { env: process.env, cwd: process.cwd() };
 * const configuration = await loadConfiguration(where);
 * const check = await createLineJudge({ ...where, configuration })('git push --force');
 * describeLine(check, configuration).decision; // 'confirm'
 * ```
 */
export function describeLine(check: LineCheck, configuration?: LoadedConfiguration): LineAnswer {
  const { decision, reasons, parts, writes, network, problems } = check;
  return {
    decision,
    reasons,
    parts: parts.map((part) => describePart(part, configuration)),
    writes,
    network,
    problems,
  };
}

function describePart(part: PartCheck, configuration: LoadedConfiguration | undefined): PartAnswer {
  const { start, end, program, through, tool, command, notUnderstood, effects, decision, rule, reasons } = part;
  return {
    start,
    end,
    program,
    through,
    tool,
    command,
    unknown: notUnderstood,
    effects,
    decision,
    rule,
    origin: rule !== undefined && configuration ? originOf(configuration, rule) : undefined,
    reason: reasons.join(' '),
  };
}
