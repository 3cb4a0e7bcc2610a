import { AtipError, type AtipTool, type CommandFilter, flattenCommands, selectCommands } from '@atip/core';
import { trustSourceOf } from '@atip/core/internal';
import type { FoundTool, ScanEvent, SkippedTool, ToolOrigin } from '@atip/node';
import { describeSignature, savedDocuments } from '@atip/node/internal';
import { Hono } from 'hono';
import { eventStreamResponse } from '../http/event-stream.ts';
import { operation } from '../http/operation.ts';
import { ProblemError, ProblemSchema, toProblem } from '../http/problem.ts';
import {
  type EventOf,
  flag,
  type Infer,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
  type TypedSchema,
  wholeNumber,
} from '../http/schema.ts';
import type { CompanionEnv, CompanionPorts } from '../ports.ts';
import { findTool, type RunningDiscovery } from '../tools/tool-catalog.ts';
import { ISSUE, TOOL, TRUST } from './core-schemas.ts';

/** Names in one request; a program gets them on its command line. */
const MAX_COMMANDS = 100;

const ORIGIN: TypedSchema<ToolOrigin> = {
  type: 'string',
  pattern: '^(?:tools|shims|probed|described|bundled)$',
};

const SIGNATURE = object('ToolSignature', {
  verified: flag(),
  // The signer, when and where it is logged, or why the signature does not count; in the words of `atip show`.
  words: text(),
});
const SUMMARY_FIELDS = {
  name: text(),
  version: text(),
  description: text(),
  origin: ORIGIN,
  trust: TRUST,
  // Without a program on the PATH the tool can be shown, but not run.
  executable: orNull<string>({ type: 'string' }),
  hash: text({ pattern: '^sha256:[0-9a-f]{64}$' }),
  commands: wholeNumber({ minimum: 0 }),
  destroys: wholeNumber({ minimum: 0, description: 'Commands that destroy by themselves.' }),
  saved: flag('True: it was saved here, and can be removed.'),
  issues: listOf(ISSUE),
  // Absent: the document has none.
  signature: optional(SIGNATURE),
};

const TOOL_SUMMARY = object('ToolSummary', SUMMARY_FIELDS);
export type ListedTool = Infer<typeof TOOL_SUMMARY>;

const TOOL_DETAIL = object('ToolDetail', { ...SUMMARY_FIELDS, tool: TOOL });
export type ToolDetail = Infer<typeof TOOL_DETAIL>;

const SKIPPED_TOOL = object('SkippedTool', {
  source: text(),
  code: text(),
  reason: text(),
}) as TypedSchema<SkippedTool>;

const TOOL_LIST = object('ToolList', {
  tools: listOf(TOOL_SUMMARY),
  skipped: listOf(SKIPPED_TOOL),
  cwd: text('The directory of runs that name none.'),
});
export type ToolList = Infer<typeof TOOL_LIST>;

const COMMANDS_REQUEST = object('CommandsRequest', {
  commands: listOf(text(), { minItems: 1, maxItems: MAX_COMMANDS }),
});

/** A name is never empty: that would mean the tool's own command, or all. */
const COMMAND_FILTER = object(undefined, {
  commands: optional(
    listOf(text({ pattern: '.' }), { description: 'Names separated by commas, such as "pr,issue list".' }),
  ),
  depth: optional(wholeNumber({ minimum: 1, description: 'Levels of commands.' })),
});

const DISCOVERY_REQUEST = object('DiscoveryRequest', {
  refresh: optional(flag('True: every program is read, and asked, anew.')),
});
export type DiscoveryRequest = Infer<typeof DISCOVERY_REQUEST>;

const COUNT = wholeNumber({ minimum: 0 });

const COUNTS = object('DiscoveryCounts', {
  directories: COUNT,
  executables: COUNT,
  skipped: COUNT,
  /** Programs with a remembered verdict. */
  cached: COUNT,
  read: COUNT,
  bytes: COUNT,
  /** Programs whose bytes suggest that they describe themselves. */
  marked: COUNT,
  canonical: COUNT,
  asked: COUNT,
  started: COUNT,
});

