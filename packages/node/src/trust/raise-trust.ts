import type { TrustSource } from '@atip/core';
import { digestsOf, TRUST_SOURCES, trustSourceOf } from '@atip/core/internal';
import type { FoundTool, SignatureReport } from '../documents/tool-document.ts';
import { signedTool } from '../documents/trust-at.ts';
import { type IdentifyExecutable, checksumProblem } from '../executables/executable-identity.ts';
import type { Executable } from '../executables/find-executable.ts';
import { readText } from '../files/read-bounded-file.ts';
import { isRootOnly } from '../files/file-owners.ts';
import { unlessRefusedLater } from '../files/system-error.ts';
import { MAX_BUNDLE, type Verified, readBundle, verifyBundle } from './verify-bundle.ts';
import { expectedOf, type Signer, speaksFor } from './signers.ts';

/**
 * Raises a signed document's trust to its signer's, if a configured signer who may speak about the tool signed exactly
 * these bytes. The document's own claim can only lower that.
 *
 * A signature says nothing about the program that will run. So a document is trusted more than its place only if it
 * contains the program's current digest (`digestsOf`), or if only root can change the program: otherwise a signed
 * document could describe any program of its name. This is compared here and not only before a run, because the
 * gate decides about lines that an agent's own shell runs. `verified` and `signedBy` are set in both cases.
 * @returns the unchanged tool, with the reason, when the signature does not count
 * @see ATIP 0.3 §11.1
 */
export async function raiseTrust(
  found: FoundTool,
  machine: {
    /** The trusted signers. Called only for a signed document. */
    readonly signers: () => Promise<readonly Signer[]>;
    readonly find: (name: string) => Promise<Executable | null>;
    readonly identify: IdentifyExecutable;
  },
): Promise<FoundTool> {
  const { signed, ...rest } = found;
  if (signed === undefined) return found;
  const text = await readSignature(signed.file);
  const refuse = (reason: string): FoundTool => ({ ...rest, signature: { state: 'refused', reason } });
  if (typeof text === 'object') return refuse(text.problem);
  const checked = await checkSigners(found.tool.name, { text: signed.text, bundle: text }, await machine.signers());
  if ('problem' in checked) return refuse(checked.problem);
  const { signer, verified } = checked;
  const signature: SignatureReport = { state: 'verified', signedBy: signer.name, ...verified };
  const known = { ...found.tool.trust, source: trustSourceOf(found.tool), verified: true, signedBy: signer.name };
  const unbound = await unboundReason(found, machine);
  if (unbound !== undefined) {
    const note = `The trust of its place stays: ${unbound}`;
    return {
      ...rest,
      tool: signedTool({ ...found.tool, trust: known }, signer.name),
      signature: { ...signature, note },
    };
  }
  const source = raisedSource(known.source, found, signer);
  return { ...rest, tool: signedTool({ ...found.tool, trust: { ...known, source } }, signer.name), signature };
}

/** The signer's trust, unless the document claims less; never below that of its place. */
function raisedSource(placed: TrustSource, { tool, claims }: FoundTool, { source }: Signer): TrustSource {
  const claimed = claims === undefined ? 0 : TRUST_SOURCES.indexOf(trustSourceOf({ ...tool, trust: claims }));
  const rank = Math.min(TRUST_SOURCES.indexOf(placed), Math.max(TRUST_SOURCES.indexOf(source), claimed));
  return TRUST_SOURCES[rank] ?? 'inferred';
}

/** Why a document may not describe the program of its name. Undefined: it may. */
async function unboundReason(
  { tool }: FoundTool,
  { find, identify }: Omit<Parameters<typeof raiseTrust>[1], 'signers'>,
): Promise<string | undefined> {
  const digests = digestsOf(tool);
  const program = await find(tool.name);
  if (digests.length === 0) {
    if (program !== null && (await isRootOnly(program.foundAs))) return undefined;
    return 'it names no digest of the program (trust.integrity.checksum), and not only root can change the program.';
  }
  if (program === null) return 'its program is not on the PATH, so that its digest cannot be compared.';
  const problem = await unlessRefusedLater(
    identify(program.path).then((identity) => checksumProblem(digests, identity)),
    () => 'unreadable' as const,
  );
  return (
    problem &&
    `the program on the PATH does not have the digest that it names (${digests.map(({ field }) => field).join(', ')}).`
  );
}

/** Reads a signature file. Refuses links, as for the document beside it. */
export async function readSignature(path: string): Promise<string | { readonly problem: string }> {
  const { text, problem, reason = '' } = await readText(path, MAX_BUNDLE, 'refused');
  if (text !== undefined) return text;
  const missing = 'There is no such file with a signature.';
  return { problem: problem === 'missing' ? missing : reason.replace(/^It /, 'The file of its signature ') };
}

type Checked = { readonly signer: Signer; readonly verified: Verified } | { readonly problem: string };

/** Tries the signers who may speak about a name. @returns the reason of the signer whose signature it could be */
export async function checkSigners(
  name: string,
  { text, bundle: source }: { readonly text: string | Uint8Array; readonly bundle: string },
  signers: readonly Signer[],
): Promise<Checked> {
  if (signers.length === 0) return { problem: 'It is signed, and no signer is configured here (signers).' };
  const reading = await readBundle(source);
  if ('problem' in reading) return reading;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const problems: string[] = [];
  for (const signer of signers) {
    const expected = await expectedOf(signer);
    const result = 'problem' in expected ? expected : await verifyBundle(reading.bundle, bytes, expected);
    if ('problem' in result) problems.push(signers.length === 1 ? result.problem : `${signer.name}: ${result.problem}`);
    else if (speaksFor(signer, name)) return { signer, verified: result.verified };
    else problems.push(`${signer.name} signed it, but may not describe ${JSON.stringify(name)} (signers, tools).`);
  }
  return { problem: [...new Set(problems)].join(' ') };
}
