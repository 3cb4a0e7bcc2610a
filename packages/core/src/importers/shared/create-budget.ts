import { MAX_NODES, MAX_SOURCE_LENGTH } from '../../json/limits.ts';

/** What still fits into the tool that an import makes. */
export interface Budget {
  /** Counts a JSON value and says whether it still fits; one that does not is not counted. */
  readonly take: (value: unknown) => boolean;
}

/** What the root may need besides. */
const RESERVED = 0.02;
/** What stands between a value and the next, and around the commands of a group. */
const SEPARATORS = 40;

/**
 * Starts counting values and text as the reader of documents does, so that what fits is no larger than one may be when it is
 * written as JSON without white space.
 *
 * @param whole true: no limit but 50 million values, for tools that are taken apart before anything reads them
 */
export function createBudget(whole: boolean): Budget {
  const left: Room = whole
    ? { values: 50_000_000, characters: Number.MAX_SAFE_INTEGER }
    : { values: Math.floor(MAX_NODES * (1 - RESERVED)), characters: Math.floor(MAX_SOURCE_LENGTH * (1 - RESERVED)) };
  return {
    take: (value) => {
      const room = { values: left.values, characters: left.characters - SEPARATORS };
      if (!fits(value, room)) return false;
      Object.assign(left, room);
      return true;
    },
  };
}

interface Room {
  values: number;
  characters: number;
}

/** Takes the value from the room, and stops where there is none: what does not fit may be large, and is tried often. */
function fits(value: unknown, room: Room): boolean {
  room.values -= 1;
  if (Array.isArray(value)) {
    room.characters -= 2 + value.length;
    return isLeft(room) && value.every((item) => fits(item, room));
  }
  if (typeof value === 'object' && value !== null) {
    room.characters -= 2;
    return Object.entries(value).every(([key, member]) => {
      room.characters -= key.length + 4;
      return isLeft(room) && fits(member, room);
    });
  }
  room.characters -= typeof value === 'string' ? JSON.stringify(value).length : String(value).length;
  return isLeft(room);
}

function isLeft({ values, characters }: Room): boolean {
  return values >= 0 && characters >= 0;
}
