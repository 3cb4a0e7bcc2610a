import type { CompiledParameter } from '../../commands/parameter-shape.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import { asRecord, isRecord, recordsAt } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import type { Fail, RawAnswer, StreamReader } from '../../types/call.ts';
import type {
  ProviderSchemas,
  ProviderResponses,
  ProviderResults,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
} from '../provider.ts';
import { parametersSchema, plainProperty } from '../write-schema.ts';
import { anthropicDialects } from './anthropic-rules.ts';

/** Of all strict tools in one request. */
const SAFE_STRICT = { tools: 12, optional: 10 };

/** Anthropic's Messages API. @see Anthropic, "Define tools", "Structured outputs" */
export const facts: ProviderFacts = {
  label: 'Anthropic',
  hasStrict: true,
  limits: {
    tools: {},
    name: { most: 128, safe: 64 },
    description: {},
    strictTools: { most: 20, safe: SAFE_STRICT.tools },
    optional: { most: 24, safe: SAFE_STRICT.optional },
  },
};

export const form: ProviderForm<'anthropic'> = {
  /** A strict tool allows only listed properties, and its optional parameters stay optional. */
  write({ name, description, parameters }, { strict = false }) {
    const { properties, required } = parametersSchema(parameters, 'key', plainProperty);
    const closed = { type: 'object' as const, properties, required, additionalProperties: false as const };
    const input_schema = strict ? closed : { type: 'object' as const, properties, required };
    return strict ? { name, description, strict, input_schema } : { name, description, input_schema };
  },
  wrap: (tools) => ({ tools: [...tools] }),
  places: { names: ['/name'], description: '/description', schemas: ['/input_schema'] },
  keys: 'key',
  chooseStrict,
};

export const responses: ProviderResponses = {
  label: 'Anthropic response',
  read,
  complete: [null, 'tool_use', 'end_turn', 'stop_sequence', 'pause_turn'],
  sendsText: false,
};

export const results: ProviderResults<'anthropic'> = {
  answer: ({ id }, result, isError) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: toText(result), ...(isError && { is_error: true }) }],
  }),
  // A turn's results must be in one message.
  join: (results) => [{ role: 'user', content: results.flatMap(({ content }) => content) }],
};

export const schemas: ProviderSchemas = {
  dialects: anthropicDialects,
  wrapSchema: (named, schema, { isClosed }) => ({ ...named, ...(isClosed && { strict: true }), input_schema: schema }),
  unwrap({ name, description, input_schema: schema }) {
    return isRecord(schema) ? [{ name, description, schema }] : undefined;
  },
};

const begin = (index: number, id: string, name: string): object => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id, name, input: {} },
});
const text = (index: number, partial_json: string): object => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});

export const examples: ProviderExamples = {
  response: ({ name, arguments: input }) => ({
    role: 'assistant',
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: 'toolu_1', name, input }],
  }),
  stream: () => [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    begin(0, 'c1', 'git_log'),
    text(0, '{"n":'),
    text(0, '2}'),
    { type: 'content_block_stop', index: 0 },
    begin(1, 'c2', 'git_status'),
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ],
  recognises: (value) =>
    'stop_reason' in value ||
    value['type'] === 'tool_use' ||
    value['type'] === 'message' ||
    (Array.isArray(value['content']) && value['content'].some((block) => asRecord(block)['type'] === 'tool_use')) ||
    /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/.test(toText(value['type'])),
  ask: (prompt) => ({ model: 'claude-haiku-5-5', max_tokens: 1024, messages: [{ role: 'user', content: prompt }] }),
};

/**
 * Chooses the strict tools of one request, in order: as many as surely pass. Compiling a request's grammars fails on
 * some routes long before the documented 20 tools and 24 optional properties.
 */
function chooseStrict(drafts: readonly ToolDraft[]): boolean[] {
  let [tools, optional] = [SAFE_STRICT.tools, SAFE_STRICT.optional];
  return drafts.map(({ parameters }) => {
    const needed = parameters.filter(({ parameter }) => !parameter.required).length;
    if (tools === 0 || needed > optional || parameters.some(hasValuesAlike)) return false;
    tools--;
    optional -= needed;
    return true;
  });
}

/**
 * Strict mode does not guarantee the letter case of an enum's values, so values that differ only in case are ambiguous.
 */
function hasValuesAlike({ shape }: CompiledParameter): boolean {
  const values = (shape.enum ?? []).map((value) => String(value).toLowerCase());
  return new Set(values).size < values.length;
}

/**
 * Finds the `tool_use` blocks of an Anthropic message.
 *
 * Shape: `{ stop_reason, content: [{ type: "tool_use", id, name, input: { … } }] }`.
 *
 * @throws AtipParseError when the form is not Anthropic's
 * @see ATIP 0.3 §7.2
 */
function read(response: unknown, fail: Fail): RawAnswer[] {
  const { stop_reason: reason } = asRecord(response);
  const uses = recordsAt(response, 'content', fail).filter((block) => block['type'] === 'tool_use');
  return [{ reason, calls: uses.map(({ id, name, input }) => ({ id, name, arguments: input })) }];
}

/**
 * Reads the events of a streamed Anthropic message.
 *
 * Shape of the events: `content_block_start`, `content_block_delta` with an `input_json_delta`, `content_block_stop`,
 * `message_delta` with the `stop_reason`, `message_stop`; others are skipped. A block's `input` is `{}` at its start
 * and then arrives as text, from the beginning; a non-empty `input` followed by pieces is a contradiction.
 */
export function stream(): StreamReader {
  let reason: unknown;
  return (event, fail) => {
    const { type, content_block: block } = event;
    const { partial_json: piece, stop_reason: why } = asRecord(event['delta']);
    const key = event['index'] ?? null;
    switch (type) {
      case 'content_block_start': {
        const { type: blockType, id, name, input } = asRecord(block);
        if (typeof blockType !== 'string') throw fail('begins a block without "type"');
        return [blockType === 'tool_use' ? { key, start: 'call', id, name, whole: input } : { key, start: 'other' }];
      }
      case 'content_block_delta':
        // In other blocks it is skipped; in a call any value but text is damage.
        return [{ key, text: piece ?? null }];
      case 'content_block_stop':
        return [{ key, ends: true }];
      case 'message_delta':
        reason = why ?? reason;
        return [];
      case 'message_stop':
        return [{ reason: reason ?? 'no reason' }];
      default:
        return [];
    }
  };
}
