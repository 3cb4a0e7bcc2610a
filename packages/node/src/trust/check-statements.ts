import { basename, join } from 'node:path';
import type { AtipSignature, AtipTool } from '@atip/core';
import { digestsOf } from '@atip/core/internal';
import { describeSignature, type SignatureReport } from '../documents/tool-document.ts';
import { checksumProblem, createExecutableIdentifier } from '../executables/executable-identity.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { checkProvenance } from './provenance.ts';
import { checkSigners, readSignature } from './raise-trust.ts';
import type { Signer } from './signers.ts';

/** The outcome of checking one statement of a document about itself or its program. */
export interface StatementCheck {
  /** Field of the document, such as `trust.integrity.signature`. */
  readonly field: string;
  /** `unchecked`: nothing speaks against it, and nothing was verified. */
  readonly state: 'verified' | 'failed' | 'unchecked';
  /** A sentence, or the end of one. */
  readonly reason: string;
  /** Set for a verified signature. */
  readonly signature?: Extract<SignatureReport, { state: 'verified' }>;
  /** True: it is over the program, and says nothing about the document. */
  readonly isOfProgram?: true | undefined;
}

/** A document whose statements are to be checked, and its surroundings. */
interface StatedDocument {
  /** With the trust that it claims. */
  readonly tool: AtipTool;
  /** The bytes of its file, read once. Absent: a program's answer. */
  readonly text?: string | undefined;
  /** The directory of its file: bundles that the document names are looked for there and nowhere else. */
  readonly directory?: string | undefined;
  /** The result for the signature beside it. */
  readonly signature?: SignatureReport | undefined;
  /** Absolute path of its program. Absent: it is not here. */
  readonly program?: string | undefined;
  /** Text of a bundle over the program, from the person. */
  readonly programBundle?: string | undefined;
}

/** Bytes of a program whose signature is checked. */
const MAX_PROGRAM = 512 * 1024 * 1024;

const NO_SIGNER = 'no signer is configured here (signers), and none was named.';
const NO_PROGRAM = 'its program is not on the PATH.';

/**
 * Checks the digests, signatures and provenance that a document states (`binary`, `trust`).
 *
 * The document tells where to look. Signers and builders that count come from `signers` alone: a document that named its
 * own signer would verify itself. Nothing is fetched.
 *
 * @returns one check for each statement; empty for a document that states nothing
 * @throws the system's error when the program cannot be read
 * @see ATIP 0.6 §3.2.2, §4.5
 */
export async function checkStatements(
  document: StatedDocument,
  signers: readonly Signer[],
): Promise<readonly StatementCheck[]> {
  const { integrity, shimIntegrity } = document.tool.trust ?? {};
  const isOfProgram = signsProgram(document.tool);
  return [
    ...(await checkDigests(document)),
    ...(await checkSignature('trust.integrity.signature', integrity?.signature, isOfProgram, document, signers)),
    ...(await checkSignature('trust.shimIntegrity.signature', shimIntegrity?.signature, false, document, signers)),
    ...(await checkBuild(document, signers)),
  ];
}

/**
 * True if the signature in `trust.integrity` is over the program: the tool's own answer is as good as the program that
 * gives it. Any other document is signed itself.
 */
export function signsProgram({ trust, binary }: AtipTool): boolean {
  return trust?.source === 'native' && trust.integrity?.signature !== undefined && binary === undefined;
}

function unchecked(field: string, why: string): StatementCheck[] {
  return [{ field, state: 'unchecked', reason: why }];
}

async function checkDigests({ tool, program }: StatedDocument): Promise<StatementCheck[]> {
  const identify = createExecutableIdentifier();
  const checks = digestsOf(tool).map(async (digest): Promise<StatementCheck[]> => {
    const { field } = digest;
    if (program === undefined) return unchecked(field, NO_PROGRAM);
    const problem = await checksumProblem([digest], await identify(program));
    if (problem === 'checksum-form') return unchecked(field, 'only SHA-256 and SHA-512 can be compared.');
    if (problem !== undefined) return [{ field, state: 'failed', reason: `${program} has another digest.` }];
    return [{ field, state: 'verified', reason: `it is the digest of ${program}.` }];
  });
  return (await Promise.all(checks)).flat();
}

