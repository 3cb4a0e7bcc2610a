import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import { type Foreign, type LoseOf, type LossTexts, openForeign, recordsOf, textOf } from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import type { AtipEffects, AtipOption } from '@atip/core';
import { asRecord, stated } from '@atip/core/internal';
import { inferEffects } from '../effects/infer-effects.ts';
import { readProperties, SCHEMA_LOSSES } from './read-properties.ts';

/** Losses: facts of a list of MCP tools that have no place in ATIP. */
const MCP_LOSSES = {
  'import-no-program': ['info', 'this describes an MCP server, which cannot be run as a program.'],
  'import-incomplete': ['warning', 'the server has more tools than this part of its list; import all parts together.'],
  'import-lost-command': ['warning', 'a tool without a name of its own is left out.'],
  'import-contradiction': [
    'warning',
    'its name or operations say that it changes something, so that its readOnlyHint is not believed.',
  ],
  ...SCHEMA_LOSSES,
} satisfies LossTexts;

type Lose = LoseOf<typeof MCP_LOSSES>;

type Source = { readonly tools: readonly Foreign[] } | { readonly tool: Foreign };

/**
 * Converts an MCP server's answer to `tools/list` to an ATIP document: the result, the whole response, or the bare
 * list.
 *
 * Shape: `{ tools: [{ name: "read_file", inputSchema: { properties: { path: { type: "string" } }, required: ["path"] },
 * annotations: { openWorldHint: true } }] }` → the command `read_file` with the required option `path`, `--path`, and
 * `network: true`. A server has no command line: the tool is marked with `x-mcp` and cannot be run as a program. The tools of
 * a server without a name (`hints`) keep theirs when they are compiled (`x-own-names`).
 * Annotations are claims of the server, so trust is `inferred`; a tool without any stays unknown.
 *
 * Lossy, each with an issue that counts: values with a structure become text that holds JSON (`x-json`), alternatives of
 * a whole input (`anyOf`, `oneOf`) become optional properties, bounds and patterns of values are dropped, and so are
 * tools without a name.
 * Limits: 500,000 values or 4 MiB of text. Never throws.
 * @example
 * ```ts
 * import { fromMcp } from '@atip/importers';
 * fromMcp({ tools: [{ name: 'read_file', inputSchema: { type: 'object' } }] }, { name: 'files' }).tool.name; // 'files'
 * ```
 */
export function fromMcp(toolsListResult: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(toolsListResult, MCP_LOSSES);
  const result = resultOf(data);
  const tools = recordsOf(Array.isArray(data) ? data : result['tools']);
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
  const { name, version = '' } = hints;
  return finishTool(
    stated({
      name: name ?? 'mcp-server',
      version,
      description: name === undefined ? 'Tools of an MCP server' : `Tools of the MCP server ${name}`,
      trust: { source: 'inferred' as const },
      'x-mcp': true,
      'x-own-names': name === undefined ? true : undefined,
      ...tree,
    }),
    issues(),
    'tools with a "name", in "tools", in the "result" of a response, or in a list',
  );
}

/** In a whole response, the value of `result`. */
function resultOf(answer: unknown): Foreign {
  const fields = asRecord(answer);
  return fields['tools'] === undefined ? asRecord(fields['result']) : fields;
}

function readBranch(source: Source, lose: Lose): Branch<Source> {
  const none = { group: {}, runs: false };
  if ('tools' in source) {
    return { ...none, command: { description: '' }, children: source.tools.map((tool) => ({ tool })) };
  }
  const { tool } = source;
  const options = readProperties(tool['inputSchema'], lose);
  const name = textOf(tool['name']);
  const hints = asRecord(tool['annotations']);
  const isDoubtful = hints['readOnlyHint'] === true && saysChange(name, options);
  if (isDoubtful) lose('import-contradiction');
  const effects = readAnnotations(isDoubtful ? { ...hints, readOnlyHint: undefined } : hints);
  const title = textOf(tool['title']) || textOf(hints['title']);
  return {
    ...none,
    command: stated({
      description: textOf(tool['description']) || title,
      options: options.length > 0 ? options : undefined,
      effects: Object.keys(effects).length > 0 ? effects : undefined,
    }),
    children: [],
  };
}

/** True for a name such as `delete_branch`, and for a tool that `set` is an operation of. */
function saysChange(name: string, options: readonly AtipOption[]): boolean {
  const operations = options.filter(({ type }) => type === 'enum');
  const { creates, modifies, deletes } = inferEffects({ path: ['', name], options: operations }).effects;
  return [creates, modifies, deletes].some((objects) => objects !== undefined);
}

/**
 * A server's claims about a tool, with the protocol's defaults for partial claims. `readOnlyHint: true` means no
 * changes, so that nothing has to be undone or is done twice; a contradicting `destructiveHint` is believed, and so is a name such as `delete_branch`. `readOnlyHint: false`
 * implies destruction, and with `destructiveHint: false` still additions. Without a `readOnlyHint` only harm is
 * believed: the protocol's defaults for a missing statement are no evidence.
 *
 * @see MCP 2025-06-18, ToolAnnotations
 */
function readAnnotations({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Foreign): AtipEffects {
  const changes = destructiveHint === true || readOnlyHint === false;
  const reads = readOnlyHint === true && !changes;
  return stated({
    filesystem: reads ? { write: false, delete: false } : undefined,
    network: openWorldHint === true ? true : undefined,
    reversible: reads ? true : undefined,
    idempotent: typeof idempotentHint === 'boolean' ? idempotentHint : reads ? true : undefined,
    destructive: changes ? destructiveHint !== false || undefined : reads ? false : undefined,
    modifies: changes && destructiveHint === false ? ['what the server works on'] : undefined,
  });
}
