import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import type { AtipTool, Issue } from '@atip/core';
import { resolveTool } from '@atip/node';
import { type CliHost, CliError, EXIT, type CliOptions } from '../cli-host.ts';
import { columnsOf, createPaint } from '../terminal/style.ts';
import { countIssues, formatIssue } from '../documents/format-issue.ts';
import { excerptOf, loadSettings, writeUnread } from './known-tools.ts';
import { documentIssues, readSource } from '../documents/read-source.ts';

/**
 * Loads tools from files, standard input (`-`) and names of known tools. A name has neither slash nor dot and is
 * no file. Issues of a document go to standard error.
 * @param excerpt the commands needed of a tool that is known by its overview. Absent: all
 * @throws CliError `invalid` for a document with errors or an unknown name, `io` when a file cannot be read
 */
export async function loadTools(
  sources: readonly string[],
  host: CliHost,
  excerpt: Partial<CliOptions> = {},
): Promise<AtipTool[]> {
  const tools: AtipTool[] = [];
  for (const source of new Set(sources)) {
    tools.push((await isFile(source, host)) ? await loadFile(source, host) : await loadKnown(source, host, excerpt));
  }
  return tools;
}

/** True for standard input, a path, and a name that is a file. */
export async function isFile(source: string, { cwd }: CliHost): Promise<boolean> {
  if (source === '-' || /[./\\]/.test(source)) return true;
  try {
    await access(resolve(cwd, source));
    return true;
  } catch (error) {
    // Any error but a missing file is for the reader to report.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

async function loadFile(file: string, host: CliHost): Promise<AtipTool> {
  const source = await readSource(file, host);
  const { tool, issues } = documentIssues(source.text);
  const errors = issues.filter(({ severity }) => severity === 'error');
  // A valid document can have errors too: hidden text, for example, would speak to models unseen.
  if (tool === undefined || errors.length > 0) {
    const look = { paint: createPaint(host.stderr, host.env), columns: columnsOf(host.stderr) ?? 80 };
    for (const issue of errors) host.stderr.write(formatIssue(source, issue, look));
    throw new CliError(EXIT.invalid, `${source.name} is not valid (${countIssues(errors)}).`);
  }
  writeCount(source.name, issues, host);
  return tool;
}

async function loadKnown(name: string, host: CliHost, excerpt: Partial<CliOptions>): Promise<AtipTool> {
  const resolved = await resolveTool(name, host.env, await loadSettings(excerptOf(excerpt, [name]), host));
  if (resolved === null) {
    throw new CliError(
      EXIT.invalid,
      `There is no file ${name}, and no tool of that name is known. \`atip list --refresh\` finds those of this machine.`,
    );
  }
  const { tool, issues } = resolved.found;
  writeCount(name, issues, host);
  writeUnread(resolved.found, resolved.skipped, host);
  return tool;
}

function writeCount(name: string, issues: readonly Issue[], { stderr }: CliHost): void {
  if (issues.length > 0) stderr.write(`${escapeUnseen(name)}: ${countIssues(issues)}\n`);
}
