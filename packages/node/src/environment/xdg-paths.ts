import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './child-environment.ts';

/** Where a person's tool documents live. @see ATIP 0.3 §4 */
export interface XdgPaths {
  /** `$XDG_DATA_HOME/agent-tools` */
  readonly data: string;
  /** `$XDG_CONFIG_HOME/agent-tools` */
  readonly config: string;
  /** Documents that the tools gave about themselves. */
  readonly tools: string;
  /** Documents about tools that have no `--agent`. */
  readonly shims: string;
}

/**
 * Names the agent-tools directories of an environment; they need not exist.
 *
 * A relative `XDG_…_HOME` is ignored, as the XDG Base Directory Specification demands.
 * @see ATIP 0.3 §4
 */
export function xdgPaths(env: Environment): XdgPaths {
  const home = env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : homedir();
  const base = (value: string | undefined, fallback: string): string =>
    join(value !== undefined && isAbsolute(value) ? value : join(home, fallback), 'agent-tools');
  const data = base(env.XDG_DATA_HOME, '.local/share');
  return {
    data,
    config: base(env.XDG_CONFIG_HOME, '.config'),
    tools: join(data, 'tools'),
    shims: join(data, 'shims'),
  };
}
