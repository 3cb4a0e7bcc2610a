import { api, short, startCall } from './api.ts';
import type { Attack } from './attack.ts';
import { callText } from './call-text.ts';
import { callOverMcp } from './call-over-mcp.ts';
import { sendRaw, shortAnswer } from './send-raw.ts';
import { SEQUENCES } from './trap-tool.ts';

/** Values that mean something where they are put. */
export const VALUE_ATTACKS: readonly Attack[] = [
  {
    name: 'line breaks in an argument',
    how: 'text: x LF LF event: result LF data: {}',
    answer: '3 elements',
    async run(target) {
      const call = await startCall(target, 'trap_say', { text: 'x\n\nevent: result\ndata: {}' });
      const { check } = await call.next('accepted');
      const events = (await call.rest()).map(({ event }) => event).join(' ');
      const forged = events !== 'stdout exit result';
      return { answer: `${check.argv?.length} elements`, ...(forged && { harm: `forged events: ${events}` }) };
    },
  },
  refusedCall('a line break and an option', '422 validation-failed', {
    ...{ name: 'trap_say', arguments: { text: '--output=/tmp/x\n' } },
  }),
  refusedCall('an argument with a NUL', '422 validation-failed', { name: 'trap_say', arguments: { text: 'a\0b' } }),
  refusedCall('a call of __proto__', '404 unknown-command', { name: '__proto__', arguments: {} }),
  refusedCall('a call of constructor', '404 unknown-command', { name: 'constructor', arguments: {} }),
  refusedCall('carriage returns in an argument', '422 validation-failed', {
    ...{ name: 'trap_say', arguments: { text: 'x\r\nSet-Cookie: a=b' } },
  }),
  refusedCall('terminal sequences in an argument', '422 validation-failed', {
    ...{ name: 'trap_say', arguments: { text: SEQUENCES } },
  }),
  refusedCall('an argument called constructor', '422 validation-failed', {
    ...{ name: 'trap_say', arguments: { constructor: { text: 'x' } } },
  }),
  rawCall(
    'an argument called __proto__',
    '{"call":{"id":"1","name":"trap_say","arguments":{"__proto__":{"text":"x"}}}}',
    '422 validation-failed',
  ),
  rawCall(
    'arguments that are a __proto__',
    '{"call":{"id":"1","name":"trap_trip","__proto__":{"arguments":{}}}}',
    '400 invalid-request',
  ),
  rawCall(
    'a policy with a __proto__',
    '{"call":{"id":"1","name":"trap_wipe","arguments":{}},"policy":{"__proto__":{"allowDestructive":true}}}',
    '400 invalid-request',
  ),
  refusedCall('a dry run that the command has not', '422 validation-failed', {
    ...{ name: 'trap_trip', arguments: { 'dry-run-only': true } },
  }),
  {
    name: 'the same dry run over MCP',
    how: 'tools/call trap_trip {"dry-run-only": true}',
    answer: 'isError: true',
    run: async (target) => ({ answer: `isError: ${await callOverMcp(target, 'trap_trip', { 'dry-run-only': true })}` }),
  },
  {
    name: 'line breaks in a link that is kept',
    how: 'POST /shares with a fragment that has them',
    answer: '400 not-a-share-link',
    run: async (target) => ({
      answer: await short(await api(target, 'POST', '/shares', { fragment: 'v1.x\r\nSet-Cookie: a=b' })),
    }),
  },
  {
    name: 'line breaks in a header',
    how: 'Mcp-Session-Id: x CR LF …, encoded',
    answer: '404',
    async run(target) {
      const headers = { 'mcp-session-id': 'x%0d%0aSet-Cookie: a=b', accept: 'application/json, text/event-stream' };
      const text = await sendRaw(target.port, callText(target, { path: '/api/v1/mcp', headers }));
      const split = /^set-cookie:/im.test(text);
      return { answer: shortAnswer(text), ...(split && { harm: 'a header of the attacker' }) };
    },
  },
];

function refusedCall(name: string, answer: string, call: object): Attack {
  return rawCall(name, JSON.stringify({ call: { id: '1', ...call } }), answer);
}

function rawCall(name: string, body: string, answer: string): Attack {
  const how = `POST /calls ${body.slice(0, 70)}`;
  return {
    name,
    how,
    answer,
    run: async (target) => ({ answer: await short(await api(target, 'POST', '/calls', body)) }),
  };
}
