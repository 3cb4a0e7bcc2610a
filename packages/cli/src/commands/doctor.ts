import { access, constants, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { createSandbox, type Environment, loadConfiguration, xdgPaths } from '@atip/node';
import { checkSearchPath, whyUnwritable } from '@atip/node/internal';
import { SETUP_AGENTS, type SetupAgent, type SetupScope } from '../setup/agents.ts';
import { type HookStart, readSetup, type SetupState } from '../setup/plan-setup.ts';
import { askHook } from '../gate/ask-hook.ts';
import { idleAmong } from '../tools/known-tools.ts';
import { describeProblem } from '../tools/call-settings.ts';
import { type CliHost, type CliOptions, type DefineCommand, EXIT, orFail } from '../cli-host.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { toJson, wrapText } from '../terminal/text.ts';

/** `problem`: a person has to act; `note`: information only. */
interface Finding {
  readonly about: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly detail: string;
  /** The way out. */
  readonly next?: string | undefined;
}

/** `atip doctor`: finds everything on this machine that keeps tools from working. Exit code 1 when a person has to act. */
export const defineDoctor: DefineCommand = (command, { host, end }) => {
  command.option('--json', 'write each of the findings as JSON').action(async ({ json }: CliOptions) => {
    const findings = await orFail('This machine cannot be examined', examine(host));
    if (json === true) host.stdout.write(`${toJson({ findings })}\n`);
    else for (const one of inShort(findings)) write(one, host);
    end(findings.some(({ state }) => state === 'problem') ? EXIT.invalid : EXIT.ok);
  });
};

/** Attacks that the sandbox withstood, in one line. */
function inShort(findings: readonly Finding[]): readonly Finding[] {
  const isTried = ({ about, state }: Finding): boolean => state === 'ok' && about.startsWith(TRIED);
  const tried = findings.filter(isTried);
  return findings.flatMap((one): Finding[] => {
    if (one === tried[0])
      return [finding('ok', 'sandbox', `${tried.length} attempts to get out of it failed here (--json lists them)`)];
    return isTried(one) ? [] : [one];
  });
}

function write({ about, state, detail, next }: Finding, { stdout, env }: CliHost): void {
  const paint = createPaint(stdout, env);
  const mark = state === 'problem' ? paint('red', 'problem') : state === 'note' ? 'note   ' : paint('green', 'ok     ');
  const columns = tableWidth(stdout) ?? Number.POSITIVE_INFINITY;
  const text = [
    `${escapeUnseen(about)}: ${escapeUnseen(detail)}`,
    ...(next === undefined ? [] : [`next: ${escapeUnseen(next)}`]),
  ];
  const lines = text.flatMap((line) => wrapText(line, columns - INDENT.length));
  stdout.write(`${mark}  ${lines.join(`\n${INDENT}`)}\n`);
}

/** The beginning of what a finding about one attack is about. */
const TRIED = 'sandbox, ';
const INDENT = ' '.repeat(9);

async function examine(host: CliHost): Promise<readonly Finding[]> {
  const { env } = host;
  const sandbox = await createSandbox({ env, isTestedAnew: true });
  return [
    node(),
    ...sandboxFindings(sandbox.status),
    ...pathFindings(env),
    ...(await configurationFindings(host)),
    ...(await fileFindings(host)),
    ...(await agentFindings(host)),
  ];
}

/** @param next Absent: nothing to do */
function finding(state: Finding['state'], about: string, detail: string, next?: string): Finding {
  return { about, state, detail, next };
}

const OLDEST_NODE: readonly [number, number] = [20, 19];

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  if (!isOld) return finding('ok', 'node', process.versions.node);
  return finding('problem', 'node', process.versions.node, `Install Node ${OLDEST_NODE.join('.')} or newer.`);
}

function sandboxFindings(status: Awaited<ReturnType<typeof createSandbox>>['status']): readonly Finding[] {
  const { available, kind, version, reason = '', limits = [], checks } = status;
  const whole = available
    ? finding('ok', 'sandbox', [kind, version].filter((one) => one !== undefined).join(' '))
    : finding('problem', 'sandbox', reason, 'Without one only tools of root and your organisation run.');
  const missing = 'Tools run without this part of the sandbox; a newer kernel or bubblewrap may have it.';
  const tried = checks.map(({ name, passed, detail }) =>
    finding(passed ? 'ok' : 'note', `${TRIED}${name}`, detail, passed ? undefined : missing),
  );
  return [whole, ...limits.map((detail) => finding('note', 'sandbox', detail)), ...tried];
}

function pathFindings(env: Environment): readonly Finding[] {
  const refused = checkSearchPath(env).flatMap((one) => (one.safe ? [] : [one]));
  const findings = refused.map(({ path, code, reason }) => {
    const isNormal = code === 'missing' || code === 'system-administration';
    if (isNormal) return finding('note', `PATH, ${path}`, reason);
    return finding('problem', `PATH, ${path}`, reason, 'Remove it from PATH, or fix its permissions.');
  });
  return findings.length > 0 ? findings : [finding('ok', 'PATH', 'every entry counts')];
}

