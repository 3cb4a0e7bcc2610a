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
