import { APPROVAL_ATTACKS } from './approval-attacks.ts';
import type { Attack } from './attack.ts';
import { BODY_ATTACKS } from './body-attacks.ts';
import { CODE_ATTACKS } from './code-attacks.ts';
import { FOREIGN_ATTACKS } from './foreign-attacks.ts';
import { LEAK_ATTACKS } from './leak-attacks.ts';
import { PATH_ATTACKS } from './path-attacks.ts';
import { terminalAttacks } from './terminal-attacks.ts';
import { VALUE_ATTACKS } from './value-attacks.ts';

/**
 * Every attack, by what it is aimed at; the last group looks at what those before left behind.
 *
 * @param atip the bundled command line.
 */
export function allAttacks(atip: string): readonly (readonly [group: string, attacks: readonly Attack[]])[] {
  return [
    ['who asks', FOREIGN_ATTACKS],
    ['the code of a link', CODE_ATTACKS],
    ['approval', APPROVAL_ATTACKS],
    ['bodies', BODY_ATTACKS],
    ['paths', PATH_ATTACKS],
    ['values', VALUE_ATTACKS],
    ['terminals', terminalAttacks(atip)],
    ['leaks', LEAK_ATTACKS],
  ];
}
