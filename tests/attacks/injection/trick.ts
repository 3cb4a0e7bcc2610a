/**
 * One call of a model. In its texts `%URL%` stands for the loopback server, `%HOST%` for its host and port, `%HOME%` and
 * `%OUTSIDE%` for directories beside the working directory.
 */
export interface Call {
  /** For the table. */
  readonly title: string;
  /** The compiled name that is called. */
  readonly call: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** A person said yes to whatever the policy asks. */
  readonly approved?: true;
  /** Run in this directory of the scene's working directory. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Who stopped a trick: what is known of the values, the policy that asks a person, or the sandbox of the declared effects. */
export type Layer = 'arguments' | 'policy' | 'sandbox';

/** What a trick did to the scene; `nothing` where the program itself is not taken in. */
export type Harm = 'wrote' | 'changed' | 'leaked' | 'sent' | 'reached' | 'nothing';

/** A call whose values attack. */
export interface Trick extends Call {
  /** What a naive argv does on this machine. */
  readonly byHand: Harm;
  /** How it ends with ATIP: refused with a code, or run without harm. */
  readonly result: 'neutralised' | `refused ${string}`;
  readonly layer: Layer;
  /** Output that shows harm which leaves no other trace. */
  readonly sign?: RegExp;
}

/** A call as any model makes it, which must still work. */
export interface HonestCall extends Call {
  /** What its output or a request of it holds. */
  readonly shows: RegExp;
}
