import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { xdgPaths } from '@atip/node';
import { type HeldDirectory, heldDirectories } from '@atip/node/internal';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode, systemFailure } from '../cli-host.ts';
import { toJson } from '../terminal/text.ts';

/** `atip trust [DIR]`: directories in which no tool runs until a person has seen what a tool left there. */
export const defineTrust: DefineCommand = (command, { host, end }) => {
  command
    .argument('[dir]', 'the directory to let tools run in again, with those below it')
    .option('--json', 'write the list as JSON')
    .action(async (named: string | undefined, { json }: { readonly json?: boolean }) => {
      end(await (named === undefined ? list(json === true, host) : release(named, host)));
    });
};

async function list(json: boolean, host: CliHost): Promise<ExitCode> {
  const held = await readHeld(host);
  if (json) host.stdout.write(`${toJson({ held })}\n`);
  else if (held.length === 0) host.stdout.write('No directory is held.\n');
  else host.stdout.write(`${held.flatMap(describe).join('\n')}\n`);
  return EXIT.ok;
}

/** Only a person at a terminal releases a directory: an agent that runs this command has not looked at anything. */
async function release(named: string, host: CliHost): Promise<ExitCode> {
  const path = resolve(host.cwd, named);
  const directory = await realpath(path).catch(() => path);
  const inside = (await readHeld(host)).filter((one) => `${one.directory}/`.startsWith(`${directory}/`));
  if (inside.length === 0) {
    host.stdout.write(`Nothing is held in ${escapeUnseen(directory)}.\n`);
    return EXIT.ok;
  }
  host.stderr.write(`${inside.flatMap(describe).join('\n')}\n`);
  if (!host.ask)
    throw new CliError(EXIT.refused, 'Nothing was released. A person has to look, and nobody is at a terminal.');
  if ((await host.ask('Type yes to let tools run there again: ')) !== 'yes')
    throw new CliError(EXIT.refused, 'Nothing was released.');
  const released = await heldDirectories(xdgPaths(host.env).state)
    .release(directory)
    .catch((error: unknown) => {
      throw systemFailure(error, 'The list of held directories cannot be written');
    });
  for (const one of released) host.stdout.write(`Released ${escapeUnseen(one.directory)}.\n`);
  return EXIT.ok;
}

function readHeld({ env }: CliHost): Promise<readonly HeldDirectory[]> {
  return heldDirectories(xdgPaths(env).state)
    .list()
    .catch((error: unknown) => {
      throw systemFailure(error, 'The list of held directories cannot be read');
    });
}

function describe({ directory, since, why }: HeldDirectory): string[] {
  return [
    `${escapeUnseen(directory)}  since ${escapeUnseen(since)}`,
    ...why.map((one) => `  because   ${escapeUnseen(one)}`),
  ];
}