async function checkSignature(
  field: string,
  stated: AtipSignature | undefined,
  isOfProgram: boolean,
  { tool, text, directory, signature, program, programBundle }: StatedDocument,
  signers: readonly Signer[],
): Promise<StatementCheck[]> {
  if (stated === undefined) return [];
  const { type = 'cosign', bundle: place } = stated;
  if (type !== 'cosign') return unchecked(field, `only signatures of cosign can be checked, not of ${type}.`);
  const bundle = (isOfProgram ? programBundle : undefined) ?? (await readBeside(directory, place, 'signature'));
  if (typeof bundle === 'object') {
    if (isOfProgram || signature === undefined) return unchecked(field, bundle.problem);
    const reason = describeSignature(signature);
    if (signature.state === 'verified') return [{ field, state: 'verified', reason, signature }];
    return signers.length === 0 ? unchecked(field, NO_SIGNER) : [{ field, state: 'failed', reason: signature.reason }];
  }
  if (signers.length === 0) return unchecked(field, NO_SIGNER);
  if (isOfProgram && program === undefined) return unchecked(field, NO_PROGRAM);
  const bytes = isOfProgram && program !== undefined ? (await readBoundedFile(program, MAX_PROGRAM)).bytes : text;
  if (bytes === undefined) return unchecked(field, 'what it covers cannot be read here.');
  const checked = await checkSigners(tool.name, { text: bytes, bundle }, signers);
  if ('problem' in checked) return [{ field, state: 'failed', reason: checked.problem }];
  const report = { state: 'verified', signedBy: checked.signer.name, ...checked.verified } as const;
  const reason = describeSignature(report);
  return [{ field, state: 'verified', reason, signature: report, isOfProgram: isOfProgram || undefined }];
}

/** Nobody checks the level: a provenance contains none, and a document's own word is worth nothing. */
async function checkBuild({ tool, directory, program }: StatedDocument, signers: readonly Signer[]) {
  if (tool.trust?.provenance === undefined) return [];
  const { url, format, slsaLevel, builder } = tool.trust.provenance;
  const field = 'trust.provenance';
  const level =
    slsaLevel === undefined
      ? []
      : unchecked(`${field}.slsaLevel`, `a provenance holds no level, so that ${slsaLevel} stays a claim.`);
  const check = async (): Promise<StatementCheck[]> => {
    if (format === 'in-toto')
      return unchecked(field, 'only a SLSA provenance, version 1, can be checked, not in-toto.');
    const text = await readBeside(directory, url, 'provenance');
    if (typeof text === 'object') return unchecked(field, text.problem);
    if (program === undefined) return unchecked(field, NO_PROGRAM);
    if (signers.length === 0) return unchecked(field, NO_SIGNER);
    const report = await checkProvenance(program, text, signers);
    if ('problem' in report) return [{ field, state: 'failed', reason: report.problem }];
    const { provenance, signer } = report;
    const built = `it was built by ${provenance.builder}`;
    if (builder !== undefined && builder !== provenance.builder)
      return [{ field, state: 'failed', reason: `${built}, and the document names ${JSON.stringify(builder)}.` }];
    return [{ field, state: 'verified', reason: `${built} from ${provenance.source}, as ${signer} says.` }];
  };
  return [...(await check()), ...level];
}

/** Reads a file that a document names: only one beside it, because a document must not choose what we read. */
async function readBeside(
  directory: string | undefined,
  place: string | undefined,
  option: 'signature' | 'provenance',
): Promise<string | { readonly problem: string }> {
  if (place === undefined) return { problem: 'the document does not say where it is, and none is beside it.' };
  if (/^https?:/i.test(place))
    return { problem: `nothing is fetched: download ${JSON.stringify(place)}, and name it with --${option}.` };
  if (directory === undefined || basename(place) !== place || /[\\:]/.test(place) || /^\.{0,2}$/.test(place))
    return { problem: `${JSON.stringify(place)} is no file beside the document.` };
  return readSignature(join(directory, place));
}
