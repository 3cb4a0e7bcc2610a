import { type CommandFilter, TRUST_SOURCES } from '@atip/core';
import type { CommandsRequest, SkippedTool, ToolDetail, ToolList, ToolSummary } from '../contract/contract.ts';
import { ISSUE, TOOL } from './core-schemas.ts';
import type { SchemaFor } from './json-schema.ts';
import { listOf, objectOf, oneOf, orNull, text, wholeNumber } from './schema-builders.ts';

/** Names in one request; a program gets them on its command line. */
const MAX_COMMANDS = 100;

/** A name is never empty: that would be the tool's own command, or all. */
export const COMMAND_FILTER: SchemaFor<CommandFilter> = objectOf<CommandFilter>(
  undefined,
  {},
  {
    commands: listOf(text({ minLength: 1 }), { description: 'Names with commas between, such as "pr,issue list".' }),
    depth: wholeNumber({ minimum: 1, description: 'Levels of commands.' }),
  },
);

export const COMMANDS_REQUEST: SchemaFor<CommandsRequest> = objectOf<CommandsRequest>(
  'CommandsRequest',
  { commands: listOf(text(), { minItems: 1, maxItems: MAX_COMMANDS }) },
  {},
);

const ORIGIN: SchemaFor<ToolSummary['origin']> = {
  type: 'string',
  pattern: '^(?:tools|shims|probed|bundled|registry:[^\\s/]+)$',
  description: 'With the host where a registry describes the tool: registry:tools.example.',
};

const SUMMARY_FIELDS = {
  name: text(),
  version: text(),
  description: text(),
  origin: ORIGIN,
  trust: oneOf(TRUST_SOURCES),
  executable: orNull<string>({ type: 'string' }),
  hash: text({ pattern: '^sha256:[0-9a-f]{64}$' }),
  commands: wholeNumber({ minimum: 0 }),
  issues: listOf(ISSUE),
};

export const TOOL_SUMMARY: SchemaFor<ToolSummary> = objectOf<ToolSummary>('ToolSummary', SUMMARY_FIELDS, {});

export const TOOL_DETAIL: SchemaFor<ToolDetail> = objectOf<ToolDetail>(
  'ToolDetail',
  { ...SUMMARY_FIELDS, tool: TOOL },
  {},
);

export const SKIPPED_TOOL: SchemaFor<SkippedTool> = objectOf<SkippedTool>(
  'SkippedTool',
  { source: text(), code: text(), reason: text() },
  {},
);

export const TOOL_LIST: SchemaFor<ToolList> = objectOf<ToolList>(
  'ToolList',
  { tools: listOf(TOOL_SUMMARY), skipped: listOf(SKIPPED_TOOL) },
  {},
);
