import type { TableRow } from './table-row.ts';

const HEAD = 'command\toption\teffects\treason';

/**
 * Reads one file of the table of effects.
 *
 * Shape: `"git push\t--force -f\tdestructive\treplaces what others pushed"` → one row. Empty lines and those that start
 * with `#` are skipped. `git *` is every command of git that has the option, so that a new command has its harm as well.
 *
 * @param name of the file, for messages
 * @throws Error for a line that has not four cells, or has no reason: a table that is read wrongly would be believed
 */
export function readTable(text: string, name: string): TableRow[] {
  const [head, ...lines] = text.split('\n');
  if (head !== HEAD) throw new Error(`${name}: the first line is not ${JSON.stringify(HEAD)}`);
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const at = `${name}:${index + 2}`;
    const [subject = '', option = '', effects = '', reason = '', ...more] = line.split('\t');
    const everywhere = subject.endsWith(' *');
    const command = everywhere ? subject.slice(0, -2) : subject;
    const isWhole = command !== '' && effects !== '' && reason.length > 3 && more.length === 0;
    if (!isWhole || (everywhere && option === '')) throw new Error(`${at}: not "command, option, effects, reason"`);
    return [{ command, everywhere, parameters: split(option), words: split(effects), reason, at }];
  });
}

function split(cell: string): string[] {
  return cell.split(' ').filter((word) => word !== '');
}
