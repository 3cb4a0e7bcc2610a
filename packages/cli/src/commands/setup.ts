import { tmpdir } from 'node:os';
import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { didYouMean, escapeUnseen, nearestName } from '@atip/core/internal';
import { findExecutable } from '@atip/node/internal';
import { hasHook, nextStep, SETUP_AGENTS, type SetupAgent, type SetupScope } from '../setup/agents.ts';
import { applySetup, planRemoval, planSetup, type SetupChange, SetupOutdated } from '../setup/plan-setup.ts';
import { Argument, InvalidArgumentError } from 'commander';
import {
  type CliHost,
  CliError,
  type DefineCommand,
  EXIT,
  type ExitCode,
  systemFailure,
  type CliOptions,
} from '../cli-host.ts';
import { confirm } from '../terminal/confirm.ts';
import { createPaint } from '../terminal/style.ts';
import { toJson } from '../terminal/text.ts';

/** `atip setup AGENT`: makes a coding agent ask `atip gate` before it runs a shell line. */
export const defineSetup: DefineCommand = (command, { host, end }) => {
  command
    .addArgument(new Argument('<agent>', 'the agent to set up').choices(SETUP_AGENTS).argParser(readAgent))
    .option('--mcp', 'set up the MCP server too; an agent without hooks gets only that')
    .option('--project', 'write files in this directory, for everybody who works in it')
    .option('--person', 'write files in your home (the default)')
    .option('--remove', 'undo the setup; files that are unchanged since are restored byte for byte')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'ask nothing; needed where nobody is at a terminal')
    .option('--json', 'write the changes as JSON')
    .addHelpText('after', HELP)
    .action(async (agent: SetupAgent, options: CliOptions) => {
      if (options.project === true && options.person === true)
        throw new CliError(EXIT.usage, 'Give --project or --person, not both.');
      end(await setUp(agent, options, host));
    });
};

const HELP = `
It shows the lines that it will write, asks, and keeps every other byte of the
file. A copy of the old file stays beside it as NAME.atip-backup. claude-code,
codex, gemini, cursor and copilot get a hook; vscode, opencode and
claude-desktop have no hooks and get the MCP server. If atip cannot start, the
agent blocks the line.`;

function readAgent(text: string): SetupAgent {
  const agent = SETUP_AGENTS.find((one) => one === text);
  if (agent !== undefined) return agent;
  const near = nearestName(text, SETUP_AGENTS);
  const alike = SETUP_AGENTS.filter((one) => one === near || (text !== '' && one.startsWith(text)));
  const hint = didYouMean(alike, (one) => one).trim();
  throw new InvalidArgumentError([hint, `Allowed choices are ${SETUP_AGENTS.join(', ')}.`].join(' ').trim());
}

const NO_TERMINAL = 'There is no terminal to ask at; give --yes.';

/** Setups of one agent at a time change its file once; the others find it done. */
const MOST_TRIES = 3;

