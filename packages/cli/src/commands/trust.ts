import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { xdgPaths } from '@atip/node';
import {
  type HeldDirectory,
  heldDirectories,
  isInside,
  openLineProject,
  openProjectState,
  readConfiguration,
  trustedProjects,
} from '@atip/node/internal';
import { describeProblem } from '../tools/call-settings.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode, orFail } from '../cli-host.ts';
import { confirm } from '../terminal/confirm.ts';
import { toJson } from '../terminal/text.ts';

/**
 * `atip trust [DIR]`: lists or changes what a person trusts. That is the code of projects, which then runs unasked in
 * lines outside of an agent's session, their configuration, and places in them that lines fetched from elsewhere. It
 * also releases directories in which no tool runs until a person has seen the files that a tool left there.
 */
export const defineTrust: DefineCommand = (command, { host, end }) => {
  command
    .argument(
      '[dir]',
      'a project, a place in it where a line put what may come from elsewhere, or a directory in which tools are blocked (default: list them)',
    )
    .option('--remove', "stop trusting the project's code and configuration")
    .option('--json', 'write the list as JSON')
    .addHelpText('after', HELP)
    .action(
      async (named: string | undefined, { json, remove }: { readonly json?: boolean; readonly remove?: boolean }) => {
        const work =
          named === undefined
            ? list(json === true, host)
            : remove === true
              ? distrust(named, host)
              : release(named, host);
        end(await orFail('The list of trusted directories cannot be read or written', work));
      },
    );
};

const HELP = `
Trust in a project lets its code run unasked in the lines that you type (make,
npm test, git hooks), and lets its .atip/config.json loosen your policy. When
that file changes, you have to trust it again. If a line put files into a place
that may come from elsewhere, such as a clone or a download, trust that place by
its own path. A directory is blocked if a tool made a file in it that other
programs run; no tool runs there until you release it. Only a person at a
terminal can answer.`;

const NO_TERMINAL = 'A person has to look, and there is no terminal to ask at.';
/** The whole word: what a letter, typed ahead, lets through here, lets code run unasked. */
const isWholeYes = (answer: string): boolean => answer === 'yes';

async function list(json: boolean, host: CliHost): Promise<ExitCode> {
  const held = await readHeld(host);
  const state = openProjectState(host.env);
  const fetched = state.fetched();
  const projects = state.trusted().map((root) => ({ root, fetched: fetched.filter((place) => isInside(place, root)) }));
  if (json) host.stdout.write(`${toJson({ held, projects, fetched })}\n`);
  else {
    const others = fetched.filter((place) => !projects.some(({ root }) => isInside(place, root)));
    const code = projects.flatMap(({ root, fetched }) => [
      `${escapeUnseen(root)}  its code runs unasked`,
      ...fetched.map((place) => `  but not   ${escapeUnseen(place)}, where a line put what may come from elsewhere`),
    ]);
    code.push(
      ...others.map((place) => `${escapeUnseen(place)}  a line put it there, perhaps from elsewhere; its code asks`),
    );
    const blocked = held.length === 0 ? ['No directory is blocked.'] : held.flatMap(describe);
    host.stdout.write(`${[...code, ...blocked].join('\n')}\n`);
  }
  return EXIT.ok;
}

