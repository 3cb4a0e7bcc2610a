import type { AtipEffects, CompiledEntry, JsonNode } from '@atip/core';
import type { JsonPlace } from './json-place.ts';
import type { Level } from './command-levels.ts';
import type { ProvenanceBuilder, SourceId } from './provenance-builder.ts';

/** A command that a compiled tool runs. */
export interface TargetCommand {
  readonly pointer: string;
  /** Of all levels together. */
  readonly effects: AtipEffects;
  /** The command first, the tool last. */
  readonly levels: readonly Level[];
  readonly place: JsonPlace;
}

/** One compiled tool while its lines are written. */
export interface Target {
  readonly builder: ProvenanceBuilder;
  readonly root: JsonNode;
  readonly entry: CompiledEntry;
  /** The command, or the group that an action tool stands for. */
  readonly place: JsonPlace;
  /** The command alone; for an action tool those of its group, in the order of its actions. */
  readonly commands: readonly TargetCommand[];
  readonly isGroup: boolean;
  /** Lines that every tool of this form has. */
  readonly wrapper: SourceId;
  /** Pointers of what descriptions tell in words, as the compilation says. */
  readonly told: ReadonlySet<string>;
  /** For each property the pointers of the parameters it stands for, at least one. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
}
