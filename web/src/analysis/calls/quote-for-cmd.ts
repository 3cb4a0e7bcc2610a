import type { Quoted } from './quoted.ts';
import { UNSEEN } from './quoted.ts';

const PLAIN = /^[A-Za-z0-9_.:\\/-]+$/;

/** What no quoting keeps from cmd, and why. */
const TROUBLE: readonly (readonly [found: RegExp, reason: string])[] = [
  [/%/, 'cmd replaces %NAME% also between quotes, and at its prompt nothing takes that back.'],
  [/!/, 'cmd replaces !NAME! where delayed expansion is on.'],
  [/"/, 'cmd and the program it starts count double quotes by different rules.'],
  [/\n/, 'a line of cmd ends at the first line break.'],
  [UNSEEN, 'cmd has no way to write characters that cannot be seen.'],
];

/**
 * Writes an argv as a command line for cmd.exe where that can be done without doubt, and says why where it cannot.
 *
 * Shape: `["git", "log", "a b\\"]` → `git log "a b\\"`. Backslashes before the closing quote are doubled, as the C runtime
 * of Windows reads them.
 */
export function quoteForCmd(argv: readonly string[]): Quoted {
  const trouble = TROUBLE.find(([found]) => argv.some((element) => found.test(element)));
  if (trouble !== undefined) return { ok: false, reason: `No form is safe here: ${trouble[1]}` };
  return { ok: true, text: argv.map((element) => (PLAIN.test(element) ? element : quote(element))).join(' ') };
}

function quote(element: string): string {
  return `"${element.replace(/\\+$/, '$&$&')}"`;
}
