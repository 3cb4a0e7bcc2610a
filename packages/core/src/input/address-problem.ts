/**
 * What is no address but an order to the program that fetches it: a transport that runs a command (`ext::sh -c …`, for git),
 * a host or user that ssh would read as an option (`ssh://-oProxyCommand=…`, `-oProxyCommand=…@host`). An IPv6 address may
 * start like a transport, with up to four hexadecimal digits.
 */
const TRAP = /^(?![\da-f]{1,4}::)[\w+.-]+::|^(?:[a-z][\w+.-]*:\/\/)?(?:[^/?#]*@)?(?:-|%2d)/i;

/** Everything up to an IPv6 host, the one place where an address has brackets. */
const BRACKETED_HOST = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/?#@[\]]*@)?\[[\da-f:.]+(?:%25[\w.~-]+)?\]/i;

/** What RFC 3986 has no place for. curl would expand `[1-9]` and `{a,b}` to many addresses; parsers disagree about `\`. */
const NOT_IN_ADDRESS = /[<>"{}|\\^`[\]]/;

/** `file:`, also behind what a program takes off first: `git+file:` of npm and pip, `view-source:file:` of browsers. */
const LOCAL = /^(?:[a-z][a-z\d.+:-]*[+:])?file:/i;

/**
 * What keeps a text from being an address that a program may fetch, if anything; completes "The value …".
 *
 * A `file:` address reads this machine and no network, which the metadata of a command that takes addresses hardly ever
 * says: only a document whose `x-schemes` names it lets it through.
 *
 * @param schemes the parameter's `x-schemes`, such as `["https"]`: nothing else may then be fetched, and a list that cannot be
 * read allows nothing. Absent: every scheme but `file`.
 */
export function addressProblem(text: string, schemes: unknown): string | undefined {
  if (!/^\S+$/.test(text)) return 'is not a URL: it is empty or contains white space';
  if (TRAP.test(text)) return 'is no URL but an option or a command';
  const foreign = NOT_IN_ADDRESS.exec(text.replace(BRACKETED_HOST, ''))?.[0];
  if (foreign !== undefined) return `is not a URL: "${foreign}" is written ${percentEncoded(foreign)} there`;
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (schemes === undefined)
    return LOCAL.test(text) ? 'is a file of this machine, where an address is expected' : undefined;
  const allowed = (Array.isArray(schemes) ? schemes : []).filter((name) => typeof name === 'string');
  if (allowed.some((name) => name.toLowerCase() === scheme)) return undefined;
  return allowed.length === 0
    ? 'cannot be checked: "x-schemes" of its metadata lists no scheme'
    : `must begin with ${allowed.map((name) => `${name}:`).join(' or ')}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
