import type { ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects } from '../types/tool.ts';

const LISTS: readonly string[] = ['creates', 'modifies', 'deletes', 'paths'];

/**
 * Effects or a policy in words: `+destructive -network cost.estimate=low creates= filesystem.paths=a,b` is
 * `{ destructive: true, network: false, cost: { estimate: 'low' }, creates: [], filesystem: { paths: ['a', 'b'] } }`.
 */
export function stated(words = ''): AtipEffects & ExecutionPolicy {
  const all: Record<string, unknown> = {};
  for (const word of words.split(' ').filter((part) => part !== '')) {
    const [path = '', value] = word.replace(/^[+-]/, '').split('=');
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const [group] = keys;
    const level = (group === undefined ? all : (all[group] ?? {})) as Record<string, unknown>;
    if (group !== undefined) all[group] = level;
    if (value === undefined) level[last] = word.startsWith('+');
    else level[last] = LISTS.includes(last) ? value.split(',').filter((item) => item !== '') : value;
  }
  return all;
}

/** The rows of a table whose cells are separated by `|`, without its empty lines. */
export function rowsOf(table: string): [string, string, string, string, string, string][] {
  const rows = table.split('\n').filter((line) => line.trim() !== '');
  return rows.map((line) => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = line.split('|').map((cell) => cell.trim());
    return [a, b, c, d, e, f];
  });
}
