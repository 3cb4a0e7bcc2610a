import { EXIT } from '../../../../packages/cli/src/exit-code.ts';
import { code, table } from '../markdown.ts';

/** What each end of the process says, and what it takes to get another. */
const MEANINGS: Readonly<Record<keyof typeof EXIT, readonly [meaning: string, then: string]>> = {
  ok: ['Done; for `check` and `--dry-run`: it would run', ''],
  invalid: ['The input is wrong, or something was found', 'Standard error, or the findings, say where'],
  usage: ['The command line is wrong', 'Standard error names the word; `--help` what the command takes'],
  refused: [
    'The policy, or a person, refused; nothing ran',
    '`--yes` confirms in advance; what the policy denies needs another policy',
  ],
  toolFailed: ['The tool ran, and failed or ran out of time', 'Its own output says why'],
  io: ['A file, a program or the network could not be used', 'Standard error names it, with the reason of the system'],
};

/** The exit codes as a table, from the codes that the program has. */
export function exitCodes(): string {
  const rows = Object.entries(MEANINGS).map(([name, [meaning, then]]) => {
    const value = Object.entries(EXIT).find(([key]) => key === name)?.[1];
    if (value === undefined) throw new Error(`There is no exit code ${name}.`);
    return [code(String(value)), meaning, then];
  });
  return table(['exit code', 'means', 'then'], rows);
}
