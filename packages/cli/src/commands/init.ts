import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { ensureDirectory, unlessMissing, writeFileAtomically } from '@atip/node/internal';
import { Option } from 'commander';
import { askDocument, type SandboxChoice } from '../author/ask-document.ts';
import { newTable } from '../author/effects-table.ts';
import { findProject, FRAMEWORKS, type Project, type ProjectProgram } from '../author/find-project.ts';
import { githubWorkflow, gitlabJob, javascriptTest } from '../author/init-files.ts';
import { insertLines } from '../author/insert-lines.ts';
import { listOpen } from '../author/open-effects.ts';
import { readManifest, readText, writeText } from '../author/project.ts';
import { type CliHost, CliError, confirmWrite, type DefineCommand, EXIT, orFail } from '../cli-host.ts';
import { createPaint } from '../terminal/style.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';
import { sandboxOption } from '../tools/call-settings.ts';
import { describe } from '../tools/describe-installed.ts';
import { findProgram } from '../tools/find-words.ts';
import { VERSION } from '../version.ts';
import { runCi } from './ci.ts';
import { askEach, openSubject } from './effects.ts';

interface InitOptions {
  readonly program?: string;
  readonly framework?: string;
  readonly as?: 'lines' | 'document';
  readonly effects?: 'now' | 'later';
  readonly ci?: Project['ci'];
  readonly yes?: boolean;
  readonly sandbox: SandboxChoice;
}

export const defineInit: DefineCommand = (command, { host, end }) => {
  command
    .option('--program <file>', 'the file of the program')
    .addOption(new Option('--framework <name>', 'the framework of the program').choices(FRAMEWORKS))
    .addOption(
      new Option('--as <form>', 'five lines in the program, or a document beside it').choices(['lines', 'document']),
    )
    .addOption(new Option('--effects <when>', 'ask for the effects of its commands').choices(['now', 'later']))
    .addOption(new Option('--ci <forge>', 'the CI that checks it').choices(['github', 'gitlab', 'none']))
    .option('--yes', 'ask nothing: accept the guesses and write')
    .addOption(sandboxOption('sandbox of the program; off runs it with all your rights'))
    .action(async (options: InitOptions) => {
      const choices = await choose(options, host);
      const plan = await planFiles(choices, host);
      await writePlan(plan, options, host);
      end(await checkIt(choices, options, host));
    });
};

interface Choices {
  readonly project: Project;
  readonly program: ProjectProgram & { readonly file: string };
  readonly framework: string;
  readonly as: 'lines' | 'document';
  readonly effects: 'now' | 'later';
  readonly ci: Project['ci'];
}

const WELCOME = `Five questions. Enter takes what is in brackets; nothing is written before you have seen and approved it.
`;

const BUILT = /^(?:dist|build|out)\//;
const JAVASCRIPT = /^(?:commander|yargs|cac|citty|clipanion|oclif)$/;

/** The five questions. Without a terminal an option or a guess answers them. */
async function choose(options: InitOptions, host: CliHost): Promise<Choices> {
  const project = await findProject(host.cwd);
  if (project === undefined)
    throw new CliError(
      EXIT.invalid,
      'There is no project here: no package.json, pyproject.toml, go.mod or Cargo.toml. Go to the directory of your program.',
    );
  if (project.isWorkspace && project.programs.length === 0)
    throw new CliError(EXIT.invalid, 'This is the root of workspaces. Go to the package that has the program.');
  const ask = questioner(options, host);
  if (ask.isAsked) host.stdout.write(WELCOME);
  const names = project.programs.map(({ name, file }) => file ?? name);
  if (names.length > 1 && options.program === undefined && !ask.isAsked)
    throw new CliError(EXIT.usage, `There are several programs; name one: --program ${names.join(' | ')}`);
  const file = await ask.text('1  Which file is the program?', options.program, project.programs[0]?.file, names);
  const path = resolve(host.cwd, file);
  const found = project.programs.find((one) => one.file === file);
  if (found === undefined && (await unlessMissing(access(path).then(() => true))) === undefined)
    throw new CliError(EXIT.invalid, `There is no file ${file}.`);
  const program = {
    name: found?.name ?? basename(file, extname(file)),
    file: relative(host.cwd, path).split(sep).join('/'),
  };
  const shown = FRAMEWORKS.filter(
    (name) => name === 'other' || JAVASCRIPT.test(name) === (project.language === 'javascript'),
  );
  const guess = shown.find((name) => name === project.framework) ?? 'other';
  const framework = await ask.choice('2  Which framework does it use?', options.framework, guess, shown);
  const usual = JAVASCRIPT.test(framework) ? 'lines' : 'document';
  const as = await ask.choice('3  Five lines in the program, or a document beside it?', options.as, usual, [
    'lines',
    'document',
  ] as const);
  const effects = await ask.choice(
    '4  State the effects of its commands now, or later?',
    options.effects,
    ask.isAsked ? 'now' : 'later',
    ['now', 'later'] as const,
  );
  const ci = await ask.choice('5  Which CI checks it?', options.ci, project.ci, ['github', 'gitlab', 'none'] as const);
  return { project, program, framework, as, effects, ci };
}

