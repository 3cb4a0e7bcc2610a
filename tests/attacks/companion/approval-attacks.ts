import { writeFileSync } from 'node:fs';
import type { Attack } from './attack.ts';
import { api, short, startCall, TRIP } from './requests.ts';
import { layProgram } from './scene.ts';
import type { Target } from './start-target.ts';

const WIPE = 'trap_wipe';

/** Ways around the person who is asked. */
export const APPROVAL_ATTACKS: readonly Attack[] = [
  {
    name: 'an approval for another command',
    answer: '409 hash-mismatch',
    run: (target) => decideOn(target, () => ({ approve: true, hash: `sha256:${'0'.repeat(64)}` })),
  },
  {
    name: 'other arguments, the approval of the first',
    answer: '409 hash-mismatch',
    run: async (target) => {
      const first = await startCall(target, WIPE, { text: 'shown' });
      await first.next('accepted');
      const { hash } = await first.next('confirmation-required');
      const attempt = await decideOn(target, () => ({ approve: true, hash }));
      await first.cancel();
      return attempt;
    },
  },
  {
    name: 'a replayed approval',
    answer: '404 no-question',
    run: async (target) => {
      const call = await startCall(target, WIPE);
      const { id } = await call.next('accepted');
      const { hash } = await call.next('confirmation-required');
      await decide(target, id, { approve: true, hash });
      const again = decide(target, id, { approve: true, hash });
      await call.rest();
      target.scene.effect();
      const anew = await startCall(target, WIPE);
      await anew.next('accepted');
      await anew.next('confirmation-required');
      const answer = await short(await again);
      const late = await decide(target, id, { approve: true, hash });
      await anew.cancel();
      return { answer, ...(late.ok && { harm: 'one question was answered twice' }) };
    },
  },
  {
    name: 'a decision for a call that nobody made',
    answer: '404 no-question',
    run: async (target) => ({
      answer: await short(await decide(target, '__proto__', { approve: true, hash: '' })),
    }),
  },
  {
    name: 'an approval that is not quite true',
    answer: '400 invalid-request',
    run: (target) => decideOn(target, (hash) => ({ approve: 'true', hash })),
  },
  {
    name: 'another program, put there after the question',
    answer: 'executable-changed',
    run: async (target) => {
      const { program, state } = target.scene;
      const call = await startCall(target, WIPE);
      const { id } = await call.next('accepted');
      const { hash } = await call.next('confirmation-required');
      writeFileSync(program, '#!/bin/sh\ntouch tripped\n');
      await decide(target, id, { approve: true, hash });
      const last = (await call.rest()).at(-1);
      layProgram(program, state);
      return { answer: codeOf(last?.data) ?? last?.event ?? 'nothing' };
    },
  },
  wideningAttack('allows what destroys', { allowDestructive: true }),
  wideningAttack('allows everything it can', {
    ...{ allowDestructive: true, allowNonReversible: true, allowFilesystemDelete: true, minTrustLevel: 'inferred' },
    ...{ confirmAll: false, denyRestricted: false, denyUnknown: false, requireReadOnly: false, sandbox: 'off' },
  }),
  {
    ...wideningAttack('brings a handler of its own', { allowDestructive: true, confirmationHandler: true }),
    answer: '400 invalid-request',
  },
  {
    ...wideningAttack('', {}),
    name: 'a call that says that it is harmless',
    run: async (target) => {
      const harmless = { destructive: false, reversible: true };
      const call = { id: '1', name: WIPE, arguments: {}, effects: harmless, confirmed: true, approved: true };
      return { answer: await short(await oneAnswer(target, { call, effects: harmless, approve: true })) };
    },
  },
  {
    name: 'a policy that switches the sandbox off',
    answer: 'bubblewrap',
    run: async (target) => {
      const call = await startCall(target, 'trap_say', { text: 'x' }, { policy: { sandbox: 'off' } });
      const held = /"kind":"([a-z-]+)"/.exec(JSON.stringify(await call.rest()))?.[1] ?? 'nothing';
      return { answer: held, ...(held === 'bubblewrap' ? {} : { harm: 'a program runs without a sandbox' }) };
    },
  },
];

function wideningAttack(title: string, policy: object): Attack {
  return {
    name: `a policy that ${title}`,
    answer: '403 confirmation-required',
    run: async (target) => {
      const call = { id: '1', name: WIPE, arguments: {} };
      return { answer: await short(await oneAnswer(target, { call, policy })) };
    },
  };
}

/** Asks for one JSON answer, which is given when nobody has to be asked. */
function oneAnswer({ origin, token }: Target, body: object): Promise<Response> {
  return fetch(`${origin}/api/v1/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Starts a call that has to be approved, and answers its question. */
async function decideOn(target: Target, decision: (hash: string) => object) {
  const call = await startCall(target, WIPE, { text: 'run' });
  const { id } = await call.next('accepted');
  const { hash } = await call.next('confirmation-required');
  const response = await decide(target, id, decision(hash));
  const answer = await short(response);
  // Approved calls run to their end; others still wait.
  if (response.ok) await call.rest();
  else await call.cancel();
  return { answer };
}

function decide(target: Target, id: string, decision: object): Promise<Response> {
  return api(target, 'POST', `/calls/${id}/decision`, decision);
}

function codeOf(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'code' in data ? String(data.code) : undefined;
}

/** Uses of a link's code. */
export const CODE_ATTACKS: readonly Attack[] = [
  {
    name: 'a replayed code',
    answer: '401 code-refused',
    run: (target) => exchange(target, [target.code]),
  },
  {
    name: 'the code of an older link',
    answer: '401 code-refused',
    run: async (target) => {
      const old = await target.newCode();
      await target.newCode();
      return exchange(target, [old]);
    },
  },
  {
    name: 'guessed codes',
    answer: '429 too-many-codes',
    async run(target) {
      const codes = Array.from({ length: 50 }, (_, at) => `${'A'.repeat(20)}${at}`);
      const attempt = await exchange(target, codes);
      return { ...attempt, ...(attempt.answer.startsWith('401') && { harm: 'every guess was heard' }) };
    },
  },
  {
    name: 'guessed tokens',
    answer: '429 too-many-attempts',
    async run(target) {
      let answer = '';
      for (let at = 0; at < 50; at += 1) {
        answer = await short(await api({ ...target, token: `${'A'.repeat(40)}${at}` }, 'POST', '/calls', TRIP));
      }
      // A client with the right code still gets in.
      const right = await short(await api(target, 'GET', '/health'));
      return { answer, ...((answer.startsWith('401') || right !== '200') && { harm: 'every guess was heard' }) };
    },
  },
  {
    name: 'a code that is no text',
    answer: '400 invalid-request',
    run: (target) => exchange(target, [{ length: 22 }, [''], 0]),
  },
];

/** The last answer counts; a token is one too many wherever it comes. */
async function exchange(target: Target, codes: readonly unknown[]) {
  let answer = '';
  let opened = false;
  for (const code of codes) {
    const response = await api({ ...target, token: '' }, 'POST', '/session', { code });
    const body: { code?: string; token?: string } = await response.json();
    opened ||= body.token !== undefined;
    answer = body.code === undefined ? String(response.status) : `${response.status} ${body.code}`;
  }
  return { answer, ...(opened && { harm: 'a session is open' }) };
}