/** Only a person at a terminal may release a directory: an agent that runs this command has looked at nothing. */
async function release(named: string, host: CliHost): Promise<ExitCode> {
  const path = resolve(host.cwd, named);
  const directory = await realpath(path).catch(() => path);
  const inside = (await readHeld(host)).filter((one) => `${one.directory}/`.startsWith(`${directory}/`));
  const isCode = inside.length === 0 && (await trustCode(directory, host));
  const isProject = await trustProject(directory, host);
  if (inside.length === 0) {
    if (isProject || isCode) return EXIT.ok;
    const why = openLineProject({ env: host.env, cwd: directory }).whyForeign(directory);
    if (why !== undefined)
      throw new CliError(EXIT.invalid, `Nothing was changed for ${escapeUnseen(directory)}, ${why}.`);
    host.stdout.write(`The code of ${escapeUnseen(directory)} runs unasked already.\n`);
    return EXIT.ok;
  }
  host.stderr.write(`${inside.flatMap(describe).join('\n')}\n`);
  await confirm(host, 'Type yes to let tools run there again: ', 'Nothing was released.', NO_TERMINAL, isWholeYes);
  const releasing = heldDirectories(xdgPaths(host.env).state).release(directory);
  const released = await orFail('The list of blocked directories cannot be written', releasing);
  for (const one of released) host.stdout.write(`Released ${escapeUnseen(one.directory)}.\n`);
  return EXIT.ok;
}

/** Lets the code of a project run unasked, or that of places in it which lines fetched. @returns false: it does already */
async function trustCode(directory: string, host: CliHost): Promise<boolean> {
  const state = openProjectState(host.env);
  const { root } = openLineProject({ env: host.env, cwd: directory });
  if (root === undefined) return false;
  const places = state.fetched().filter((place) => isInside(place, directory));
  const isNew = root === directory && !state.trusted().includes(root);
  if (!isNew && places.length === 0) return false;
  for (const place of places)
    host.stderr.write(`${escapeUnseen(place)}  was put there by a line, perhaps from elsewhere\n`);
  const question = `Type yes to let the code of ${escapeUnseen(directory)} run unasked: `;
  await confirm(host, question, 'It is not trusted.', NO_TERMINAL, isWholeYes);
  if (isNew) state.trust(root);
  state.release(directory);
  host.stdout.write(`The code of ${escapeUnseen(directory)} runs unasked.\n`);
  return true;
}

/** Shows a project's configuration, and trusts exactly these bytes after a person's yes. @returns false: the project has none */
async function trustProject(directory: string, host: CliHost): Promise<boolean> {
  const file = await readConfiguration('project', projectFile(directory));
  if (file.state === 'missing') return false;
  const [problem] = file.problems;
  if (problem || file.digest === undefined)
    throw new CliError(EXIT.invalid, `Its configuration is refused. ${problem ? describeProblem(problem) : ''}`);
  const projects = trustedProjects(xdgPaths(host.env).state);
  if (await projects.has(file.path, file.digest)) {
    host.stdout.write(`The configuration of ${escapeUnseen(directory)} is trusted already.\n`);
    return true;
  }
  host.stderr.write(
    `${escapeUnseen(file.path)}\n${toJson(file.value)
      .split('\n')
      .map((line) => escapeUnseen(line))
      .join('\n')}\n`,
  );
  await confirm(host, 'Type yes to let it loosen your policy too: ', 'It is not trusted.', NO_TERMINAL, isWholeYes);
  await projects.add(file.path, file.digest);
  host.stdout.write(`The configuration of ${escapeUnseen(directory)} is trusted until it changes.\n`);
  return true;
}

async function distrust(named: string, host: CliHost): Promise<ExitCode> {
  const path = resolve(host.cwd, named);
  const directory = await realpath(path).catch(() => path);
  const isConfigured = await trustedProjects(xdgPaths(host.env).state).remove(projectFile(directory));
  const was = openProjectState(host.env).distrust(directory) || isConfigured;
  host.stdout.write(`${escapeUnseen(directory)} ${was ? 'is no longer trusted' : 'was not trusted'}.\n`);
  return EXIT.ok;
}

function projectFile(directory: string): string {
  return join(directory, '.atip', 'config.json');
}

function readHeld({ env }: CliHost): Promise<readonly HeldDirectory[]> {
  return orFail('The list of blocked directories cannot be read', heldDirectories(xdgPaths(env).state).list());
}

function describe({ directory, since, why }: HeldDirectory): string[] {
  return [
    `${escapeUnseen(directory)}  since ${escapeUnseen(since)}`,
    ...why.map((one) => `  because   ${escapeUnseen(one)}`),
  ];
}
