import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  type AtipTool,
  checkTool,
  diffTools,
  type FlatCommand,
  flattenCommands,
  type Issue,
  parseTool,
} from '@atip/core';
import type { DescribedProgram } from '../frameworks/read-program.ts';
import { judgeVersion, unstatedEffects } from '@atip/core/internal';
import { describeOrFail, type OwnFacts } from './answer-agent.ts';

/** The release to compare with, and the words that start the program. */
export interface ExpectSettings {
  /** The document of the last release, or the path of its file. Absent: no release yet. */
  readonly previous?: AtipTool | string | undefined;
  /**
   * The words that start the program, such as `[process.execPath, "dist/cli.js"]`: it must answer `--agent` with
   * exactly this document.
   */
  readonly command?: readonly string[] | undefined;
}

/** Lists all problems of a program's document. @throws Error with all of them */
export async function expectDocument(program: unknown, facts: OwnFacts, settings: ExpectSettings): Promise<AtipTool> {
  const { tool, issues } = described(program) ?? (await describeOrFail(program, facts));
  const text = JSON.stringify(tool);
  const parsed = parseTool(text);
  const commands = parsed.tool ? flattenCommands(parsed.tool) : [];
  const silent = commands.filter(({ effects }) => Object.keys(effects).length === 0);
  // All other issues of a command without effects follow from their absence.
  const isSaid = ({ path }: Issue): boolean => silent.some(({ pointer }) => pointer === path);
  const doubts = [...parsed.issues, ...(parsed.tool ? checkTool(parsed.tool, text) : [])];
  const problems = [
    ...issues.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ...doubts
      .filter((issue) => issue.severity !== 'info' && !isSaid(issue))
      .map(({ path, message }) => `${path || 'The document'}: ${message}`),
    ...(tool.version === 'unknown' ? ['The program has no version: give `version`.'] : []),
    ...commands.flatMap(unstated),
    ...(parsed.tool ? drift(parsed.tool, settings.previous) : []),
    ...(settings.command ? answerProblems(tool, settings.command) : []),
  ];
  if (problems.length === 0) return tool;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new Error(`${tool.name} --agent has ${count}:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
}

/** The program's answer to `--agent`, if the test only has that. */
function described(program: unknown): Pick<DescribedProgram, 'tool' | 'issues'> | undefined {
  const isDocument = typeof program === 'object' && program !== null && 'atip' in program && 'name' in program;
  const tool = isDocument ? parseTool(program).tool : undefined;
  return tool && { tool, issues: [] };
}

function unstated({ path, effects }: FlatCommand): string[] {
  const words = JSON.stringify(path.join(' '));
  const owner = path.length === 0 ? 'The program itself' : words;
  if (Object.keys(effects).length === 0) return [`${owner} has no effects: add them under ${words}.`];
  const missing = unstatedEffects(effects);
  return missing.length === 0 ? [] : [`${owner} does not say: ${missing.join(', ')}.`];
}

function drift(tool: AtipTool, previous: AtipTool | string | undefined): string[] {
  if (previous === undefined) return [];
  const before = typeof previous === 'string' ? parseTool(readFileSync(previous, 'utf8')).tool : previous;
  if (before === undefined)
    return ['The document of the last release cannot be read, so nothing can be said about what changed.'];
  const diff = diffTools(before, tool);
  const { state, wanted } = judgeVersion(diff);
  if (state === 'enough') return [];
  const reasons = diff.changes.filter(({ kind }) => kind !== 'neutral').map(({ message }) => message);
  const due =
    state === 'unknown' ? `of which ${tool.version} says nothing, since it is not semver` : `${wanted} or higher`;
  return [
    `Since ${before.version} it changed so much that a ${diff.verdict} version is due, ${due}, and this is ${tool.version}: ${reasons.join(' ')}`,
  ];
}

/** Starts the program like an agent, without terminal or input. */
function answerProblems(tool: AtipTool, [file = '', ...args]: readonly string[]): string[] {
  const start = [file, ...args, '--agent'].join(' ');
  try {
    const stdout = execFileSync(file, [...args, '--agent'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (stdout === `${JSON.stringify(tool, null, 2)}\n`) return [];
    const isDocument = stdout.startsWith('{') && parseTool(stdout).tool !== undefined;
    if (isDocument) return [`${start} writes another document than this program has.`];
    return [`${start} writes more than the document, or something else: ${JSON.stringify(stdout.slice(0, 200))}`];
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 400) : String(error);
    return [`${start} does not end with 0: ${reason}`];
  }
}
