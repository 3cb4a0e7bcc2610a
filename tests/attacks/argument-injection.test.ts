// needs: bwrap, git, curl, sqlite3
import type { CommandMapping } from '@atip/core';
import { mapToCommand } from '@atip/core/execute';
import { parametersOf } from '@atip/core/internal';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../long.ts';
import { CURL, CURL_CALLS, CURL_TRICKS } from './injection/curl.ts';
import { FIND, FIND_CALLS, FIND_TRICKS } from './injection/find.ts';
import { ANY_VALUE_TRICKS, GIT, GIT_CALLS, GIT_TRICKS } from './injection/git.ts';
import { fillIn, findHarm, runCall, runProgram } from './injection/run-call.ts';
import { type InScene, useScene } from './injection/scene.ts';
import { SQLITE3, SQLITE3_CALLS, SQLITE3_TRICKS } from './injection/sqlite3.ts';
import { TAR, TAR_CALLS, TAR_TRICKS } from './injection/tar.ts';
import type { Call, End, Harm, HonestCall, Target, Trick } from './injection/trick.ts';
import { VI, VI_TRICKS } from './injection/vi.ts';

const TARGETS: readonly (readonly [string, Target, readonly Trick[], readonly HonestCall[]])[] = [
  ['git', GIT, [...GIT_TRICKS, ...ANY_VALUE_TRICKS], GIT_CALLS],
  ['tar', TAR, TAR_TRICKS, TAR_CALLS],
  ['find', FIND, FIND_TRICKS, FIND_CALLS],
  ['curl', CURL, CURL_TRICKS, CURL_CALLS],
  ['sqlite3', SQLITE3, SQLITE3_TRICKS, SQLITE3_CALLS],
  ['vi', VI, VI_TRICKS, []],
];

describe.each(TARGETS)('%s', (_program, target, tricks, honest) => {
  const inScene = useScene(target.prepare);

  test.each(tricks.map(titled))('%s', { timeout: 60_000 }, async (_title, [call, values, byHand, end, more]) => {
    const trick = { call, values, ...more };
    expect(await endOf(trick, target, inScene)).toBe(end);
    // That a trick works on a program is the program's own doing.
    if (IS_LONG) expect(await harmByHand(trick, target, inScene)).toBe(byHand);
  });

  test.each(honest.map(titled))(
    'an honest call works in a sandbox, and in the long run free: %s',
    async (_title, row) => {
      const [call, values, shows, more] = row;
      for (const held of IS_LONG ? [false, true] : [true]) {
        const shown = await inScene(async (scene) => {
          const { refused, outcome } = await runCall({ call, values, ...more }, target, scene, held);
          return refused ?? [outcome?.exitCode, outcome?.stdout, outcome?.stderr, ...scene.server.requests].join('\n');
        });
        expect(shown).toMatch(shows);
        expect(shown).toMatch(/^0\n/);
      }
    },
  );
});

function titled<T extends Trick | HonestCall>(row: T): readonly [title: string, T] {
  return [`${row[0]} ${JSON.stringify(row[1]).slice(0, 120)}`, row];
}

/** Runs a trick as a wrapper would that thinks no further. */
function harmByHand(trick: Call, target: Target, inScene: InScene): Promise<Harm> {
  return inScene(async (scene) => {
    const argv = naiveArgv(mapToCommand(trick.call, [target.tool]), fillIn(trick.values, scene));
    // No process can be given that, so by hand it does no harm either.
    if (argv.some((element) => element.includes('\0'))) return 'nothing';
    return findHarm(scene, await runProgram(target, argv, trick, scene), trick.sign);
  });
}

/** Takes a trick through ATIP, and if that lets it do harm, once more in a sandbox. */
async function endOf(trick: Call, target: Target, inScene: InScene): Promise<End> {
  for (const held of [false, true]) {
    const { refused, harm } = await inScene(async (scene) => {
      const passage = await runCall(trick, target, scene, held);
      return { ...passage, harm: await findHarm(scene, passage.outcome, trick.sign) };
    });
    if (refused !== undefined) return refused;
    if (harm === 'nothing') return held ? 'held' : 'neutralised';
    if (held) return `${harm} in spite of the sandbox`;
  }
  return 'unreachable';
}

/** `--name value` for what is an option, then the positionals. */
function naiveArgv(mapping: CommandMapping, values: Readonly<Record<string, unknown>>): string[] {
  const known = parametersOf(mapping);
  const options: string[] = [];
  const positionals: string[] = [];
  for (const { key, kind, source } of known) {
    const value = values[key];
    const texts = value === undefined ? [] : [value].flat(2).map(String);
    if (kind !== 'option') positionals.push(...texts);
    else if (value === true) options.push(source.flags[0] ?? '');
    else options.push(...texts.flatMap((text) => [source.flags[0] ?? '', text]));
  }
  const names = new Set(known.map(({ key }) => key));
  const unknown = Object.entries(values).filter(([name]) => !names.has(name));
  const guessed = unknown.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${String(value)}`));
  return [...mapping.path, ...options, ...guessed, ...positionals];
}
