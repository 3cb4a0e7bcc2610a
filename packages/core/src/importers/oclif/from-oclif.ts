import { asRecord } from '../../json/as-record.ts';
import type { Imported, ImportHints } from '../imported.ts';
import { textOf } from '../shared/fields.ts';
import { finishTool } from '../shared/finish-tool.ts';
import { growTree } from '../shared/grow-tree.ts';
import { createLosses } from '../shared/losses.ts';
import { readForeign } from '../shared/read-foreign.ts';
import { chooseSeparator } from './choose-separator.ts';
import { OCLIF_LOSSES, type OclifCode } from './oclif-losses.ts';
import { readCommand } from './read-command.ts';
import { readTopics, type Topic } from './read-topics.ts';

/** What is known besides a manifest, most of it from the `oclif` part of the same package's `package.json`. */
export interface OclifHints extends ImportHints {
  /** How the parts of an id are typed: `apps:create` or `apps create`. Absent: as examples show it, else `:`. */
  readonly topicSeparator?: ':' | ' ';
}

const MAX_VALUES = 2_000_000;

/**
 * Makes ATIP metadata of an `oclif.manifest.json`.
 *
 * Shape: `{ version: "1.0.0", commands: { "apps:create": { flags: { team: { char: "t", type: "option", env: "TEAM" } } } } }` →
 * a command `apps create` with the option `team`, `-t` and `--team`, which the variable `TEAM` gives as well; with the
 * separator `:` the command is `apps:create`, one word, which programs with either separator take. The manifest does not say
 * what the program is called: that is a hint. It says nothing of effects. Trust is `community`.
 *
 * Lossy, each with an issue that counts: conditions between flags, presets that are computed, templates of unknown values.
 * Limits: 500,000 values or 4 MiB of text, 40 levels of topics. Never throws.
 */
export function fromOclif(manifest: unknown, hints: OclifHints = {}): Imported {
  const { lose, issues } = createLosses<OclifCode>(OCLIF_LOSSES);
  const source = asRecord(readForeign(manifest, MAX_VALUES, (code) => lose(code)));
  const name = hints.name ?? '';
  const { separator, isGuess } = chooseSeparator(source, hints);
  if (isGuess) lose('import-assumed-separator');
  const root = readTopics(source, separator);
  const { description, ...tree } = growTree<Topic>(root, {
    namesOf: (topic) => [topic.name],
    read: (topic, pointer) => readCommand(topic, { bin: name, separator }, (code) => lose(code, pointer)),
    lose,
  });
  const version = hints.version ?? textOf(source['version']);
  return finishTool({ name, version, description, trust: { source: 'community' }, ...tree }, issues());
}
