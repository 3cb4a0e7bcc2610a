import { settleLike } from '../json/settled.ts';
import { toolList } from '../commands/assert-document.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { pruneCommands } from '../commands/prune-commands.ts';
import { providerEntry } from '../json/atip-error.ts';
import { estimateTokens } from '../json/estimate-tokens.ts';
import { FORMS } from '../providers/list.ts';
import type { Compilation, CompileSettings, Provider } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { compile } from './compile.ts';

/** Most tokens of tools: they are sent with every request, and with more of them models choose worse. */
const MAX_TOKENS = 25_000;

/** Tools that fit into one request. */
export interface FittedTools<Name extends Provider> {
  readonly compilation: Compilation<Name>;
  /** Tokens of the compiled tools, an estimate. */
  readonly tokens: number;
  /** Tools and tokens of all commands. Absent: all of them fit. */
  readonly whole?: { readonly tools: number; readonly tokens: number } | undefined;
  /**
   * True: all commands of daily use, and all commands of tools that mark none. False: all commands, or the first that
   * fit.
   */
  readonly isEveryday: boolean;
}

/**
 * Compiles as many of the commands as one request takes: all of them, or else those of daily use (`x-everyday`) and all
 * commands of tools that mark none. If these are still too many, the first ones.
 * Limits: 25,000 tokens, an estimate.
 *
 * @param most tools. Absent: as many as the provider takes
 * @throws as `compile`
 */
export function fitTools<Name extends Provider>(
  given: AtipTool | readonly AtipTool[],
  provider: Name,
  settings: CompileSettings,
  most: number = providerEntry(FORMS, provider).maxTools ?? Number.POSITIVE_INFINITY,
): FittedTools<Name> {
  const compilation = compile(given, provider, settings);
  const sizes = compilation.tools.map((tool) => estimateTokens(JSON.stringify(tool)));
  const tokens = sum(sizes);
  if (sizes.length <= most && tokens <= MAX_TOKENS) return { compilation, tokens, isEveryday: false };
  const tools = toolList(given);
  const everyday = new Map(tools.map((tool) => [tool.name, everydayPlaces(tool)]));
  const chosen = new Map<string, Set<string>>(tools.map(({ name }) => [name, new Set()]));
  let [room, count, isCut] = [MAX_TOKENS, 0, false];
  for (const [at, { tool, pointer }] of compilation.entries.entries()) {
    const marked = everyday.get(tool);
    if (marked !== undefined && marked.size > 0 && !marked.has(pointer)) continue;
    room -= sizes[at] ?? 0;
    count += 1;
    isCut = room < 0 || count > most;
    if (isCut) break;
    chosen.get(tool)?.add(pointer);
  }
  const parts = tools.flatMap((tool) => withOnly(tool, chosen.get(tool.name) ?? new Set()));
  const fitting = compile(parts, provider, settings);
  const left = sum(fitting.tools.map((tool) => estimateTokens(JSON.stringify(tool))));
  return { compilation: fitting, tokens: left, whole: { tools: sizes.length, tokens }, isEveryday: !isCut };
}

function everydayPlaces(tool: AtipTool): ReadonlySet<string> {
  const marked = flattenCommands(tool).filter(({ metadata }) => metadata['x-everyday'] === true);
  return new Set(marked.map(({ pointer }) => pointer));
}

/** The tool with these commands, or nothing without any. */
function withOnly(tool: AtipTool, pointers: ReadonlySet<string>): AtipTool[] {
  if (pointers.size === 0) return [];
  const { commands, included, listed } = pruneCommands(tool, (_path, command) =>
    command !== undefined && pointers.has(command.pointer) ? 'keep' : 'drop',
  );
  if (included === listed) return [tool];
  const omitted = { reason: 'size-limited', safetyAssumption: 'unknown' } as const;
  return [
    settleLike(tool, { ...tool, commands, partial: true, totalCommands: listed, includedCommands: included, omitted }),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
