import type { Parameter } from '@atip/core';
import type { Completion } from './completion.ts';

/** Names that only this machine knows; read when they are asked for, and no program is started for them. */
export interface KnownNames {
  /** Of tools, as `atip show` takes them. */
  tools(): Promise<readonly Completion[]>;
  /** Of commands, as `atip run` takes them. */
  commands(): Promise<readonly Completion[]>;
  /** What a command takes; nothing when there is no such command. */
  parameters(command: string): Promise<readonly Parameter[]>;
}
