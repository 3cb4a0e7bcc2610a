import { type AtipTool, checkTool, findSecrets, flattenCommands, trustSourceOf, type TrustSource } from '@atip/core';
import { documentText } from '../documents/document-text.ts';
import { SAFE_NAME } from '../documents/safe-name.ts';
import { MAX_TOOL_DOCUMENT, readToolDocument } from '../documents/tool-document.ts';
import { digestOf } from './remote-files.ts';
import { MAX_ENTRIES } from './remote-index.ts';

/** What is said of a tool in `index.json`. */
export interface RegistryTool {
  readonly sha256: string;
  /** Bytes of the document. */
  readonly size: number;
  readonly version: string;
  readonly description: string;
  /** Commands that can be called. */
  readonly commands: number;
  /** What the document says of itself; whoever reads the registry believes `community` at most. */
  readonly trust: TrustSource;
}

export interface RegistryDocument {
  readonly name: string;
  readonly text: string;
  readonly entry: RegistryTool;
  /** Sentences about what a person should look at before anybody else can. */
  readonly doubts: readonly string[];
}

/** Rules that go by a word such as `secret` or by the form of an address: descriptions have both. */
const GUESSED: RegExp = /^(?:secret-by-[a-z]+|url-credentials)$/;
/** Bytes of a name that leave room for the endings of a file and of its temporary one. */
const MAX_FILE_NAME = 200;

/**
 * Writes tools as documents of a registry, sorted by name; the same tools give the same bytes.
 *
 * @returns a sentence for each thing that is wrong: invalid or doubtful to the point of an error, a name that is no plain
 * one, two of one name (letter case apart: some hosts do not tell it), what looks like a secret.
 */
export function registryDocuments(
  tools: readonly AtipTool[],
): readonly RegistryDocument[] | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  if (tools.length > MAX_ENTRIES) problems.push(`A registry has ${MAX_ENTRIES.toLocaleString('en')} tools at most.`);
  const seen = new Map<string, string>();
  const documents = tools.map((tool) => {
    const folded = tool.name.toLowerCase();
    const other = seen.get(folded);
    if (other === tool.name) problems.push(`${JSON.stringify(tool.name)} is there twice.`);
    else if (other !== undefined) {
      problems.push(
        `${JSON.stringify(other)} and ${JSON.stringify(tool.name)} differ in letter case only, which some hosts do not tell.`,
      );
    }
    seen.set(folded, tool.name);
    const { text } = documentText(tool);
    const own = problemsOf(tool, text);
    problems.push(...own.map((problem) => `${JSON.stringify(tool.name)}: ${problem}`));
    // What is in error may have commands that cannot be listed.
    const commands = own.length === 0 ? flattenCommands(tool).length : 0;
    return { name: tool.name, text, entry: entryOf(tool, text, commands), doubts: doubtsOf(text) };
  });
  if (problems.length > 0) return { problems };
  return documents.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function entryOf(tool: AtipTool, text: string, commands: number): RegistryTool {
  const { version, description } = tool;
  const size = Buffer.byteLength(text);
  return { sha256: digestOf(text), size, version, description, commands, trust: trustSourceOf(tool) };
}

function problemsOf(tool: AtipTool, text: string): string[] {
  if (!SAFE_NAME.test(tool.name)) return ['It cannot be the name of a program.'];
  if (Buffer.byteLength(tool.name) > MAX_FILE_NAME) return ['Its name is too long for that of a file.'];
  if (Buffer.byteLength(text) > MAX_TOOL_DOCUMENT) return [`Its document has more than ${MAX_TOOL_DOCUMENT} bytes.`];
  const { skipped } = readToolDocument(text, tool.name, {
    origin: 'tools',
    source: tool.name,
    place: 'user-file',
  });
  if (skipped) return [skipped.reason];
  const errors = checkTool(tool, text).filter(({ severity }) => severity === 'error');
  const sure = findSecrets(text).filter(({ rule }) => !GUESSED.test(rule));
  return [
    ...errors.map(({ message }) => message),
    ...sure.map(({ rule, start }) => `It has what looks like a secret (${rule}) ${lineOf(text, start)}.`),
  ];
}

/** What may be a secret, and may as well be words about one: for a person to look at. */
function doubtsOf(text: string): string[] {
  const guessed = findSecrets(text).filter(({ rule }) => GUESSED.test(rule));
  return guessed.map(({ rule, start }) => `What may be a secret (${rule}) ${lineOf(text, start)}.`);
}

function lineOf(text: string, offset: number): string {
  return `in line ${text.slice(0, offset).split('\n').length} of its document`;
}
