import type { ProgramTree, ProgramReading } from '../document/program-tree.ts';

/** A library for command lines. Its programs are recognised by their shape: it is never imported. */
export interface Framework {
  readonly matches: (program: unknown) => boolean;
  /** Reads a matching program, and runs only its definitions. Absent: it does not match. */
  readonly read: (program: unknown, reading: ProgramReading) => ProgramTree | undefined;
}

/** Combines a guard and a reader of the same shape. */
export function defineFramework<Program>(framework: {
  readonly matches: (program: unknown) => program is Program;
  readonly read: (program: Program, reading: ProgramReading) => ProgramTree;
}): Framework {
  const { matches, read } = framework;
  return { matches, read: (program, reading) => (matches(program) ? read(program, reading) : undefined) };
}
