// needs: bwrap, git, curl, sqlite3
import { describe, expect, test } from 'vitest';
import { attempt } from './injection/attempt.ts';
import { GIT } from './injection/git.ts';
import { GIT_REMOTE_TRICKS } from './injection/git-remote-tricks.ts';
import { GIT_TRICKS } from './injection/git-tricks.ts';
import { TAR } from './injection/tar.ts';
import { TAR_TRICKS } from './injection/tar-tricks.ts';
import { ANY_VALUE_TRICKS } from './injection/any-value-tricks.ts';
import { FIND } from './injection/find.ts';
import { FIND_TRICKS } from './injection/find-tricks.ts';
import { CURL } from './injection/curl.ts';
import { CURL_TRICKS } from './injection/curl-tricks.ts';
import { HONEST_CALLS } from './injection/honest-calls.ts';
import { inScene } from './injection/in-scene.ts';
import { runCall } from './injection/run-call.ts';
import { SORT } from './injection/sort.ts';
import { SORT_TRICKS } from './injection/sort-tricks.ts';
import { SQLITE3 } from './injection/sqlite3.ts';
import { SQLITE3_TRICKS } from './injection/sqlite3-tricks.ts';
import type { Target } from './injection/target.ts';
import type { Trick } from './injection/trick.ts';
import { VI, VI_TRICKS } from './injection/vi.ts';

const TARGETS: readonly (readonly [string, Target, readonly Trick[]])[] = [
  ['git', GIT, [...GIT_TRICKS, ...GIT_REMOTE_TRICKS]],
  ['tar', TAR, TAR_TRICKS],
  ['find', FIND, FIND_TRICKS],
  ['curl', CURL, CURL_TRICKS],
  ['sort', SORT, SORT_TRICKS],
  ['sqlite3', SQLITE3, SQLITE3_TRICKS],
  ['vi', VI, VI_TRICKS],
  ['git (any value)', GIT, ANY_VALUE_TRICKS],
];

describe.each(TARGETS)('%s', (_program, target, tricks) => {
  test.each(tricks)('$title', { timeout: 60_000 }, async (trick) => {
    const found = await attempt(trick, target);
    const { byHand, result, layer } = trick;
    expect({ byHand: found.byHand, result: found.result, layer: found.layer }).toStrictEqual({ byHand, result, layer });
  });
});

describe.each([
  ['free', false],
  ['held by a sandbox', true],
])('%s', (_name, held) => {
  test.each(HONEST_CALLS)('an honest call works: $0.tool.name $1.title', { timeout: 60_000 }, async (target, call) => {
    const shown = await inScene(target, async (scene) => {
      const { refused, outcome } = { outcome: undefined, ...(await runCall(call, target, scene, held)) };
      return refused ?? [outcome?.exitCode, outcome?.stdout, outcome?.stderr, ...scene.server.requests].join('\n');
    });
    expect(shown).toMatch(call.shows);
    expect(shown).toMatch(/^0\n/);
  });
});
