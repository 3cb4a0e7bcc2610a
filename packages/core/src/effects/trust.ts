import type { AtipTool, AtipTrust, TrustSource } from '../types/tool.ts';

/** Most trusted first. @see ATIP 0.3 §3.2.2 */
export const TRUST_SOURCES: readonly TrustSource[] = ['native', 'vendor', 'org', 'community', 'user', 'inferred'];

/** A tool's trust source; metadata that does not say, or says something unknown, counts as `inferred`. */
export function trustSourceOf(tool: AtipTool): TrustSource {
  const source = tool.trust?.source;
  return TRUST_SOURCES.find((known) => known === source) ?? 'inferred';
}

/**
 * Says what a document claims of its own trust and cannot know, for people. Only a host that has checked signatures knows more.
 * Shape: `{ verified: true, signedBy: "acme" }` → `["verified", "signed by acme"]`
 */
export function claimWords({ verified, signedBy, attestation }: Partial<AtipTrust>): string[] {
  return [
    ...(verified === true ? ['verified'] : []),
    ...(signedBy === undefined ? [] : [`signed by ${signedBy}`]),
    ...(attestation === undefined ? [] : ['attested']),
  ];
}

/** True when `source` is trusted at least as much as `minimum`; never, when that is no source. */
export function isTrustedEnough(source: TrustSource, minimum: unknown): boolean {
  const ranks: readonly unknown[] = TRUST_SOURCES;
  return ranks.indexOf(source) <= ranks.indexOf(minimum);
}

/**
 * The mark of a tool whose metadata its host vouches for, such as the shims that come with us. A symbol, because no document can
 * have one. `@atip/shims` writes it by its name.
 */
const VOUCHED: symbol = Symbol.for('atip.vouched');

/** True if the host vouches for a tool's metadata. */
function isVouched(tool: AtipTool): boolean {
  return Reflect.get(tool, VOUCHED) === true;
}

/**
 * True if a tool's metadata may say that an invocation is less harmful than its command: it comes from the program, its vendor,
 * the organisation, or from us.
 */
export function mayReassure(tool: AtipTool): boolean {
  return isTrustedEnough(trustSourceOf(tool), 'org') || isVouched(tool);
}

/** A host's knowledge of where it found a document. */
export interface FoundPlace {
  /** Completes "It was found …", without a path: models read it. */
  readonly where: string;
  /** The source whose row of the trust table holds, where it is not that of the tool's trust. */
  readonly as?: TrustSource;
}

/** By the trust that the host gave: copies of a tool share it, and no document can name it. */
const PLACES = new WeakMap<AtipTrust, FoundPlace>();

/** Notes where a tool was found, for the reasons that people and models are given. */
export function noteFound({ trust }: AtipTool, place: FoundPlace): void {
  if (trust) PLACES.set(trust, place);
}

/**
 * The row of the trust table that a tool's document is judged by, with its place in words. A document that the host vouches for is judged as its own,
 * `native`: people of this project have read each shim, and what it says harms only where a reader was wrong.
 */
export function trustRowOf(tool: AtipTool): Required<FoundPlace> {
  const source = trustSourceOf(tool);
  const place = tool.trust && PLACES.get(tool.trust);
  return { where: place?.where ?? 'by its own word', as: isVouched(tool) ? 'native' : (place?.as ?? source) };
}
