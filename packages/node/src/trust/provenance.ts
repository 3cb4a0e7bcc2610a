import type { JsonDocument } from '@atip/core';
import { isRecord, readJson } from '@atip/core/internal';
import type { Bundle } from '@sigstore/bundle';
import { decodeUtf8, digestOfFile } from '../files/read-bounded-file.ts';
import { type Expected, type Verified, plain, readBundle, verifyBundle } from './verify-bundle.ts';
import { type Signer, expectedOf } from './signers.ts';

/** A verified provenance with its signer, or the reason against it. */
type ProvenanceReport =
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

/** The expected provenance. An unstated builder or source is reported, and not compared. */
interface ExpectedProvenance extends Expected {
  /** Id of the builder, compared as a whole. */
  readonly builder?: string | undefined;
  /** Repository, such as `https://github.com/acme/tools`; the commit or branch does not count. */
  readonly source?: string | undefined;
}

/** The builder of a program, and its source. */
interface Provenance extends Verified {
  readonly builder: string;
  /** Without `git+`, commit or branch. */
  readonly source: string;
  /** The file's name in the statement. */
  readonly subject: string;
}

const STATEMENT = 'https://in-toto.io/Statement/v1';
const PREDICATE = 'https://slsa.dev/provenance/v1';
const PAYLOAD = 'application/vnd.in-toto+json';

/**
 * Verifies a SLSA provenance: its signer, and its statement that a builder made a file with this digest from a
 * repository.
 * @param sha256 of the file on this machine: 64 hex digits
 * @see https://slsa.dev/spec/v1.0/provenance
 */
async function verifyProvenance(
  bundle: Bundle,
  sha256: string,
  { builder, source, ...signer }: ExpectedProvenance,
): Promise<{ readonly provenance: Provenance } | { readonly problem: string }> {
  const signed = await verifyBundle(bundle, undefined, signer);
  if ('problem' in signed) return signed;
  // Read after the check, from the checked bytes.
  const statement = readStatement(bundle);
  if (typeof statement === 'string') return { problem: statement };
  const subject = statement.subjects.find((one) => one.sha256 === sha256);
  if (subject === undefined)
    return { problem: `It is the provenance of other files; this one has the digest ${sha256.slice(0, 12)}….` };
  if (builder !== undefined && statement.builder !== builder)
    return { problem: `It was built by ${said(statement.builder)}, but ${said(builder)} is expected.` };
  if (source !== undefined && statement.source !== plainSource(source))
    return { problem: `It was built from ${said(statement.source)}, but ${said(source)} is expected.` };
  return {
    provenance: {
      ...signed.verified,
      builder: statement.builder,
      source: statement.source,
      subject: plain(subject.name),
    },
  };
}

function said(text: string): string {
  return JSON.stringify(plain(text));
}

interface Statement {
  readonly subjects: readonly { readonly name: string; readonly sha256: string }[];
  readonly builder: string;
  readonly source: string;
}

/** @returns a sentence for an invalid provenance. */
function readStatement({ content }: Bundle): Statement | string {
  if (content.$case !== 'dsseEnvelope') return 'It is not a statement.';
  const { payloadType, payload } = content.dsseEnvelope;
  if (payloadType !== PAYLOAD) return `Its statement is ${said(payloadType)}, not of in-toto.`;
  const { root, issues }: JsonDocument = readJson(decodeUtf8(payload) ?? '');
  if (root === undefined || issues.length > 0) return 'Its statement is not unambiguous JSON.';
  const { _type: type, predicateType, subject, predicate } = isRecord(root.value) ? root.value : {};
  if (type !== STATEMENT) return 'Its statement is not of in-toto, version 1.';
  if (predicateType !== PREDICATE) return `It states ${said(String(predicateType))}, not a SLSA provenance, version 1.`;
  const builder = textAt(predicate, ['runDetails', 'builder', 'id']);
  const source = sourceOf(predicate);
  if (builder === undefined || source === undefined) return 'It names no builder, or no source.';
  const subjects = (Array.isArray(subject) ? subject : []).flatMap((one: unknown) => {
    const sha256 = textAt(one, ['digest', 'sha256']);
    return sha256 === undefined ? [] : [{ name: textAt(one, ['name']) ?? '', sha256: sha256.toLowerCase() }];
  });
  return { subjects, builder, source };
}

/** GitHub's build type contains the workflow's repository, others `source`; else the first resolved dependency. */
function sourceOf(predicate: unknown): string | undefined {
  const parameters = ['buildDefinition', 'externalParameters'];
  const source =
    textAt(predicate, [...parameters, 'workflow', 'repository']) ??
    textAt(predicate, [...parameters, 'source']) ??
    textAt(predicate, [...parameters, 'source', 'uri']) ??
    textAt(predicate, ['buildDefinition', 'resolvedDependencies', '0', 'uri']);
  return source === undefined ? undefined : plainSource(source);
}

/** `git+https://github.com/acme/tools.git@refs/tags/v1` → `https://github.com/acme/tools` */
function plainSource(source: string): string {
  return source
    .replace(/^git\+/, '')
    .replace(/@(?:refs\/.*|[0-9a-f]{40})$/, '')
    .replace(/(?:\.git)?\/?$/, '');
}

/** UTF-16 units of an address or a name. */
const MAX_TEXT = 2000;

function textAt(value: unknown, path: readonly string[]): string | undefined {
  let here = value;
  for (const key of path)
    here = typeof here === 'object' && here !== null && Object.hasOwn(here, key) ? Reflect.get(here, key) : undefined;
  return typeof here === 'string' && here.length <= MAX_TEXT ? here : undefined;
}
