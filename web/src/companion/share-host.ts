import type { Companion } from './companion.ts';

/** Where links are stored: in a file on this machine, or with a public host. */
export type ShareHostKind = 'companion' | 'hosted';

export type ShareHost = NonNullable<ReturnType<typeof shareHostOf>>;

/** `undefined` without one: a plain web server, or a companion that this page has no key to. */
export function shareHostOf({ client, state, token, isHosted }: Companion) {
  if (!isHosted && (state.kind !== 'connected' || token === undefined)) return undefined;
  const kind: ShareHostKind = isHosted ? 'hosted' : 'companion';
  // The public host takes shares from everybody, and must not see a companion's token.
  const key = isHosted ? undefined : token;
  return {
    kind,
    /** @param expiresIn whole seconds; `undefined`: for ever */
    store: (fragment: string, expiresIn: number | undefined) =>
      client.storeShare(key, { fragment, ...(expiresIn !== undefined && { expiresIn }) }),
    remove: (id: string, deleteToken: string) => client.removeShare(key, id, deleteToken),
  };
}