function questioner({ yes }: InitOptions, { ask, stdout }: CliHost) {
  const isAsked = ask !== undefined && yes !== true;
  const put = async (question: string, usual: string | undefined): Promise<string> => {
    const answer = isAsked ? (await ask?.(`${question} ${usual === undefined ? '' : `[${usual}] `}`))?.trim() : '';
    return answer === undefined || answer === '' ? (usual ?? '') : answer;
  };
  return {
    isAsked,
    async text(
      question: string,
      given: string | undefined,
      usual: string | undefined,
      others: readonly string[],
    ): Promise<string> {
      const among = others.length > 1 ? ` (${others.join(', ')})` : '';
      const answer = given ?? (await put(`${question}${among}`, usual));
      if (answer !== '') return answer;
      throw new CliError(
        EXIT.usage,
        'The file of the program is unknown, because package.json has no "bin". Name it: --program FILE',
      );
    },
    async choice<Value extends string>(
      question: string,
      given: string | undefined,
      usual: Value,
      all: readonly Value[],
    ): Promise<Value> {
      for (let tries = 0; tries < 3; tries += 1) {
        const answer = given ?? (await put(`${question} (${all.join(', ')})`, usual));
        const found =
          all.find((one) => one === answer) ?? only(all.filter((one) => one.startsWith(answer.toLowerCase())));
        if (found !== undefined) return found;
        stdout.write(`Choose one of ${all.join(', ')}.\n`);
      }
      throw new CliError(EXIT.usage, `Choose one of ${all.join(', ')}.`);
    },
  };
}

function only<Value>(found: readonly Value[]): Value | undefined {
  return found.length === 1 ? found[0] : undefined;
}

interface PlannedFile {
  readonly file: string;
  readonly before?: string;
  readonly after: string;
}

interface Plan {
  readonly files: readonly PlannedFile[];
  /** Files that exist and stay. */
  readonly kept: readonly string[];
  /** Sentences about work that is left to the author. */
  readonly todo: readonly string[];
}

async function planFiles({ project, program, as, ci }: Choices, host: CliHost): Promise<Plan> {
  const files: PlannedFile[] = [];
  const kept: string[] = [];
  const todo: string[] = [];
  const create = async (file: string, after: string): Promise<void> => {
    if ((await readText(resolve(host.cwd, file))) === undefined) files.push({ file, after });
    else kept.push(file);
  };
  if (as === 'lines') {
    const lines = await planLines(program.file, project, host);
    if (lines.file) files.push(lines.file);
    todo.push(...lines.todo);
    const table = tableOf(program.file);
    await create(table, newTable(table));
    todo.push(...(await unpublished(table, host)));
    const directory = await testDirectory(host);
    const back = relative(directory, table).split(sep).join('/');
    const ending = project.isModule ? 'js' : 'mjs';
    if (project.language === 'javascript')
      await create(`${directory}/atip.test.${ending}`, javascriptTest(project.runner, [program.file], back));
  }
  const choice = { program: as === 'lines' ? wordsOf(program.file).join(' ') : '', version: VERSION };
  if (ci === 'github') await create('.github/workflows/atip.yml', githubWorkflow(choice, project));
  if (ci === 'gitlab') {
    const job = gitlabJob(choice, project);
    const there = await readText(resolve(host.cwd, '.gitlab-ci.yml'));
    if (there === undefined) files.push({ file: '.gitlab-ci.yml', after: job });
    else if (/^atip:/m.test(there)) kept.push('.gitlab-ci.yml');
    else todo.push(`Add this job to .gitlab-ci.yml:\n\n${job}`);
  }
  return { files, kept, todo };
}

