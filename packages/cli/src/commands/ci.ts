import { randomUUID } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { type AtipTool, type Issue, parseTool } from '@atip/core';
import { askDocument, type SandboxChoice } from '../author/ask-document.ts';
import { checkRelease, type ReleaseCheck } from '../author/check-release.ts';
import { type EarlierDocument, readLastRelease, readRevision } from '../author/last-release.ts';
import { readManifest, readText, writeText } from '../author/project.ts';
import { splitWords, type SplitWords } from '../author/split-words.ts';
import { writeBadge } from '../author/write-badge.ts';
import { type CheckedDocument, writeAnnotation, writeComment, writeResult } from '../author/write-comment.ts';
import { type CliHost, CliError, type DefineCommand, EXIT, type ExitCode, orFail } from '../cli-host.ts';
import { toJson } from '../terminal/text.ts';
import { sandboxOption } from '../tools/call-settings.ts';
import { VERSION } from '../version.ts';
import { type Checked, checkDocument, checkText, sarifLog, writeIssues } from './validate.ts';

interface CiOptions {
  readonly against?: string;
  readonly strict?: boolean;
  readonly comment?: string;
  readonly sarif?: string;
  readonly badge?: string;
  readonly sandbox: SandboxChoice;
}

export const defineCi: DefineCommand = (command, { host, end }) => {
  command
    .usage('[options] [file...] [-- program word...]')
    .argument('[file...]', 'documents of the project; default: atip.json and *.atip.json here')
    .option('--against <file|ref>', 'compare with this file, commit or tag instead of the last tag with a version')
    .option('--strict', 'fail on warnings too')
    .option('--comment <file>', 'write the result for a pull request, as Markdown')
    .option('--sarif <file>', 'write the issues for code scanning')
    .option('--badge <file>', 'write a badge for the README, as SVG')
    .addOption(sandboxOption('sandbox of the program after --; off runs it with all your rights'))
    .addHelpText('after', HELP)
    .action(async (_words: string[], options: CiOptions) => {
      end(await runCi(splitWords(command.args, host), options, host));
    });
};

/** Checks the documents, writes the requested files, and reports the result. @returns the exit code */
export async function runCi(words: SplitWords, options: CiOptions, host: CliHost): Promise<ExitCode> {
  const looked = await look(words, options, host);
  await writeFiles(looked, options, host);
  return report(looked, options, host);
}

const HELP = `
The last tag is the highest one with a version that is not above the document's own and not at this commit.
Exits with 1 for an invalid document, and for a version that was raised less than the changes ask for.

For example:
  atip ci                               (atip.json, against the last tag)
  atip ci atip.json -- node cli.js      (and the program must answer --agent with the same)`;

type Looked = Checked & CheckedDocument;

async function look({ files, program }: SplitWords, options: CiOptions, host: CliHost): Promise<Looked[]> {
  const named = files.length > 0 || program.length > 0 ? files : await findDocuments(host);
  if (named.includes('-')) throw new CliError(EXIT.usage, 'Standard input has no earlier version; name a file.');
  if (program.length > 0 && named.length > 1)
    throw new CliError(EXIT.usage, 'One program has one document: name one file before --.');
  if (program.length === 0) {
    const looked: Looked[] = [];
    for (const file of new Set(named)) looked.push(await compared(await checkDocument(file, host), options, host));
    return looked;
  }
  const text = await askDocument(program, options.sandbox, host);
  const [file] = named;
  if (file === undefined) {
    const asked = await checkText(program.join(' '), text, host);
    return [await compared(asked, options, host, 'The program has no saved document')];
  }
  const kept = await checkDocument(file, host);
  const stale = kept.source && staleIssue(kept.source.text, text, [...program, '--agent'].join(' '), file);
  return [await compared(stale ? withIssues(kept, [stale]) : kept, options, host)];
}

async function findDocuments({ cwd }: CliHost): Promise<string[]> {
  const names = await orFail('The working directory cannot be read', readdir(cwd));
  const found = names.filter((name) => name === 'atip.json' || name.endsWith('.atip.json')).sort();
  if (found.length > 0) return found;
  throw new CliError(
    EXIT.usage,
    'There is no atip.json and no *.atip.json here. Name the documents, or the program: atip ci -- node cli.js. `atip init` creates the first one.',
  );
}

