import { type AtipTool, type Issue, parseTool } from '@atip/core';
import { hiddenCharactersIn, withoutHidden } from '@atip/core/internal';

/** The facts that the importer has about the root. */
type Root = Pick<AtipTool, 'name' | 'version' | 'description' | 'trust'> & Partial<AtipTool>;

/**
 * Adds the root to a tree and parses the result like any document. Its issues follow the given ones, one for each kind.
 *
 * @param sought the expected form of a command, for the message about a source without commands
 */
export function finishTool(root: Root, losses: readonly Issue[], sought: string): Imported {
  const named: Issue[] = isName(root.name) ? [] : [unknownName(root.name)];
  const name = isName(root.name) ? root.name : 'unknown';
  const tool = filled({ atip: { version: '0.4' }, ...root, name });
  const { tool: read, issues } = parseTool(tool);
  const found = Object.keys(tool.commands ?? {}).length > 0 ? [] : [noCommand(sought)];
  return { tool: read ?? tool, issues: [...losses, ...named, ...found, ...byKind(issues)] };
}

/** The error for a source without a command. @param sought the expected form of a command */
export function noCommand(sought: string): Issue {
  const message = `It has no command; we looked for ${sought}.`;
  return { code: 'import-nothing', severity: 'error', message, path: '/commands' };
}

/** Fills a tool's required texts, which may not be empty. */
function filled(tool: AtipTool): AtipTool {
  const { name, version, description } = tool;
  const about = withoutHidden(description).trim() === '' ? `The program ${name}` : description;
  return { ...tool, version: withoutHidden(version, true) || 'unknown', description: about };
}

/** As in the schema: a name that can be typed to run a program on the PATH. */
function isName(name: string): boolean {
  return /^(?!\.{1,2}$)[^/\p{Cc}]{1,200}$/u.test(name) && hiddenCharactersIn(name, true) === '';
}

function unknownName(name: string): Issue {
  const message =
    name === ''
      ? 'The source does not name its program; give a name.'
      : 'The name in the source cannot be the name of a program; give another one.';
  return { code: 'import-no-name', severity: 'warning', message, path: '/name' };
}

function byKind(issues: readonly Issue[]): Issue[] {
  const kinds = new Map<string, { readonly first: Issue; count: number }>();
  for (const issue of issues) {
    const kind = kinds.get(`${issue.severity} ${issue.code}`);
    if (kind) kind.count += 1;
    else kinds.set(`${issue.severity} ${issue.code}`, { first: issue, count: 1 });
  }
  return [...kinds.values()].map(({ first, count }) =>
    count === 1 ? first : { ...first, message: `${first.message} (and ${count - 1} more like it)` },
  );
}

/** The caller's facts about the source. */
export interface ImportHints {
  /** The name to type. Absent: the source's. */
  readonly name?: string | undefined;
  /** Version of the program. Absent: the source's, else `unknown`. */
  readonly version?: string;
  /** The program and the command of a help text, such as `["git", "commit"]`. */
  readonly path?: readonly string[];
}

/** The result of an import: always a tool, and all losses and doubts. */
export interface Imported {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
}
