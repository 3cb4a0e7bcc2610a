/** How a list of tools is held against its provider's rules. */
export interface AcceptanceSettings {
  /** Holds every tool to the strict rules, also where it does not ask for them itself. Absent: only tools that ask. */
  readonly strict?: boolean;
  /** What the back end takes: with `openapi`, `parametersJsonSchema` is a warning. Absent: whichever a tool uses. */
  readonly geminiSchema?: 'openapi' | 'json-schema';
  /** `legacy`: the smaller numbers of older and compatible back ends. Absent: `current`. */
  readonly limits?: 'current' | 'legacy';
}
