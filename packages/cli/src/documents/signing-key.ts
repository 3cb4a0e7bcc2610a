import type { KeyObject } from 'node:crypto';
import { readPrivateKey } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';
import { readSource } from './read-source.ts';

/** The variable with the passphrase of a private key. */
export function passphraseOf({ ATIP_KEY_PASSPHRASE: passphrase }: CliHost['env']): string | undefined {
  return passphrase === '' ? undefined : passphrase;
}

/**
 * Reads a private key. The passphrase of an encrypted key comes from `ATIP_KEY_PASSPHRASE` or from the terminal.
 * @throws CliError; no message contains any part of the key
 */
export async function readSigningKey(file: string, host: CliHost): Promise<KeyObject> {
  const { text } = await readSource(file, host);
  const first = readPrivateKey(text, passphraseOf(host.env));
  if ('key' in first) return first.key;
  const isAsked = first.isEncrypted && passphraseOf(host.env) === undefined && host.askHidden !== undefined;
  const reading = isAsked ? readPrivateKey(text, await host.askHidden('Passphrase of the key: ')) : first;
  if ('key' in reading) return reading.key;
  const how = reading.isEncrypted ? ' Set ATIP_KEY_PASSPHRASE, or sign at a terminal.' : '';
  throw new CliError(EXIT.invalid, `${reading.problem}${how}`);
}
