import { matchSorter, rankings } from 'match-sorter';
import type { SafeStorage } from '../storage/safe-storage.ts';
import type { PaletteCommand } from './page-commands.ts';

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly PaletteCommand[];
}

export interface Found {
  /** The group of the best match first. */
  readonly groups: readonly CommandGroup[];
  /** How many match, whether or not they are among the groups. */
  readonly total: number;
}

/** More than this nobody reads, and rendering them would be felt. */
const MOST = 60;

const FIELDS = [
  { key: 'title', threshold: rankings.ACRONYM },
  { key: 'group', threshold: rankings.WORD_STARTS_WITH },
  { key: 'detail', threshold: rankings.WORD_STARTS_WITH },
];

/**
 * The commands that match every word that was typed, the best first; with nothing typed the recent ones, then all.
 *
 * @param recent ids, the latest first
 */
export function findCommands(commands: readonly PaletteCommand[], query: string, recent: readonly string[]): Found {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const lately = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []);
    const others = commands.filter(({ id }) => !recent.includes(id)).slice(0, MOST - lately.length);
    const first = lately.length === 0 ? [] : [{ title: 'Recent', commands: lately }];
    return { groups: [...first, ...grouped(others)], total: commands.length };
  }
  const rank = ({ id }: PaletteCommand): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const found = words.reduceRight(
    (left, word) =>
      matchSorter(left, word, { keys: FIELDS, baseSort: (a, b) => rank(a.item) - rank(b.item) || a.index - b.index }),
    [...commands],
  );
  return { groups: grouped(found.slice(0, MOST)), total: found.length };
}

/** In the order of each group's first command. */
function grouped(commands: readonly PaletteCommand[]): readonly CommandGroup[] {
  const titles = [...new Set(commands.map(({ group }) => group))];
  return titles.map((title) => ({ title, commands: commands.filter(({ group }) => group === title) }));
}

const RECENT_KEY = 'atip.palette.v2';
/** How many are remembered. */
const MOST_RECENT = 5;

/** Ids of the commands used lately, the latest first; what is stored in another form counts as none. */
export function recentCommands(local: SafeStorage): readonly string[] {
  const stored = local.getItem(RECENT_KEY) ?? '';
  return stored.split('\n').filter(Boolean).slice(0, MOST_RECENT);
}

/** Puts a command before all others. */
export function rememberCommand(local: SafeStorage, id: string): void {
  const others = recentCommands(local).filter((other) => other !== id);
  local.setItem(RECENT_KEY, [id, ...others].slice(0, MOST_RECENT).join('\n'));
}
