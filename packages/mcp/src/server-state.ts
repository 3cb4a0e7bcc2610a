import type { ToolMachine } from '@atip/node/internal';
import type { McpSettings } from './mcp-settings.ts';
import type { ToolOffer } from './tool-offer.ts';

/** A server at one moment: clients change its directory, and documents change its tools. */
export interface ServerState {
  readonly settings: McpSettings;
  readonly offer: ToolOffer;
  readonly machine: ToolMachine;
}
