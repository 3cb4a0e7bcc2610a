/** Notes a place where table, structure and sources do not fit together, so that all of them are seen at once. */
export type Fail = (message: string) => void;
