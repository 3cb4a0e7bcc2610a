import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { asRecord } from '@atip/core/internal';
import {
  type FoundTool,
  SAFE_NAME,
  SAVED,
  documentText,
  readTextFile,
  readToolDocument,
} from '../documents/tool-document.ts';
import { quoteElement } from '../files/describe-effects.ts';
import { parseJson } from '../files/read-bounded-file.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { loadBundled, sourceOf } from './read-bundled-shims.ts';

/** The document that a pasted text would become, before it is saved. */
export interface PastedDocument {
  readonly tool: AtipTool;
  /** The file to write, and its text. */
  readonly file: string;
  readonly text: string;
  /** Content of that file now. Undefined: it does not exist. */
  readonly present: string | undefined;
  /** The bundled document of the program. A command that it calls harmful stays harmful. */
  readonly bundled: string | undefined;
}

export interface RefusedText {
  readonly code: string;
  /** For a person. */
  readonly reason: string;
}

type ReadPasted = { readonly document: PastedDocument } | { readonly refused: RefusedText };

/**
 * The documents that a person pasted and saved, in the user's own directory. Reading and saving run nothing.
 * @param env whose directory it is
 */
export function savedDocuments(env: Environment) {
  const fileOf = (name: string): string => join(xdgPaths(env).shims, `${name}.json`);
  return {
    /**
     * Reads an ATIP document, or a help text or man page. Its trust is at most `user`, also in root's home.
     * @param name of the program. Absent: the text names it.
     */
    async read(pasted: string, name?: string): Promise<ReadPasted> {
      const described = /^\s*[{[]/.test(pasted) ? pasted : await fromHelpText(pasted, name);
      if (described === undefined) return refused('nothing-found', NOTHING);
      if (described === 'unnamed') return refused('name-needed', UNNAMED);
      const expected = name ?? String(asRecord(parseJson(described))['name']);
      if (!SAFE_NAME.test(expected)) return unsafe(expected);
      const file = fileOf(expected);
      const reading = readToolDocument(described, expected, { origin: 'shims', source: file, place: 'user-file' });
      if (reading.skipped) return { refused: reading.skipped };
      const { tool } = reading.found;
      const other = otherProgram(tool);
      if (other !== undefined) return refused('name-mismatch', other);
      const { text, isTooLarge } = documentText({ ...tool, [SAVED]: true });
      if (isTooLarge) return refused('document-too-large', 'It has more than 4 MiB, and could not be read again.');
      const there = await readTextFile(file);
      // A link, a directory or a pipe is not ours to replace.
      if ('skipped' in there && there.skipped.code !== 'missing')
        return refused('file-in-the-way', `${quoteElement(file)} cannot be replaced. ${there.skipped.reason}`);
      const present = 'text' in there ? there.text : undefined;
      const bundled = (await loadBundled(tool.name, env)) && sourceOf(tool.name);
      return { document: { tool, file, text, present, bundled } };
    },
    /** @throws the system's error */
    async save({ file, text }: Pick<PastedDocument, 'file' | 'text'>): Promise<void> {
      await ensureDirectory(dirname(file));
      await writeFileAtomically(file, text);
    },
    /** @returns false when no saved document has this name: a file that a person wrote by hand stays. */
    async remove(name: string): Promise<boolean> {
      const reading = SAFE_NAME.test(name) ? await readTextFile(fileOf(name)) : undefined;
      if (!reading || 'skipped' in reading || asRecord(parseJson(reading.text))[SAVED] !== true) return false;
      await unlink(fileOf(name));
      return true;
    },
    /** True for a document that `remove` deletes. */
    has: ({ tool, source }: FoundTool): boolean => Reflect.get(tool, SAVED) === true && source === fileOf(tool.name),
  };
}

const NOTHING =
  'No document was found in the text: it is not JSON that begins with {, and as a help text or man page it shows no option, argument or subcommand.';

const UNNAMED = 'The text does not say which program it describes: give the name that is typed to run it.';

function unsafe(name: string): ReadPasted {
  return refused('unsafe-name', `${quoteElement(name.slice(0, 80))} cannot be the name of a program.`);
}

function refused(code: string, reason: string): { readonly refused: RefusedText } {
  return { refused: { code, reason } };
}

/**
 * The document of a help text, with the effects that its words imply. Undefined: the text shows no option, argument or
 * subcommand.
 */
async function fromHelpText(text: string, name: string | undefined): Promise<string | 'unnamed' | undefined> {
  const { fromHelp, withInferredEffects } = await import('@atip/importers');
  const { tool } = fromHelp(text, name === undefined ? {} : { name, path: [name] });
  const { '': alone, ...others } = tool.commands ?? {};
  const parts = [Object.keys(others), alone?.options ?? [], alone?.arguments ?? [], tool.globalOptions ?? []];
  if (parts.every(({ length }) => length === 0)) return undefined;
  return tool.name === 'unknown' ? 'unnamed' : JSON.stringify(withInferredEffects(tool).tool);
}

/** Why the commands of a document are not those of the program with its name. */
function otherProgram({ name, binary, 'x-mcp': isServer, 'x-plugin-of': host }: AtipTool): string | undefined {
  if (isServer === true) return 'Its commands are the tools of an MCP server, and no program has them.';
  const other = host ?? binary?.name;
  if (other === undefined || other === name) return undefined;
  return `It is called ${quoteElement(name)}, but describes commands of ${quoteElement(String(other).slice(0, 80))}.`;
}
