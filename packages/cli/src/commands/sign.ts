import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeUnseen, isRecord } from '@atip/core/internal';
import {
  BUNDLE_ENDING,
  canonicalDocument,
  embedSignature,
  KEY_TYPES,
  type KeyType,
  newKeys,
  signDocument,
  writeFileAtomically,
} from '@atip/node/internal';
import { Option } from 'commander';
import { type CliHost, type DefineCommand, CliError, EXIT, orFail } from '../cli-host.ts';
import { documentIssues, readSource } from '../documents/read-source.ts';
import { passphraseOf, readSigningKey } from '../documents/signing-key.ts';

interface SignOptions {
  readonly key?: string;
  readonly output?: string;
  readonly embed?: boolean;
  readonly canonical?: boolean;
  readonly newKey?: boolean;
  readonly type: KeyType;
}

/** `atip sign FILE --key KEY`, `atip sign --canonical FILE`, `atip sign --new-key FILE` */
export const defineSign: DefineCommand = (command, { host }) => {
  command
    .argument('<file>', 'a document; with --new-key, the path of the new private key')
    .option(
      '--key <file>',
      'private key, PEM: ECDSA P-256 or Ed25519; the passphrase comes from ATIP_KEY_PASSPHRASE or the terminal',
    )
    .option('--output <file>', `output file (default: <file>${BUNDLE_ENDING}; with --embed: <file>)`)
    .option('--embed', "put the signature into the document, so that a program's answer can carry it")
    .option('--canonical', 'write only the bytes that a signature covers; sign nothing')
    .option('--new-key', 'make a key pair: <file>, readable only by you, and <file>.pub')
    .addOption(new Option('--type <type>', 'with --new-key').choices([...KEY_TYPES]).default('p256'))
    .addHelpText('after', HELP)
    .action(async (file: string, options: SignOptions) => {
      const { key, newKey, canonical } = options;
      if ([key !== undefined, newKey === true, canonical === true].filter(Boolean).length !== 1)
        throw new CliError(EXIT.usage, 'Give --key, --canonical or --new-key.');
      if (newKey === true) await makeKeys(file, options.type, host);
      else if (key === undefined) host.stdout.write(bytesToSign((await readSource(file, host)).text));
      else await sign(file, key, options, host);
    });
};

const HELP = `
For example:
  atip sign --new-key release.key
  atip sign deploy.json --key release.key              (writes deploy.json${BUNDLE_ENDING})

Without a key, by identity (cosign needs a network, atip verify does not):
  atip sign --canonical deploy.json > deploy.canonical
  cosign sign-blob deploy.canonical --bundle deploy.json${BUNDLE_ENDING}
`;

async function makeKeys(file: string, type: KeyType, host: CliHost): Promise<void> {
  const path = resolve(host.cwd, file);
  const { privateKey, publicKey, name } = newKeys(type, passphraseOf(host.env));
  // Never overwrite a key: nobody could sign again with the lost one.
  const write = async (): Promise<void> => {
    await writeFile(path, privateKey, { flag: 'wx', mode: 0o600 });
    await writeFile(`${path}.pub`, publicKey, { flag: 'wx', mode: 0o644 });
  };
  await orFail('The keys cannot be written; an existing file stays', write());
  host.stderr.write(`${name}\nPrivate: ${escapeUnseen(path)}\nPublic:  ${escapeUnseen(path)}.pub\n`);
}

function bytesToSign(text: string): string {
  const canonical = canonicalDocument(text);
  if ('problem' in canonical) throw new CliError(EXIT.invalid, canonical.problem);
  return Buffer.from(canonical.bytes).toString();
}

async function sign(file: string, keyFile: string, { embed, output }: SignOptions, host: CliHost): Promise<void> {
  const source = await readSource(file, host);
  const { tool, issues } = documentIssues(source.text);
  const error = issues.find(({ severity }) => severity === 'error');
  if (tool === undefined || error !== undefined)
    throw new CliError(
      EXIT.invalid,
      `${source.name} is not signed: it is not valid. ${error?.message ?? ''}`.trimEnd(),
    );
  const key = await readSigningKey(keyFile, host);
  const text = embed === true ? withSource(source.text, host) : source.text;
  const signed = signDocument(text, key);
  if ('problem' in signed) throw new CliError(EXIT.invalid, signed.problem);
  const target = output ?? (embed === true ? file : `${file}${BUNDLE_ENDING}`);
  if (target === '-' || (output === undefined && file === '-'))
    host.stdout.write(embed === true ? embedSignature(text, signed.bundle) : `${signed.bundle}\n`);
  else {
    const content = embed === true ? embedSignature(text, signed.bundle) : `${signed.bundle}\n`;
    await orFail('The signature cannot be written', writeFileAtomically(resolve(host.cwd, target), content, 0o644));
  }
  host.stderr.write(`${escapeUnseen(tool.name)}: signed with ${signed.by}, in ${escapeUnseen(target)}\n`);
}

/** A `trust` without a source counts as `inferred`; a signature needs a source. */
function withSource(text: string, { stderr }: CliHost): string {
  const document: unknown = JSON.parse(text);
  if (!isRecord(document)) return text;
  const { trust } = document;
  if (isRecord(trust) && trust['source'] !== undefined) return text;
  stderr.write('The document has no trust.source; "vendor" is added before signing.\n');
  return JSON.stringify({ ...document, trust: { ...(isRecord(trust) && trust), source: 'vendor' } });
}
