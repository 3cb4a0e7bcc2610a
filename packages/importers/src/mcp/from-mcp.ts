import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import {
  type Fields,
  hasControl,
  listOf,
  type LossTexts,
  openForeign,
  recordsOf,
  scalarOf,
  textOf,
  textsOf,
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import type { AtipEffects, AtipOption } from '@atip/core';
import { asRecord, isLegalFlag, isRecord, pointerTokens, toText, valueAt } from '@atip/core/internal';

/** Losses: facts of a list of MCP tools that have no place in ATIP. */
type McpCode =
  | 'import-no-program'
  | 'import-incomplete'
  | 'import-lost-command'
  | 'import-json-value'
  | 'import-lost-rule';

const MCP_LOSSES: LossTexts<McpCode> = {
  'import-no-program': ['info', 'this describes an MCP server, which cannot be run as a program.'],
  'import-incomplete': ['warning', 'the server has more tools than this part of its list; import all parts together.'],
  'import-lost-command': ['warning', 'a tool without a name of its own is left out.'],
  'import-json-value': ['info', 'a value with a structure of its own is taken as text that holds JSON.'],
  'import-lost-rule': ['info', 'a rule for a value, such as a pattern or a bound, is left out; the server checks it.'],
};

type Source = { readonly tools: readonly Fields[] } | { readonly tool: Fields };

/**
 * Makes ATIP metadata of what an MCP server answers to `tools/list`: the result, the whole response, or the list alone.
 *
 * Shape: `{ tools: [{ name: "read_file", inputSchema: { properties: { path: { type: "string" } }, required: ["path"] },
 * annotations: { openWorldHint: true } }] }` → the command `read_file` with the required option `path`, `--path`, and
 * `network: true`. A server has no command line: the tool says so with `x-mcp` and nothing of it can be run as a program.
 * Annotations are claims of the server, so trust is `inferred`; a tool without any stays unknown.
 *
 * Lossy, each with an issue that counts: values with a structure become text that holds JSON (`x-json`), bounds and patterns
 * of values are left out, and so are tools without a name.
 * Limits: 500,000 values or 4 MiB of text. Never throws.
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

/**
 * A server's claims about a tool, with what the protocol presumes where a claim is made and another left out.
 *
 * `readOnlyHint: true` says that nothing around it changes, and makes an absent `destructiveHint` irrelevant; a stated one that
 * contradicts it is believed. `readOnlyHint: false` presumes destruction, and with `destructiveHint: false` still says that it
 * adds something. Without a `readOnlyHint` only harm is believed: the protocol's presumption of an author who says nothing
 * would tell no more than that nobody knows.
 *
 * @see MCP 2025-06-18, ToolAnnotations
 */
function readAnnotations({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Fields): AtipEffects {
  const changes = destructiveHint === true || readOnlyHint === false;
  return {
    ...(readOnlyHint === true && !changes && { filesystem: { write: false, delete: false } }),
    ...(openWorldHint === true && { network: true }),
    ...(typeof idempotentHint === 'boolean' && { idempotent: idempotentHint }),
    ...(changes && destructiveHint !== false && { destructive: true }),
    ...(readOnlyHint === true && !changes && { destructive: false }),
    ...(changes && destructiveHint === false && { modifies: ['what the server works on'] }),
  };
}

const MAX_NAME = 200;

/** The properties of a tool's input as options, in their order. The name is the property's own; the flag is one that can be typed. */
function readProperties(inputSchema: unknown, lose: (code: McpCode) => void): AtipOption[] {
  if (!isRecord(inputSchema)) return [];
  const schema = resolveSchema(inputSchema, inputSchema);
  const required = new Set(textsOf(schema['required']));
  const flags = new Set<string>();
  const properties = schema['properties'];
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]): AtipOption => {
    const fields: Fields = isRecord(property) ? property : {};
    const resolved = resolveSchema(fields, inputSchema);
    return {
      name,
      flags: [flagFor(name, flags)],
      description: textOf(fields['description']) || textOf(resolved['description']) || textOf(resolved['title']),
      ...readSchema(resolved, inputSchema, lose),
      ...(required.has(name.trim()) && { required: true }),
      ...(resolved['deprecated'] === true && { 'x-deprecated': true }),
    };
  });
}

