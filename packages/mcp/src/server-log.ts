import { createResultFilter } from '@atip/core';
import { hidePlaces } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type LoggingLevel, LoggingLevelSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ServerState } from './mcp-settings.ts';

/** Everything that leaves the server, except a call's own result, passes one of these. */
export interface Redaction {
  secrets(text: string): string;
  /** Removes secrets, absolute paths, and the names of this user and machine. */
  all(text: string): string;
}

export function createRedaction({ offer, settings }: ServerState): Redaction {
  const { filter } = createResultFilter(offer.documents, settings.host.output);
  return { secrets: (text) => filter(text, ''), all: (text) => hidePlaces(filter(text, ''), [settings.host.cwd]) };
}

/**
 * Sends a client messages by `notifications/message`, from the level that it set. The default is warnings only, because a
 * client that shows every message would show one for each call.
 * @see MCP 2025-11-25, server/utilities/logging
 */
export type ServerLog = (level: LoggingLevel, text: string) => void;

export function createServerLog(server: Server, redaction: () => Redaction): ServerLog {
  const rank = (level: LoggingLevel): number => LoggingLevelSchema.options.indexOf(level);
  let lowest: LoggingLevel = 'warning';
  server.setRequestHandler(SetLevelRequestSchema, ({ params: { level } }) => {
    lowest = level;
    return {};
  });
  return (level, text) => {
    if (rank(level) < rank(lowest)) return;
    // A client that cannot be reached now misses the message.
    server.sendLoggingMessage({ level, logger: 'atip', data: redaction().all(text) }).catch(() => undefined);
  };
}
