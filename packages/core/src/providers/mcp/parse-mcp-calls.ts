import { asRecord } from '../../json/as-record.ts';
import type { RawAnswer, RawCall } from '../../types/raw-call.ts';

/** A request is always whole. */
export const MCP_COMPLETE: readonly unknown[] = [null];

/**
 * Finds the `tools/call` requests in what an MCP client sends.
 *
 * Shape: `{ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments? } }`, a batch of such, or what SDKs hand
 * on: the request without its envelope, or its `params` alone. Other messages are no calls and left out.
 *
 * JSON-RPC tells the id 7 from the id "7". A call's id is text: a number becomes its digits, a text stays as it is unless it
 * reads as a number or starts with a quote; then it keeps its JSON quotes (`"\"7\""`). Without an envelope there is no id,
 * and the tool's name stands for it.
 *
 * What is no object counts as a request without a name.
 *
 * @see ATIP 0.3 §7.2
 */
export function parseMcpCalls(message: unknown): RawAnswer[] {
  const requests: unknown[] = Array.isArray(message) ? message : [message];
  return [{ reason: null, calls: requests.map(asRecord).flatMap(callOf) }];
}

function callOf(request: Readonly<Record<string, unknown>>): RawCall[] {
  const { jsonrpc, id, method } = request;
  const hasEnvelope = jsonrpc !== undefined || id !== undefined;
  if (method !== 'tools/call' && (hasEnvelope || method !== undefined)) return [];
  const { name, arguments: values } = method === undefined ? request : asRecord(request['params']);
  return [{ id: hasEnvelope ? textOf(id) : name, name, arguments: values }];
}

function textOf(id: unknown): unknown {
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  return typeof id === 'string' && (id.startsWith('"') || id === String(Number(id))) ? JSON.stringify(id) : id;
}
