import { asRecord, isRecord, recordsAt } from '../json/is-record.ts';
import { toText } from '../json/to-text.ts';
import { checkToolList } from './check-provider-tools.ts';
import { isBadKey, isRoot, rootUnions, type SchemaRules, wellFormed } from './provider-schema-rules.ts';
import type { Fail, RawAnswer, StreamReader } from '../types/call.ts';
import type {
  ProviderAcceptance,
  ProviderResponses,
  ProviderResults,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
} from './provider.ts';
import { parametersSchema, plainProperty } from './write-schema.ts';

/** Bedrock's Converse API. @see AWS, API_runtime_ToolSpecification; @aws-sdk/client-bedrock-runtime 3.1163.0 */
export const facts: ProviderFacts = {
  label: 'Bedrock',
  hasStrict: false,
  limits: { tools: {}, name: { most: 64 }, description: {} },
};

export const form: ProviderForm<'bedrock'> = {
  write({ name, description, parameters }) {
    const json = { type: 'object' as const, ...parametersSchema(parameters, 'key', plainProperty) };
    return { toolSpec: { name, description, inputSchema: { json } } };
  },
  wrap: (tools) => ({ toolConfig: { tools: [...tools] } }),
  places: {
    names: ['/toolSpec/name'],
    description: '/toolSpec/description',
    schemas: ['/toolSpec/inputSchema/json'],
  },
  keys: 'key',
};

export const responses: ProviderResponses = {
  label: 'Bedrock response',
  read,
  complete: [null, 'tool_use', 'end_turn', 'stop_sequence'],
  sendsText: false,
};

export const results: ProviderResults<'bedrock'> = {
  answer({ id: toolUseId }, result, isError) {
    const status = isError ? 'error' : 'success';
    // "text content blocks must be non-empty", and not blank.
    const text = toText(result);
    const content = [{ text: text.trim() === '' ? '(empty)' : text }];
    return { role: 'user', content: [{ toolResult: { toolUseId, content, status } }] };
  },
  // "Expected toolResult blocks": a turn's results must be in one message.
  join: (results) => [{ role: 'user', content: results.flatMap(({ content }) => content) }],
};

export const acceptance: ProviderAcceptance = {
  /** `toolSpec`; `cachePoint` and `systemTool` pass unchecked. */
  check: (tools, { strict }) =>
    checkToolList(tools, {
      name: { pattern: /^[\w-]+$/, code: 'br-name', max: 64 },
      description: ['br-desc', 'info'],
      read({ toolSpec: body, cachePoint, systemTool }, path, report) {
        const members = [body, cachePoint, systemTool].filter((member) => member !== undefined);
        if (members.length !== 1 || !isRecord(members[0])) report('tool-shape', path, 'Must be { toolSpec: { … } }.');
        if (!isRecord(body)) return undefined;
        const at = '/toolSpec';
        const { inputSchema } = body;
        // Optional, at least one character.
        if (body['description'] === '') report('br-desc', `${path}${at}/description`, 'Must not be empty.');
        if (strict || body['strict'] === true) report('br-strict', path + at, 'Some models refuse strict.', 'warning');
        const schema = isRecord(inputSchema) && inputSchema['json'];
        return { at, body, schemas: [['inputSchema/json', schema, schemaRules()]] };
      },
    }),
  dialects: () => [{ rules: schemaRules() }],
  wrapSchema: (named, json) => ({ toolSpec: { ...named, inputSchema: { json } } }),
  unwrap({ toolSpec: spec }) {
    if (!isRecord(spec)) return undefined;
    const schema = asRecord(spec['inputSchema'])['json'];
    return [{ name: spec['name'], description: spec['description'], schema }];
  },
};

