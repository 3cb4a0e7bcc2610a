import type { EffectKind } from './effect-kinds.ts';

/** Flags, separated by spaces, with what they do and how one knows. */
export type FlagRows = Readonly<Record<string, readonly [kind: EffectKind, reason: string]>>;

/** A program or one of its commands, `"git branch"`; what it does without the flags that follow, and how one knows. */
export type ProgramRow = readonly [command: string, kind: EffectKind, reason: string, flags?: FlagRows];
