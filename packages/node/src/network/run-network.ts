import type { AtipEffects, NetworkAttempt, RunOptions, SandboxReport } from '@atip/core';
import { sandboxAccess } from '@atip/core/internal';
import type { RunProxy } from '../sandbox/sandbox.ts';
import { type ConnectTo, createHostProxy } from './host-proxy.ts';
import { createHostJudge, describeRefusal, type HostResolver } from './judge-host.ts';

export interface RunNetwork {
  /** The effects for the sandbox: without the machine's network if a rule restricts it. */
  readonly effects: AtipEffects;
  readonly proxy?: RunProxy;
  /** Variables by which programs find the proxy. */
  readonly variables: Readonly<Record<string, string>>;
  /** Adds the requested hosts to the report, and refusals as notices for the model. */
  finish(report: SandboxReport): { readonly report: SandboxReport; readonly notices: readonly string[] };
  close(): void;
}

/** In the run's own network, where nothing else listens. */
const PORT = 3128;

/**
 * Gives a run the network access that its effects state and a rule permits.
 * @param rule Absent: all of it.
 * @throws ExecutionError for a rule that cannot be read
 */
export async function openRunNetwork(
  rule: RunOptions['network'],
  effects: AtipEffects,
  { resolve, connect }: { readonly resolve?: HostResolver; readonly connect?: ConnectTo } = {},
): Promise<RunNetwork> {
  if (rule === undefined) return direct(effects);
  const judge = createHostJudge(rule === 'none' ? [] : rule.allow, resolve);
  const isWanted = sandboxAccess(effects).network;
  if (!isWanted) return direct(effects);
  const alone = { ...effects, network: false };
  if (rule === 'none') return direct(alone);
  const proxy = createHostProxy(judge, connect);
  return {
    effects: alone,
    proxy: { port: PORT, onListener: proxy.serve },
    variables: proxyVariables(),
    finish: (report) => {
      const { listed, more } = proxy.attempts();
      const unlisted = more === 0 ? [] : [`${more} more hosts were asked for than are listed.`];
      const notices = [...noticesOf(listed), ...unlisted, ...settingOf(rule.allow, listed)];
      return { report: { ...report, notes: [...report.notes, ...notices], connections: listed }, notices };
    },
    close: proxy.close,
  };
}

function direct(effects: AtipEffects): RunNetwork {
  return { effects, variables: {}, finish: (report) => ({ report, notices: [] }), close: () => undefined };
}

/** Programs read either spelling; everything should use the proxy. */
function proxyVariables(): Record<string, string> {
  const address = `http://127.0.0.1:${PORT}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  return Object.fromEntries([
    ...names.flatMap((name) => [name, name.toLowerCase()].map((spelt) => [spelt, address])),
    ...['NO_PROXY', 'no_proxy'].map((name) => [name, '']),
    // Node 24 and later uses the others only with this one.
    ['NODE_USE_ENV_PROXY', '1'],
  ]);
}

const MAX_NOTICES = 5;

/** Most hosts of a rule that are repeated in the message. */
const MAX_WRITTEN = 20;

/** The configuration line that allows refused hosts, for people who may write it. */
function settingOf(allow: readonly string[], attempts: readonly NetworkAttempt[]): string[] {
  const hosts = refusedHosts(attempts).slice(0, MAX_NOTICES);
  if (hosts.length === 0) return [];
  const isShort = allow.length <= MAX_WRITTEN;
  const line = `"network": { "allow": ${JSON.stringify(isShort ? [...allow, ...hosts] : hosts)} }`;
  return [`A person can allow that in their configuration${isShort ? '' : ', beside what is listed'}: ${line}`];
}

/** Names that a run requested and that no rule lists, each once. */
export function refusedHosts(attempts: readonly NetworkAttempt[] = []): string[] {
  return [...new Set(attempts.flatMap(({ host, refused }) => (refused === 'host' ? [host] : [])))];
}

/** Refused hosts are reported even after success: the program's output may be the refusal. */
function noticesOf(attempts: readonly NetworkAttempt[]): string[] {
  return attempts
    .flatMap(({ refused, ...target }) => (refused ? [describeRefusal({ ...target, refused })] : []))
    .slice(0, MAX_NOTICES);
}
