import type { AtipTool } from '@atip/core';
import { callCases } from './cases/calls.ts';
import { compileCases } from './cases/compile.ts';
import type { Context, Documents, Group, Modules } from './cases/context.ts';
import { decideCases } from './cases/decide.ts';
import { executeCases } from './cases/execute.ts';
import { importCases } from './cases/import.ts';
import { limitCases } from './cases/limits.ts';
import { parseCases } from './cases/parse.ts';
import { redactCases } from './cases/redact.ts';
import { shareCases } from './cases/share.ts';
import { textCases } from './cases/text.ts';
import { treeCases } from './cases/tree.ts';
import { type Expected, type Output, readGolden } from './golden.ts';
import { sha256 } from './sha256.ts';
import { show } from './show.ts';

const GROUPS: Readonly<Record<string, Group>> = {
  parse: parseCases,
  compile: compileCases,
  calls: callCases,
  decide: decideCases,
  execute: executeCases,
  redact: redactCases,
  tree: treeCases,
  import: importCases,
  share: shareCases,
  text: textCases,
  limits: limitCases,
};

/** The groups of cases, in the order of the matrix. */
export const GROUP_NAMES: readonly string[] = Object.keys(GROUPS);

/** What one case came to. */
export interface CaseReport {
  readonly group: string;
  readonly name: string;
  readonly equal: boolean;
  /** Only where the two differ, as the rest: a line that says how. */
  readonly difference?: string;
  /** What came out, whole. Absent where nothing came out: the case is gone. */
  readonly actual?: string;
}

/** Runs every case; what one throws is its output. */
export async function collectOutputs(modules: Modules, documents: Documents): Promise<Output[]> {
  const context = { ...modules, documents, tools: await loadTools(modules) };
  const outputs: Output[] = [];
  for (const [group, cases] of Object.entries(GROUPS)) {
    for (const [name, run] of cases(context)) outputs.push({ group, name, text: await outputOf(group, name, run) });
  }
  return outputs;
}

/**
 * Runs every case and holds what it gives against the golden files, byte for byte.
 *
 * A case that no golden file has is unequal, and so is one that only a golden file has.
 *
 * @param golden the text of each group's file
 */
export async function runSuite(
  modules: Modules,
  documents: Documents,
  golden: Readonly<Record<string, string>>,
): Promise<CaseReport[]> {
  const outputs = await collectOutputs(modules, documents);
  const reports: CaseReport[] = [];
  for (const group of new Set([...GROUP_NAMES, ...Object.keys(golden)])) {
    const expected = new Map(readGolden(golden[group] ?? ''));
    for (const output of outputs.filter((one) => one.group === group)) {
      reports.push(await reportOf(output, expected.get(output.name)));
      expected.delete(output.name);
    }
    for (const name of expected.keys()) reports.push({ group, name, equal: false, difference: 'the case is gone' });
  }
  return reports;
}

async function loadTools({ shims }: Context | Modules): Promise<Map<string, AtipTool>> {
  const tools = new Map<string, AtipTool>();
  for (const name of shims.listShims()) {
    const tool = await shims.loadShim(name);
    if (tool) tools.set(name, tool);
  }
  return tools;
}

/** @throws Error that names the case when what it gave cannot be shown, since then nothing can be compared */
async function outputOf(group: string, name: string, run: () => unknown): Promise<string> {
  const value = await settle(run);
  try {
    return show(value);
  } catch (cause) {
    throw new Error(`What "${name}" of ${group} gives cannot be shown: ${String(cause)}`, { cause });
  }
}

async function settle(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    return error;
  }
}

async function reportOf({ group, name, text }: Output, expected: Expected | undefined): Promise<CaseReport> {
  const difference = await differenceOf(text, expected);
  return difference === undefined
    ? { group, name, equal: true }
    : { group, name, equal: false, difference, actual: text };
}

async function differenceOf(text: string, expected: Expected | undefined): Promise<string | undefined> {
  if (expected === undefined) return 'no golden file has it';
  if ('text' in expected) return firstDifference(expected.text, text);
  const digest = await sha256(text);
  if (digest === expected.sha256 && text.length === expected.length) return undefined;
  return `SHA-256 ${digest} (${text.length} units) instead of ${expected.sha256} (${expected.length} units)`;
}

/** The first place where two texts part, with a little of what stands there in both; undefined when they are equal. */
function firstDifference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined;
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60));
  return `at ${at}: ${around(actual)} instead of ${around(expected)}`;
}