/** A flag of its own: `--name`, without what no command line has, and with a number where another property has it already. */
function flagFor(name: string, taken: Set<string>): string {
  const plain = `--${name
    .slice(0, MAX_NAME)
    .replace(/^[-+]+/, '')
    .replace(/[\s=,]/g, '-')}`;
  const base = isLegalFlag(plain) && !hasControl(plain) ? plain : '--property';
  let flag = base;
  for (let number = taken.size + 1; taken.has(flag); number += 1) flag = `${base}-${number}`;
  taken.add(flag);
  return flag;
}

type ValueFields = Pick<AtipOption, 'type' | 'enum' | 'default' | 'x-json'>;

const RULES =
  'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems';

/** The values that a property takes. A value with a structure of its own becomes text that holds JSON. */
function readSchema(schema: Fields, root: Fields, lose: (code: McpCode) => void): ValueFields {
  if (RULES.split(' ').some((rule) => schema[rule] !== undefined)) lose('import-lost-rule');
  const preset = schema['default'];
  const types = listOf(schema['type']).filter((type) => type !== 'null');
  if (types.length === 1 && types[0] === 'array') {
    const items = isRecord(schema['items']) ? resolveSchema(schema['items'], root) : {};
    const item = readScalar(items);
    if (item !== undefined) {
      const list = Array.isArray(preset) && preset.every((value) => scalarOf(value) !== undefined);
      return { type: 'array', ...(item.enum && { enum: item.enum }), ...(list && { default: preset }) };
    }
  }
  const scalar = types.length <= 1 ? readScalar(schema) : undefined;
  if (scalar !== undefined) {
    const value = preset === null ? undefined : scalarOf(preset);
    return { ...scalar, ...(value !== undefined && { default: value }) };
  }
  lose('import-json-value');
  const text = preset === undefined || preset === null ? '' : toText(preset);
  return { type: 'string', 'x-json': true, ...(text !== '' && text.length < 1000 && { default: text }) };
}

/** A schema of one plain kind of value; `undefined` for any other. */
function readScalar(schema: Fields): Pick<AtipOption, 'type' | 'enum'> | undefined {
  const [type, ...others] = listOf(schema['type']).filter((name) => name !== 'null');
  const { const: only } = schema;
  const values = Array.isArray(schema['enum']) ? schema['enum'] : only === undefined ? [] : [only];
  const choices = values.filter((value) => value !== null);
  if (others.length > 0) return undefined;
  if (choices.length > 0 && type !== 'boolean') {
    // Numbers stay numbers: a server does not take their text.
    const plain = choices.filter((value) => typeof value === 'string' || typeof value === 'number');
    return plain.length === choices.length ? { type: 'enum', enum: [...new Set(plain)] } : undefined;
  }
  if (type === 'string') return { type: schema['format'] === 'uri' ? 'url' : 'string' };
  return type === 'integer' || type === 'number' || type === 'boolean' ? { type } : undefined;
}

/** References to references that are followed. */
const MAX_STEPS = 8;

/** Follows references within the document, and the one alternative besides null of an optional value. */
function resolveSchema(schema: Fields, root: Fields): Fields {
  let resolved = schema;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = targetOf(resolved, root);
    if (next === undefined) break;
    const { $ref: _ref, anyOf: _any, oneOf: _one, ...own } = resolved;
    resolved = { ...next, ...own };
  }
  return resolved;
}

function targetOf(schema: Fields, root: Fields): Fields | undefined {
  const { $ref: reference } = schema;
  if (typeof reference === 'string' && /^#\/[^%]*$/.test(reference)) {
    const target = valueAt(root, pointerTokens(reference));
    return isRecord(target) ? target : undefined;
  }
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf']).filter(isRecord);
  const [first, ...others] = alternatives.filter(({ type }) => type !== 'null');
  return others.length === 0 ? first : undefined;
}
