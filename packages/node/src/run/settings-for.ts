import { dirname } from 'node:path';
import type { ExecutionPolicy, ResultFilterOptions } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import type { AuditLogSettings } from '../record/create-audit-log.ts';
import { redactText } from '../record/record-event.ts';
import type { ScanSettings } from '../discover/scan-tools.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import type { ToolMachineSettings } from './program-machine.ts';
import type { LoadedConfiguration } from '../configuration/load-configuration.ts';

/** The settings that executors, MCP servers, the companion and `createToolMachine` take from a configuration. */
export interface ConfiguredCalls
  extends Required<Pick<ToolMachineSettings, 'credentials' | 'environment' | 'readable' | 'writableRoots' | 'hidden'>> {
  readonly policy: ExecutionPolicy;
  readonly output: ResultFilterOptions;
}

/** A configuration's settings for calls, discovery and the record. */
export interface ConfiguredSettings {
  readonly calls: ConfiguredCalls;
  /** For `scanTools`; its `timeout` also applies to asking a single program. */
  readonly scan: Pick<ScanSettings, 'skip' | 'timeout' | 'parallel'>;
  /** For `createAuditLog`, with the path of the log. */
  readonly audit: AuditLogSettings & { readonly file: string };
}

/**
 * Splits a merged configuration into the settings of its users: the only place that assigns fields to them.
 *
 * The directory of a log at a custom place is hidden from tools, like our own state.
 * @param where `writable`: directories, absolute, in place of the working directory; the configuration's are added
 * @throws ExecutionError for a configuration of which a file was refused
 * @see ATIP RFC 4
 */
export function settingsFor(
  { settings, problems }: Pick<LoadedConfiguration, 'settings' | 'problems'>,
  {
    env,
    cwd,
    writable = [cwd],
  }: { readonly env: Environment; readonly cwd: string; readonly writable?: readonly string[] },
): ConfiguredSettings {
  const broken = problems.find(({ severity }) => severity === 'error');
  if (broken) throw new ExecutionError(`The configuration ${broken.file} is refused: ${broken.message}`);
  const { policy, credentials, environment, readable, skip } = settings;
  const { timeout, parallel } = settings.probe;
  const { path, ...limits } = settings.audit;
  const paths = xdgPaths(env);
  // Reading the file checked that each is a regular expression.
  const patterns = settings.redact.map((source) => new RegExp(source, 'gu'));
  const redact = (text: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, '[REDACTED]'), redactText(text));
  return {
    calls: {
      ...{ policy, credentials, environment, readable },
      writableRoots: [...writable, ...settings.writable],
      hidden: path === undefined ? [] : [dirname(path)],
      output: patterns.length > 0 ? { redactPatterns: patterns } : {},
    },
    scan: { skip, ...(timeout !== undefined && { timeout }), ...(parallel !== undefined && { parallel }) },
    audit: { ...limits, file: path ?? paths.audit, list: paths.auditLogs, ...(patterns.length > 0 && { redact }) },
  };
}
