import type { ShareHostKind } from '../../companion/share-host.ts';

/** The short links that were made in this browser, so that whoever made one can delete it later. */

export interface MadeLink {
  /** Of the share: 22 letters of base64url. */
  readonly id: string;
  /** Of the document that was shown, secrets seen to. */
  readonly name: string;
  /** ms since 1970. */
  readonly made: number;
  /** ms since 1970. Absent: it is kept for ever. */
  readonly expiresAt?: number;
  /** Deletes it. Absent: somebody else stored the same content first, and only they can. */
  readonly deleteToken?: string;
}

/** Links kept; with one more the oldest is forgotten, and can then not be deleted from here. */
export const MAX_LINKS = 50;

/** Letters of a name that are kept. */
const MAX_NAME = 200;

const ID = /^[\w-]{22}$/;

/**
 * Reads the list as it was written, newest first, without what has expired.
 *
 * Whatever else stands there is passed over: on 127.0.0.1 the storage is everybody's who ever listened at this port, so
 * an entry names an id and never an address.
 */
export function readMadeLinks(text: string | null, now: number): readonly MadeLink[] {
  const list: unknown = parse(text);
  if (!Array.isArray(list)) return [];
  const links = list.map(linkFrom).filter((link) => link !== undefined);
  return links.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now).slice(0, MAX_LINKS);
}

/** The list with one more at its start. One made again keeps the token of its first time: no other is ever given out. */
export function withMadeLink(links: readonly MadeLink[], link: MadeLink): readonly MadeLink[] {
  const before = links.find(({ id }) => id === link.id);
  const { deleteToken = before?.deleteToken, ...rest } = link;
  const made = { ...rest, name: link.name.slice(0, MAX_NAME), ...(deleteToken !== undefined && { deleteToken }) };
  return [made, ...withoutMadeLink(links, link.id)].slice(0, MAX_LINKS);
}

/** The list without a link that is deleted. */
export function withoutMadeLink(links: readonly MadeLink[], id: string): readonly MadeLink[] {
  return links.filter((link) => link.id !== id);
}

/** Where a link opens; the companion and the public host are both at the address of their page. */
export function shortAddress(origin: string, id: string): string {
  return `${origin}/s/${id}`;
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function linkFrom(value: unknown): MadeLink | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (name: keyof MadeLink): unknown => Reflect.get(value, name);
  const [id, name, made, expiresAt, token] = [
    field('id'),
    field('name'),
    field('made'),
    field('expiresAt'),
    field('deleteToken'),
  ];
  if (typeof id !== 'string' || !ID.test(id) || typeof name !== 'string' || typeof made !== 'number') return undefined;
  return {
    id,
    name: name.slice(0, MAX_NAME),
    made,
    ...(typeof expiresAt === 'number' && { expiresAt }),
    ...(typeof token === 'string' && { deleteToken: token }),
  };
}

/** How long a short link is kept. */
export type Keep = 'day' | 'week' | 'month' | 'ever';

const DAY = 86_400;

/** In the order of the radios. */
export const KEEPS: readonly { readonly value: Keep; readonly label: string }[] = [
  { value: 'day', label: '1 day' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
  { value: 'ever', label: 'for ever' },
];

/**
 * What is chosen where nobody chose: what is public goes by itself, so that what was forgotten is no harm for ever; the
 * own machine throws nothing away that it was given.
 */
export function usualKeep(host: ShareHostKind): Keep {
  return host === 'hosted' ? 'month' : 'ever';
}

/** Seconds, as the API takes them; `undefined`: for ever. */
export function secondsOf(keep: Keep): number | undefined {
  switch (keep) {
    case 'day':
      return DAY;
    case 'week':
      return 7 * DAY;
    case 'month':
      return 30 * DAY;
    case 'ever':
      return undefined;
  }
}

/** `"kept for ever"`, `"kept until 22 Dec 2026, 13:05"`; in the time of this browser. `expiresAt`: ms since 1970. */
export function keptUntil(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return 'kept for ever';
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return `kept until ${time.format(expiresAt)}`;
}
