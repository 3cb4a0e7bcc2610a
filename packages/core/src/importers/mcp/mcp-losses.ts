import type { LossTexts } from '../shared/losses.ts';

/** What a list of MCP tools can say that has no place in ATIP. */
export type McpCode =
  | 'import-no-program'
  | 'import-incomplete'
  | 'import-lost-command'
  | 'import-json-value'
  | 'import-lost-rule';

export const MCP_LOSSES: LossTexts<McpCode> = {
  'import-no-program': ['info', 'this describes an MCP server, which cannot be run as a program.'],
  'import-incomplete': ['warning', 'the server has more tools than this part of its list; import all parts together.'],
  'import-lost-command': ['warning', 'a tool without a name of its own is left out.'],
  'import-json-value': ['info', 'a value with a structure of its own is taken as text that holds JSON.'],
  'import-lost-rule': ['info', 'a rule for a value, such as a pattern or a bound, is left out; the server checks it.'],
};
