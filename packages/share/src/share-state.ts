/** The contents of a link: everything needed to show another person the same page. */
export interface ShareState {
  /** In the order of their tabs; the first is shown. */
  readonly documents: readonly SharedDocument[];
  /** A provider of `@atip/core`; a plain text here, because links outlive lists of providers. */
  readonly provider: string;
  /** Absent: false. */
  readonly strict?: boolean;
  /** Which part of the tool is looked at. Absent: all of it. */
  readonly filter?: SharedFilter;
  /** Name of the panel that was open. Absent: the page's choice. */
  readonly panel?: string;
  /** A call put together by hand. It is shown, never run, when the link is opened. */
  readonly call?: SharedCall;
  /** A provider's response as it was pasted. */
  readonly response?: string;
  /** A tool's output as it was pasted. */
  readonly output?: string;
  /** A shell line as it was typed. It is shown, never run, when the link is opened. */
  readonly line?: string;
  /** Settings of the execution policy, by name. */
  readonly policy?: Readonly<Record<string, unknown>>;
}

export interface SharedDocument {
  readonly name: string;
  readonly text: string;
}

export interface SharedFilter {
  readonly commands?: readonly string[];
  /** Levels of commands, 1 for the top level only. */
  readonly depth?: number;
}

export interface SharedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