/** The model's own schema limits apply; Claude refuses the same on Bedrock as elsewhere, idp#709. */
function schemaRules(): SchemaRules {
  return {
    root: 'br-root',
    all: wellFormed(),
    keywords: [rootUnions(['br-root-comb', 'Claude refuses it.', isRoot, 'warning'])],
    keys: [['br-propkey', 'Claude refuses it.', isBadKey, 'warning']],
  };
}

const begin = (contentBlockIndex: number, toolUseId: string, name: string): object => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
});
const text = (contentBlockIndex: number, input: string): object => ({
  contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } },
});
const end = (contentBlockIndex: number): object => ({ contentBlockStop: { contentBlockIndex } });

/** Names of events and fields that only this API uses. */
const OWN_NAMES = [
  'stopReason',
  'toolUse',
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
];

export const examples: ProviderExamples = {
  response({ name, arguments: input }) {
    const message = { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name, input } }] };
    return { output: { message }, stopReason: 'tool_use' };
  },
  stream: () => [
    { messageStart: { role: 'assistant' } },
    begin(0, 'c1', 'git_log'),
    text(0, '{"n":2}'),
    end(0),
    begin(1, 'c2', 'git_status'),
    text(1, '{}'),
    end(1),
    { messageStop: { stopReason: 'tool_use' } },
  ],
  recognises: (value) =>
    OWN_NAMES.some((name) => name in value) ||
    'message' in asRecord(value['output']) ||
    (Array.isArray(value['content']) && value['content'].some((block) => 'toolUse' in asRecord(block))),
  ask: (prompt) => ({ messages: [{ role: 'user', content: [{ text: prompt }] }] }),
};

/**
 * Finds the `toolUse` blocks of a response.
 *
 * Shape: `{ stopReason, output: { message: { content: [{ toolUse: { toolUseId, name, input: { … } } }] } } }`; a bare
 * message is accepted too. Tools that run at the provider (`server_tool_use`) are skipped.
 *
 * @throws AtipParseError when the form is not Converse's
 * @see ATIP 0.3 §7.2
 */
function read(response: unknown, fail: Fail): RawAnswer[] {
  const { output, stopReason: reason, stop_reason: foreign } = asRecord(response);
  // Anthropic's own form has a `content` too; reading it here would find no calls.
  const isMessage = output === undefined && foreign === undefined;
  const blocks = recordsAt(isMessage ? response : asRecord(output)['message'], 'content', fail);
  const uses = blocks.map((block) => block['toolUse'] ?? undefined).filter((use) => use !== undefined);
  const own = uses.map(asRecord).filter((use) => use['type'] !== 'server_tool_use');
  return [{ reason, calls: own.map(({ toolUseId: id, name, input }) => ({ id, name, arguments: input })) }];
}

/**
 * Reads the events of a stream of Bedrock's Converse API.
 *
 * Shape of the events: `{ contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } } }`,
 * `{ contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input: "…" } } } }`, `{ contentBlockStop }`,
 * `{ messageStop: { stopReason } }`; others are skipped. The service reports its failures as events named `…Exception`.
 */
export function stream(): StreamReader {
  return (event, fail) => {
    const { contentBlockStart: start, contentBlockDelta: delta, contentBlockStop: stop, messageStop } = event;
    const failed = Object.keys(event).some((name) => name.endsWith('Exception') && event[name]);
    if (failed) throw fail('reports an error');
    if (messageStop) return [{ reason: asRecord(messageStop)['stopReason'] ?? 'no reason' }];
    const block = asRecord(start ?? delta ?? stop);
    const key = block['contentBlockIndex'] ?? null;
    const toolUse = asRecord(block['start'] ?? block['delta'])['toolUse'] ?? undefined;
    const { toolUseId: id, name, type, input } = asRecord(toolUse);
    if (start) return [{ key, start: toolUse && type !== 'server_tool_use' ? 'call' : 'other', id, name }];
    if (delta) return toolUse === undefined ? [] : [{ key, text: input ?? null }];
    return stop ? [{ key, ends: true }] : [];
  };
}
