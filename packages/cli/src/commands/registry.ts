import { resolve } from 'node:path';
import type { AtipTool } from '@atip/core';
import {
  documentOf,
  type RegistrySigning,
  type RegistryWriting,
  RegistryWriteError,
  writeRegistry,
} from '@atip/node/internal';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure } from '../cli-host.ts';
import { loadTools } from '../tools/load-tools.ts';
import { readSigningKey } from '../documents/signing-key.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';
import { readTools } from '../tools/known-tools.ts';

export const defineRegistry: DefineCommand = (command, { host }) => {
  command
    .argument('<directory>', 'target directory; files of an earlier registry that this one lacks are removed')
    .argument(
      '[tools...]',
      'documents (- is standard input), or tools as `atip list` names them (default: every document in your directories)',
    )
    .option('--key <file>', 'sign the index with this private key (atip sign --new-key makes one), with a version')
    .option('--expires <time>', 'with --key: machines refuse the index after this time, such as 2030-01-31')
    .option('--json', 'write the result as JSON')
    .addHelpText('after', HELP)
    .action(async (directory: string, sources: readonly string[], { json, key, expires }: RegistryOptions) => {
      const tools = sources.length > 0 ? await loadTools(sources, host) : await loadOwn(host);
      const signing = await readSigning(key, expires, host);
      const writing = await write(tools, resolve(host.cwd, directory), signing);
      const { written, removed, doubts } = writing;
      for (const doubt of doubts) host.stderr.write(`${plainLine(doubt)}\n`);
      if (json === true) host.stdout.write(`${toJson({ directory: resolve(host.cwd, directory), ...writing })}\n`);
      host.stderr.write(
        `${countOf(writing.tools, 'tool')} in the registry; ${countOf(written, 'file')} written, ${removed} removed.\n`,
      );
    });
};

interface RegistryOptions {
  readonly json?: boolean;
  readonly key?: string;
  readonly expires?: string;
}

export async function readSigning(
  file: string | undefined,
  expires: string | undefined,
  host: CliHost,
): Promise<RegistrySigning | undefined> {
  if (file === undefined && expires === undefined) return undefined;
  if (file === undefined) throw new CliError(EXIT.usage, '--expires needs --key: only a signed index can expire.');
  if (expires !== undefined && !(Date.parse(expires) > Date.now()))
    throw new CliError(EXIT.usage, `${JSON.stringify(expires)} is not a future date, such as 2030-01-31.`);
  return { key: await readSigningKey(file, host), expires: expires && new Date(expires).toISOString() };
}

const HELP = `
For example:
  atip registry public/registry tools/*.json
  atip registry public/registry tools/*.json --key registry.key   (signed; docs/registry.md)
  ATIP_REGISTRY=https://tools.example/registry atip discover     (on other machines)
`;

/** Loads the tools that the user has as files. Other machines ask programs themselves and have the bundled documents. */
async function loadOwn(host: CliHost): Promise<AtipTool[]> {
  const { found } = await readTools(host);
  const own = found.filter(({ origin }) => origin === 'tools' || origin === 'shims');
  if (own.length > 0) return own.map(documentOf);
  throw new CliError(
    EXIT.invalid,
    'There is no document in your directories. Name the files, or tools that `atip list` shows.',
  );
}

async function write(
  tools: readonly AtipTool[],
  directory: string,
  signing: RegistrySigning | undefined,
): Promise<RegistryWriting> {
  try {
    return await writeRegistry(tools, directory, signing);
  } catch (error) {
    if (!(error instanceof RegistryWriteError)) throw systemFailure(error, 'The registry cannot be written');
    throw new CliError(EXIT.invalid, `No registry was written. ${plainLine(error.message)}`, { cause: error });
  }
}
