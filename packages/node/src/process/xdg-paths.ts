import { userInfo } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { allowedOr } from '../files/system-error.ts';
import type { Environment } from './child-environment.ts';

/** Directories of documents below one data directory. */
interface DataPaths {
  /** `…/agent-tools` */
  readonly data: string;
  /** Documents from the tools themselves. */
  readonly tools: string;
  /** Documents about tools that have no `--agent`. */
  readonly shims: string;
  readonly patterns: string;
}

/** The directories for documents about tools and for saved results. @see ATIP 0.3 §4 */
export interface XdgPaths extends DataPaths {
  /** `$HOME`, else the account's home directory. */
  readonly home: string;
  /** `$XDG_CONFIG_HOME/agent-tools` */
  readonly config: string;
  /** The user's changes to documents, by tool name. */
  readonly overrides: string;
  readonly registry: string;
  /** `$XDG_CACHE_HOME/agent-tools`: data that can be found again. */
  readonly cache: string;
  /** `$XDG_STATE_HOME/agent-tools`: hidden from sandboxed programs. */
  readonly state: string;
  /** The log of decisions and runs. */
  readonly audit: string;
  /** The gate's decisions about lines. */
  readonly gate: string;
  /** A list of started logs, stored apart from them, so that the loss of a whole log is noticed. */
  readonly auditLogs: string;
  /** From `$XDG_DATA_DIRS`, in its order. */
  readonly system: readonly DataPaths[];
}

/**
 * Names the agent-tools directories of an environment; they need not exist.
 *
 * A relative entry is ignored, as the XDG Base Directory Specification demands.
 * @see ATIP 0.3 §4
 * @example
 * import { xdgPaths } from '@atip/node';
 *
 * const { tools, registry, audit } = xdgPaths(process.env);
 */
export function xdgPaths(env: Environment): XdgPaths {
  const home = homeOf(env);
  const base = (value: string | undefined, fallback: string): string =>
    join(value !== undefined && isAbsolute(value) ? value : join(home, fallback), 'agent-tools');
  const own = dataPaths(base(env.XDG_DATA_HOME, '.local/share'));
  const config = base(env.XDG_CONFIG_HOME, '.config');
  const state = base(env.XDG_STATE_HOME, '.local/state');
  return {
    ...own,
    home,
    config,
    overrides: join(config, 'overrides'),
    registry: join(own.data, 'registry.json'),
    cache: base(env.XDG_CACHE_HOME, '.cache'),
    state,
    audit: join(state, 'audit.jsonl'),
    gate: join(state, 'gate.jsonl'),
    auditLogs: join(own.data, 'audit-logs.jsonl'),
    system: systemDirectories(env.XDG_DATA_DIRS).map((directory) => dataPaths(join(directory, 'agent-tools'))),
  };
}

/**
 * `$HOME`, else the account's home directory: one that is empty or relative would lead into the working directory. The root
 * for a user id without an account.
 */
export function homeOf({ HOME }: Environment): string {
  return HOME !== undefined && isAbsolute(HOME) ? HOME : allowedOr('/', () => userInfo().homedir);
}

function dataPaths(data: string): DataPaths {
  return { data, tools: join(data, 'tools'), shims: join(data, 'shims'), patterns: join(data, 'patterns') };
}

function systemDirectories(value: string | undefined): readonly string[] {
  const named = (value ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
  return named.length > 0 ? named : ['/usr/local/share', '/usr/share'];
}
