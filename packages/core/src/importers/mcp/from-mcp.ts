import { asRecord } from '../../json/as-record.ts';
import type { Imported, ImportHints } from '../imported.ts';
import { recordsOf, textOf } from '../shared/fields.ts';
import { finishTool } from '../shared/finish-tool.ts';
import { type Branch, growTree } from '../shared/grow-tree.ts';
import { createLosses } from '../shared/losses.ts';
import { type Fields, readForeign } from '../shared/read-foreign.ts';
import { MCP_LOSSES, type McpCode } from './mcp-losses.ts';
import { readAnnotations } from './read-annotations.ts';
import { readProperties } from './read-properties.ts';

const MAX_VALUES = 2_000_000;

/** A root or one tool of the list. */
type Source = { readonly tools: readonly Fields[] } | { readonly tool: Fields };

/**
 * Makes ATIP metadata of what an MCP server answers to `tools/list`: the result, the whole response, or the list alone.
 *
 * Shape: `{ tools: [{ name: "read_file", inputSchema: { properties: { path: { type: "string" } }, required: ["path"] },
 * annotations: { openWorldHint: true } }] }` → the command `read_file` with the required option `path`, `--path`, and
 * `network: true`. A server has no command line: the tool says so with `x-mcp` and nothing of it can be run as a program.
 * Annotations are claims of the server, so trust is `inferred`; what they leave open stays unknown, defaults of the protocol
 * included.
 *
 * Lossy, each with an issue that counts: values with a structure become text that holds JSON (`x-json`), bounds and patterns
 * of values are left out, and so are tools without a name.
 * Limits: 500,000 values or 4 MiB of text. Never throws.
 */
export function fromMcp(toolsListResult: unknown, hints: ImportHints = {}): Imported {
  const { lose, issues } = createLosses<McpCode>(MCP_LOSSES);
  const answer = readForeign(toolsListResult, MAX_VALUES, (code) => lose(code));
  const result = resultOf(answer);
  const tools = recordsOf(Array.isArray(answer) ? answer : result['tools']);
  lose('import-no-program');
  if (textOf(result['nextCursor']) !== '') lose('import-incomplete');
  const { description: _none, ...tree } = growTree<Source>(
    { tools },
    {
      namesOf: (source) => ('tool' in source ? [textOf(source.tool['name'])] : []),
      read: (source, pointer) => readBranch(source, (code) => lose(code, pointer)),
      lose,
    },
  );
  const name = hints.name ?? 'mcp-server';
  return finishTool(
    {
      name,
      version: hints.version ?? '',
      description: `Tools of the MCP server ${name}`,
      trust: { source: 'inferred' },
      'x-mcp': true,
      ...tree,
    },
    issues(),
  );
}

/** Of a whole response, what stands under `result`. */
function resultOf(answer: unknown): Fields {
  const fields = asRecord(answer);
  return fields['tools'] === undefined ? asRecord(fields['result']) : fields;
}

function readBranch(source: Source, lose: (code: McpCode) => void): Branch<Source> {
  const none = { group: {}, persistent: [] };
  if ('tools' in source) {
    return { ...none, command: { description: '' }, runs: false, children: source.tools.map((tool) => ({ tool })) };
  }
  const { tool } = source;
  const options = readProperties(tool['inputSchema'], lose);
  const effects = readAnnotations(asRecord(tool['annotations']));
  const title = textOf(tool['title']) || textOf(asRecord(tool['annotations'])['title']);
  return {
    ...none,
    command: {
      description: textOf(tool['description']) || title,
      ...(options.length > 0 && { options }),
      ...(Object.keys(effects).length > 0 && { effects }),
    },
    children: [],
  };
}
