import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  LockTimeoutError,
  type PublishedTool,
  type Publishing,
  publishTools,
  quoteWord,
  type RegistrySigning,
  RegistryWriteError,
} from '@atip/node/internal';
import type { AtipTool } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure } from '../cli-host.ts';
import { loadTools } from '../tools/load-tools.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';
import { readSigning } from './registry.ts';

export const definePublish: DefineCommand = (command, { host }) => {
  command
    .argument('<documents...>', 'documents (- is standard input), or tools as `atip list` names them')
    .requiredOption('--to <directory>', 'a registry, such as a folder of a git repository; everything else in it stays')
    .option('--key <file>', 'sign the index with this private key, which has to fit the existing signature')
    .option('--expires <time>', 'with --key: machines refuse the index after this time (default: unchanged)')
    .option('--json', 'write the result as JSON')
    .addHelpText('after', HELP)
    .action(async (sources: readonly string[], { to, json, key, expires }: PublishOptions) => {
      const directory = resolve(host.cwd, to);
      const tools = await loadTools(sources, host);
      const signing = await readSigning(key, expires, host);
      const publishing = await publish(tools, directory, signing, host);
      for (const doubt of publishing.doubts) host.stderr.write(`${plainLine(doubt)}\n`);
      if (json === true) host.stdout.write(`${toJson({ directory, ...publishing })}\n`);
      else
        host.stdout.write(
          linesOf(publishing, directory, host)
            .map((line) => `${line}\n`)
            .join(''),
        );
    });
};

interface PublishOptions {
  readonly to: string;
  readonly key?: string;
  readonly expires?: string;
  readonly json?: boolean;
}

const HELP = `
For example:
  atip publish deploy.json --to ../tools/registry
  atip publish deploy.json --to ../tools/registry --key registry.key   (docs/registry.md)
`;

async function publish(
  tools: readonly AtipTool[],
  directory: string,
  signing: RegistrySigning | undefined,
  { env }: CliHost,
): Promise<Publishing> {
  try {
    return await publishTools(tools, directory, { env, signing });
  } catch (error) {
    if (error instanceof LockTimeoutError) throw new CliError(EXIT.io, error.message, { cause: error });
    if (!(error instanceof RegistryWriteError)) throw systemFailure(error, 'The registry cannot be written');
    throw new CliError(EXIT.invalid, `Nothing was published. ${plainLine(error.message)}`, { cause: error });
  }
}

function linesOf({ tools, version, written }: Publishing, directory: string, host: CliHost): string[] {
  const signed = version === undefined ? '' : `, index version ${version}`;
  const done = `${countOf(written, 'file')} written${signed}.`;
  return [...tools.flatMap(toolLines), done, ...(written === 0 ? [] : [nextStep(tools, directory, host)])];
}

/** Changes listed for each tool. */
const SHOWN = 5;

function toolLines({ name, version, state, before, kept }: PublishedTool): string[] {
  const shown = escapeUnseen(`${name} ${version}`);
  if (before === undefined) return [`${shown}  ${state === 'same' ? 'is there already' : 'is new'}`];
  const { changes, verdict } = before.diff;
  const what = verdict === 'none' ? 'only words changed' : `a ${verdict} change`;
  const more = changes.length > SHOWN ? [`  and ${changes.length - SHOWN} more: atip diff`] : [];
  return [
    `${shown}  was ${escapeUnseen(before.version)}: ${what}; ${countOf(kept, 'earlier version')} kept`,
    ...changes.slice(0, SHOWN).map(({ message }) => `  ${plainLine(message)}`),
    ...more,
  ];
}

/** The next step for a person: this command commits and sends nothing. */
function nextStep(tools: readonly PublishedTool[], directory: string, { cwd }: CliHost): string {
  const repository = repositoryOf(directory);
  if (repository === undefined) return 'Next: copy the directory to its host.';
  const at = relative(cwd, repository) || '.';
  const within = relative(repository, directory) || '.';
  const names = tools.map(({ name, version }) => `${name} ${version}`).join(', ');
  return escapeUnseen(
    `Next: cd ${quoteWord(at)} && git add ${quoteWord(within)} && git commit -m ${quoteWord(`Publish ${names}`)} && git push`,
  );
}

/** The root of the working tree around a directory. */
function repositoryOf(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
