import type { ProgramTree, Reading } from '../document/program-tree.ts';

/** A library that command lines are written with. Its programs are recognised by their shape: it is never imported. */
export interface Framework {
  readonly id: string;
  readonly matches: (program: unknown) => boolean;
  /** Reads a program that matches, and runs nothing of it but what defines it. Absent: it does not match. */
  readonly read: (program: unknown, reading: Reading) => ProgramTree | Promise<ProgramTree> | undefined;
}

/** Puts a guard and a reader of the same shape together. */
export function defineFramework<Program>(framework: {
  readonly id: string;
  readonly matches: (program: unknown) => program is Program;
  readonly read: (program: Program, reading: Reading) => ProgramTree | Promise<ProgramTree>;
}): Framework {
  const { id, matches, read } = framework;
  return { id, matches, read: (program, reading) => (matches(program) ? read(program, reading) : undefined) };
}
