import { dirname, resolve } from 'node:path';
import { parseTool } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import type { FoundTool, SignatureReport, Signer } from '@atip/node';
import {
  BUNDLE_ENDING,
  checkProvenance,
  checkSigners,
  checkStatements,
  describeSignature,
  documentOf,
  findExecutable,
  loadSigners,
  readSignature,
  signsProgram,
  type StatementCheck,
} from '@atip/node/internal';
import { type CliHost, type DefineCommand, CliError, EXIT, orFail, type CliOptions } from '../cli-host.ts';
import { findSignature } from '../documents/find-signature.ts';
import { isFile } from '../tools/load-tools.ts';
import { readSource } from '../documents/read-source.ts';
import { plainLine, toJson } from '../terminal/text.ts';
import { findTool, readTools } from '../tools/known-tools.ts';

export const defineVerify: DefineCommand = (command, { host, end }) => {
  command
    .argument('<tool>', 'a document, or a tool as `atip list` names it')
    .option(
      '--signature <file>',
      `its Sigstore bundle (default: <tool>${BUNDLE_ENDING}), or that of its program, for a document of the tool itself`,
    )
    .option('--key <file>', 'the public key of the required signer')
    .option('--identity <text>', 'or the identity of the required signer, exactly as in its certificate')
    .option('--issuer <url>', 'and the issuer that vouches for this identity')
    .option('--trust-root <file>', 'the trusted_root.json with the accepted certificate authorities')
    .option('--provenance <file>', 'a SLSA provenance: check who built its program, and from what, not the document')
    .option('--builder <id>', 'with --provenance: the required builder')
    .option('--source <repository>', 'with --provenance: the required repository')
    .option('--json', 'write the result as JSON')
    .addHelpText('after', HELP)
    .action(async (named: string, options: CliOptions) => {
      const signers = await signersFor(options, host);
      const result =
        options.provenance === undefined
          ? await verifyDocument(named, options, signers, host)
          : await verifyProgram(named, options.provenance, signers, host);
      if (options.json === true) host.stdout.write(`${toJson(result)}\n`);
      else host.stdout.write(`${escapeUnseen(named)}: ${linesOf(result)}\n`);
      end(result.verified ? EXIT.ok : EXIT.invalid);
    });
};

const HELP = `
Without --key or --identity, the signers of your configuration count
(atip config: signers). For example:
  atip verify deploy                        (as it is known here)
  atip verify deploy.json --key cosign.pub
  atip verify deploy --provenance deploy.intoto.jsonl \\
    --source https://github.com/acme/deploy
A key signs a document with:
  cosign sign-blob deploy.json --key cosign.key \\
    --bundle deploy.json${BUNDLE_ENDING}

Exit code 0 only when it is verified.`;

type Result = { readonly checks?: readonly StatementCheck[] } & (
  | ({ readonly verified: true } & Omit<Extract<SignatureReport, { state: 'verified' }>, 'state'>)
  | ({ readonly verified: true; readonly signedBy: string; readonly sha256: string } & Extract<
      Awaited<ReturnType<typeof checkProvenance>>,
      { signer: string }
    >['provenance'])
  | { readonly verified: false; readonly reason: string }
);

const STATES = { verified: 'verified,', failed: 'wrong:', unchecked: 'not checked:' } as const;

function linesOf(result: Result): string {
  const lines = (result.checks ?? []).map(
    ({ field, state, reason }) => `\n  ${field}: ${STATES[state]} ${plainLine(reason)}`,
  );
  return [wordsOf(result), ...lines].join('');
}

function wordsOf(result: Result): string {
  if (!result.verified) return `not verified. ${plainLine(result.reason)}`;
  const words = plainLine(describeSignature({ state: 'verified', ...result }));
  if (!('builder' in result)) return `verified, ${words}`;
  return `verified, built by ${plainLine(result.builder)} from ${plainLine(result.source)}; ${words}`;
}

/** The signer from the options, else from the configuration. @throws CliError for options that do not describe a signer */
async function signersFor(options: CliOptions, host: CliHost): Promise<readonly Signer[]> {
  const { key, identity, issuer, trustRoot, builder, source } = options;
  const own = { ...(builder !== undefined && { builder }), ...(source !== undefined && { source }) };
  if (key !== undefined && (identity !== undefined || issuer !== undefined))
    throw new CliError(EXIT.usage, 'Name a key or an identity, not both.');
  if ((identity === undefined) !== (issuer === undefined))
    throw new CliError(EXIT.usage, '--identity and --issuer go together: any issuer can vouch for a name.');
  const root = trustRoot && { trustRoot: resolve(host.cwd, trustRoot) };
  const given = { source: 'vendor', provenance: own, ...root } as const;
  if (key !== undefined) return [{ ...given, name: 'the key', key: resolve(host.cwd, key) }];
  if (identity !== undefined && issuer !== undefined) return [{ ...given, name: identity, identity, issuer }];
  if (trustRoot !== undefined) throw new CliError(EXIT.usage, '--trust-root needs --key, or --identity and --issuer.');
  const signers = await loadSigners(host.env);
  return signers.map((signer) => ({ ...signer, provenance: { ...signer.provenance, ...own } }));
}

