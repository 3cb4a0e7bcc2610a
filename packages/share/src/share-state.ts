/** The contents of a link: everything needed to show another person the same page. */
export interface ShareState {
  /** In the order of their tabs; the first is shown. */
  readonly documents: readonly SharedDocument[];
  /** A provider of `@atip/core`; plain text here, because links outlive lists of providers. */
  readonly provider: string;
  /** The provider whose output is shown beside. Absent: none. */
  readonly beside?: string | undefined;
  /** Absent: false. */
  readonly strict?: boolean | undefined;
  /** The shown part of the tool. Absent: all of it. */
  readonly filter?: SharedFilter | undefined;
  /** Name of the open panel. Absent: the page's choice. */
  readonly panel?: string | undefined;
  /** Settings of the execution policy, by name. */
  readonly policy?: Readonly<Record<string, unknown>> | undefined;
}

export interface SharedDocument {
  readonly name: string;
  readonly text: string;
}

export interface SharedFilter {
  readonly commands?: readonly string[] | undefined;
  /** Levels of commands, 1 for the top level only. */
  readonly depth?: number | undefined;
}