async function setUp(agent: SetupAgent, options: CliOptions, host: CliHost, tries = MOST_TRIES): Promise<ExitCode> {
  const { project, remove, dryRun, yes, json } = options;
  const place = { scope: project === true ? 'project' : 'person', cwd: host.cwd, env: host.env } as const;
  if (agent === 'claude-desktop' && project === true)
    throw new CliError(EXIT.usage, 'Claude Desktop has no files in projects; leave --project out.');
  const changes = await unlessRefused(async () =>
    remove === true
      ? planRemoval(agent, place)
      : planSetup(agent, place, {
          program: await findProgram(host, place.scope),
          isMcp: options.mcp === true || !hasHook(agent),
        }),
  );
  const isNothing = changes.every(({ action }) => action === 'none');
  const next = remove === true || isNothing ? undefined : nextStep(agent, options.mcp === true);
  const told = {
    agent,
    scope: place.scope,
    files: changes.map(({ before: _old, after: _new, ...rest }) => rest),
    next,
  };
  if (json !== true) show(changes, host);
  if (!isNothing && dryRun !== true) {
    if (yes !== true)
      await confirm(
        host,
        `${remove === true ? 'Undo the setup' : 'Write this'}? [y/N] `,
        'Nothing was written.',
        NO_TERMINAL,
      );
    const isOutdated = await unlessRefused(() =>
      applySetup(changes, place).then(
        () => false,
        (error: unknown) => {
          if (error instanceof SetupOutdated && tries > 1) return true;
          throw error;
        },
      ),
    );
    if (isOutdated) return setUp(agent, options, host, tries - 1);
  }
  if (json === true) host.stdout.write(`${toJson({ ...told, written: !isNothing && dryRun !== true })}\n`);
  else if (isNothing) host.stdout.write(remove === true ? 'atip is not set up there.\n' : 'It is set up already.\n');
  else if (dryRun === true) host.stdout.write('Nothing was written.\n');
  else if (next === undefined) host.stdout.write('Done.\n');
  else host.stdout.write(`Done. ${next}\nTo undo this: atip setup ${agent}${project ? ' --project' : ''} --remove\n`);
  return EXIT.ok;
}

function show(changes: readonly SetupChange[], { stdout, env }: CliHost): void {
  const paint = createPaint(stdout, env);
  for (const { path, target, action, backup, hunks } of changes) {
    const link = target === undefined ? '' : ` (a link to ${escapeUnseen(target)})`;
    stdout.write(`${paint('bold', escapeUnseen(path))}${link}: ${ACTIONS[action]}\n`);
    for (const { line, removed, added } of hunks) {
      stdout.write(`${paint('dim', `  line ${line}`)}\n`);
      for (const text of removed) stdout.write(`${paint('red', `  - ${escapeUnseen(text)}`)}\n`);
      for (const text of added) stdout.write(`${paint('green', `  + ${escapeUnseen(text)}`)}\n`);
    }
    if (action === 'change' && backup !== undefined)
      stdout.write(`  The current file is saved as ${escapeUnseen(backup)}\n`);
  }
}

const ACTIONS: Readonly<Record<SetupChange['action'], string>> = {
  none: 'stays as it is',
  create: 'a new file',
  change: 'lines that change',
  restore: 'to be restored',
  delete: 'to be removed, because atip setup made it',
};

/** Caches of npx, pnpm dlx, yarn dlx and bunx, which get cleared, and a project's own programs. */
const PASSING = /[/\\](?:_npx|dlx-[^/\\]*|xfs-[^/\\]*|bunx-[^/\\]*|_cacache)[/\\]|[/\\]pnpm[/\\]dlx[/\\]/;
const OF_PROJECT = /[/\\]node_modules[/\\]\.bin$/;

/** Words that start this program from anywhere and keep working. @throws CliError for a program that will be gone */
async function findProgram({ env }: CliHost, scope: SetupScope): Promise<readonly string[]> {
  const installed = await findExecutable('atip', env);
  const isKept = async (path: string): Promise<boolean> =>
    !PASSING.test(path) && !path.startsWith(`${await realpath(tmpdir())}${sep}`);
  if (installed && !OF_PROJECT.test(dirname(installed.foundAs)) && (await isKept(installed.path)))
    // Other people on the project have it elsewhere.
    return [scope === 'project' ? 'atip' : installed.foundAs];
  const main = process.argv[1] === undefined ? undefined : await realpath(process.argv[1]);
  if (main !== undefined && (await isKept(main))) return [process.execPath, main];
  throw new CliError(
    EXIT.refused,
    'atip runs from a cache that will be cleared, and then the agent could not start it. Install it first: npm install --global atip',
  );
}

async function unlessRefused<Value>(work: () => Promise<Value>): Promise<Value> {
  return work().catch((error: unknown) => {
    if (error instanceof ExecutionError) throw new CliError(EXIT.invalid, error.message, { cause: error });
    throw systemFailure(error, 'The files of the agent cannot be read or written');
  });
}
