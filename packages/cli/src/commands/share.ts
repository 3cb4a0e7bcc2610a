import { basename } from 'node:path';
import { findSecrets, PROVIDERS, type Provider } from '@atip/core';
import { encodeShare } from '@atip/share';
import { InvalidArgumentError, Option } from 'commander';
import { CliError, type DefineCommand, EXIT } from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';

export const defineShare: DefineCommand = (command, { host }) => {
  command
    .argument('<file>', 'document; - reads standard input')
    .addOption(
      new Option('--provider <provider>', 'provider whose tools the page shows')
        .choices([...PROVIDERS])
        .default('openai'),
    )
    .option('--origin <url>', 'address of the playground (default: writes only the fragment)', parseOrigin)
    .action(
      async (file: string, { provider, origin = '' }: { readonly provider: Provider; readonly origin?: string }) => {
        const { name: shown, text } = await readSource(file, host);
        // The page mends a document with errors; of other texts it shows nothing.
        if (!text.includes('"atip"'))
          throw new CliError(
            EXIT.invalid,
            `${shown} is not an ATIP document: it has no "atip" (atip describe makes one).`,
          );
        const name = file === '-' ? 'stdin.json' : basename(file);
        if (findSecrets(text).length > 0) {
          host.stderr.write('The document may contain a secret, and everybody with the link can read it.\n');
        }
        host.stdout.write(`${origin}${encodeShare({ documents: [{ name, text }], provider })}\n`);
      },
    );
};

/** The playground's address without a fragment, which the link adds. */
function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('An address that begins with http:// or https:// is expected.');
  }
  url.hash = '';
  return url.href;
}