/** The data of each event of `POST /discoveries`; `done` or `error` is the last, and the list has the tools by then. */
const DISCOVERY_EVENTS = {
  progress: object('DiscoveryProgress', { phase: oneOf(['screening', 'asking']), done: COUNT, total: optional(COUNT) }),
  found: TOOL_SUMMARY,
  skipped: SKIPPED_TOOL,
  done: object('DiscoveryDone', { found: COUNT, counts: COUNTS, duration: number('Ms.') }),
  error: ProblemSchema,
};
export type DiscoveryEvent = EventOf<typeof DISCOVERY_EVENTS>;

type Emit = (event: DiscoveryEvent) => void;

export const tools = new Hono<CompanionEnv>()
  .get(
    '/api/v1/tools',
    operation('listTools', 'Every known tool, and everything that was left out', { answer: TOOL_LIST }),
    async (c) => {
      const { found, skipped } = await c.env.catalog.refresh();
      const listed = await Promise.all(found.map((tool) => summariseTool(tool, c.env)));
      return c.var.answer({ tools: listed, skipped, cwd: c.env.host.cwd });
    },
  )
  .get(
    '/api/v1/tools/:name',
    operation('getTool', 'One tool with its document, or an excerpt', {
      params: { name: text() },
      query: COMMAND_FILTER,
      answer: TOOL_DETAIL,
      problems: { 404: ['unknown-tool', 'unknown-command'] },
    }),
    async (c) => c.var.answer(await describeTool(c.req.param('name'), c.req.valid('query'), c.env)),
  )
  .post(
    '/api/v1/tools/:name/commands',
    operation('loadCommands', "Asks a discovered tool's program for some of its commands", {
      params: { name: text() },
      body: COMMANDS_REQUEST,
      answer: TOOL_DETAIL,
      problems: {
        404: ['unknown-tool', 'unknown-command'],
        409: ['commands-not-loaded', 'discovery-running', 'client-gone'],
        429: ['rate-limited'],
      },
    }),
    async (c) => {
      const { commands } = c.req.valid('json');
      return c.var.answer(await askForCommands(c.req.param('name'), commands, c.req.raw.signal, c.env));
    },
  )
  // Executes only programs that may describe themselves, in the sandbox; ends when its client closes the connection.
  .post(
    '/api/v1/discoveries',
    operation(
      'discover',
      'Looks for tools on this machine; programs that may describe themselves are asked, in the sandbox',
      {
        body: DISCOVERY_REQUEST,
        events: DISCOVERY_EVENTS,
        problems: { 409: ['discovery-running'], 429: ['rate-limited'], 503: ['shutting-down'] },
      },
    ),
    (c) => {
      const { signal: clientGone } = c.req.raw;
      const discovery = c.env.discovery.begin();
      if (clientGone.aborted) discovery.cancel();
      clientGone.addEventListener('abort', discovery.cancel, { once: true });
      const produce = (emit: Emit): Promise<void> => runDiscovery(c.req.valid('json'), discovery, c.env, emit);
      return eventStreamResponse<DiscoveryEvent>(produce, discovery.cancel);
    },
  );

