import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Attempt } from './attack.ts';
import { callOutput, startCall } from './requests.ts';
import { PLANTED } from './scene.ts';
import type { Target } from './start-target.ts';

const NOTHING = 'nothing secret';

/** Places where the token, the code or what the companion was given could be found. */
export const LEAK_ATTACKS: readonly Attack[] = [
  {
    name: 'a program that looks at its surroundings',
    answer: NOTHING,
    run: async (target) => found(target, await callOutput(target, 'trap_look'), 'PATH='),
  },
  {
    name: 'a page of the companion',
    answer: NOTHING,
    run: async (target) => {
      const headers = { authorization: `Bearer ${target.token}` };
      const pages = await Promise.all([fetch(target.origin), fetch(target.origin, { headers })]);
      const texts = await Promise.all(pages.map((page) => page.text()));
      const heads = pages.map((page) => [...page.headers].join('\n'));
      return found(target, [...texts, ...heads].join('\n'), '<title>');
    },
  },
  {
    name: 'the list of processes',
    answer: NOTHING,
    run: async (target) => {
      const call = await startCall(target, 'trap_wipe');
      await call.next('accepted');
      await call.next('confirmation-required');
      const lines = processes();
      await call.cancel();
      return found(target, lines, String(target.scene.root));
    },
  },
  {
    name: "the companion's own environment",
    answer: NOTHING,
    run: async (target) =>
      found({ ...target, planted: '' }, readFileSync(`/proc/${target.pid}/environ`, 'utf8'), 'PATH='),
  },
  {
    name: 'what the companion writes and keeps',
    answer: NOTHING,
    run: async (target) => {
      const { state } = target.scene;
      const files = readdirSync(state, { withFileTypes: true }).filter((entry) => entry.isFile());
      const open = files.filter(({ name }) => (statSync(join(state, name)).mode & 0o077) !== 0);
      // The file that is there for the token, and which the state's mode protects, is the exception.
      const others = files.filter(({ name }) => !name.endsWith('.token'));
      const texts = others.map(({ name }) => readFileSync(join(state, name), 'utf8'));
      const attempt = found(target, [target.log(), ...texts].join('\n'), 'decision');
      return open.length === 0 ? attempt : { ...attempt, harm: `others can read ${open.map(({ name }) => name)}` };
    },
  },
];

/** @param present has to be there too: an empty text holds no secret. */
function found(secrets: Target & { readonly planted?: string }, text: string, present: string): Attempt {
  const { token, code, planted = PLANTED } = secrets;
  if (!text.includes(present)) return { answer: `no ${present} in ${JSON.stringify(text.slice(0, 300))}` };
  const leaks = Object.entries({ token, code, 'a secret of the environment': planted }).filter(
    ([, secret]) => secret !== '' && text.includes(secret),
  );
  if (leaks.length === 0) return { answer: NOTHING };
  const names = leaks.map(([name]) => name).join(', ');
  return { answer: names, harm: `${names} leaked` };
}

function processes(): string {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(commandLine).join('\n');
}

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch (error) {
    // It ended between the two looks.
    if (error instanceof Error && 'code' in error && /^(ENOENT|ESRCH)$/.test(String(error.code))) return '';
    throw error;
  }
}
