/**
 * What can become of something that the metadata says:
 * `shadowed` another tool's command took its name; `not-sent` the provider has no place for it and the host keeps it; `in-text` it stands in a description, in words; `renamed`,
 * `truncated`, `value-dropped` and `as-text` (numbers as strings) change it; `shared` one property stands for several parameters
 * and has another's description; `relaxed` it is required, and checked when called; `unreachable` it is declared where no command takes
 * it; `assumed` it is not stated and the provider's form has no word for that.
 */
export type LossCode =
  | 'not-sent'
  | 'in-text'
  | 'renamed'
  | 'truncated'
  | 'value-dropped'
  | 'as-text'
  | 'shadowed'
  | 'shared'
  | 'relaxed'
  | 'unreachable'
  | 'assumed';

/** @param pointer JSON Pointer into the tool's document */
export type ReportLoss = (code: LossCode, pointer: string, message: string) => void;
