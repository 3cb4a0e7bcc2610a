import type { AtipTool, ExecutionPolicy, FlatCommand } from '@atip/core';
import { checkPolicy } from '@atip/core/execute';
import { changesOf, stated, toolList, withPolicyDefaults } from '@atip/core/internal';
import { type CommandIndex, indexCommands } from './command-index.ts';
import { type Ranked, rankCommands } from './rank-commands.ts';

/** A command that matches a query. */
export interface FoundCommand {
  readonly tool: string;
  /** Keys from the root to the command. */
  readonly path: readonly string[];
  /** The compiled name, for calls. */
  readonly name: string;
  /** The score of the match; only comparable within one answer. */
  readonly score: number;
  /** A flag of the option that does it, if the query is rather about an option. */
  readonly option?: string | undefined;
}

export interface SearchSettings {
  /** Most commands in the answer, whole and > 0. Absent: 5. */
  readonly limit?: number;
  /** Decides, over the usual defaults. Commands that it denies with all arguments are omitted. Absent: omits nothing. */
  readonly policy?: ExecutionPolicy;
}

const USUAL_LIMIT = 5;

/**
 * Finds the commands for a task, best first.
 *
 * Shape: `([git], "undo the last commit")` → `[{ tool: "git", path: ["reset"], name: "git_reset", score: 11.2 }, …]`.
 * Names, descriptions, options, arguments, examples and effects count, synonyms too. Queries are English, like the
 * documents; one without any known word finds nothing. Reading the tools takes longer than a search: the index is
 * cached for the same tools in the same order, which must not change while in use.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or the policy is no object
 * @example
 * ```ts
 * import { searchCommands } from '@atip/agents/search';
 * import { loadShim } from '@atip/catalog';
 *
 * const git = await loadShim('git');
 * const [best] = await searchCommands(git ? [git] : [], 'remove untracked files');
 * console.log(best?.name); // 'git_clean'
 * ```
 */
export async function searchCommands(
  tools: AtipTool | readonly AtipTool[],
  query: string,
  { limit = USUAL_LIMIT, policy }: SearchSettings = {},
): Promise<FoundCommand[]> {
  return findCommands(toolList(tools), query, limit, policy).map(({ command, score, option }) =>
    stated({
      tool: command.tool.name,
      path: command.path,
      name: command.name,
      score: Math.round(score * 100) / 100,
      option,
    }),
  );
}

/** `searchCommands` with the commands themselves. */
export function findCommands(
  tools: readonly AtipTool[],
  query: string,
  limit: number,
  policy: ExecutionPolicy | undefined,
): Ranked[] {
  const ranked = rankCommands(indexOf(tools), typeof query === 'string' ? query : '');
  const whole = policy && withPolicyDefaults(policy);
  const found: Ranked[] = [];
  if (limit < 1) return found;
  for (const one of ranked) {
    if (!whole || !isAlwaysDenied(one.command, whole)) found.push(one);
    if (found.length >= limit) break;
  }
  return found;
}

/** Indexes by the first of their tools, so that unused ones are garbage collected. */
const INDEXES = new WeakMap<AtipTool, { readonly tools: readonly AtipTool[]; readonly index: CommandIndex }[]>();
/** A host has a list or two. */
const MAX_INDEXES = 4;

function indexOf(tools: readonly AtipTool[]): CommandIndex {
  const [first] = tools;
  if (first === undefined) return indexCommands([]);
  const known = INDEXES.get(first) ?? [];
  const kept = known.find(
    (one) => one.tools.length === tools.length && one.tools.every((tool, at) => tool === tools[at]),
  );
  if (kept) return kept.index;
  const index = indexCommands(tools);
  INDEXES.set(first, [{ tools: [...tools], index }, ...known].slice(0, MAX_INDEXES));
  return index;
}

/**
 * True if a policy denies every form of a command: plain, with each mode (`x-mode`, such as `--dry-run`), and with each
 * parameter that a rule of the policy names.
 */
export function isAlwaysDenied(command: FlatCommand, policy: ExecutionPolicy): boolean {
  const mapping = { ...command, command: [command.tool.name, ...command.path] };
  const isDenied = (args: Record<string, unknown>): boolean =>
    checkPolicy({ id: '', name: command.name, arguments: args }, mapping, policy).decision === 'deny';
  if (!isDenied({})) return false;
  const ruled = (policy.rules ?? []).flatMap(({ decision, given = [] }) => (decision === 'deny' ? [] : given));
  const modes = changesOf(command).flatMap(({ mode, values, parameter }) =>
    mode || values.some((value) => value.mode) ? [parameter.key] : [],
  );
  return [...modes, ...ruled].every((key) => isDenied({ [key]: true }));
}
