import type { Quoted } from './quoted.ts';
import { UNSEEN } from './quoted.ts';

const PLAIN = /^[A-Za-z0-9_.:\\/-]+$/;

/** As the first word: after a slash cmd looks for switches, and a colon begins a label. */
const PLAIN_NAME = /^[A-Za-z0-9_.\\-][A-Za-z0-9_.:\\-]*$/;

/** What cmd does itself, whatever programs there are; `for`, `if` and `call` take their arguments apart once more. */
const OWN_NAME =
  /^(?:assoc|break|call|cd|chdir|cls|color|copy|date|del|dir|echo|endlocal|erase|exit|for|ftype|goto|if|keys|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|rem|ren|rename|rmdir|set|setlocal|shift|start|time|title|type|ver|verify|vol)$/i;

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
  if (OWN_NAME.test(argv[0] ?? '')) {
    return { ok: false, reason: `No form is safe here: cmd has a command of its own called ${argv[0]}.` };
  }
  return { ok: true, text: argv.map(word).join(' ') };
}

function word(element: string, index: number): string {
  return (index === 0 ? PLAIN_NAME : PLAIN).test(element) ? element : quote(element);
}

function quote(element: string): string {
  return `"${element.replace(/\\+$/, '$&$&')}"`;
}
