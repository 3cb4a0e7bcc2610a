import type { AtipTool, ExecutionPolicy } from '@atip/core';
import type { FoundTool, ToolScan } from '@atip/node';
import { delegatedTools, type LoadSettings, unreadOf } from '@atip/node/internal';
import { ProblemError } from '../http/problem.ts';

/**
 * Makes the list of discovered tools and documents in directories.
 * @param scan reads the registry and the directories, and executes programs only to load requested commands.
 * @param policy its delegations narrow the list
 */
export async function createToolCatalog(
  scan: (load?: Pick<LoadSettings, 'wanted'>) => Promise<ToolScan>,
  policy: ExecutionPolicy = {},
) {
  const read = async (load?: Pick<LoadSettings, 'wanted'>): Promise<ToolScan> => {
    const { found, skipped } = await scan(load);
    return { found: delegatedTools(found, policy), skipped };
  };
  let latest = await read();
  let begun = 0;
  let newest = 0;
  const listeners: ((scan: ToolScan) => void)[] = [];
  const refresh = async (load?: Pick<LoadSettings, 'wanted'>): Promise<ToolScan> => {
    begun += 1;
    const turn = begun;
    const scanned = await read(load);
    // A scan that began earlier and took longer has missed what this one found.
    if (turn > newest) {
      newest = turn;
      latest = scanned;
      for (const listener of listeners) listener(latest);
    }
    return latest;
  };
  const tried = new Set<string>();
  return {
    /** Reads the registry and the directories again. @returns the result, or that of a later refresh. */
    refresh: (): Promise<ToolScan> => refresh(),
    current: (): ToolScan => latest,
    /**
     * Asks tools that are known by their overview for the wanted commands, each tool once. A program that gave no answer is asked
     * again after it changed, or by `loadCommands`.
     */
    async load(wanted: NonNullable<LoadSettings['wanted']>): Promise<ToolScan> {
      const missing = latest.found.flatMap((found) => {
        const names = wanted(found.tool);
        return unreadOf(found)
          .filter((name) => names?.includes(name) ?? true)
          .map((name) => `${found.source} ${found.executable?.hash} ${name}`);
      });
      if (missing.every((one) => tried.has(one))) return latest;
      for (const one of missing) tried.add(one);
      return refresh({ wanted });
    },
    /** Runs on every scan that replaces an earlier one. */
    onChange: (listener: (scan: ToolScan) => void): void => void listeners.push(listener),
  };
}

export type ToolCatalog = Awaited<ReturnType<typeof createToolCatalog>>;

/** @returns undefined for an unknown tool. */
export function findTool(scan: ToolScan, name: string): FoundTool | undefined {
  return scan.found.find(({ tool }) => tool.name === name);
}

/** The documents of a scan: always the same list, because results computed from a list are cached under it. */
export function toolsOf(scan: ToolScan): readonly AtipTool[] {
  const known = DOCUMENTS.get(scan) ?? scan.found.map(({ tool }) => tool);
  DOCUMENTS.set(scan, known);
  return known;
}

const DOCUMENTS = new WeakMap<ToolScan, readonly AtipTool[]>();

export interface RunningDiscovery {
  /** Aborts when the discovery has to end early, with a ProblemError as its reason. */
  readonly signal: AbortSignal;
  cancel(): void;
  finish(): void;
}

/** Tracks whether a discovery runs: two would ask the same programs and write the same files. */
export function createActiveDiscovery() {
  let running: RunningDiscovery | undefined;
  let closed = false;
  let idle: (() => void) | undefined;
  return {
    /** Begins a discovery. @throws ProblemError 409 `discovery-running` while another one runs. */
    begin(): RunningDiscovery {
      if (closed) throw new ProblemError(503, 'shutting-down', 'The companion is being stopped.');
      if (running) throw new ProblemError(409, 'discovery-running', 'A discovery is under way. Wait for it to end.');
      const controller = new AbortController();
      running = {
        signal: controller.signal,
        cancel: () => controller.abort(new ProblemError(409, 'discovery-cancelled', 'The discovery was cancelled.')),
        finish() {
          running = undefined;
          idle?.();
        },
      };
      return running;
    },
    /** Ends the running discovery and starts no more; resolves when it has ended. */
    async shutdown(): Promise<void> {
      closed = true;
      if (running === undefined) return;
      const ended = new Promise<void>((resolve) => {
        idle = resolve;
      });
      running.cancel();
      await ended;
    },
  };
}

export type ActiveDiscovery = ReturnType<typeof createActiveDiscovery>;
