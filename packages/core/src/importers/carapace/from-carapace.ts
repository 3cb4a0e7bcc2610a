import { asRecord } from '../../json/as-record.ts';
import type { Imported, ImportHints } from '../imported.ts';
import { recordsOf, textOf, textsOf } from '../shared/fields.ts';
import { finishTool } from '../shared/finish-tool.ts';
import { type Branch, growTree } from '../shared/grow-tree.ts';
import { hasControl } from '../shared/has-control.ts';
import { createLosses } from '../shared/losses.ts';
import { type Fields, readForeign } from '../shared/read-foreign.ts';
import { CARAPACE_LOSSES, type CarapaceCode } from './carapace-losses.ts';
import { readFlags } from './read-flags.ts';
import { readPositionals } from './read-positionals.ts';

const MAX_VALUES = 2_000_000;

/**
 * Makes ATIP metadata of a carapace specification, the object that its YAML stands for.
 *
 * Shape: `{ name: "rm [OPTION]... FILE...", flags: { "-f, --force": "never ask" }, completion: { positionalany: ["$files"] } }`
 * → a tool `rm` with the option `force` and the variadic argument `file` of type `file`. What follows the name is read as a
 * usage line. The root's persistent flags become global options. The format says nothing of effects, but that `run` starts
 * another program. Trust is `community`.
 *
 * Lossy, each with an issue that counts: values that are computed, what single values mean, what follows `--`, several values
 * of one flag, how flags are parsed. Silent: the headings that commands are grouped under.
 * Limits: 500,000 values or 4 MiB of text, 40 levels of commands. Never throws.
 */
export function fromCarapace(doc: unknown, hints: ImportHints = {}): Imported {
  const { lose, issues } = createLosses<CarapaceCode>(CARAPACE_LOSSES);
  const root = asRecord(readForeign(doc, MAX_VALUES, (code) => lose(code)));
  const { description, ...tree } = growTree<Fields>(root, {
    namesOf: ({ name, aliases }) => [commandName(name), ...textsOf(aliases)],
    read: (spec, pointer) => readBranch(spec, (code) => lose(code, pointer)),
    lose,
  });
  const name = hints.name ?? commandName(root['name']);
  const version = hints.version ?? '';
  return finishTool({ name, version, description, trust: { source: 'community' }, ...tree }, issues());
}

/** The name stands first, how to use the command after it. */
function commandName(name: unknown): string {
  return textOf(name).split(/\s/, 1)[0] ?? '';
}

function readBranch(spec: Fields, lose: (code: CarapaceCode) => void): Branch<Fields> {
  const { own, persistent } = readFlags(spec, lose);
  const args = readPositionals(spec, lose);
  const completion = asRecord(spec['completion']);
  if (completion['dash'] !== undefined || completion['dashany'] !== undefined) lose('import-lost-dash');
  if (spec['parsing'] !== undefined) lose('import-lost-directive');
  const aliases = textsOf(spec['aliases']).filter((alias) => !hasControl(alias));
  const marks = {
    ...(aliases.length > 0 && { 'x-aliases': aliases }),
    ...(spec['hidden'] === true && { 'x-deprecated': true }),
  };
  return {
    command: {
      description: describe(spec),
      ...(args.length > 0 && { arguments: args }),
      ...(own.length > 0 && { options: [...own] }),
      ...(spec['run'] !== undefined && spec['run'] !== null && { effects: { subprocess: true } }),
      ...marks,
    },
    group: marks,
    persistent,
    ...(typeof spec['run'] === 'string' && { runs: true }),
    children: recordsOf(spec['commands']),
  };
}

function describe({ description, documentation }: Fields): string {
  const short = textOf(description);
  const long = textOf(asRecord(documentation)['command']);
  if (short === '' || long.startsWith(short)) return long || short;
  return textOf(`${short}\n\n${long}`);
}
