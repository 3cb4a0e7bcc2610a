import type { RegistryProblem } from './load-registry.ts';

/** A registry that must not be written over. */
export class RegistryError extends Error {
  readonly code: 'REGISTRY_UNREADABLE' | 'REGISTRY_NEWER_VERSION';

  constructor(path: string, problem: RegistryProblem) {
    super(`The registry ${JSON.stringify(path)} is not written: ${problem.message} Move it away to begin a new one.`);
    this.name = 'RegistryError';
    this.code = problem.code === 'newer-version' ? 'REGISTRY_NEWER_VERSION' : 'REGISTRY_UNREADABLE';
  }
}
