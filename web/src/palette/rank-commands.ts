import { matchTitle, type Searchable, searchable } from './match-title.ts';
import type { PaletteCommand } from './palette-command.ts';

/** A command and what is searched of it. */
export interface Entry {
  readonly command: PaletteCommand;
  readonly title: Searchable;
  /** Group and detail. */
  readonly beside: Searchable;
}

/** A command that fits, and where its title does so. */
export interface Hit {
  readonly command: PaletteCommand;
  /** Places in the title, in UTF-16 units. */
  readonly places: ReadonlySet<number>;
}

export interface HitGroup {
  readonly title: string;
  readonly hits: readonly Hit[];
}

export interface Hits {
  readonly groups: readonly HitGroup[];
  /** How many fit, whether or not they are among the groups. */
  readonly total: number;
}

/** More than this nobody reads, and rendering them would be felt. */
const MOST = 60;
/** What the group of recent commands is called. */
const RECENT = 'Recent';
/** What is found beside the title counts as less than anything in it. */
const BESIDE = 5;
/** The last of the ranks that begin a word: inside of words, group and detail have nearly everything that is short. */
const WORD_START = 2;

/** Makes commands ready for `rankCommands`, once for all that will be typed. */
export function entriesOf(commands: readonly PaletteCommand[]): readonly Entry[] {
  return commands.map((command) => ({
    command,
    title: searchable(command.title),
    beside: searchable(`${command.group} ${command.detail ?? ''}`),
  }));
}

/**
 * The commands that have every word that was typed, the best first, each in its group; the group of the best is first.
 *
 * With nothing typed: what was used lately, then all in their order.
 *
 * @param recent ids, the latest first
 */
export function rankCommands(entries: readonly Entry[], query: string, recent: readonly string[]): Hits {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0)
    return unranked(
      entries.map(({ command }) => command),
      recent,
    );
  const found = entries.flatMap((entry, order) => {
    const { command } = entry;
    const fit = fitOf(entry, words);
    if (fit === undefined) return [];
    const lately = recent.indexOf(command.id);
    return [{ ...fit, command, order, lately: lately === -1 ? recent.length : lately }];
  });
  found.sort((one, other) => one.cost - other.cost || one.lately - other.lately || one.order - other.order);
  return { groups: grouped(found.slice(0, MOST)), total: found.length };
}

function unranked(commands: readonly PaletteCommand[], recent: readonly string[]): Hits {
  const places: ReadonlySet<number> = new Set();
  const known = new Map(commands.map((command) => [command.id, command]));
  const lately = recent.flatMap((id) => {
    const command = known.get(id);
    return command === undefined ? [] : [{ command, places }];
  });
  const rest = commands.filter(({ id }) => !recent.includes(id)).map((command) => ({ command, places }));
  const groups = grouped(rest.slice(0, MOST - lately.length));
  return {
    groups: lately.length === 0 ? groups : [{ title: RECENT, hits: lately }, ...groups],
    total: commands.length,
  };
}

interface Fit {
  readonly cost: number;
  readonly places: ReadonlySet<number>;
}

/** `undefined` unless every word is in the title, or begins one of the group or detail. */
function fitOf({ title, beside }: Entry, words: readonly string[]): Fit | undefined {
  // Words that were typed as they stand in the title are better than the same ones found here and there.
  const together = matchTitle(title, words.join(' '));
  if (together !== undefined) return { cost: together.rank, places: new Set(together.places) };
  let cost = 1;
  const places = new Set<number>();
  for (const word of words) {
    const match = matchTitle(title, word);
    if (match !== undefined) for (const place of match.places) places.add(place);
    else if ((matchTitle(beside, word)?.rank ?? BESIDE) > WORD_START) return undefined;
    cost += match?.rank ?? BESIDE;
  }
  return { cost, places };
}

/** In the order of each group's first hit. */
function grouped(hits: readonly Hit[]): readonly HitGroup[] {
  const groups = new Map<string, Hit[]>();
  for (const { command, places } of hits) {
    const group = groups.get(command.group) ?? [];
    group.push({ command, places });
    groups.set(command.group, group);
  }
  return [...groups].map(([title, members]) => ({ title, hits: members }));
}