/** Asks a tool's program for omitted commands, only in the sandbox. */
async function askForCommands(
  name: string,
  commands: readonly string[],
  clientGone: AbortSignal,
  ports: CompanionPorts,
): Promise<ToolDetail> {
  const found = findTool(ports.catalog.current(), name);
  if (found === undefined) return describeTool(name, {}, ports);
  const { tool, source } = found;
  const unknown = commands.find((command) => !Object.hasOwn(tool.commands ?? {}, command));
  if (unknown !== undefined) {
    const detail = `${name} has no command ${JSON.stringify(unknown.slice(0, 80))} at its top level.`;
    throw new ProblemError(404, 'unknown-command', detail);
  }
  if (tool.partial !== true) return describeTool(name, {}, ports);
  const reading = await ports.host.slots.use(untilGone(clientGone), () => ports.loadCommands(name, commands));
  await ports.catalog.refresh();
  if (reading.skipped) throw new ProblemError(409, 'commands-not-loaded', reading.skipped.reason);
  if (reading.found.source !== source) {
    const detail = `The commands are those of ${reading.found.source}, and ${name} is ${source} here.`;
    throw new ProblemError(409, 'commands-not-loaded', detail);
  }
  return describeTool(name, {}, ports);
}

/** A signal whose reason is a refusal: a client that leaves is not a failure of ours. */
function untilGone(clientGone: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const onGone = (): void => controller.abort(new ProblemError(409, 'client-gone', 'The connection was closed.'));
  if (clientGone.aborted) onGone();
  clientGone.addEventListener('abort', onGone, { once: true });
  return controller.signal;
}

/** Gives a tool with its document or an excerpt. @throws ProblemError 404 `unknown-tool`, `unknown-command` */
async function describeTool(name: string, filter: CommandFilter, ports: CompanionPorts): Promise<ToolDetail> {
  const found = findTool(ports.catalog.current(), name);
  if (found === undefined) throw new ProblemError(404, 'unknown-tool', 'No tool of this name is known.');
  return { ...(await summariseTool(found, ports)), tool: select(found.tool, filter) };
}

async function summariseTool(found: FoundTool, ports: CompanionPorts): Promise<ListedTool> {
  const { tool, origin, hash, issues } = found;
  const { name, version, description } = tool;
  const executable = (await ports.host.machine.find(found.tool.name, found))?.path ?? null;
  const commands = flattenCommands(tool).length;
  const summary = {
    name,
    version,
    description,
    origin,
    trust: trustSourceOf(tool),
    executable,
    hash,
    commands,
    destroys: countDestroying(tool),
    saved: savedDocuments(ports.host.env).has(found),
    issues,
  };
  const { signature } = found;
  if (signature === undefined) return summary;
  return { ...summary, signature: { verified: signature.state === 'verified', words: describeSignature(signature) } };
}

/** Counts the commands that destroy by themselves, without those that only do so with an option. */
export function countDestroying(tool: AtipTool): number {
  return flattenCommands(tool).filter(({ effects }) => effects.destructive === true).length;
}

function select(tool: AtipTool, filter: CommandFilter): AtipTool {
  try {
    return selectCommands(tool, filter);
  } catch (cause) {
    if (!AtipError.isInstance(cause) || cause.code !== 'UNKNOWN_COMMAND') throw cause;
    throw new ProblemError(404, 'unknown-command', cause.message, { cause });
  }
}

/** The last event is `done` or `error`; the list of tools has the new ones before `done`. Never rejects. */
async function runDiscovery(
  { refresh = false }: DiscoveryRequest,
  { signal, finish }: RunningDiscovery,
  ports: CompanionPorts,
  emit: Emit,
): Promise<void> {
  try {
    for await (const event of ports.scan({ refresh, signal })) {
      signal.throwIfAborted();
      await forward(event, ports, emit);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) ports.report(error);
    emit({ event: 'error', data: toProblem(error) });
  } finally {
    finish();
  }
}

async function forward(event: ScanEvent, ports: CompanionPorts, emit: Emit): Promise<void> {
  if (event.event === 'progress') {
    const { event: _kind, ...data } = event;
    return emit({ event: 'progress', data });
  }
  const { counts, duration, scan } = event;
  for (const skipped of scan.skipped) emit({ event: 'skipped', data: skipped });
  for (const found of scan.found) emit({ event: 'found', data: await summariseTool(found, ports) });
  await ports.catalog.refresh();
  emit({ event: 'done', data: { found: scan.found.length, counts, duration } });
}
