import { decodeShare } from '@atip/share';

/** Everything that a link carries, as it opens again. */
export interface Session {
  /** With its `#`. */
  readonly fragment: string;
  /** Names of its documents, the one that is shown first. */
  readonly documents: readonly string[];
}

export type ReadSession =
  | ({ readonly made: 'session' } & Session)
  | { readonly made: 'nothing'; readonly message: string };

/**
 * Reads a file that Share made, or a share link; both hold the fragment that every version of the page can read.
 *
 * Shape: `{ "atip-session": "#v1.m.…" }`.
 */
export function readSession(text: string): ReadSession {
  const fragment = fragmentIn(text.trim());
  const decoded = decodeShare(fragment);
  if (!decoded.ok) return { made: 'nothing', message: `This session cannot be read: ${decoded.message}` };
  const documents = decoded.state.documents.map(({ name }) => name);
  if (documents.length === 0) return { made: 'nothing', message: 'This session holds no document.' };
  return { made: 'session', fragment, documents };
}

function fragmentIn(text: string): string {
  if (!text.startsWith('{')) return `#${text.slice(text.indexOf('#') + 1)}`;
  const value: unknown = JSON.parse(text);
  const held: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'atip-session') : undefined;
  return typeof held === 'string' ? held : '';
}
