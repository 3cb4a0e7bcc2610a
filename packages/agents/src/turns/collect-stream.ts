import {
  AtipParseError,
  createToolCallStream,
  type Provider,
  type ToolCallDelta,
  type ToolCallsReading,
} from '@atip/core';
import { asRecord } from '@atip/core/internal';
import { records } from './said.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A complete streamed response: assembled as if it had arrived whole, and its calls. */
export interface CollectedStream {
  readonly response: unknown;
  readonly reading: ToolCallsReading;
}

/**
 * UTF-16 units of all events of one response as JSON: many times the longest answer of any model, and still fits into
 * memory.
 */
const MAX_LENGTH = 134_217_728;

/**
 * Reads a stream of events to its end. If it breaks off, or mixes several responses, its calls are damaged. @throws
 * AtipParseError when it broke before any call began; otherwise the stream's own error
 */
export async function collectStream(provider: Provider, events: AsyncIterable<unknown>): Promise<CollectedStream> {
  const calls = createToolCallStream(provider);
  const collector = COLLECTORS[provider]();
  let failure: { readonly error: unknown } | undefined;
  try {
    let length = 0;
    for await (const event of events) {
      length += JSON.stringify(event)?.length ?? 0;
      if (length > MAX_LENGTH)
        throw new AtipParseError(
          `The stream of ${provider} is longer than ${MAX_LENGTH} characters.`,
          provider,
          undefined,
        );
      collector.add(asRecord(event), calls.push(event));
    }
  } catch (error) {
    failure = { error };
  }
  try {
    return { reading: calls.settle(), response: collector.response() };
  } catch (error) {
    throw failure?.error ?? error;
  }
}

/** The events of a streamed response, also in the form of Bedrock's SDK; `undefined` for a whole response. */
export function eventsOf(response: unknown): AsyncIterable<unknown> | undefined {
  const { stream } = asRecord(response);
  return [response, stream].find(isAsyncIterable);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

interface Collector {
  /** @param added calls that core found in the event */
  add(event: Fields, added: readonly ToolCallDelta[]): void;
  response(): unknown;
}

/** Blocks of a message by their index, as Anthropic and Bedrock stream them; texts of one kind are joined. */
function createBlocks(): { at(index: unknown): Record<string, string>; list(): Record<string, string>[] } {
  const blocks = new Map<unknown, Record<string, string>>();
  return {
    at(index) {
      const block = blocks.get(index) ?? {};
      blocks.set(index, block);
      return block;
    },
    list: () => [...blocks.values()],
  };
}

function append(block: Record<string, string>, key: string, text: unknown): void {
  if (typeof text === 'string') block[key] = (block[key] ?? '') + text;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

const COLLECTORS: Readonly<Record<Provider, () => Collector>> = {
  openai() {
    const calls = createBlocks();
    const message: Record<string, string> = {};
    return {
      add(event, added) {
        for (const choice of records(event['choices'])) {
          const delta = asRecord(choice['delta'] ?? choice['message']);
          for (const key of ['content', 'refusal', 'reasoning_content']) append(message, key, delta[key]);
        }
        for (const { index, id, name, argumentsText } of added) {
          const call = calls.at(index);
          if (id !== undefined) call['id'] = id;
          if (name !== undefined) call['name'] = name;
          append(call, 'arguments', argumentsText);
        }
      },
      response() {
        const called = calls.list().map(({ id = '', name = '', arguments: text = '' }) => {
          return { id, type: 'function', function: { name, arguments: text } };
        });
        const { content = null, ...rest } = message;
        const whole = { ...rest, role: 'assistant', content };
        return { choices: [{ message: called.length > 0 ? { ...whole, tool_calls: called } : whole }] };
      },
    };
  },
  'openai-responses'() {
    const items = new Map<unknown, unknown>();
    let last: unknown;
    return {
      add({ type, output_index: index, item, response }) {
        if (type === 'response.output_item.added' || type === 'response.output_item.done') items.set(index, item);
        const { output } = asRecord(response);
        if (Array.isArray(output) && output.length > 0) last = response;
      },
      response: () => last ?? { output: [...items.values()] },
    };
  },
  anthropic() {
    const blocks = createBlocks();
    const others = new Map<unknown, unknown>();
    return {
      add({ type, index, content_block: begun, delta }) {
        const block = asRecord(begun);
        if (type === 'content_block_start' && !OWN_BLOCKS.includes(block['type'])) others.set(index, begun);
        if (type === 'content_block_start')
          for (const [key, value] of Object.entries(block)) append(blocks.at(index), key, value);
        if (type !== 'content_block_delta') return;
        const { type: _type, partial_json: input, ...texts } = asRecord(delta);
        append(blocks.at(index), 'input', input);
        for (const [key, value] of Object.entries(texts)) append(blocks.at(index), key, value);
      },
      response: () => ({
        content: blocks.list().map((block, at) => {
          if (block['type'] === 'tool_use') return { ...block, input: parsed(block['input']) };
          return others.get(at) ?? block;
        }),
      }),
    };
  },
  gemini() {
    const parts: Fields[] = [];
    return {
      add(event) {
        for (const { content } of records(event['candidates'])) {
          for (const part of records(asRecord(content)['parts'])) {
            const before = parts.at(-1);
            const [text, more] = [before?.['text'], part['text']];
            const isSame = before?.['thought'] === part['thought'] && before?.['thoughtSignature'] === undefined;
            if (isSame && typeof text === 'string' && typeof more === 'string')
              parts[parts.length - 1] = { ...before, ...part, text: text + more };
            else parts.push(part);
          }
        }
      },
      response: () => ({ candidates: [{ content: { role: 'model', parts } }] }),
    };
  },
  bedrock() {
    const blocks = createBlocks();
    return {
      add({ contentBlockStart: start, contentBlockDelta: delta }) {
        const { contentBlockIndex: index, start: begun } = asRecord(start);
        for (const [key, value] of Object.entries(asRecord(asRecord(begun)['toolUse'])))
          append(blocks.at(index), key, value);
        const { contentBlockIndex: at, delta: added } = asRecord(delta);
        const { text, toolUse, reasoningContent } = asRecord(added);
        append(blocks.at(at), 'text', text);
        append(blocks.at(at), 'input', asRecord(toolUse)['input']);
        append(blocks.at(at), 'reasoning', asRecord(reasoningContent)['text']);
        append(blocks.at(at), 'signature', asRecord(reasoningContent)['signature']);
      },
      response() {
        const content = blocks.list().flatMap(({ toolUseId, name, input, text, reasoning, signature }): object[] => {
          if (toolUseId !== undefined) return [{ toolUse: { toolUseId, name, input: parsed(input) } }];
          if (reasoning !== undefined) {
            const reasoningText = signature ? { text: reasoning, signature } : { text: reasoning };
            return [{ reasoningContent: { reasoningText } }];
          }
          return text === undefined ? [] : [{ text }];
        });
        return { output: { message: { role: 'assistant', content } } };
      },
    };
  },
  mcp: () => ({ add: () => undefined, response: () => undefined }),
};

/** Blocks with streamed texts; others are complete at their start. */
const OWN_BLOCKS: readonly unknown[] = ['text', 'thinking', 'redacted_thinking', 'tool_use'];