async function verifyDocument(
  named: string,
  options: CliOptions,
  signers: readonly Signer[],
  host: CliHost,
): Promise<Result> {
  if (!(await isFile(named, host))) return verifyKnown(named, options, signers, host);
  const { text } = await readSource(named, host);
  const { tool, issues } = parseTool(text);
  if (tool === undefined) return { verified: false, reason: `It is not valid. ${issues[0]?.message ?? ''}`.trimEnd() };
  const given = options.signature && (await readSignature(resolve(host.cwd, options.signature)));
  // The file that a person names belongs to the program where the document states that this one is signed.
  const programBundle = signsProgram(tool) ? given : undefined;
  if (typeof programBundle === 'object') return { verified: false, reason: programBundle.problem };
  const bundle = (programBundle === undefined ? given : undefined) ?? (await findSignature(named, host));
  const signature = await signatureOf(tool.name, text, bundle, signers);
  const stated = {
    tool,
    text,
    signature,
    programBundle,
    directory: dirname(resolve(host.cwd, named)),
    program: (await findExecutable(tool.name, host.env))?.path,
  };
  const checks = await orFail('The program cannot be read', checkStatements(stated, signers));
  return resultOf(signature ?? checks.find((one) => one.signature && !one.isOfProgram)?.signature, checks);
}

async function signatureOf(
  name: string,
  text: string,
  bundle: Awaited<ReturnType<typeof findSignature>>,
  signers: readonly Signer[],
): Promise<SignatureReport | undefined> {
  if (bundle === undefined) return undefined;
  const checked = typeof bundle === 'object' ? bundle : await checkSigners(name, { text, bundle }, signers);
  if ('problem' in checked) return { state: 'refused', reason: checked.problem };
  return { state: 'verified', signedBy: checked.signer.name, ...checked.verified };
}

/** Verified is only a document that is signed, with nothing that speaks against it. */
function resultOf(
  signature: SignatureReport | undefined,
  checks: readonly StatementCheck[],
  missing: string = 'There is no signature beside it.',
): Result {
  const failed = checks.find(({ state }) => state === 'failed');
  if (signature?.state === 'refused') return { verified: false, reason: signature.reason, checks };
  if (failed) return { verified: false, reason: `${failed.field}: ${failed.reason}`, checks };
  if (signature === undefined) return { verified: false, reason: missing, checks };
  const { state: _verified, ...report } = signature;
  return { verified: true, ...report, checks };
}

/** A known tool was checked when it was read. With a signer in the options we check its file again, or its program. */
async function verifyKnown(
  name: string,
  options: CliOptions,
  signers: readonly Signer[],
  host: CliHost,
): Promise<Result> {
  const scan = await readTools(host, undefined, (one) => one === name);
  const found: FoundTool = await findTool(name, scan, host);
  const { origin, signature, source } = found;
  const tool = documentOf(found);
  // The tool's own answer is as good as the program that gives it.
  const isOfProgram = origin === 'probed' && signsProgram(tool);
  if (!isOfProgram && (options.key ?? options.identity ?? options.signature) !== undefined)
    throw new CliError(
      EXIT.usage,
      `Name the file of its document with these options${source.endsWith('.json') ? `: ${source}` : ''}.`,
    );
  const isFile = origin === 'tools' || origin === 'shims';
  const given = options.signature && (await readSignature(resolve(host.cwd, options.signature)));
  if (typeof given === 'object') return { verified: false, reason: given.problem };
  const stated = {
    ...{ tool, signature, programBundle: given },
    text: isFile ? (await readSource(source, host)).text : undefined,
    directory: isFile ? dirname(source) : undefined,
    program: found.executable?.path ?? (await findExecutable(tool.name, host.env))?.path,
  };
  const checks = await orFail('The program cannot be read', checkStatements(stated, signers));
  const ofProgram = isOfProgram ? checks.find((one) => one.isOfProgram)?.signature : undefined;
  return resultOf(signature ?? ofProgram, checks, `Its document has no signature (${source}).`);
}

async function verifyProgram(
  named: string,
  provenance: string,
  signers: readonly Signer[],
  host: CliHost,
): Promise<Result> {
  const name = named.endsWith('.json') ? (parseTool((await readSource(named, host)).text).tool?.name ?? named) : named;
  const path = name.includes('/') ? resolve(host.cwd, name) : (await findExecutable(name, host.env))?.path;
  if (path === undefined)
    return { verified: false, reason: `No program called ${JSON.stringify(name)} is on the PATH.` };
  const text = await readSignature(resolve(host.cwd, provenance));
  if (typeof text === 'object') return { verified: false, reason: text.problem };
  const report = await orFail('The program cannot be read', checkProvenance(path, text, signers));
  if ('problem' in report) return { verified: false, reason: report.problem };
  return { verified: true, signedBy: report.signer, sha256: report.sha256, ...report.provenance };
}
