import { AtipParseError, type Provider } from '@atip/core';
import { asRecord, isRecord, stripTerminalSequences } from '@atip/core/internal';
import { parseJson } from '@atip/node/internal';
import type { AgentForms } from '../types.ts';

/** A model's words and calls, in the form for the conversation. */
export interface Said<Name extends Provider> {
  readonly messages: AgentForms[Name]['message'][];
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Extracts a model's words and calls from its response, in the form for the next request.
 *
 * Arguments that are no JSON object become `{}`: servers that read their own history refuse it otherwise, and the
 * result tells the model what was wrong.
 *
 * @throws AtipParseError when the response contains more than one answer: a conversation continues with one
 */
export function saidIn<Name extends Provider>(provider: Name, response: unknown): Said<Name> {
  const { messages, text } = READERS[provider](response, (what) => {
    return new AtipParseError(`The response of ${provider} ${what}.`, provider, response);
  });
  // Each reader returns its own provider's form, which the table's type cannot express.
  return { messages: messages as AgentForms[Name]['message'][], text: stripTerminalSequences(text) };
}

type Reader = (
  response: unknown,
  fail: (what: string) => Error,
) => { readonly messages: unknown[]; readonly text: string };

const READERS: Readonly<Record<Provider, Reader>> = {
  openai(response, fail) {
    const { choices } = asRecord(response);
    const message = asRecord(Array.isArray(choices) ? asRecord(only(choices, 'choices', fail))['message'] : response);
    const { tool_calls: calls, content = null } = message;
    const repaired = records(calls).map((call) => {
      const called = asRecord(call['function']);
      return 'function' in call ? { ...call, function: { ...called, arguments: jsonText(called['arguments']) } } : call;
    });
    // A request may refuse fields of answers, such as `annotations`.
    const {
      role: _role,
      tool_calls: _calls,
      annotations: _notes,
      audio: _audio,
      function_call: _old,
      ...rest
    } = message;
    const whole = { ...rest, role: 'assistant', content };
    return {
      messages: [repaired.length > 0 ? { ...whole, tool_calls: repaired } : whole],
      text: typeof content === 'string' ? content : '',
    };
  },
  'openai-responses'(response) {
    const items = records(Array.isArray(response) ? response : asRecord(response)['output']);
    const said = items.filter(({ type }) => type === 'message').flatMap(({ content }) => records(content));
    return {
      // Requests do not accept a status such as "incomplete".
      messages: items.map(({ status, ...item }) => {
        if (item['type'] === 'function_call') return { ...item, arguments: jsonText(item['arguments']) };
        if (item['type'] === 'message') return { ...item, status: 'completed' };
        return status === undefined ? item : { ...item, status };
      }),
      text: joined(said.map(({ text }) => text)),
    };
  },
  anthropic(response) {
    const blocks = records(asRecord(response)['content']);
    return {
      messages: [
        {
          role: 'assistant',
          content: blocks.map((block) =>
            block['type'] === 'tool_use' ? { ...block, input: asRecord(block['input']) } : block,
          ),
        },
      ],
      text: joined(blocks.filter(({ type }) => type === 'text').map(({ text }) => text)),
    };
  },
  gemini(response, fail) {
    const { candidates } = asRecord(response);
    const candidate = asRecord(Array.isArray(candidates) ? only(candidates, 'candidates', fail) : response);
    const parts = records(asRecord(candidate['content'] ?? response)['parts']);
    return {
      messages: [{ role: 'model', parts: parts.map(withArguments) }],
      text: joined(parts.filter(({ thought }) => thought !== true).map(({ text }) => text)),
    };
  },
  bedrock(response) {
    const message = asRecord(asRecord(asRecord(response)['output'])['message'] ?? response);
    const blocks = records(message['content']);
    return {
      messages: [
        {
          role: 'assistant',
          content: blocks.map(({ toolUse, ...block }) =>
            toolUse === undefined
              ? block
              : { toolUse: { ...asRecord(toolUse), input: asRecord(asRecord(toolUse)['input']) } },
          ),
        },
      ],
      text: joined(blocks.map(({ text }) => text)),
    };
  },
  // A client keeps its own conversation.
  mcp: () => ({ messages: [], text: '' }),
};

/** A part of Gemini's form; a call's arguments are an object, if any. */
function withArguments({ functionCall, ...part }: Fields): Fields {
  if (functionCall === undefined) return part;
  const { args, ...call } = asRecord(functionCall);
  return { ...part, functionCall: { ...call, ...(args !== undefined && { args: asRecord(args) }) } };
}

function only(answers: readonly unknown[], what: string, fail: (what: string) => Error): unknown {
  if (answers.length > 1) throw fail(`has ${answers.length} ${what}; ask for one`);
  return answers[0];
}

function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(asRecord(value));
  return isRecord(parseJson(value)) ? value : '{}';
}

export function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function joined(texts: readonly unknown[]): string {
  return texts.filter((text) => typeof text === 'string').join('');
}
