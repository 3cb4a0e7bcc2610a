import type { AtipTool, AtipTrust, TrustSource } from '@atip/core';
import {
  claimWords,
  noteFound,
  settleLike,
  toolList,
  TRUST_SOURCES,
  trustRowOf,
  trustSourceOf,
  stated,
} from '@atip/core/internal';
import { isRootOnly } from '../files/file-owners.ts';

/** The place of a document, as far as trust depends on it. */
export type DocumentPlacement =
  /** The answer of a program that only root can install or change. */
  | 'root-program'
  /** The answer of a program that its user, or another user than root, can install or change. */
  | 'user-program'
  /** A file in a directory of the system, which only root can change. */
  | 'root-file'
  /** A file in a directory of the user. */
  | 'user-file'
  /** It is bundled. */
  | 'bundled'
  /** A program passes it to this library. */
  | 'value';

/**
 * The highest trust of a document, by its place alone. A program that its user can change can also be changed by an
 * agent of this user, so its answer is trusted no more than a stranger's. Root's files count as the organisation's, the
 * user's files as the user's. Below `org` a sandbox is mandatory (`sandboxModeFor`).
 * @see ATIP 0.3 §5.2, §11.1
 */
export const MOST_TRUST: Readonly<Record<DocumentPlacement, TrustSource>> = {
  'root-program': 'native',
  'root-file': 'org',
  'user-program': 'community',
  bundled: 'community',
  'user-file': 'user',
  value: 'user',
};

/** The places in words, for people and models. */
const WHERE: Readonly<Record<DocumentPlacement, string>> = {
  'root-program': 'the word of a program that only root can change',
  'user-program': 'the word of a program that its user can change',
  'root-file': 'a file of the system',
  'user-file': 'a file of yours',
  bundled: 'read from its help',
  value: 'handed over by a program, with no place of its own',
};

/** The trust of a program's own document. @param foundAs its path on the PATH; the file may be elsewhere */
export async function placeOfProgram(foundAs: string): Promise<DocumentPlacement> {
  return (await isRootOnly(foundAs)) ? 'root-program' : 'user-program';
}

/** A document with the trust that it claims. */
interface Claimed {
  readonly tool: AtipTool;
  readonly claims?: AtipTrust | undefined;
  readonly signature?: { readonly state: 'verified' | 'refused' } | undefined;
}

/** Tools whose trust was set here by their place. No document can add itself. */
const PLACED = new WeakSet<AtipTool>();

/**
 * Sets a tool's trust by its place; its own claim can only lower that. Removes `verified` and signatures, which are
 * unchecked, and keeps the checksums, which can only refuse a program.
 */
export function trustedAt(tool: AtipTool, place: DocumentPlacement): AtipTool {
  const trusted = lowered(tool, place);
  noteFound(trusted, { where: WHERE[place], vouched: trustRowOf(tool).vouched });
  if (place !== 'value') PLACED.add(trusted);
  return trusted;
}

/** Keeps a tool's trust as claimed, because its signature was verified. @param signedBy the name of the signer */
export function signedTool(tool: AtipTool, signedBy: string): AtipTool {
  noteFound(tool, { where: `signed by ${JSON.stringify(signedBy)}` });
  PLACED.add(tool);
  return tool;
}

function lowered(tool: AtipTool, place: DocumentPlacement): AtipTool {
  const { trust } = tool;
  // The place of a value is unknown, so a missing claim counts no more than elsewhere.
  const claimed = trust === undefined && place !== 'value' ? 'native' : trustSourceOf(tool);
  const rank = Math.max(TRUST_SOURCES.indexOf(claimed), TRUST_SOURCES.indexOf(MOST_TRUST[place]));
  const source = TRUST_SOURCES[rank] ?? 'inferred';
  if (trust?.source === source && Object.keys(trust).every((key) => key === 'source' || key === 'checksum'))
    return tool;
  const { checksum, integrity } = trust ?? {};
  const own = integrity?.checksum === undefined ? undefined : { checksum: integrity.checksum };
  return settleLike(tool, { ...tool, trust: stated({ source, checksum, integrity: own }) });
}

/** Gives a changed document the place of the one that it was made from. Nobody vouches for the change. */
export function placedAs(found: AtipTool, changed: AtipTool): AtipTool {
  noteFound(changed, { ...trustRowOf(found), vouched: false });
  PLACED.add(changed);
  return changed;
}

/** The document as found, with the trust that it claims: this form is stored, because a place can change. */
export function documentOf({ tool, claims }: Claimed): AtipTool {
  if (claims !== undefined) return { ...tool, trust: claims };
  const { trust: _placed, ...document } = tool;
  return document;
}

/** Describes the trust that a document claims, for a person; empty unless it exceeds the actual trust. */
export function describeClaims({ tool, claims, signature }: Claimed): string {
  // A verified statement is no claim any more.
  if (claims === undefined || signature?.state === 'verified') return '';
  return [...(claims.source === tool.trust?.source ? [] : [claims.source]), ...claimWords(claims)].join(', ');
}

/**
 * Sets the trust of tools that a program passes in. One found on this machine keeps its trust; any other, or a copy,
 * counts as a value. A value is judged by its own claim, because the author of a program decides that it runs. An MCP
 * server that a person named is judged as its vendor's.
 */
export function toolsToRun(
  tools: AtipTool | readonly AtipTool[],
  servers: ReadonlyMap<string, unknown> = new Map(),
): AtipTool[] {
  return toolList(tools).map((tool) => {
    if (PLACED.has(tool)) return tool;
    const trusted = trustedAt(tool, 'value');
    const isServer = tool['x-mcp'] === true && servers.has(tool.name);
    const where = isServer ? 'an MCP server that was named' : WHERE.value;
    const { vouched } = trustRowOf(tool);
    noteFound(trusted, { where, as: isServer ? 'vendor' : trustSourceOf(tool), isValue: true, vouched });
    return trusted;
  });
}
