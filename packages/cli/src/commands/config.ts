import { escapeUnseen } from '@atip/core/internal';
import { type LoadedConfiguration, loadConfiguration, originOf } from '@atip/node';
import { describeProblem } from '../tools/call-settings.ts';
import { idleProblems } from '../tools/known-tools.ts';
import { type CliHost, CliError, type DefineCommand, EXIT, type ExitCode, orFail } from '../cli-host.ts';
import { countOf, toJson } from '../terminal/text.ts';

const ACTIONS: Readonly<Record<string, (host: CliHost, json: boolean) => Promise<ExitCode>>> = { show, check };

export const defineConfig: DefineCommand = (command, { host, end }) => {
  command
    .argument('[action]', 'show, or check', 'show')
    .option('--json', 'write it as JSON')
    .addHelpText('after', HELP)
    .action(async (action: string, { json }: { readonly json?: boolean }) => {
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!act) throw new CliError(EXIT.usage, 'Usage: atip config show, or check.');
      end(await act(host, json === true));
    });
};

const HELP = `
Environment variables say where files are. A relative path does not count.
  XDG_CONFIG_HOME  ~/.config: agent-tools/config.json is your configuration,
                   agent-tools/overrides/NAME.json changes a document
  XDG_DATA_HOME    ~/.local/share: agent-tools/{tools,shims,patterns} has your
                   documents, agent-tools/registry.json the programs found
  XDG_DATA_DIRS    /usr/local/share:/usr/share: the same for the whole machine
  XDG_STATE_HOME   ~/.local/state: agent-tools has the record, tokens of running
                   companions, and shares
  XDG_CACHE_HOME   ~/.cache: agent-tools has results that can be computed again
  ATIP_SHIMS       off: leave out the bundled documents
  NO_COLOR         any value: no colours`;

function load({ env, cwd }: CliHost): Promise<LoadedConfiguration> {
  return orFail('The configuration cannot be read', loadConfiguration({ env, cwd }));
}

/** The merged result: each value that a file states, with its place; all other values come from the preset. */
async function show(host: CliHost, json: boolean): Promise<ExitCode> {
  const loaded = await load(host);
  const { settings, origins, files, isProjectTrusted, problems } = loaded;
  const stated = files.map(({ layer, path, state }) => ({ layer, path, state }));
  if (json)
    host.stdout.write(
      `${toJson({ files: stated, isProjectTrusted, settings, origins: Object.fromEntries(origins), problems })}\n`,
    );
  else {
    for (const { layer, path, state } of stated)
      host.stdout.write(
        `${layer.padEnd(8)} ${escapeUnseen(path)}  ${layer === 'project' && state === 'read' && !isProjectTrusted ? 'only tightens' : state}\n`,
      );
    for (const [part, origin] of [...origins].sort(([one], [other]) => one.localeCompare(other)))
      host.stdout.write(
        `${escapeUnseen(part)} = ${escapeUnseen(JSON.stringify(valueAt(settings, part)) ?? '')}  (${escapeUnseen(origin)})\n`,
      );
    host.stdout.write(`Everything else comes from the preset "${settings.policy.preset ?? 'standard'}".\n`);
    for (const problem of problems) host.stderr.write(`atip: ${escapeUnseen(describeProblem(problem))}\n`);
  }
  return problems.some(({ severity }) => severity === 'error') ? EXIT.invalid : EXIT.ok;
}

function valueAt(value: unknown, part: string): unknown {
  return part
    .split('/')
    .reduce((at: unknown, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);
}

async function check(host: CliHost, json: boolean): Promise<ExitCode> {
  const loaded = await load(host);
  const { files, settings } = loaded;
  const idle = await idleProblems(settings.policy.rules, host, (index) => ({
    file: originOf(loaded, `rules/${index}`),
  }));
  const problems = [...loaded.problems, ...idle];
  if (json) host.stdout.write(`${toJson({ problems })}\n`);
  else if (problems.length > 0)
    for (const problem of problems)
      host.stdout.write(`${problem.severity}  ${escapeUnseen(describeProblem(problem))}\n`);
  else
    host.stdout.write(
      `${countOf(files.filter(({ state }) => state === 'read').length, 'file')} read, no problem found.\n`,
    );
  return problems.some(({ severity }) => severity === 'error') ? EXIT.invalid : EXIT.ok;
}
