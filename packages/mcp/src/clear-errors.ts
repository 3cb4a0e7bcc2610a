import { isRecord } from '@atip/core/internal';
import { parseJson } from '@atip/node/internal';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The SDK checks requests, and answers an invalid one with the findings of its validator as JSON: this makes a sentence of them. */
export function clearErrors(transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(inWords(message), options);
}

/** Findings that are told; an invalid union has one for each of its kinds. */
const MOST = 3;

function inWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const [, list = ''] = /^[^[]*(\[\s*\{.*\])$/s.exec(message.error.message) ?? [];
  const issues = parseJson(list);
  if (!Array.isArray(issues)) return message;
  const found = issues.slice(0, MOST).flatMap((issue: unknown) => {
    if (!isRecord(issue) || !Array.isArray(issue['path']) || typeof issue['message'] !== 'string') return [];
    return [`${issue['path'].join('.')}: ${issue['message'].replace(/^Invalid input: /, '')}`];
  });
  if (found.length === 0) return message;
  const text = `The request is not valid: ${found.join('; ')}.`;
  return { ...message, error: { code: ErrorCode.InvalidParams, message: text } };
}
