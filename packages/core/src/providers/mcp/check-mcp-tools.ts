import { isRecord } from '../../json/is-record.ts';
import { checkToolList } from '../../schema/check-tool-list.ts';
import type { Report, SchemaRules } from '../../schema/rule.ts';
import { isRoot, rootUnions, wellFormed } from '../../schema/schema-rules.ts';
import type { Issue } from '../../types/issue.ts';

/** Each with what a client takes it for when absent. */
const HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

/** What an input schema must, and should, be. */
export const MCP_RULES: SchemaRules = {
  root: 'mcp-input',
  nodes: [
    [
      'mcp-root-props',
      'OpenAI wants properties, {} for none.',
      (_value, { isRoot, schema }) => isRoot && schema['properties'] === undefined,
      'info',
    ],
  ],
  all: wellFormed(),
  keywords: [rootUnions(['mcp-root-comb', 'OpenAI and Anthropic refuse it.', isRoot, 'warning'])],
  // The zod schemas of SDK 1.
  keys: [
    ['mcp-boolean', 'Older clients refuse it.', (value, node) => node.isRoot && typeof value === 'boolean', 'warning'],
  ],
};

/**
 * Checks tools as an MCP server lists them, and what clients for model APIs would stumble over.
 *
 * @see MCP 2026-07-28, server/tools; schema.ts Tool, ToolAnnotations
 */
export function checkMcpTools(tools: readonly unknown[]): Issue[] {
  return checkToolList(tools, {
    // The specification says SHOULD; its SDK also warns of `-` and `.` at either end.
    name: { pattern: /^(?![.-])[\w.-]+(?<![.-])$/, code: 'mcp-name', max: 128, severity: 'warning' },
    description: ['mcp-desc', 'info'],
    read(body, path, report) {
      const { annotations, inputSchema, outputSchema } = body;
      checkAnnotations(annotations, `${path}/annotations`, report);
      // Must be one up to 2025-11-25; any schema since.
      if (outputSchema !== undefined && (!isRecord(outputSchema) || outputSchema['type'] !== 'object'))
        report('mcp-output', `${path}/outputSchema`, 'Older clients want type "object".', 'warning');
      return { body, schemas: [['inputSchema', inputSchema, MCP_RULES]] };
    },
  });
}

function checkAnnotations(annotations: unknown, path: string, report: Report): void {
  const given = isRecord(annotations) ? annotations : {};
  if (annotations !== undefined && given !== annotations) report('mcp-annotations', path, 'Must be an object.');
  for (const [hint, absent] of Object.entries(HINTS)) {
    const value = given[hint];
    if (value === undefined) report('mcp-annotations', `${path}/${hint}`, `Absent, it means ${absent}.`, 'warning');
    else if (typeof value !== 'boolean') report('mcp-annotations', `${path}/${hint}`, 'Must be true or false.');
  }
}
