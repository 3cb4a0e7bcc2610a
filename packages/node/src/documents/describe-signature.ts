import type { SignatureReport } from './tool-document.ts';

/**
 * Describes the signature of a document as the end of a sentence, for people; command line and page share it.
 * Shape: `signed by acme (key SHA256:…), log entry 42, 2026-01-02T03:04:05.000Z`
 */
export function describeSignature(report: SignatureReport): string {
  if (report.state === 'refused') return `signature not believed: ${report.reason}`;
  const { signedBy, by, at, log, note } = report;
  const witness = [...(log ? [`log entry ${log.index}`] : []), ...(at === undefined ? [] : [at])];
  return `${[`signed by ${signedBy} (${by})`, ...witness].join(', ')}${note === undefined ? '' : `. ${note}`}`;
}
