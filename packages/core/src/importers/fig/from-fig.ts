import type { Imported, ImportHints } from '../imported.ts';
import { textsOf } from '../shared/fields.ts';
import { finishTool } from '../shared/finish-tool.ts';
import { growTree } from '../shared/grow-tree.ts';
import { createLosses } from '../shared/losses.ts';
import type { Fields } from '../shared/read-foreign.ts';
import { FIG_LOSSES, type FigCode } from './fig-losses.ts';
import { readBranch } from './read-branch.ts';
import { type FigSource, openSpecs } from './open-specs.ts';

/** What is known besides a Fig specification. */
export interface FigHints extends ImportHints {
  /** The specification that a `loadSpec` names, or `undefined`. Absent: none is known. */
  readonly load?: (name: string) => unknown;
  /** What `load` knows this specification as; also its name when it states none. Absent: not known. */
  readonly file?: string;
  /** True: a tool larger than a document may be is made whole, for who takes it apart. Absent: it is cut, with an issue. */
  readonly whole?: boolean;
}

/**
 * Makes ATIP metadata of a completion specification of Fig (`@withfig/autocomplete`), as data; functions are ignored.
 *
 * Shape: `{ name: "rm", options: [{ name: ["-f", "--force"], isDangerous: true }], args: { template: "filepaths" } }` → a tool
 * `rm` with the option `force`, destructive when given, and one argument of type `file`. A group that takes anything itself
 * gets a `""` child. Fig says what is dangerous and never that something is harmless, so no effect is ever false. Trust is
 * `community`: a third of the flags of popular tools are missing or of another version.
 *
 * Lossy, each with an issue that counts: generators, code, options of several values, values with descriptions, parser
 * directives, and what `load` does not know. Silent: icons, priorities and what is inserted in place of a name.
 * Limits: 500,000 values or 4 MiB of text, 40 levels of commands. Never throws.
 */
export function fromFig(spec: unknown, hints: FigHints = {}): Imported {
  const losses = createLosses<FigCode>(FIG_LOSSES);
  const { root, join } = openSpecs(spec, hints, losses.lose);
  const tree = growTree<FigSource>(root, {
    namesOf: ({ spec: { name } }) => textsOf(name),
    read: (source, pointer) => readBranch(join(source, pointer), pointer, losses.lose),
    lose: losses.lose,
    whole: hints.whole,
  });
  const name = hints.name ?? executableName(root.spec, hints.file ?? '');
  const { description, ...rest } = tree;
  const head = {
    name,
    version: hints.version ?? '',
    description,
    trust: { source: 'community' as const },
  };
  return finishTool({ ...head, ...rest }, losses.issues(), hints.whole);
}

/** What is typed to run it: specifications of scoped packages are named after the package instead. */
function executableName({ name }: Fields, file: string): string {
  const [stated = file] = textsOf(name);
  return stated.split('/').at(-1) || file;
}
