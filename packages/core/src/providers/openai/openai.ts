import type { ToolDraft } from '../../commands/tool-draft.ts';
import { asRecord, isRecord, recordsAt } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import { checkToolList } from '../check-provider-tools.ts';
import type { AnswerStep, CallStep, Fail, RawAnswer, RawCall, StreamReader } from '../../types/call.ts';
import type {
  ProviderAcceptance,
  ProviderResponses,
  ProviderResults,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
} from '../provider.ts';
import { nullableProperty, parametersSchema, plainProperty } from '../write-schema.ts';
import { openAIDialects, openAIRules } from './openai-rules.ts';

/**
 * UTF-16 units; OpenAI's API enforced it until spring 2025 and compatible ones still do; sentry-mcp#106.
 * @example
 * ```ts
 * import { OPENAI_DESCRIPTION_MAX_LENGTH } from '@atip/core';
 * const isTooLong = (description: string): boolean => description.length > OPENAI_DESCRIPTION_MAX_LENGTH;
 * ```
 */
export const OPENAI_DESCRIPTION_MAX_LENGTH = 1024;

/** "Expected an array with maximum length 128"; zed#32946. */
const MAX_TOOLS = 128;

/** OpenAI's Chat Completions. @see OpenAI API specification 2.3.0, FunctionObject */
export const facts: ProviderFacts = {
  label: 'OpenAI',
  hasStrict: true,
  limits: {
    tools: { most: MAX_TOOLS },
    name: { most: 64 },
    description: { safe: OPENAI_DESCRIPTION_MAX_LENGTH },
    properties: { most: 5000 },
    levels: { most: 10 },
    enumValues: { most: 1000 },
  },
};

export const form: ProviderForm<'openai'> = {
  write({ name, description, parameters: compiled }, { strict = false }) {
    const property = strict ? nullableProperty : plainProperty;
    const { properties, required } = parametersSchema(compiled, 'key', property, strict);
    const parameters = { type: 'object' as const, properties, required, additionalProperties: false as const };
    return {
      type: 'function',
      function: strict ? { name, description, strict, parameters } : { name, description, parameters },
    };
  },
  wrap: (tools) => ({ tools: [...tools] }),
  places: { names: ['/function/name'], description: '/function/description', schemas: ['/function/parameters'] },
  maxTools: MAX_TOOLS,
  keys: 'key',
  maxDescription: OPENAI_DESCRIPTION_MAX_LENGTH,
  chooseStrict: (drafts) => drafts.map(fitsStrict),
};

/** Bounds of one strict schema. @see OpenAI, "Structured outputs" */
const STRICT_BOUNDS = { properties: 5000, enumValues: 1000, text: 120_000, longEnum: 250, longEnumText: 15_000 };

/** One tool that strict mode refuses makes the provider refuse the whole request. */
export function fitsStrict({ parameters }: ToolDraft): boolean {
  let enumValues = 0;
  let text = 0;
  for (const { parameter, shape } of parameters) {
    const values = shape.enum ?? [];
    const length = values.reduce<number>((sum, value) => sum + String(value).length, 0);
    if (values.length > STRICT_BOUNDS.longEnum && length > STRICT_BOUNDS.longEnumText) return false;
    enumValues += values.length + (parameter.required ? 0 : 1);
    text += length + parameter.key.length;
  }
  const { properties: most, enumValues: mostValues, text: mostText } = STRICT_BOUNDS;
  return parameters.length <= most && enumValues <= mostValues && text <= mostText;
}

export const responses: ProviderResponses = {
  label: 'OpenAI response',
  read,
  complete: [null, 'tool_calls', 'function_call', 'stop'],
  sendsText: true,
};

export const results: ProviderResults<'openai'> = {
  // The API has no error flag: the content says that it is an error.
  answer: ({ id }, result) => ({ role: 'tool', tool_call_id: id, content: toText(result) }),
  join: (results) => [...results],
};

export const acceptance: ProviderAcceptance = {
  /** Function tools, and the names of custom ones. */
  check: (tools, { strict, limits = 'current' }) =>
    checkToolList(tools, {
      max: [MAX_TOOLS, 'oa-tools-max'],
      // openai-node 7.57, FunctionDefinition; 400 "string does not match pattern" in 5ire#33.
      name: { pattern: /^[\w-]+$/, code: 'oa-name-chars', lengthCode: 'oa-name-len', max: 64 },
      description: ['oa-desc', 'info'],
      read({ type, function: function_, custom }, path, report) {
        const isCustom = type === 'custom';
        const body = isCustom ? custom : function_;
        if ((type !== 'function' && !isCustom) || !isRecord(body)) {
          report('tool-shape', path, 'Must be { type: "function", function: { … } }.');
          return undefined;
        }
        const at = `/${type}`;
        const { description, parameters } = body;
        if (typeof description === 'string' && description.length > OPENAI_DESCRIPTION_MAX_LENGTH) {
          const message = `Older back ends take ${OPENAI_DESCRIPTION_MAX_LENGTH} characters.`;
          report('oa-desc-len', `${path}${at}/description`, message, limits === 'legacy' ? 'error' : 'warning');
        }
        if (isCustom || parameters === undefined) return { at, body };
        const rules = openAIRules(strict || body['strict'] === true ? limits : undefined);
        return { at, body, schemas: [['parameters', parameters, rules]] };
      },
    }),
  dialects: openAIDialects,
  wrapSchema: (named, parameters, { isComplete = false }) => ({
    type: 'function',
    function: { ...named, strict: isComplete, parameters },
  }),
  unwrap({ type, function: body }) {
    if (type !== 'function' || !isRecord(body)) return undefined;
    return [{ name: body['name'], description: body['description'], schema: body['parameters'] }];
  },
};

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const begin = (index: number, id: string, name: string, text: string): object =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] });

