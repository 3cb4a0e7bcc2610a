import type { ReactElement } from 'react';
import {
  type CompanionState,
  GONE_REASON,
  HOSTED_ADVICE,
  NEW_LINK_ADVICE,
  START_ADVICE,
} from '../../state/companion.ts';

interface CompanionAdviceProps {
  readonly state: Exclude<CompanionState, { readonly kind: 'connected' }>;
}

/** Why there is no companion to work with, and what to do about it. */
export function CompanionAdvice({ state }: CompanionAdviceProps): ReactElement {
  switch (state.kind) {
    case 'looking':
      return <p role="status">Looking for the companion…</p>;
    case 'absent':
      return (
        <>
          <p>
            <strong>
              {state.isHosted
                ? 'This page comes from a host that runs nothing.'
                : 'This page was not served by a companion.'}
            </strong>{' '}
            The companion is a small program on your own machine that finds tools and runs checked calls. Everything
            else on this page works without it.
          </p>
          <p>{state.isHosted ? HOSTED_ADVICE : START_ADVICE}</p>
        </>
      );
    case 'locked':
      return (
        <>
          <p>
            <strong>A companion serves this page, but the page has no key to it.</strong> {state.reason}
          </p>
          {!state.reason.includes(NEW_LINK_ADVICE) && <p>{NEW_LINK_ADVICE}</p>}
        </>
      );
    case 'lost':
      return (
        <>
          <p>
            <strong>
              {state.reason === GONE_REASON ? 'The companion does not answer.' : 'The companion answers with an error.'}
            </strong>{' '}
            {state.reason}
          </p>
          <p>{START_ADVICE}</p>
        </>
      );
  }
}
