import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import { type Fields, openForeign, textOf } from '../document/foreign-data.ts';
import type { Issue } from '@atip/core';
import { asRecord, isRecord, type LeftOut, parseSound, visibleText } from '@atip/core/internal';

const COMMAND_FIELDS: readonly string[] = [
  ...['description', 'arguments', 'options', 'examples'],
  ...['x-aliases', 'x-deprecated', 'x-arguments-first', 'x-end-of-options'],
];

/** Fields that claim how safe a value is. */
const CLAIMS: ReadonlySet<string> = new Set(['x-effects', 'x-mode', 'x-values', 'x-command']);

/** Most levels of a document. */
const MAX_LEVELS = 45;

/**
 * Cleans a document from inside a program: its framework's names, arguments and options.
 *
 * All claims about safety or trust are dropped silently, because the program could have written them: effects, trust,
 * authentication, patterns, places for a sandbox. A command with an error is left out, and an issue says so. Trust is
 * `inferred`. Limits: as any document. Never throws.
 *
 * @param document as `@atip/emit` writes one
 * @example
 * ```ts
 * import { fromProgram } from '@atip/importers';
 * declare const document: unknown;
 * fromProgram(document, { name: 'notes' }).issues;
 * ```
 */
export function fromProgram(document: unknown, hints: ImportHints = {}): Imported {
  const { data, issues } = openForeign(document, {});
  const source = asRecord(data);
  const name = hints.name ?? textOf(source['name']);
  // Some programs list several versions.
  const version = hints.version ?? textOf(source['version']).replace(/\s+/g, ' ').slice(0, 200);
  const root = { name, version, description: textOf(source['description']), trust: { source: 'inferred' } } as const;
  const known = {
    ...{ atip: { version: '0.4' }, ...root },
    version: version || 'unknown',
    description: root.description || `The program ${name}`,
    ...(source['x-end-of-options'] === true && { 'x-end-of-options': true }),
    ...(Array.isArray(source['globalOptions']) && { globalOptions: source['globalOptions'].map(withoutClaims) }),
    commands: commandsIn(source['commands'], 0),
  };
  const { tool, issues: found, left } = parseSound(visibleText(known));
  const losses = [...issues(), ...left.map(leftOut)];
  if (tool === undefined) return finishTool({ ...root, commands: {} }, [...losses, ...found]);
  // For omitted commands the place is enough.
  return { tool, issues: [...losses, ...(left.length > 0 ? [] : found)] };
}

function leftOut({ pointer, commands }: LeftOut): Issue {
  const message =
    commands === 1
      ? 'A command that nobody could call is left out.'
      : `${commands} commands that nobody could call are left out.`;
  return { code: 'import-lost-command', severity: 'warning', message, path: pointer };
}

function commandsIn(commands: unknown, level: number): Fields {
  if (!isRecord(commands) || level > MAX_LEVELS) return {};
  const entries = Object.entries(commands).filter(([, command]) => isRecord(command));
  return Object.fromEntries(entries.map(([name, command]) => [name, commandOf(asRecord(command), level)]));
}

function commandOf(command: Fields, level: number): Fields {
  const known = COMMAND_FIELDS.filter((name) => command[name] !== undefined);
  const own = known.map((name): [string, unknown] => {
    const value = command[name];
    return [name, Array.isArray(value) ? value.map(withoutClaims) : value];
  });
  const below = command['commands'];
  return { ...Object.fromEntries(own), ...(below !== undefined && { commands: commandsIn(below, level + 1) }) };
}

/** An option or an argument; texts stay. */
function withoutClaims(one: unknown): unknown {
  return isRecord(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => !CLAIMS.has(key))) : one;
}
