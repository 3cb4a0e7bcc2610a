import type { SandboxStatus } from '@atip/node';
import { plainLine } from '../terminal/plain-line.ts';

/** Says in one line whether programs can be held here. */
export function describeSandbox({ available, tested, kind, version, reason, limits = [] }: SandboxStatus): string {
  if (!available) return `Sandbox: none works here. ${plainLine(reason ?? '')}`.trimEnd();
  const which = version === undefined ? kind : `${kind} ${plainLine(version)}`;
  const works = `Sandbox: ${which} ${tested ? 'works here' : 'is there, and was not tried'}.`;
  return [works, ...limits.map((limit) => plainLine(limit))].join(' ');
}
