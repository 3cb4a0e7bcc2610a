import { parseTool } from '@atip/core';
import { describeImport, type ImportDescription, type ImportIssue, inferredIn, listIssues } from './describe-import.ts';
import { detectImport } from './detect-import.ts';
import type { Detection, ImportKind } from '../../state/import-kinds.ts';
import type { ImportSource } from '../../state/import-source.ts';
import { readSession, type Session } from './read-session.ts';
import { readSource } from './read-source.ts';

export interface ImportQuestion {
  readonly sources: readonly ImportSource[];
}

/** What became of one source. */
export type ImportResult =
  | ({
      readonly made: 'document';
      /** Of the document, for example `"gh.json"`. */
      readonly name: string;
      readonly text: string;
      readonly issues: readonly ImportIssue[];
      readonly issuesTotal: number;
      /** A source's first level only: a help text names subcommands and not what they take. */
      readonly isShallow: boolean;
    } & ImportDescription)
  | ({ readonly made: 'session' } & Session)
  /** `message` says why, and what to do, as sentences; `address` can be opened. */
  | { readonly made: 'nothing'; readonly message: string; readonly address?: string };

export interface ImportedSource {
  readonly detection: Detection;
  readonly result: ImportResult;
}

/** What each source is and what it becomes, in their order. */
export function answerImport({ sources }: ImportQuestion): Promise<readonly ImportedSource[]> {
  return Promise.all(
    sources.map(async (source) => {
      const detection = detectImport(source.text, source.fileName);
      return { detection, result: await resultOf(source, detection) };
    }),
  );
}

function resultOf(source: ImportSource, { kind: detected }: Detection): Promise<ImportResult> | ImportResult {
  const kind = source.kind ?? detected;
  switch (kind) {
    case 'empty':
      return { made: 'nothing', message: '' };
    case 'session':
      return readSession(source.text);
    case 'address':
      return { made: 'nothing', message: ADDRESS, address: rawAddress(source.text.trim()) };
    case 'code':
      return { made: 'nothing', message: CODE };
    case 'atip':
      return openAsItIs(source);
    default:
      return convert(kind, source);
  }
}

const ADDRESS =
  'This page loads nothing from other places: what is pasted here could otherwise be sent away by any program that got into the page. Open the address in a tab of its own, save what it shows, and drop the file here.';
const CODE =
  'Code is never run here. Bring the specification as JSON: "node -e \'console.log(JSON.stringify(require("./spec").default))\'" on your own machine writes it.';

/** GitHub shows a page about a file; what is meant is the file. */
function rawAddress(address: string): string {
  const [, owner, rest] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(address) ?? [];
  return owner === undefined ? address : `https://raw.githubusercontent.com/${owner}/${rest}`;
}

/** A document keeps its text to the letter; nothing is inferred that its author did not write. */
function openAsItIs({ text, fileName }: ImportSource): ImportResult {
  const { tool, issues } = parseTool(text);
  const described = tool && describeImport(text, { tool, evidence: [] });
  return {
    made: 'document',
    name: fileName ?? documentName(tool?.name),
    text,
    issues: listIssues(issues),
    issuesTotal: issues.length,
    isShallow: false,
    ...(described ?? NOTHING_KNOWN),
  };
}

const NOTHING_KNOWN: ImportDescription = {
  counts: { commands: 0, options: 0, inferred: 0, notStated: 0 },
  inferred: [],
  inferredTotal: 0,
  inferredLines: [],
};

async function convert(kind: Exclude<ImportKind, 'atip'>, source: ImportSource): Promise<ImportResult> {
  const { text, toolName = nameFromFile(kind, source.fileName) } = source;
  const read = await readSource(kind, text, toolName === undefined ? {} : { name: toolName });
  if (!read.ok) return { made: 'nothing', message: read.message };
  const withEffects = inferredIn(read.tool, source.effects);
  const written = `${JSON.stringify(withEffects.tool, null, 2)}\n`;
  const described = describeImport(written, withEffects);
  return {
    made: 'document',
    name: documentName(withEffects.tool.name),
    text: written,
    issues: listIssues(read.issues),
    issuesTotal: read.issues.length,
    isShallow: kind === 'help' && described.counts.commands > 1,
    ...described,
  };
}

/** A manifest does not say what its program is called; the file it came in may. */
function nameFromFile(kind: ImportKind, fileName: string | undefined): string | undefined {
  if (kind !== 'oclif' && kind !== 'mcp' && kind !== 'provider-tools') return undefined;
  const [stem = ''] = (fileName ?? '').split('.');
  return /^[\w-]+$/.test(stem) && stem !== 'oclif' ? stem : undefined;
}

/** The name of the tool as a file's. */
function documentName(name: unknown): string {
  const stem = typeof name === 'string' ? name.replace(/[^\w.@+-]+/g, '-').slice(0, 80) : '';
  return `${stem === '' ? 'imported' : stem}.json`;
}
