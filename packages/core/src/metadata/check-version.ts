import { getOwn } from '../json/own-property.ts';
import { isRecord } from '../json/is-record.ts';
import { quote } from './describe-value.ts';
import type { Finding } from './finding.ts';

/** The newest minor version of the protocol that is fully understood: 0.4. */
const KNOWN_MINOR = 4;

/** What a document's protocol version means for reading the rest. */
export interface VersionCheck {
  /** True for 0.5, 0.6 …: read as far as it is understood. */
  readonly newer: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Checks the protocol version, written `"0.3"` or, since 0.4, `{ "version": "0.4" }`.
 *
 * A version of the wrong form is left to the schema, which reports it.
 * @see ATIP 0.3 §3.2
 */
export function checkVersion(value: unknown): VersionCheck {
  const declared = isRecord(value) ? getOwn(value, 'atip') : undefined;
  const version = isRecord(declared) ? getOwn(declared, 'version') : declared;
  const parts = typeof version === 'string' ? /^(\d{1,9})\.(\d{1,9})(?:\.\d+)?$/.exec(version) : null;
  if (typeof version !== 'string' || parts === null) {
    return { newer: false, findings: [] };
  }
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  const at = { path: isRecord(declared) ? '/atip/version' : '/atip', mark: 'value', section: '3.2' } as const;
  if (major !== 0 || minor === 0) {
    const message = `ATIP ${quote(version)} is not known; versions 0.1 to 0.${KNOWN_MINOR} are.`;
    return {
      newer: false,
      findings: [{ code: 'unsupported-version', severity: 'error', message: () => message, ...at }],
    };
  }
  if (minor <= KNOWN_MINOR) {
    return { newer: false, findings: [] };
  }
  const message = `ATIP ${quote(version)} is newer than 0.${KNOWN_MINOR}; what it added is passed over.`;
  return { newer: true, findings: [{ code: 'newer-version', severity: 'warning', message: () => message, ...at }] };
}
