import type { Attack } from './attack.ts';
import { api, short, TRIP } from './requests.ts';
import type { Target } from './start-target.ts';

/** What is done with the code of a link. */
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
      // Whoever has the right one is not kept out.
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