/** Words that start a file of a project, whatever its mode. */
function wordsOf(file: string): string[] {
  if (/\.[cm]?js$/.test(file)) return ['node', file];
  return file.endsWith('.py') ? ['python3', file] : [`./${file}`];
}

/** Beside the program, so that both are published together. */
function tableOf(file: string): string {
  const directory = dirname(file) === '.' ? '' : `${dirname(file)}/`;
  return `${directory}atip.effects${file.endsWith('.py') ? '.py' : '.js'}`;
}

async function planLines(
  file: string,
  { language, isModule }: Project,
  host: CliHost,
): Promise<{ file?: PlannedFile; todo: readonly string[] }> {
  const before = (await readText(resolve(host.cwd, file))) ?? '';
  if (before.includes('@atip/emit') || before.includes('atip_agent')) return { todo: [] };
  const guide = 'docs/guides/speak-atip.md has the lines for each framework.';
  if (language !== 'javascript') return { todo: [`The lines go into ${file} by hand: ${guide}`] };
  if (!(await isInstalled('@atip/emit', host.cwd)))
    throw new CliError(
      EXIT.invalid,
      'Nothing was written. First: npm install @atip/emit. The lines import it, and without it the program would not start. Then run atip init again.',
    );
  const inserted = insertLines(before, { table: `./${basename(tableOf(file))}`, isModule });
  if (inserted.text !== undefined && !BUILT.test(file))
    return { file: { file, before, after: inserted.text }, todo: [] };
  const where = BUILT.test(file) ? `the source of ${file}` : file;
  return {
    todo: [
      `Paste these lines into ${where}, the last one before it parses:\n\n${inserted.lines.map((line) => `    ${line}`).join('\n')}\n`,
    ],
  };
}

async function isInstalled(name: string, cwd: string): Promise<boolean> {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const manifest = join(directory, 'node_modules', name, 'package.json');
    if ((await unlessMissing(access(manifest).then(() => true))) === true) return true;
    if (directory === dirname(directory)) return false;
  }
}

/** A file that the program imports must be part of its package. */
async function unpublished(table: string, { cwd }: CliHost): Promise<string[]> {
  const { files } = await readManifest(cwd);
  if (!Array.isArray(files)) return [];
  const isIn = files.some(
    (one) => typeof one === 'string' && (one === table || table.startsWith(`${one.replace(/^\.\/|[/*]+$/g, '')}/`)),
  );
  return isIn ? [] : [`Add "${table}" to "files" of package.json: the program imports it.`];
}

async function testDirectory({ cwd }: CliHost): Promise<string> {
  const names = await readdir(cwd);
  return ['test', 'tests', '__tests__'].find((name) => names.includes(name)) ?? 'test';
}

