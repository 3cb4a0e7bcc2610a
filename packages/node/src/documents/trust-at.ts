import type { AtipTool, AtipTrust, TrustSource } from '@atip/core';
import { claimWords, noteFound, TRUST_SOURCES, trustSourceOf } from '@atip/core/internal';
import { isRootOnly } from '../files/root-only.ts';

/** Where a document was found, as far as trust depends on it. */
export type Place =
  /** A program answered that only root could have put there or changed. */
  | 'root-program'
  /** A program answered that its user, or somebody besides root, could have put there or changed. */
  | 'user-program'
  /** A file in a directory of the system, which only root can change. */
  | 'root-file'
  /** A file in a directory of the user. */
  | 'user-file'
  /** It comes with us. */
  | 'bundled'
  /** It comes with us, and nobody has judged what it says. */
  | 'known'
  | 'registry'
  /** A program hands it to this library. */
  | 'value';

/**
 * Most that a document is trusted, by its place alone. A program that its user can change, an agent of this user can change as
 * well: what it says is worth what a stranger says. Files of root speak for the organisation, files of the user for the user.
 * Below `org` a sandbox is mandatory (`sandboxModeFor`).
 * @see ATIP 0.3 §5.2, §11.1
 */
const MOST: Readonly<Record<Place, TrustSource>> = {
  'root-program': 'native',
  'root-file': 'org',
  'user-program': 'community',
  bundled: 'community',
  registry: 'community',
  'user-file': 'user',
  known: 'inferred',
  value: 'user',
};

/** Where that is, in words for people and models. */
const WHERE: Readonly<Record<Place, string>> = {
  'root-program': 'the word of a program that only root can change',
  'user-program': 'the word of a program that its user can change',
  'root-file': 'a file of the system',
  'user-file': 'a file of yours',
  bundled: 'read from its help',
  known: 'a description that others wrote for completion',
  registry: 'from a registry',
  value: 'handed over by a program, with no place of its own',
};

/** How far a program is believed about itself. @param foundAs where the PATH has it; the file may be elsewhere */
export async function placeOfProgram(foundAs: string): Promise<Place> {
  return (await isRootOnly(foundAs)) ? 'root-program' : 'user-program';
}

/** A document with what it says of its own trust. */
interface Claimed {
  readonly tool: AtipTool;
  readonly claims?: AtipTrust;
  readonly signature?: { readonly state: 'verified' | 'refused' };
}

/** Tools whose trust was set here by where they were found. No document can put itself among them. */
const PLACED = new WeakSet<AtipTool>();

/**
 * Trusts a tool as far as its place allows; what it says of itself can only lower that. `verified` and signatures go, since
 * nobody checked them; the checksum stays, since it can only refuse a program.
 */
export function trustedAt(tool: AtipTool, place: Place): AtipTool {
  const trusted = lowered(tool, place);
  noteFound(trusted, { where: WHERE[place] });
  if (place !== 'value') PLACED.add(trusted);
  return trusted;
}

/** Takes a tool as trusted as it is, since a signature of it was verified. @param signedBy the name of the signer */
export function signedTool(tool: AtipTool, signedBy: string): AtipTool {
  noteFound(tool, { where: `signed by ${JSON.stringify(signedBy)}` });
  PLACED.add(tool);
  return tool;
}

function lowered(tool: AtipTool, place: Place): AtipTool {
  const { trust } = tool;
  // Of a value nobody knows where it was found, so that saying nothing is no better than anywhere else.
  const claimed = trust === undefined && place !== 'value' ? 'native' : trustSourceOf(tool);
  const rank = Math.max(TRUST_SOURCES.indexOf(claimed), TRUST_SOURCES.indexOf(MOST[place]));
  const source = TRUST_SOURCES[rank] ?? 'inferred';
  if (trust?.source === source && Object.keys(trust).every((key) => key === 'source' || key === 'checksum'))
    return tool;
  return { ...tool, trust: { source, ...(trust?.checksum !== undefined && { checksum: trust.checksum }) } };
}

/** The document as it was found, with what it says of its own trust: this is what is kept, since a place can change. */
export function documentOf({ tool, claims }: Claimed): AtipTool {
  if (claims !== undefined) return { ...tool, trust: claims };
  const { trust: _placed, ...document } = tool;
  return document;
}

/** Describes the trust that a document claims, for a person; empty unless it claims more than it has. */
export function describeClaims({ tool, claims, signature }: Claimed): string {
  // A checked statement is no claim any more.
  if (claims === undefined || signature?.state === 'verified') return '';
  return [...(claims.source === tool.trust?.source ? [] : [claims.source]), ...claimWords(claims)].join(', ');
}

/**
 * Tools that a program hands over: one found on this machine is trusted as found, any other or a copy as a value. Of values the trust
 * table holds only what they say of themselves: who writes a document into a program, or names an MCP server, decides that it runs.
 */
export function toolsToRun(tools: readonly AtipTool[], servers: ReadonlyMap<string, unknown> = new Map()): AtipTool[] {
  return tools.map((tool) => {
    if (PLACED.has(tool)) return tool;
    const trusted = trustedAt(tool, 'value');
    const isServer = tool['x-mcp'] === true && servers.has(tool.name);
    const where = isServer ? 'an MCP server that was named' : WHERE.value;
    noteFound(trusted, { where, as: isServer || tool.trust === undefined ? 'vendor' : trustSourceOf(tool) });
    return trusted;
  });
}
