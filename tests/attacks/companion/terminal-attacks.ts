import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Attack, Attempt } from './attack.ts';
import { api, askMcp, callOutput } from './requests.ts';
import type { Target } from './start-target.ts';
import { SNARE_TOOL, UNSEEN_TEXT } from './scene.ts';

const INERT = 'nothing that a terminal obeys';

/** Terminal sequences and invisible characters; line breaks and tabs are neither. */
const UNSEEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

/** Bytes that get to a terminal, or to a page. */
export const TERMINAL_ATTACKS: readonly Attack[] = [
  {
    name: 'terminal sequences in what a program writes',
    answer: INERT,
    run: async (target) => {
      const events = await callOutput(target, 'trap_paint');
      const data = [...events.matchAll(/^data: (.+)$/gm)].map(([, json = '']): unknown => JSON.parse(json));
      // `accepted` says what was called, which is never changed.
      return shown(data.slice(1).flatMap(textsOf).join('\n'));
    },
  },
  {
    name: 'what nobody sees on record, as shown',
    answer: INERT,
    async run(target) {
      await callOutput(target, 'trap_say', { text: `first ${UNSEEN_TEXT}` });
      return shown(await run(target, 'log'), 'first photo');
    },
  },
  {
    name: 'what nobody sees on record, as stored',
    answer: INERT,
    async run(target) {
      await callOutput(target, 'trap_say', { text: `second ${UNSEEN_TEXT}` });
      const text = readFileSync(join(target.scene.state, 'audit.jsonl'), 'utf8');
      const forged = text.split('\n').some((line) => line.startsWith('{"event"'));
      return { ...shown(text, 'second photo'), ...(forged && { harm: 'a forged line' }) };
    },
  },
  {
    name: 'terminal sequences in metadata',
    answer: 'left out',
    async run(target) {
      laySnare(target);
      const list = await run(target, 'list', '--verbose');
      const isSaid = list.includes('"snare paint" is left out: characters hide in its names (U+001B');
      return offered(list + (await run(target, 'show', 'snare')), isSaid ? 'left out' : 'nobody is told');
    },
  },
  {
    name: 'hidden words in metadata',
    answer: 'left out',
    async run(target) {
      laySnare(target);
      // Reads the documents again.
      await api(target, 'GET', '/tools');
      const events = await askMcp(target, 'tools/list', {});
      const data = /^data: (.+)$/m.exec(events)?.[1] ?? '""';
      const { answer, harm } = offered(textsOf(JSON.parse(data)).join('\n'), 'left out');
      return { answer, ...(harm !== undefined && { harm: 'a model reads what nobody sees' }) };
    },
  },
];

/** Runs the command line beside the companion. */
async function run({ scene, atip = '' }: Target, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [atip, ...args], {
    env: scene.env,
    cwd: scene.work,
  });
  return stdout + stderr;
}

/** True if a text about the snare contains the forbidden command. */
function offered(text: string, otherwise: string): Attempt {
  const { answer, harm } = shown(text, 'Waits');
  if (answer.startsWith('no ')) return { answer };
  return { answer: text.includes('Paints') ? 'offered' : otherwise, ...(harm !== undefined && { harm }) };
}

/** Puts the tool's document where those of the user are. */
function laySnare({ scene }: Target): void {
  writeFileSync(join(scene.root, 'data/agent-tools/shims/snare.json'), JSON.stringify(SNARE_TOOL));
}

/** @param present has to be there too: an empty text shows nothing. */
function shown(text: string, present = 'before'): Attempt {
  if (!text.includes(present)) return { answer: `no ${present} in ${JSON.stringify(text.slice(0, 200))}` };
  const unseen = UNSEEN.exec(text)?.[0];
  if (unseen === undefined) return { answer: INERT };
  return { answer: `U+${unseen.codePointAt(0)?.toString(16)}`, harm: 'a terminal obeys it' };
}

/** Every text in a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
