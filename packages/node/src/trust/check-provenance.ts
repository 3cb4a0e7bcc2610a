import { digestOfFile } from '../files/digest.ts';
import { readBundle } from './read-bundle.ts';
import { expectedOf, type Signer } from './signers.ts';
import { type Provenance, verifyProvenance } from './verify-provenance.ts';

/** A verified provenance with its signer, or the reason against it. */
export type ProvenanceReport =
  | { readonly signer: string; readonly provenance: Provenance; readonly sha256: string }
  | { readonly problem: string };

/** Most bundles in one file, one on each line, the format of build services. */
const MAX_LINES = 32;

/**
 * Checks whether one of some bundles is the provenance of a program, signed by one of some signers, with the builder
 * and the source that the signer's entry names. The digest is computed from the current bytes.
 * @param text one bundle as JSON, or one a line (`.jsonl`)
 * @throws the system's error when the program cannot be read
 */
export async function checkProvenance(
  program: string,
  text: string,
  signers: readonly Signer[],
): Promise<ProvenanceReport> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
  if (isLines && lines.length > MAX_LINES) return { problem: `It has more than ${MAX_LINES} bundles.` };
  const sha256 = (await digestOfFile('sha256', program)).toString('hex');
  const problems = new Set<string>();
  for (const source of isLines ? lines : [text]) {
    const reading = await readBundle(source);
    if ('problem' in reading) problems.add(reading.problem);
    else
      for (const signer of signers) {
        const expected = await expectedOf(signer);
        const result =
          'problem' in expected
            ? expected
            : await verifyProvenance(reading.bundle, sha256, { ...expected, ...signer.provenance });
        if ('provenance' in result) return { signer: signer.name, provenance: result.provenance, sha256 };
        problems.add(result.problem);
      }
  }
  return { problem: [...problems].join(' ') || 'No signer is configured here (signers), and none was named.' };
}