/** Shows the planned files, and writes them after approval. The program comes last: then all its imports exist. */
async function writePlan({ files, kept, todo }: Plan, { yes }: InitOptions, host: CliHost): Promise<void> {
  const { stdout, env, cwd } = host;
  const paint = createPaint(stdout, env);
  const ordered = [...files].sort(
    (one, other) => Number(one.before !== undefined) - Number(other.before !== undefined),
  );
  for (const { file, before, after } of ordered) {
    stdout.write(`${paint('bold', plainLine(file))}: ${before === undefined ? 'a new file' : 'new lines'}\n`);
    for (const { line, number } of addedLines(before, after))
      stdout.write(
        `${paint('green', `${before === undefined ? '' : `${number}`.padStart(5)}  + ${escapeUnseen(line)}`)}\n`,
      );
  }
  for (const file of kept) stdout.write(`${plainLine(file)} exists already and stays as it is.\n`);
  if (ordered.length > 0 && yes !== true) await confirmWrite(host);
  for (const { file, before, after } of ordered) {
    const path = resolve(cwd, file);
    if ((await readText(path)) !== before)
      throw new CliError(EXIT.io, `${file} was changed meanwhile, and is left as it is. Run this again.`);
    await orFail(`${file} cannot be written`, put(path, after));
  }
  for (const sentence of todo) stdout.write(`${sentence}\n`);
}

/** An existing file keeps its mode, and a link keeps its target. */
async function put(path: string, text: string): Promise<void> {
  const target = (await unlessMissing(realpath(path))) ?? path;
  const mode = (await unlessMissing(stat(target)))?.mode ?? 0o644;
  await ensureDirectory(dirname(target), 0o777);
  await writeFileAtomically(target, text, mode & 0o777);
}

/** The lines of the new text that the old one lacks, each with its number: we change no other line. */
function addedLines(before: string | undefined, after: string): { readonly line: string; readonly number: number }[] {
  const lines = after
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line, number: at + 1 }));
  const old = before?.split(/\r?\n/) ?? [];
  return lines.filter(({ line }) => {
    if (line !== old[0]) return true;
    old.shift();
    return false;
  });
}

/** Asks the program, or its help, saves the document, asks for the effects, and runs the check of the CI. */
async function checkIt({ program, as, effects }: Choices, { sandbox }: InitOptions, host: CliHost) {
  const { stdout } = host;
  const words = as === 'lines' ? wordsOf(program.file) : [];
  const path = resolve(host.cwd, 'atip.json');
  if (as === 'lines') {
    const answer = await askDocument(words, sandbox, host);
    if (!answer.trimStart().startsWith('{'))
      throw new CliError(EXIT.invalid, `\`${words.join(' ')} --agent\` wrote no document.`);
  } else if ((await readText(path)) === undefined) await describeByHelp(program, sandbox, host);
  const table = as === 'lines' ? { table: tableOf(program.file) } : {};
  const named = { files: as === 'lines' ? [] : ['atip.json'], program: words };
  const subject = await openSubject(named, { ...table, sandbox }, host);
  const open = listOpen(subject.tool);
  if (effects === 'now' && open.length > 0 && host.ask) await askEach(subject, open, host);
  if (as === 'lines') await writeText('atip.json', await askDocument(words, sandbox, host), host);
  stdout.write('\nThe check, as your CI runs it:\n');
  const code = await runCi({ files: ['atip.json'], program: words }, { sandbox }, host);
  const again = as === 'lines' ? `atip effects --table ${tableOf(program.file)} -- ${words.join(' ')}` : 'atip effects';
  const left = listOpen((await openSubject(named, { ...table, sandbox }, host)).tool).length;
  const keep = as === 'lines' ? `\nAfter a change of the program: ${words.join(' ')} --agent > atip.json` : '';
  if (left > 0) stdout.write(`\nNext: state the effects of ${countOf(left, 'command')}: ${again}${keep}\n`);
  else stdout.write(`\nNext: run your tests, and commit.${keep}\n`);
  return code;
}

async function describeByHelp({ file, name }: Choices['program'], mode: SandboxChoice, host: CliHost): Promise<void> {
  const executable = await findProgram(`./${file}`, host);
  const described = await describe(executable, file, { sandbox: mode }, host);
  const { trust: _inferred, ...tool } = described.tool;
  // The author reviews it; the help's own words are the only source of guesses.
  const document = { ...tool, name, trust: { source: 'vendor' } };
  await writeText('atip.json', `${toJson(document)}\n`, host);
  const more = described.way === 'help' ? ': check it, because a help text does not say everything' : '';
  host.stdout.write(`atip.json was made by ${escapeUnseen(tool['x-described-by'] ?? described.way)}${more}.\n`);
}
