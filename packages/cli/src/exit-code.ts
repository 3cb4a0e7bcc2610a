/** What the process ends with. */
export const EXIT = {
  ok: 0,
  /** Invalid input, or findings. */
  invalid: 1,
  usage: 2,
  /** Refused by policy, or by a person. */
  refused: 3,
  /** The tool that was run failed. */
  toolFailed: 4,
  io: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
