export type StdinUse = 'none' | 'optional' | 'required' | 'password';
export type CostEstimate = 'free' | 'low' | 'medium' | 'high';

/**
 * What running a command does to the world.
 *
 * An absent field means *unknown*, which is never the same as `false`.
 * @see ATIP 0.3 §3.6
 */
export interface AtipEffects {
  filesystem?: {
    read?: boolean;
    write?: boolean;
    delete?: boolean;
    paths?: string[];
  };
  network?: boolean;
  subprocess?: boolean;
  idempotent?: boolean;
  reversible?: boolean;
  destructive?: boolean;
  creates?: string[];
  modifies?: string[];
  deletes?: string[];
  interactive?: {
    stdin?: StdinUse;
    prompts?: boolean;
    tty?: boolean;
  };
  cost?: {
    estimate?: CostEstimate;
    billable?: boolean;
  };
  duration?: {
    /** Free text such as `"1-5s"`. */
    typical?: string;
    /** A number with a unit, such as `"60s"` or `"5m"`. */
    timeout?: string;
  };
}

/** @see ATIP 0.3 §3.7 */
export type AtipParamType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'file'
  | 'directory'
  | 'url'
  | 'enum'
  | 'array';

/** A positional value. @see ATIP 0.3 §3.4 */
export interface AtipArgument {
  name: string;
  type: AtipParamType;
  description: string;
  /** Absent: required. */
  required?: boolean;
  default?: unknown;
  /** Takes one or more values. Absent: exactly one. */
  variadic?: boolean;
  enum?: (string | number)[];
  /** True: still works, but the tool's author advises against it. */
  'x-deprecated'?: boolean;
  /** True: the program takes `@name` for what is in the file of that name, so no value may start with `@`. */
  'x-at-file'?: boolean;
  /** With type `url`: the only schemes of it, such as `["https"]`. Absent: any but `file`. */
  'x-schemes'?: string[];
  /** True: the value may have no line break, for example since the program writes it into a header. */
  'x-one-line'?: boolean;
  /** True: a value may start with `+`, as for `date +%F`. Absent: the program could take it for an option, as vim does. */
  'x-plus'?: boolean;
  /** Holds besides the command's effects when a call gives this. Only adds harm; what cannot be read counts as all harm. */
  'x-effects'?: AtipEffects;
}

/** A flagged value. @see ATIP 0.3 §3.5 */
export interface AtipOption {
  name: string;
  /** Every spelling, for example `["-o", "--output"]`. */
  flags: string[];
  type: AtipParamType;
  description: string;
  /** Absent: optional. */
  required?: boolean;
  default?: unknown;
  enum?: (string | number)[];
  /** Environment variable that gives the value where the command line does not. It never comes from a model. */
  envVar?: string;
  /** True: still works, but the tool's author advises against it. */
  'x-deprecated'?: boolean;
  /** True: the program takes `@name` for what is in the file of that name, so no value may start with `@`. */
  'x-at-file'?: boolean;
  /** With type `url`: the only schemes of it, such as `["https"]`. Absent: any but `file`. */
  'x-schemes'?: string[];
  /** True: the value may have no line break, for example since the program writes it into a header. */
  'x-one-line'?: boolean;
  /** Holds besides the command's effects when a call gives this. Only adds harm; what cannot be read counts as all harm. */
  'x-effects'?: AtipEffects;
  /** Flags of other options that cannot be given together with this one. */
  'x-exclusive'?: string[];
  /** Flags of other options that have to be given together with this one. */
  'x-depends'?: string[];
  /** True, with type `string`: the text is a value written as JSON. */
  'x-json'?: boolean;
  /** True, with type `integer`: the flag takes no value and is repeated as often as the number says, 0 to 20 times. */
  'x-count'?: boolean;
  /** With type `array`: all items are one value, joined by this, as in `--label=a,b`. Absent: the flag repeats. */
  'x-list-separator'?: string;
  /** How a value follows its flag: `equals` is `--name=value` as one element, `space` is two, `attached` is `-nvalue`. Absent: inherited. */
  'x-value-style'?: ValueStyle;
}

/** With `attached` a flag of two dashes is written as with `equals`. */
export type ValueStyle = 'equals' | 'space' | 'attached';