export const examples: ProviderExamples = {
  response({ name, arguments: args }) {
    const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    return { choices: [{ index: 0, finish_reason: 'tool_calls', message }] };
  },
  stream: () => [
    begin(0, 'c1', 'git_log', '{"n":'),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '2}' } }] }),
    begin(1, 'c2', 'git_status', '{}'),
    chunk({}, 'tool_calls'),
  ],
  recognises: ({ choices, tool_calls: entries, function: body }) =>
    Array.isArray(choices) || Array.isArray(entries) || isRecord(body),
  ask: (prompt) => ({ model: 'gpt-5.4-mini', messages: [{ role: 'user', content: prompt }] }),
};

/**
 * Finds the tool calls of an OpenAI chat completion.
 *
 * Shape: `{ choices: [{ finish_reason, message: { tool_calls: [{ id, function: { name, arguments: "{…}" } }] } }] }`; a
 * bare message is accepted too. Calls of other kinds than `function` are skipped.
 *
 * @throws AtipParseError when the form is not OpenAI's
 * @see ATIP 0.3 §7.2
 */
function read(response: unknown, fail: Fail): RawAnswer[] {
  const { role, tool_calls: own, stop_reason: foreign } = asRecord(response);
  // Anthropic's responses have that role too; reading them here would find no calls.
  const alone = (role === 'assistant' && foreign === undefined) || own ? [{ message: response }] : undefined;
  const choices = recordsAt(response, 'choices', fail, alone);
  return choices.map(({ message, finish_reason: reason }, index) => {
    if (!isRecord(message)) throw fail(`has no "message" in choices[${index}]`);
    return { reason, calls: toolCallEntries(message, fail).filter((entry) => entry.isFunction) };
  });
}

interface Begun {
  readonly answer: number;
  readonly index: unknown;
  readonly key: number;
  id: unknown;
}

/**
 * Reads the chunks of a streamed OpenAI chat completion, also as compatible providers send them.
 *
 * Shape of an event: `{ choices: [{ index, delta: { tool_calls: [{ index, id?, function: { name?, arguments? } }] },
 * finish_reason }] }`.
 * The index of choice and call identifies a call. Compatible providers omit the index or write 0 for every call: then
 * another id with a name begins another call. Some repeat the id in each chunk, send a whole call in one chunk, the
 * name in pieces without the id, arguments as an object, or `message` in place of `delta`.
 */
export function stream(): StreamReader {
  const begun: Begun[] = [];
  return (event, fail) =>
    recordsAt(event, 'choices', fail, []).flatMap((choice, position): (CallStep | AnswerStep)[] => {
      const { index, finish_reason: reason } = choice;
      const answer = typeof index === 'number' ? index : position;
      const entries = toolCallEntries(asRecord(choice['delta'] ?? choice['message']), fail);
      const steps = entries.map((entry) => stepOf(entry, answer, begun));
      if (!reason) return [...steps, { answer }];
      const ends = begun.filter((call) => call.answer === answer).map(({ key }) => ({ key, ends: true }) as const);
      return [...steps, ...ends, { answer, reason }];
    });
}

function stepOf(entry: ToolCallEntry, answer: number, begun: Begun[]): CallStep {
  const { id, index, name, arguments: value, isFunction } = entry;
  const args = typeof value === 'string' ? { text: value } : { whole: value };
  const call = findCall(entry, answer, begun);
  if (call === undefined) {
    const key = begun.length;
    begun.push({ answer, index, key, id });
    return { answer, key, start: isFunction ? 'call' : 'other', id, name, ...args };
  }
  call.id ||= id;
  return { answer, key: call.key, id: call.id, name, continuesName: !id, ...args };
}

/** The call that an entry continues; `undefined` when it begins one. */
function findCall({ id, index, name }: ToolCallEntry, answer: number, begun: readonly Begun[]): Begun | undefined {
  const here = begun.filter((call) => call.answer === answer && (call.index === index || (index ?? null) === null));
  return (
    (id ? here.findLast((call) => call.id === id) : undefined) ?? here.findLast((call) => !id || !name || !call.id)
  );
}

/** An entry of `tool_calls`; in a stream, a piece of one. */
interface ToolCallEntry extends RawCall {
  readonly index: unknown;
  /** False for a call of another kind than `function`. In a stream only the first piece has the kind. */
  readonly isFunction: boolean;
}

/**
 * Lists the `tool_calls` of a message, or of a stream's delta.
 *
 * @throws AtipParseError when they are no list of objects, or the message only has the deprecated `function_call`:
 * without an id its result cannot be returned
 */
function toolCallEntries(message: Readonly<Record<string, unknown>>, fail: Fail): ToolCallEntry[] {
  const calls = recordsAt(message, 'tool_calls', fail, []);
  if (calls.length === 0 && isRecord(message['function_call'])) throw fail('has the deprecated "function_call"');
  return calls.map((call) => {
    const { id, index, type } = call;
    const { name, arguments: value } = asRecord(call['function']);
    return { id, index, name, arguments: value, isFunction: typeof type !== 'string' || /^(function)?$/.test(type) };
  });
}
