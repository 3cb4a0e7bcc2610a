import { toBase64 } from './to-base64.ts';

/** How every text in PEM form begins in base64. */
export const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';

/** How private keys in PEM form begin in base64, as in `client-key-data` of a kubeconfig; what differs is the kind. */
export const ENCODED_KEYS: readonly string[] = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP '].map(
  (kind) => {
    const bytes = Array.from(`-----BEGIN ${kind}PRIVATE KEY`, (char) => char.charCodeAt(0));
    return toBase64(bytes).slice(0, Math.floor((bytes.length * 4) / 3));
  },
);

/** Base64 goes on at the next line when its own is no longer than this; the base64 of a whole key is longer. */
const WRAPPED_LENGTH = 128;
/** No key is longer, in lines. */
const MAX_LINES = 400;
const NOT_BASE64 = /[^A-Za-z0-9+/=]/g;
const BASE64_LINE = /^[ \t]{0,80}(?=[A-Za-z0-9+/]{1,128}={0,2}[ \t]{0,8}$)/;

/** Follows the base64 of a key, which goes no further than its characters, over lines that are equally long but for the last. */
export interface EncodedKey {
  /** Where the base64 ends from an index on, at the end of the text perhaps not for good; whether the next line may go on. */
  endFrom(text: string, from: number): { readonly end: number; readonly goesOn: boolean };
  /** Where in the next line base64 begins that goes on; -1: it does not. */
  nextLine(line: string): number;
}

/** `undefined` when what a key begins with is no base64. */
export function createEncodedKey(begin: string): EncodedKey | undefined {
  if (!begin.startsWith(ENCODED_BEGIN)) return undefined;
  let [run, width, lines] = [begin.length, 0, 1];
  return {
    endFrom(text, from) {
      NOT_BASE64.lastIndex = from;
      const end = NOT_BASE64.exec(text)?.index ?? text.length;
      run += end - from;
      const goesOn = text[end] === '\n' && lines < MAX_LINES && (lines < 3 ? run <= WRAPPED_LENGTH : run === width);
      width = run;
      return { end, goesOn };
    },
    nextLine(line) {
      const indent = BASE64_LINE.exec(line)?.[0].length ?? -1;
      [run, lines] = [0, lines + 1];
      return indent;
    },
  };
}
