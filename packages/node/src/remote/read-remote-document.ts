import { checkTool } from '@atip/core';
import { readToolDocument, skip, type ToolReading } from '../documents/tool-document.ts';
import { lowerTrust } from './lower-trust.ts';
import type { RemoteAddress } from './remote-address.ts';

/**
 * Reads a document of a registry, with no more trust than a registry has.
 *
 * What a document of one's own only has a finding for leaves this one out: it comes from somebody else, and a model would
 * read it.
 * @param sha256 of its bytes, checked by the caller.
 */
export function readRemoteDocument(
  text: string,
  name: string,
  { address, sha256 }: { readonly address: RemoteAddress; readonly sha256: string },
): ToolReading {
  const source = documentUrl(address, sha256);
  const { found, skipped } = readToolDocument(text, name, {
    origin: `registry:${address.host}`,
    source,
    place: 'registry',
  });
  if (found === undefined) return { skipped };
  const [error] = checkTool(found.tool, text).filter(({ severity }) => severity === 'error');
  if (error !== undefined) return skip(source, 'invalid-metadata', error.message);
  return { found: { ...found, tool: lowerTrust(found.tool), hash: `sha256:${sha256}` } };
}

/** Where a registry has the document of a digest. */
export function documentUrl({ url }: RemoteAddress, sha256: string): string {
  return `${url}/sha256/${sha256}.json`;
}
