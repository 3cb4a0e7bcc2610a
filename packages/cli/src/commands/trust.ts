import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeLine, type HeldDirectory, heldDirectories, xdgPaths } from '@atip/node';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { toJson } from '../terminal/to-json.ts';

/** `atip trust [DIR]`: directories in which no tool runs until a person has seen what a tool left there. */
export const addTrust: AddCommand = (program, { host, end }) => {
  program
    .command('trust')
    .description('list directories that are held because a tool left what other programs run; release one')
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
    host.stdout.write(`Nothing is held in ${escapeLine(directory)}.\n`);
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
  for (const one of released) host.stdout.write(`Released ${escapeLine(one.directory)}.\n`);
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
    `${escapeLine(directory)}  since ${escapeLine(since)}`,
    ...why.map((one) => `  because   ${escapeLine(one)}`),
  ];
}
