/** Where shares are kept. Ids say their content, so that nothing is ever changed, and writing again does no harm. */
export interface ShareStore {
  /** @returns undefined when there is none of that id. */
  get(id: string): Promise<string | undefined>;
  put(id: string, fragment: string): Promise<void>;
}
