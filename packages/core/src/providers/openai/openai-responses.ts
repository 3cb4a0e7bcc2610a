import { asRecord, recordsAt } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import { toWellFormed } from '../../json/hidden-characters.ts';
import { checkToolList, isDeferred } from '../check-provider-tools.ts';
import type { Fail, RawAnswer, RawCall, StreamReader } from '../../types/call.ts';
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
import { fitsStrict, OPENAI_DESCRIPTION_MAX_LENGTH } from './openai.ts';

/** Not in the specification: Azure's limit, with each namespace counted. */
const MAX_TOOLS = 128;

/** OpenAI's Responses API. @see OpenAI API specification 2.3.0, FunctionToolParam, NamespaceToolParam */
export const facts: ProviderFacts = {
  label: 'Responses',
  hasStrict: true,
  limits: {
    tools: { most: MAX_TOOLS },
    // 128 in the specification; Chat, and the namespaces of calls, have 64.
    name: { most: 128, safe: 64 },
    description: {},
    properties: { most: 5000 },
    levels: { most: 10 },
    enumValues: { most: 1000 },
  },
};

export const form: ProviderForm<'openai-responses'> = {
  /**
   * Always writes `strict`: without it the API tries strict mode, and models then fill optional parameters with empty
   * texts, which become arguments on a command line.
   */
  write({ name, description, parameters: compiled }, { strict = false }) {
    const property = strict ? nullableProperty : plainProperty;
    const { properties, required } = parametersSchema(compiled, 'key', property, strict);
    const parameters = { type: 'object' as const, properties, required, additionalProperties: false as const };
    return { type: 'function', name, description, strict, parameters };
  },
  wrap: (tools) => ({ tools: [...tools] }),
  places: { names: ['/name'], description: '/description', schemas: ['/parameters'] },
  maxTools: MAX_TOOLS,
  keys: 'key',
  maxDescription: OPENAI_DESCRIPTION_MAX_LENGTH,
  chooseStrict: (drafts) => drafts.map(fitsStrict),
};

const COMPLETE: readonly unknown[] = [null, 'completed'];
/** Longest `output` that the API accepts. It counts characters, and there are never more of these than UTF-16 units. */
const MAX_OUTPUT = 10_485_760;
const NOTICE = `\n[TRUNCATED - output exceeded ${MAX_OUTPUT} characters]`;

export const responses: ProviderResponses = {
  label: 'OpenAI response',
  read,
  complete: COMPLETE,
  sendsText: true,
};

export const results: ProviderResults<'openai-responses'> = {
  // The API has no error flag: the text says that it is an error.
  answer({ id }, result) {
    const text = toText(result);
    const output = text.length > MAX_OUTPUT ? toWellFormed(text.slice(0, MAX_OUTPUT - NOTICE.length)) + NOTICE : text;
    return { type: 'function_call_output', call_id: id, output };
  },
  join: (results) => [...results],
};

export const acceptance: ProviderAcceptance = {
  /**
   * Function tools, custom ones by name, and namespaces with their content. Tools that the provider hosts, such as
   * `web_search`, are not checked, and a warning says so.
   */
  check(tools, { strict, limits = 'current' }) {
    const pattern = /^[\w-]+$/;
    let deferred: string | undefined;
    let hasSearch = false;
    return checkToolList(tools, {
      max: [MAX_TOOLS, 'oa-tools-max'],
      wrapper: ['tools', true],
      name: { pattern, code: 'or-name', max: limits === 'legacy' ? 64 : 128, safe: 64 },
      description: ['or-desc', 'info'],
      read(body, path, report) {
        const { type, name, parameters, description, tools: members } = body;
        if (type === 'namespace') {
          if (!description || !Array.isArray(members) || members.length === 0)
            report('or-ns', path, 'A namespace needs a description and tools.');
          return { body, name: { pattern, code: 'or-ns', max: 64 } };
        }
        if (isDeferred(body)) deferred ??= path;
        if (type === 'custom') return { body };
        if (type === 'tool_search') {
          hasSearch = true;
          return undefined;
        }
        if (type !== 'function') {
          const isHosted = typeof type === 'string' && name === undefined;
          if (isHosted) report('or-hosted', path, 'A hosted tool? It is not checked.', 'warning');
          else report('tool-shape', path, 'Must be { type: "function", name, … }.');
          return undefined;
        }
        // Otherwise the API chooses, and the model fills optional properties with "" and 0; vercel/ai#11869.
        if (typeof body['strict'] !== 'boolean')
          report('or-strict-explicit', path, 'Write strict, true or false.', 'warning');
        if (parameters === undefined || parameters === null) return { body };
        const rules = openAIRules(strict || body['strict'] === true ? limits : undefined);
        return { body, schemas: [['parameters', parameters, rules]] };
      },
      end(report) {
        // openai 6.49.0, FunctionTool: "deferred and loaded via tool search".
        if (deferred !== undefined && !hasSearch)
          report('or-defer', deferred, 'Without a tool_search nothing loads it.', 'warning');
      },
    });
  },
  dialects: openAIDialects,
  wrapSchema: (named, parameters, { isComplete: strict = false }) => ({
    type: 'function',
    ...named,
    strict,
    parameters,
  }),
  unwrap({ type, name, description, parameters }) {
    return type === 'function' && typeof name === 'string' ? [{ name, description, schema: parameters }] : undefined;
  },
};

