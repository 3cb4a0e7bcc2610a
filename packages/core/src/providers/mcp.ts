import { nameWords } from '../commands/name-command.ts';
import { harmOfSource } from '../commands/effects-of.ts';
import { raiseEffects } from '../effects/merge-effects.ts';
import { isReadOnly } from '../effects/safety-flags.ts';
import { asRecord, isRecord } from '../json/is-record.ts';
import { toText } from '../json/to-text.ts';
import { checkToolList } from './check-provider-tools.ts';
import { isRoot, type Report, rootUnions, type SchemaRules, wellFormed } from './provider-schema-rules.ts';
import type { Fail, RawAnswer, RawCall, StreamReader } from '../types/call.ts';
import type {
  ProviderAcceptance,
  ProviderResponses,
  ProviderResults,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
} from './provider.ts';
import { parametersSchema, plainProperty } from './write-schema.ts';

/** Clients of an MCP server. @see MCP 2026-07-28, server/tools; schema.ts Tool, ToolAnnotations */
export const facts: ProviderFacts = {
  label: 'MCP',
  hasStrict: false,
  limits: { tools: {}, name: { safe: 128 }, description: {} },
};

export const form: ProviderForm<'mcp'> = {
  /**
   * Writes all four annotations. Unstated effects count as the worst case, as they do for MCP where a hint is missing,
   * and so do effects that a parameter may add. The safety flags are also in the description: hints are for the client,
   * the description is for the model.
   */
  write({ name, tool, path, description, parameters, effects: own }) {
    // A hint must be true for every call, with any arguments.
    const effects = parameters.reduce(
      (worst, { parameter }) => raiseEffects(worst, harmOfSource(parameter.source)),
      own,
    );
    const readOnlyHint = isReadOnly(effects);
    return {
      name,
      title: nameWords(tool, path).join(' '),
      description,
      inputSchema: {
        type: 'object',
        ...parametersSchema(parameters, 'key', plainProperty),
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint,
        destructiveHint: !readOnlyHint && (effects.destructive !== false || effects['x-ends'] === 'processes'),
        idempotentHint: effects.idempotent === true,
        openWorldHint: effects.network !== false,
      },
    };
  },
  /** The result of `tools/list`. */
  wrap: (tools) => ({ tools: [...tools] }),
  places: { names: ['/name', '/title'], description: '/description', schemas: ['/inputSchema'], hints: '/annotations' },
  takesDots: true,
  keys: 'key',
};

export const responses: ProviderResponses = {
  label: 'MCP request',
  read,
  // A request is always complete.
  complete: [null],
  sendsText: false,
};

export const results: ProviderResults<'mcp'> = {
  // The result has no id: the envelope of the response repeats the request's.
  answer: (_call, result, isError) => ({ content: [{ type: 'text', text: toText(result) }], isError }),
  join: (results) => [...results],
};

export const acceptance: ProviderAcceptance = {
  /** Tools as a server lists them, with problems for clients that pass them to model APIs. */
  check: (tools) =>
    checkToolList(tools, {
      // The specification says SHOULD; its SDK also warns of `-` and `.` at either end.
      name: { pattern: /^(?![.-])[\w.-]+(?<![.-])$/, code: 'mcp-name', max: 128, severity: 'warning' },
      description: ['mcp-desc', 'info'],
      read(body, path, report) {
        const { annotations, inputSchema, outputSchema } = body;
        checkAnnotations(annotations, `${path}/annotations`, report);
        // Must be one up to 2025-11-25; any schema since.
        if (outputSchema !== undefined && (!isRecord(outputSchema) || outputSchema['type'] !== 'object'))
          report('mcp-output', `${path}/outputSchema`, 'Older clients want type "object".', 'warning');
        return { body, schemas: [['inputSchema', inputSchema, schemaRules()]] };
      },
    }),
  dialects: () => [{ rules: schemaRules() }],
  // A canonical tool states no effects, so each hint is the worst case.
  wrapSchema: (named, inputSchema) => ({ ...named, title: named.name, inputSchema, annotations: { ...HINTS } }),
  unwrap({ name, description, inputSchema: schema }) {
    return isRecord(schema) ? [{ name, description, schema }] : undefined;
  },
};

