/** Where metadata comes from, most trusted first. @see ATIP 0.3 §3.2.2 */
export type TrustSource = 'native' | 'vendor' | 'org' | 'community' | 'user' | 'inferred';

export interface AtipTrust {
  source: TrustSource;
  verified?: boolean;
  checksum?: string;
  signedBy?: string;
  attestation?: string;
}
