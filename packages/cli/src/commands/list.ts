import { resolve } from 'node:path';
import type { NamedPattern } from '@atip/core/internal';
import {
  createSandbox,
  type Environment,
  type Sandbox,
  type ScanEvent,
  type SandboxStatus,
  scanTools,
  type SkippedTool,
} from '@atip/node';
import {
  createExecutableFinder,
  hasDiscovered,
  readInstalledVersions,
  summarizeBundled,
  summarizeTool,
  summarizeTools,
  type ToolSummary,
  withInstalled,
} from '@atip/node/internal';
import { readSettings, repeated } from '../tools/call-settings.ts';
import {
  type CliHost,
  type DefineCommand,
  CliError,
  EXIT,
  orFail,
  systemFailure,
  type CliOptions,
} from '../cli-host.ts';
import { createProgressLine } from '../terminal/style.ts';
import { countOf, toJson } from '../terminal/text.ts';
import { readNamedPatterns, writePatternTable } from '../tools/pattern-summary.ts';
import { describeSandbox, writeRefusedSignatures, writeSkipped, writeToolTable } from '../tools/tool-summary.ts';

type Done = Extract<ScanEvent, { event: 'done' }>;

/** `atip list`: the known tools. Looks for them first on a machine where it never did, or when it is asked to. */
export const defineList: DefineCommand = (command, { host, end }) => {
  command
    .argument('[name]', 'only tools and patterns with this in their names')
    .option('--refresh', 'look at the programs of this machine again; those that describe themselves are asked')
    .addOption(repeated('--probe <path>', 'also ask this program; may be repeated'))
    .option('--json', 'write them as JSON')
    .option('--verbose', 'give the reason for everything that was left out')
    .addHelpText('after', HELP)
    .action(async (wanted: string | undefined, options: CliOptions) => {
      const named = options.probe.map((path) => resolve(host.cwd, path));
      const isNew = options.refresh === true || named.length > 0 || !hasDiscovered(host.env);
      const listing = isNew ? await discover(host, named, options) : await listKnown(host, options);
      const { tools, patterns, skipped, report } = onlyNamed(wanted, listing);
      if (wanted !== undefined && tools.length + patterns.size === 0)
        throw new CliError(EXIT.invalid, `No known tool has ${JSON.stringify(wanted)} in its name. ${HOW_TO_FIND}`);
      if (options.json === true) {
        const own = [...patterns].map(([name, { pattern, ...from }]) => ({ ...pattern, name, ...from }));
        host.stdout.write(`${toJson({ tools, patterns: own, skipped, ...report })}\n`);
      } else {
        writeToolTable(tools, host);
        writePatternTable(patterns, host);
      }
      listing.summary?.();
      writeRefusedSignatures(tools, host);
      writeSkipped(skipped, host, { verbose: options.verbose === true });
      // A person who names a program wants to know why it is not among the tools.
      const refused = skipped.filter(({ source }) => named.includes(source));
      if (refused.length === 0) return;
      if (options.verbose !== true) writeSkipped(refused, host, { verbose: true });
      end(EXIT.invalid);
    });
};

const HELP = `
On the first run and with --refresh, atip asks the programs on the PATH that
describe themselves, in the sandbox. Otherwise it starts nothing. Bundled
documents are marked bundled; ATIP_SHIMS=off leaves them out. Exit code 1 when a
program of --probe is not among the tools.`;

const HOW_TO_FIND = '`atip list` lists all of them, and `atip list --refresh` looks for more.';

function onlyNamed(wanted: string | undefined, listing: Listing): Listing {
  if (wanted === undefined) return listing;
  const isMeant = (name: string): boolean => name.toLowerCase().includes(wanted.toLowerCase());
  const tools = listing.tools.filter(({ name }) => isMeant(name));
  return { ...listing, tools, patterns: new Map([...listing.patterns].filter(([name]) => isMeant(name))) };
}