/** Rules for an input schema: MUSTs and SHOULDs. */
function schemaRules(): SchemaRules {
  return {
    root: 'mcp-input',
    nodes: [
      [
        'mcp-root-props',
        'OpenAI wants properties, {} for none.',
        (_value, node) => node.isRoot && node.schema['properties'] === undefined,
        'info',
      ],
    ],
    all: wellFormed(),
    keywords: [rootUnions(['mcp-root-comb', 'OpenAI and Anthropic refuse it.', isRoot, 'warning'])],
    // The zod schemas of SDK 1.
    keys: [
      [
        'mcp-boolean',
        'Older clients refuse it.',
        (value, node) => node.isRoot && typeof value === 'boolean',
        'warning',
      ],
    ],
  };
}

/** Each hint with the worst value, which clients assume when it is absent. */
const HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

function checkAnnotations(annotations: unknown, path: string, report: Report): void {
  const given = isRecord(annotations) ? annotations : {};
  if (annotations !== undefined && given !== annotations) report('mcp-annotations', path, 'Must be an object.');
  for (const [hint, absent] of Object.entries(HINTS)) {
    const value = given[hint];
    if (value === undefined) report('mcp-annotations', `${path}/${hint}`, `Absent, it means ${absent}.`, 'warning');
    else if (typeof value !== 'boolean') report('mcp-annotations', `${path}/${hint}`, 'Must be true or false.');
  }
}

const request = (id: string | number, name: string, args: unknown): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

export const examples: ProviderExamples = {
  response: ({ name, arguments: args }) => request(1, name, args),
  stream: () => [request('c1', 'git_log', { n: 2 }), request('c2', 'git_status', {})],
  recognises: (value) => 'jsonrpc' in value || value['method'] === 'tools/call',
};

/**
 * Finds the `tools/call` requests in what an MCP client sends.
 *
 * Shape: `{ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments? } }`, a batch of them, or the forms
 * that SDKs pass on: the request without its envelope, or only its `params`. Other messages are skipped.
 *
 * JSON-RPC distinguishes the id 7 from the id "7". A call's id is text: a number becomes its digits, a text stays as it
 * is unless it reads as a number or starts with a quote; then it keeps its JSON quotes (`"\"7\""`). Without an envelope
 * there is no id, and the tool's name is used.
 *
 * @see ATIP 0.3 §7.2
 */
function read(message: unknown, fail: Fail): RawAnswer[] {
  const requests: unknown[] = Array.isArray(message) ? message : [message];
  if (!requests.every(isRecord)) throw fail('is not an object');
  return [{ reason: null, calls: requests.flatMap(callOf) }];
}

function callOf(message: Readonly<Record<string, unknown>>): RawCall[] {
  const { jsonrpc, id, method } = message;
  const hasEnvelope = jsonrpc !== undefined || id !== undefined;
  if (method !== 'tools/call' && (hasEnvelope || method !== undefined)) return [];
  const { name, arguments: values } = method === undefined ? message : asRecord(message['params']);
  return [{ id: hasEnvelope ? textOf(id) : name, name, arguments: values }];
}

function textOf(id: unknown): unknown {
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  return typeof id === 'string' && (id.startsWith('"') || id === String(Number(id))) ? JSON.stringify(id) : id;
}

/** Reads requests one by one: each is complete, and more may always follow, so `end` is valid at any time. */
export function stream(): StreamReader {
  let begun = 0;
  return (event, fail) =>
    read(event, fail).flatMap(({ calls: found, reason }) => [
      ...found.map(
        ({ id, name, arguments: whole }) => ({ key: begun++, start: 'call', id, name, whole, ends: true }) as const,
      ),
      { reason },
    ]);
}