const item = (output_index: number, call_id: string, name: string, args: string): object => ({
  type: 'response.output_item.done',
  output_index,
  item: { type: 'function_call', id: `fc_${call_id}`, call_id, name, arguments: args, status: 'completed' },
});

export const examples: ProviderExamples = {
  response({ name, arguments: args }) {
    const call = { type: 'function_call', call_id: 'call_1', name, arguments: JSON.stringify(args) };
    return { object: 'response', status: 'completed', output: [{ ...call, status: 'completed' }] };
  },
  stream: () => [
    { type: 'response.created', response: { status: 'in_progress', output: [] } },
    item(0, 'c1', 'git_log', '{"n":2}'),
    item(1, 'c2', 'git_status', '{}'),
    { type: 'response.completed', response: { status: 'completed', output: [] } },
  ],
  recognises: ({ object, type, output }) =>
    object === 'response' ||
    type === 'function_call' ||
    Array.isArray(output) ||
    (typeof type === 'string' && type.startsWith('response.')),
  ask: (prompt) => ({ model: 'gpt-5.4-mini', input: prompt }),
};

/**
 * Finds the function calls of a response.
 *
 * Shape: `{ status, output: [{ type: "function_call", call_id, name, arguments: "{…}", status? }] }`; a bare list of
 * output items is accepted too. Items of other types are skipped.
 *
 * @throws AtipParseError when the form is not that API's, or a call's own status is incomplete
 * @see ATIP 0.3 §7.2
 */
function read(response: unknown, fail: Fail): RawAnswer[] {
  const items = recordsAt(Array.isArray(response) ? { output: response } : response, 'output', fail);
  const found = items.map((one) => readItem(one, true, fail)).filter((call) => call !== undefined);
  return [{ reason: asRecord(response)['status'], calls: found }];
}

/** Reads one output item; `undefined` when it is no function call. @param done whether the item must be complete */
function readItem(output: unknown, done: boolean, fail: Fail): RawCall | undefined {
  const { type, call_id: id, name, arguments: text, status } = asRecord(output);
  if (typeof type !== 'string') throw fail('has an output item without "type"');
  if (type !== 'function_call') return undefined;
  return { id, name, arguments: text, isIncomplete: done && !COMPLETE.includes(status ?? null) };
}

const GOES_ON: readonly unknown[] = [undefined, 'in_progress', 'queued'];

/**
 * Reads the events of a streamed response.
 *
 * Shape of the events: `response.output_item.added`, `response.function_call_arguments.delta` and `.done`,
 * `response.output_item.done`, and one whose `response` has a `status` that ends it; others are skipped. `output_index`
 * identifies an item, or else its id. The `.done` events count, not the sum of the pieces.
 */
export function stream(): StreamReader {
  const begun = new Set<unknown>();
  const ids = new Set<unknown>();
  return (event, fail) => {
    const { type, item: output, response } = event;
    const key = event['output_index'] ?? event['item_id'] ?? asRecord(output)['id'] ?? null;
    switch (type) {
      case 'response.output_item.added':
      case 'response.output_item.done': {
        const done = type.endsWith('done');
        const call = readItem(output, done, fail);
        if (call === undefined) return [];
        if (call.isIncomplete) throw fail('has a tool call that is not complete');
        const start = begun.has(key) ? {} : ({ start: 'call' } as const);
        begun.add(key);
        const { id, name, arguments: whole } = call;
        ids.add(id);
        return [{ key, ...start, id, name, whole: done ? whole : undefined, ends: done }];
      }
      case 'response.function_call_arguments.delta':
        return [{ key, text: event['delta'] ?? null }];
      case 'response.function_call_arguments.done':
        return [{ key, name: event['name'], whole: event['arguments'], ends: true }];
    }
    const reason = asRecord(response)['status'] ?? undefined;
    if (GOES_ON.includes(reason)) return [];
    const all = recordsAt(response, 'output', fail, []).map((one) => readItem(one, false, fail));
    if (all.some((call) => call && !ids.has(call.id))) throw fail('ends with a tool call that was not streamed');
    return [{ reason }];
  };
}
