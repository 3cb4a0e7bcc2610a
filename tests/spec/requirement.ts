/** One thing that the RFC asks of somebody. */
export interface Requirement {
  /** Section and number within it: `ATIP-8.2-1`. Ids are kept when the text changes. */
  readonly id: `ATIP-${string}-${number}`;
  /** The RFC's key word; `rule`: said without one, in a rule, table or program. */
  readonly level: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'rule';
  /** Who has to see to it; what a `tool` has to do concerns us as the reader of tools and the author of one. */
  readonly concerns: 'agent' | 'library' | 'tool';
  /** What is asked, in our own words. */
  readonly text: string;
  /** The requirement whose key word this one shares: the RFC says it once and lists several things. */
  readonly under?: Requirement['id'];
  /** Tests that show it, `file > title`. A title of a table may be that of one row. */
  readonly tests?: readonly string[];
  /** What is not done, `issue N: what`. Absent: all of it is done and shown. */
  readonly open?: `issue ${number}: ${string}`;
}