interface Listing {
  readonly tools: readonly ToolSummary[];
  readonly patterns: ReadonlyMap<string, NamedPattern>;
  readonly skipped: readonly SkippedTool[];
  /** Fields of the JSON that only a search has. */
  readonly report?: object;
  /** Says what was looked at. */
  readonly summary?: () => void;
}

async function listKnown(host: CliHost, { json }: CliOptions): Promise<Listing> {
  const listing = summarizeTools(host.env, json === true);
  const { tools, ...scan } = await orFail('The tools of this machine cannot be read', listing);
  // No document of the catalog has a pattern.
  return { tools, ...(await readNamedPatterns(scan, host)) };
}

async function discover(host: CliHost, named: readonly string[], options: CliOptions): Promise<Listing> {
  const { done, sandbox } = await scan(host, named, options);
  const tools = await summariesOf(done, host.env, kindOf(options));
  const listing = await readNamedPatterns(done.scan, host);
  return {
    tools,
    ...listing,
    report: { counts: done.counts, sandbox },
    summary: () => writeSummary(host, { ...listing, tools }, done, sandbox),
  };
}

type Kind = 'changed' | 'rewritten';

/** Only JSON has the hashes of documents, for which each has to be read. */
function kindOf({ json }: CliOptions): Kind {
  return json === true ? 'changed' : 'rewritten';
}

async function scan(host: CliHost, named: readonly string[], options: CliOptions) {
  const { env, signal } = host;
  const progress = createProgressLine(host.stderr);
  try {
    let tried: Promise<Sandbox> | undefined;
    const sandbox = (): Promise<Sandbox> => {
      tried ??= createSandbox({ env });
      return tried;
    };
    const { skip, probe } = (await readSettings(undefined, host.cwd, host)).settings;
    const settings = {
      ...probe,
      skip,
      env,
      named,
      sandbox,
      signal,
      bundled: kindOf(options),
      refresh: options.refresh,
    };
    for await (const event of scanTools(settings)) {
      if (event.event === 'done') {
        // Trying a sandbox takes longer than a scan that finds nothing new.
        const isNew = event.counts.read > 0;
        return { done: event, sandbox: (await (isNew ? sandbox() : tried))?.status };
      }
      if (event.event === 'progress') progress.show(progressText(event));
    }
  } catch (error) {
    if (signal.aborted) throw new CliError(EXIT.io, 'The scan was stopped before it was complete.', { cause: error });
    throw systemFailure(error, 'The tools of this machine cannot be searched');
  } finally {
    progress.clear();
  }
  throw new Error('The scan ended without saying so.');
}

/**
 * Summaries of what was found. The version of a program is shown as far as `atip show` has asked for it: asking hundreds takes
 * ten times as long as reading all programs.
 */
async function summariesOf({ scan: { found } }: Done, env: Environment, kind: Kind): Promise<ToolSummary[]> {
  const find = createExecutableFinder(env);
  const read = await Promise.all(found.map((one) => summarizeTool(one, find)));
  const bundled = await summarizeBundled(new Set(read.map(({ name }) => name)), env, find, kind);
  const versions = await readInstalledVersions(env);
  return Promise.all([...read, ...bundled].map((tool) => withInstalled(tool, versions, find)));
}

function progressText({ phase, done, total }: Extract<ScanEvent, { event: 'progress' }>): string {
  const verb = phase === 'screening' ? 'Reading programs' : 'Asking programs';
  return `${verb}: ${done}${total === undefined ? '' : ` of ${total}`}`;
}

function writeSummary(
  { stderr }: CliHost,
  { tools, patterns }: Pick<Listing, 'tools' | 'patterns'>,
  { counts }: Done,
  sandbox: SandboxStatus | undefined,
): void {
  // Most machines have none, and few readers know them.
  const kinds = [countOf(tools.length, 'tool'), ...(patterns.size > 0 ? [countOf(patterns.size, 'pattern')] : [])];
  stderr.write(`${kinds.join(', ')}; ${countOf(counts.executables, 'program')} looked at, ${counts.asked} asked.\n`);
  if (sandbox) stderr.write(`${describeSandbox(sandbox)}\n`);
}
