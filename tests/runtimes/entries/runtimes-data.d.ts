/** Put into each bundle by `layGround`: the suite itself reads no file, since not every runtime can. */
declare module 'runtimes-data' {
  export const documents: Readonly<Record<string, string>>;
  /** The text of each golden file, by group. */
  export const golden: Readonly<Record<string, string>>;
}
