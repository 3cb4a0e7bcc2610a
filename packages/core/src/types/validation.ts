export type ArgumentErrorCode =
  | 'MISSING_REQUIRED'
  | 'INVALID_TYPE'
  | 'INVALID_ENUM'
  | 'INVALID_FORMAT'
  | 'UNKNOWN_COMMAND'
  /** The tool's document cannot be read. */
  | 'INVALID_METADATA'
  /** Only where `refuseExtra` asks for it. */
  | 'EXTRA_PARAMETER';

export type ArgumentWarningCode = 'EXTRA_PARAMETER' | 'DEPRECATED_PARAMETER';

export interface ArgumentProblem<Code extends string> {
  readonly code: Code;
  readonly message: string;
  /** The property key as the model wrote it, or as it should have been. */
  readonly parameter: string;
}

export interface ValidationSettings {
  /**
   * Names of the variables that the process will have in its environment. A required option that one of them gives (its
   * `envVar`) need not be in the call; the variable's value is the host's and is not looked at. Absent: none.
   */
  readonly environment?: ReadonlySet<string>;
  /**
   * Whether a parameter that the command has not is an error. Whoever runs the call wants this: a model that made up a dry run
   * must not get a real one. Absent: it is a warning, as the specification says.
   */
  readonly refuseExtra?: boolean;
}

/** What became of a model's arguments when held against one command. */
export interface ToolCallValidation {
  readonly valid: boolean;
  readonly errors: readonly ArgumentProblem<ArgumentErrorCode>[];
  readonly warnings: readonly ArgumentProblem<ArgumentWarningCode>[];
  /**
   * The accepted arguments by their compiled key, types coerced where that is certain; extra ones and nulls that stand
   * for "not given" are left out. Meaningful only when `valid`.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
}
