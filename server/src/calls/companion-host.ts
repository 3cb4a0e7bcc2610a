import { createHost, type Host, type HostOptions } from '@atip/node';

/** Programs that run at the same time. */
export const PARALLEL = 4;

/** The host of a companion. No process of it has a person at its input, whatever a policy says. */
export function createCompanionHost(options: HostOptions): Host {
  const { policy = options.configuration?.settings.policy } = options;
  return createHost({ ...options, policy: { ...policy, allowInteractive: false }, parallel: PARALLEL });
}
