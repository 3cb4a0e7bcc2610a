import type { Companion } from './companion.ts';

/** Where links are stored: in a file of the own machine, or with a host that everybody reaches. */
export type ShareHostKind = 'companion' | 'hosted';

/** Who stores short links for this page, at the address that it came from. */
export type ShareHost = NonNullable<ReturnType<typeof shareHostOf>>;

/** `undefined` where nobody does: a plain web server, or a companion that this page has no key to. */
export function shareHostOf({ client, state, token, isHosted }: Companion) {
  if (!isHosted && (state.kind !== 'connected' || token === undefined)) return undefined;
  const kind: ShareHostKind = isHosted ? 'hosted' : 'companion';
  // The public host takes shares from everybody; a token of a companion is none of its business.
  const key = isHosted ? undefined : token;
  return {
    kind,
    /** @param expiresIn whole seconds; `undefined`: for ever */
    store: (fragment: string, expiresIn: number | undefined) =>
      client.storeShare(key, { fragment, ...(expiresIn !== undefined && { expiresIn }) }),
    remove: (id: string, deleteToken: string) => client.removeShare(key, id, deleteToken),
  };
}
