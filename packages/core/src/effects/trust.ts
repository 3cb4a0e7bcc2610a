import { freezeTool } from '../json/settled.ts';
import type { AtipTool, AtipTrust, TrustSource } from '../types/tool.ts';

/** Most trusted first. @see ATIP 0.3 §3.2.2 */
export const TRUST_SOURCES: readonly TrustSource[] = ['native', 'vendor', 'org', 'community', 'user', 'inferred'];

/** A tool's trust source; a document without a known source counts as `inferred`. */
export function trustSourceOf(tool: AtipTool): TrustSource {
  const source = tool.trust?.source;
  return TRUST_SOURCES.find((known) => known === source) ?? 'inferred';
}

/**
 * The trust that a document claims for itself, in words for people. Only a host that checks signatures can confirm it.
 * Shape: `{ verified: true, signedBy: "acme" }` → `["verified", "signed by acme"]`
 */
export function claimWords(claims: Partial<AtipTrust>): string[] {
  const { verified, signedBy, attestation, integrity, shimIntegrity, provenance } = claims;
  const signature = integrity?.signature ?? shimIntegrity?.signature;
  const signer = signedBy ?? (signature && (signature.identity ?? signature.type ?? 'somebody'));
  return [
    ...(verified === true ? ['verified'] : []),
    ...(signer === undefined ? [] : [`signed by ${signer}`]),
    ...(attestation === undefined && provenance === undefined ? [] : ['attested']),
  ];
}

/** True when `source` is trusted at least as much as `minimum`; false when `minimum` is no source. */
export function isTrustedEnough(source: TrustSource, minimum: unknown): boolean {
  const ranks: readonly unknown[] = TRUST_SOURCES;
  return ranks.indexOf(source) <= ranks.indexOf(minimum);
}

/**
 * True if a tool's document may say that a call is less harmful than its command: it comes from the program, its
 * vendor, the organisation, or is bundled.
 */
export function mayReassure(tool: AtipTool): boolean {
  return isTrustedEnough(trustSourceOf(tool), 'org') || trustRowOf(tool).vouched;
}

/** The host's knowledge of where it found a document. */
interface FoundPlace {
  /** Completes "It was found …". Contains no path: models read it. */
  readonly where: string;
  /** The source that counts for the policy, if it differs from the tool's own. */
  readonly as?: TrustSource;
  /** True: a program handed the document over, and answers for it. */
  readonly isValue?: boolean;
  /** True: the host vouches for the document, as for those of `@atip/catalog`. No field of a document says so. */
  readonly vouched?: boolean;
}

/** How far a document is trusted. */
export type TrustRow = Required<FoundPlace>;

/** Keyed by the trust object that the host made: copies of a tool share it, and no document can forge it. */
const PLACES = new WeakMap<AtipTrust, FoundPlace>();

/** Records where a tool was found, for reasons given to people and models. */
export function noteFound({ trust }: AtipTool, place: FoundPlace): void {
  if (trust) PLACES.set(trust, place);
}

/** Vouches for a document that states its trust, and freezes it. Copies that share its `trust` count too. */
export function vouchFor(tool: AtipTool): void {
  noteFound(freezeTool(tool), { ...placeOf(tool), vouched: true });
}

/** A document that nobody found is a value that its program answers for. */
function placeOf({ trust }: AtipTool): FoundPlace {
  return (trust && PLACES.get(trust)) ?? { where: 'by its own word', isValue: true };
}

/**
 * How far a tool's document is trusted, with its place in words. A document that the host vouches for
 * counts as `native`, because people of this project have reviewed each shim.
 */
export function trustRowOf(tool: AtipTool): TrustRow {
  const { where, as = trustSourceOf(tool), isValue = false, vouched = false } = placeOf(tool);
  return { where, as: vouched ? 'native' : as, isValue, vouched };
}