async function configurationFindings(host: CliHost): Promise<readonly Finding[]> {
  const { settings, problems, files } = await loadConfiguration(host);
  const idle = await idleAmong(settings.policy.rules ?? [], host);
  const findings = [
    ...problems.map((one) =>
      one.severity === 'error'
        ? finding('problem', 'configuration', describeProblem(one), 'Mend the file, then: atip config check')
        : finding('note', 'configuration', describeProblem(one)),
    ),
    ...idle.map(({ message }) =>
      finding('problem', 'rules', message, 'Mend the file; `atip rules` numbers them, for: atip rules remove N'),
    ),
  ];
  const read = files.filter(({ state }) => state === 'read').map(({ path }) => path);
  if (findings.length > 0) return findings;
  return [finding('ok', 'configuration', read.join(', ') || 'no file; the preset "standard" applies')];
}

/** The files that a command needs to write and cannot, each with what fails then. */
async function fileFindings(host: CliHost): Promise<readonly Finding[]> {
  const { home, config, audit, gate, registry, cache } = xdgPaths(host.env);
  const { settings } = await loadConfiguration(host);
  const needed = [
    [settings.audit.path ?? audit, 'atip run, mcp and serve run no call, because none can be put on record'],
    [gate, "atip log lacks the gate's decisions"],
    [join(config, 'config.json'), 'atip rules and the answer "always" change nothing'],
    [registry, 'atip list --refresh and atip describe --save keep nothing'],
    [join(cache, 'versions.json'), 'programs are asked again for answers that were cached'],
  ] as const;
  return needed.flatMap(([file, lost]): Finding[] => {
    // Only the gate leaves a home that is missing alone.
    const code = whyUnwritable(file, file === gate ? home : '/');
    return code === undefined ? [] : [finding('problem', file, `cannot be written (${code}): ${lost}`, MAKE_WRITABLE)];
  });
}

const MAKE_WRITABLE = 'Make it writable for this user, or set HOME or the XDG variables to a place that is.';

/** Programs of the agents. An agent without a program is recognised by its files. */
const AGENTS: Readonly<Partial<Record<SetupAgent, string>>> = {
  'claude-code': 'claude',
  codex: 'codex',
  gemini: 'gemini',
  cursor: 'cursor-agent',
  copilot: 'copilot',
  vscode: 'code',
  opencode: 'opencode',
};

async function agentFindings({ env, cwd }: CliHost): Promise<readonly Finding[]> {
  const directories = (env.PATH ?? '').split(delimiter).filter((path) => isAbsolute(path));
  const isThere = async (name: string): Promise<boolean> => {
    const tries = directories.map((path) =>
      access(join(path, name), constants.X_OK).then(
        () => true,
        () => false,
      ),
    );
    return (await Promise.all(tries)).includes(true);
  };
  const found = SETUP_AGENTS.map(async (agent): Promise<Finding[]> => {
    const program = AGENTS[agent];
    const isOnPath = program !== undefined && (await isThere(program));
    const states = await Promise.all(
      (['person', 'project'] as const).map((scope) => readSetup(agent, { scope, cwd, env })),
    );
    const told = await Promise.all(
      states.map((state, at) => setupFindings(state, at === 0 ? 'person' : 'project', { env, cwd })),
    ).then((all) => all.flat());
    if (told.length > 0 || !isOnPath) return told;
    return [finding('note', `agent ${agent}`, 'on the PATH, and not set up', `atip setup ${agent}`)];
  });
  const findings = (await Promise.all(found)).flat();
  if (findings.length > 0) return findings;
  return [finding('note', 'agents', `none of ${Object.values(AGENTS).join(', ')} is on the PATH`)];
}

/** Empty for an agent that has no files of ours in this scope. */
async function setupFindings(
  { agent, hook, mcp, detail, start }: SetupState,
  scope: SetupScope,
  host: Pick<CliHost, 'env' | 'cwd'>,
): Promise<readonly Finding[]> {
  const about = `agent ${agent}, ${scope === 'person' ? 'for you' : 'in this project'}`;
  if (hook === 'broken' || mcp === 'broken')
    return [finding('problem', about, detail ?? '', 'Fix the file; the agent may not read it either.')];
  if (hook === 'gone' || mcp === 'gone')
    return [finding('problem', about, detail ?? '', `atip setup ${agent} again, or with --remove`)];
  const parts = [hook === 'set-up' && 'the hook', mcp === 'set-up' && 'the MCP server'].filter(
    (part) => part !== false,
  );
  if (parts.length === 0) return [];
  const done = `set up: ${parts.join(' and ')}`;
  if (start === undefined) return [finding('ok', about, done)];
  if (!(await mayStart(start, scope, host.env)))
    return [finding('note', about, `${done}; not asked, because it may start others`)];
  const asked = await askHook(agent, start.command, host);
  if ('answer' in asked) return [finding('ok', about, `${done}, which answers: ${asked.answer}`)];
  const again = `atip setup ${agent}${scope === 'project' ? ' --project' : ''}, then atip doctor`;
  return [finding('problem', about, `the hook cannot decide: ${asked.fault}`, again)];
}

/** A repository can hold a file that only looks like ours: of a project's, only this program is started, or `atip` of the PATH. */
async function mayStart({ program }: HookStart, scope: SetupScope, { PATH = '' }: Environment): Promise<boolean> {
  if (program === undefined || process.platform === 'win32') return false;
  if (scope === 'person') return true;
  const own = [process.execPath, await realpath(process.argv[1] ?? '')];
  const [first, ...more] = program;
  return first === 'atip' && more.length === 0
    ? PATH.split(delimiter).every((path) => isAbsolute(path))
    : JSON.stringify(program) === JSON.stringify(own);
}
