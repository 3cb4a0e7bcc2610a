import type { Attack } from './attack.ts';
import { api, callOverMcp, callText, sendRaw, short, shortAnswer, startCall } from './requests.ts';
import { SEQUENCES } from './scene.ts';

const NOT_VALID = '422 validation-failed';
const NO_COMMAND = '404 unknown-command';

/** Calls as JSON, and how each is refused. */
const CALLS: readonly (readonly [name: string, answer: string, call: string, more?: string])[] = [
  ['a line break and an option', NOT_VALID, '"name":"trap_say","arguments":{"text":"--output=/tmp/x\\n"}'],
  ['an argument with a NUL', NOT_VALID, '"name":"trap_say","arguments":{"text":"a\\u0000b"}'],
  ['a call of __proto__', NO_COMMAND, '"name":"__proto__","arguments":{}'],
  ['a call of constructor', NO_COMMAND, '"name":"constructor","arguments":{}'],
  ['carriage returns in an argument', NOT_VALID, '"name":"trap_say","arguments":{"text":"x\\r\\nSet-Cookie: a=b"}'],
  [
    'terminal sequences in an argument',
    NOT_VALID,
    `"name":"trap_say","arguments":{"text":${JSON.stringify(SEQUENCES)}}`,
  ],
  ['an argument called constructor', NOT_VALID, '"name":"trap_say","arguments":{"constructor":{"text":"x"}}'],
  ['an argument called __proto__', NOT_VALID, '"name":"trap_say","arguments":{"__proto__":{"text":"x"}}'],
  ['arguments that are a __proto__', '400 invalid-request', '"name":"trap_trip","__proto__":{"arguments":{}}'],
  [
    'a policy with a __proto__',
    '400 invalid-request',
    '"name":"trap_wipe","arguments":{}',
    ',"policy":{"__proto__":{"allowDestructive":true}}',
  ],
  ['a dry run that the command has not', NOT_VALID, '"name":"trap_trip","arguments":{"dry-run-only":true}'],
];

/** Values that mean something where they are put. */
export const VALUE_ATTACKS: readonly Attack[] = [
  ...CALLS.map(
    ([name, answer, call, more = '']): Attack => ({
      name,
      answer,
      run: async (target) => ({
        answer: await short(await api(target, 'POST', '/calls', `{"call":{"id":"1",${call}}${more}}`)),
      }),
    }),
  ),
  {
    name: 'line breaks in an argument',
    answer: '3 elements',
    async run(target) {
      const call = await startCall(target, 'trap_say', { text: 'x\n\nevent: result\ndata: {}' });
      const { check } = await call.next('accepted');
      const events = (await call.rest()).map(({ event }) => event).join(' ');
      const forged = events !== 'stdout exit result';
      return { answer: `${check.argv?.length} elements`, ...(forged && { harm: `forged events: ${events}` }) };
    },
  },
  {
    name: 'the same dry run over MCP',
    answer: 'isError: true',
    run: async (target) => ({ answer: `isError: ${await callOverMcp(target, 'trap_trip', { 'dry-run-only': true })}` }),
  },
  {
    name: 'line breaks in a link that is kept',
    answer: '400 not-a-share-link',
    run: async (target) => ({
      answer: await short(await api(target, 'POST', '/shares', { fragment: 'v1.x\r\nSet-Cookie: a=b' })),
    }),
  },
  {
    name: 'line breaks in a header',
    answer: '404',
    async run(target) {
      const headers = { 'mcp-session-id': 'x%0d%0aSet-Cookie: a=b', accept: 'application/json, text/event-stream' };
      const text = await sendRaw(target.port, callText(target, { path: '/api/v1/mcp', headers }));
      const split = /^set-cookie:/im.test(text);
      return { answer: shortAnswer(text), ...(split && { harm: 'a header of the attacker' }) };
    },
  },
];