/** The saved document is what releases are compared by, so it has to match the program's own answer. */
function staleIssue(kept: string, asked: string, program: string, file: string): Issue | undefined {
  const [one, other] = [parseTool(kept), parseTool(asked)];
  if (other.tool === undefined) {
    const first = other.issues.find(({ severity }) => severity === 'error')?.message ?? '';
    return {
      code: 'program-answer',
      severity: 'error',
      message: `\`${program}\` wrote no document. ${first}`,
      path: '',
    };
  }
  if (one.tool === undefined || toJson(one.tool) === toJson(other.tool)) return undefined;
  const message = `The program itself answers something else. Write the file again: ${program} > ${file}`;
  return { code: 'program-answer', severity: 'error', message, path: '' };
}

function withIssues(checked: Checked, more: readonly Issue[]): Checked {
  const isBad = more.some(({ severity }) => severity === 'error');
  return { ...checked, issues: [...checked.issues, ...more], code: isBad ? EXIT.invalid : checked.code };
}

async function compared(checked: Checked, { against }: CiOptions, host: CliHost, noFile?: string): Promise<Looked> {
  const { source, tool, code } = checked;
  if (source === undefined || tool === undefined || (code !== EXIT.ok && code !== EXIT.invalid)) return checked;
  const { name, version } = await readManifest(host.cwd);
  const names = [tool.name, ...(typeof name === 'string' ? [name, basename(name)] : [])];
  const file = relative(host.cwd, resolve(host.cwd, checked.file)).split(sep).join('/');
  const earlier: EarlierDocument =
    against !== undefined
      ? await readAgainst(against, file, host)
      : noFile === undefined
        ? await readLastRelease(file, { version: tool.version, names }, host)
        : { missing: `${noFile}, so nothing was compared. Name one: atip ci atip.json -- …`, isDoubtful: false };
  const release = checkRelease(tool, source.text, earlier);
  return { ...withIssues(checked, [...release.issues, ...versionIssues(tool, version)]), release };
}

async function readAgainst(against: string, file: string, host: CliHost): Promise<EarlierDocument> {
  const text = await readText(resolve(host.cwd, against));
  return { from: against, text: text ?? (await readRevision(file, against, host)), isRelease: false };
}

/** A package and its document share a version. */
function versionIssues({ version }: AtipTool, released: unknown): Issue[] {
  if (typeof released !== 'string' || released === version) return [];
  const message = `The version is ${version} here and ${released} in package.json. Make them equal.`;
  return [{ code: 'version-differs', severity: 'warning', message, path: '/version' }];
}

async function writeFiles(looked: readonly Looked[], options: CiOptions, host: CliHost): Promise<void> {
  const { comment, sarif, badge } = options;
  const put = async (file: string | undefined, text: () => string): Promise<void> => {
    if (file === undefined) return;
    await writeText(file, text(), host);
  };
  await put(comment, () => writeComment(looked));
  await put(sarif, () => `${toJson(sarifLog(looked, VERSION))}\n`);
  await put(badge, () =>
    writeBadge(
      sumOf(looked),
      looked.every(({ release }) => release !== undefined),
    ),
  );
  const summary = host.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined && summary !== '')
    await orFail('The summary of the job cannot be written', appendFile(summary, writeComment(looked)));
}

function sumOf(looked: readonly Looked[]): ReleaseCheck['counts'] {
  const counts = looked.flatMap(({ release }) => (release ? [release.counts] : []));
  const sum = (of: 'commands' | 'complete'): number => counts.reduce((total, one) => total + one[of], 0);
  return { commands: sum('commands'), complete: sum('complete') };
}

/** Reports the result. GitHub's runner obeys certain lines of the output: only our lines may be such, never a document's. @returns the exit code */
async function report(looked: readonly Looked[], { strict }: CiOptions, host: CliHost): Promise<ExitCode> {
  const { stdout, env } = host;
  const isGithub = env['GITHUB_ACTIONS'] === 'true';
  const token = randomUUID();
  if (isGithub) stdout.write(`::stop-commands::${token}\n`);
  for (const document of looked) writeIssues(document, host);
  for (const document of looked) stdout.write(writeResult(document));
  if (isGithub) stdout.write(`::${token}::\n`);
  if (isGithub)
    for (const { file, issues } of looked) for (const issue of issues) stdout.write(writeAnnotation(file, issue));
  const isDoubtful = looked.some(({ issues }) => issues.some(({ severity }) => severity === 'warning'));
  const worst = looked.reduce<ExitCode>((code, one) => (one.code > code ? one.code : code), EXIT.ok);
  return worst === EXIT.ok && strict === true && isDoubtful ? EXIT.invalid : worst;
}
