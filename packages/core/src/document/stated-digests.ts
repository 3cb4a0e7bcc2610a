import type { AtipTool } from '../types/tool.ts';

interface Checksum {
  readonly algorithm: 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** Hex in lower case. */
  readonly digest: string;
}

const HEX = /^(?:(?<named>sha256|sha512):)?(?<hex>[\da-f]{64}|[\da-f]{128})$/i;
/** Subresource Integrity, as in npm. */
const BASE64 = /^(?<named>sha256|sha512)-(?<base64>[A-Za-z\d+/]{43}=|[A-Za-z\d+/]{86}==)$/;

/** The forms of a digest in a document, for messages. */
export const CHECKSUM_FORMS = 'sha256:… or sha512:… in hex, the bare hex digits, or sha256-… or sha512-… in base64';

/**
 * Reads a document's digest of its program. The length of bare hex digits tells the algorithm.
 * @returns undefined for any other text; then refuse the program
 * @see ATIP 0.3 §3.2.2, §11.1
 */
export function readChecksum(text: string): Checksum | undefined {
  const { named, hex, base64 } = (HEX.exec(text) ?? BASE64.exec(text))?.groups ?? {};
  const digest = hex?.toLowerCase() ?? base64;
  if (digest === undefined) return undefined;
  const algorithm = digest.length === 64 || digest.length === 44 ? 'sha256' : 'sha512';
  if (named !== undefined && named.toLowerCase() !== algorithm) return undefined;
  return { algorithm, encoding: hex === undefined ? 'base64' : 'hex', digest };
}

/** A digest of the program, and the field that states it. */
export interface StatedDigest {
  readonly field: 'binary.hash' | 'trust.integrity.checksum' | 'trust.checksum';
  readonly text: string;
}

/**
 * The digests by which a document names its program: each must match. Equal ones are listed once.
 *
 * Shape: `{ binary: { hash: "sha256:AB…" } }` → `[{ field: "binary.hash", text: "sha256:AB…" }]`
 */
export function digestsOf({ binary, trust }: Pick<AtipTool, 'binary' | 'trust'>): StatedDigest[] {
  const whole: unknown = binary;
  const stated = [
    // Handed over unread, a text in the place of the object is meant as the digest.
    { field: 'binary.hash', text: typeof whole === 'string' ? whole : binary?.hash },
    { field: 'trust.integrity.checksum', text: trust?.integrity?.checksum },
    { field: 'trust.checksum', text: trust?.checksum },
  ] as const;
  const said = new Set<string>();
  return stated.flatMap(({ field, text }) => {
    if (text === undefined || said.has(text)) return [];
    said.add(text);
    return [{ field, text }];
  });
}
