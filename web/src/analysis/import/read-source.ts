import { type AtipTool, checkCanonicalTool, type Issue } from '@atip/core';
import {
  fromCarapace,
  fromFig,
  fromHelp,
  fromMcp,
  fromOclif,
  type Imported,
  type ImportHints,
} from '@atip/core/importers';
import type { ImportKind } from '../../state/import-kinds.ts';
import { toolListIn } from './tool-list-in.ts';

/** `message` says in a sentence why there is nothing. */
export type ReadSource = ({ readonly ok: true } & Imported) | { readonly ok: false; readonly message: string };

/**
 * Makes a tool of a text in a format that is not ATIP, without inferred effects.
 *
 * YAML is read by a library that is loaded when it is first needed. Never throws for what the text holds.
 */
export async function readSource(
  kind: Exclude<ImportKind, 'atip'>,
  text: string,
  hints: ImportHints,
): Promise<ReadSource> {
  if (kind === 'help') return { ok: true, ...fromHelp(text, hints) };
  const read = kind === 'carapace' ? await readYaml(text) : readJsonValue(text);
  if (!read.ok) return read;
  const { value } = read;
  switch (kind) {
    case 'fig':
      return { ok: true, ...fromFig(value, hints) };
    case 'oclif':
      return { ok: true, ...fromOclif(value, hints) };
    case 'carapace':
      return { ok: true, ...fromCarapace(value, hints) };
    case 'mcp':
      return { ok: true, ...fromMcp(value, hints) };
    case 'provider-tools':
      return fromProviderTools(value, hints);
    case 'canonical':
      return fromCanonical(value, hints);
  }
}

function fromProviderTools(value: unknown, hints: ImportHints): ReadSource {
  const list = toolListIn(value);
  if (list === undefined) return { ok: false, message: 'It holds no list of tools as a provider is sent them.' };
  const { tool, issues } = fromMcp({ tools: list.tools }, { name: 'tools', ...hints });
  return asFunctions(tool, issues, 'Functions of a list of tools');
}

/** What a program answers to `--schema` says what a model may call, and not how the program is called. */
function fromCanonical(value: unknown, hints: ImportHints): ReadSource {
  const problems = checkCanonicalTool(value);
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) return { ok: false, message: `It is no canonical schema: ${error.path} ${error.message}` };
  // Without an error it has these fields.
  const { name, description, parameters } = value as Readonly<Record<'name' | 'description' | 'parameters', unknown>>;
  const named: ImportHints = { name: String(name), ...hints };
  const { tool, issues } = fromMcp({ tools: [{ name, description, inputSchema: parameters }] }, named);
  return asFunctions(tool, [...problems, ...issues], 'A function that a program describes');
}

/** The reader of MCP lists calls what it makes a server; these are functions that no server was named for. */
function asFunctions(tool: AtipTool, issues: readonly Issue[], description: string): ReadSource {
  const message = 'this describes functions, not a command line: how they are run is not known.';
  return {
    ok: true,
    tool: { ...tool, description },
    issues: issues.map((issue) => (issue.code === 'import-no-program' ? { ...issue, message } : issue)),
  };
}

type ReadValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

function readJsonValue(text: string): ReadValue {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, message: `It is no JSON: ${error.message}` };
  }
}

async function readYaml(text: string): Promise<ReadValue> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    // Aliases are counted, so that a few lines cannot become a giant.
    return { ok: true, value: parse(text, { maxAliasCount: 100, schema: 'core' }) };
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    return { ok: false, message: `It is no YAML: ${error.message}` };
  }
}
