import { recordEvent, redactText } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type Resource,
  type ResourceTemplate,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpSettings } from './mcp-settings.ts';
import { RequestError } from './request-error.ts';
import type { Redaction } from './server-log.ts';
import type { ServerState } from './server-state.ts';

const RECORD = 'atip://record';
const TOOLS = 'atip://tools/';
const JSON_TYPE = 'application/json';

/** The specification's "Resource not found". */
const NOT_FOUND = -32_002;

/** Entries that we keep for a client; the record has them all. */
const MAX_ENTRIES = 200;

/** The finished calls of this client, in the form that it may read. */
export interface SessionRecord {
  entries(): readonly unknown[];
  /** Runs after each new entry. */
  onEntry: () => void;
}

/** Adds a record of this client's calls to settings: it contains only calls that are also on the real record. */
export function keepSessionRecord(
  settings: McpSettings,
  redaction: () => Redaction,
): { readonly settings: McpSettings; readonly record: SessionRecord } {
  const entries: unknown[] = [];
  const record: SessionRecord = { entries: () => entries, onEntry: () => undefined };
  const { audit } = settings;
  const append = async (event: Parameters<typeof recordEvent>[0]): Promise<unknown> => {
    const receipt = await audit?.log.append(event);
    entries.push({
      time: new Date().toISOString(),
      ...recordEvent(event, (text) => redaction().all(redactText(text))),
    });
    if (entries.length > MAX_ENTRIES) entries.shift();
    record.onEntry();
    return receipt;
  };
  return { settings: { ...settings, audit: { who: 'mcp client', ...audit, log: { append } } }, record };
}

/**
 * Serves the documents of the offered tools, and the record of this client's calls, redacted.
 * @see MCP 2025-11-25, server/resources
 */
export function serveResources(
  server: Server,
  {
    current,
    record,
    redaction,
  }: {
    readonly current: () => ServerState;
    readonly record: SessionRecord;
    readonly redaction: () => Redaction;
  },
): void {
  const watched = new Set<string>();
  const textOf = (uri: string): string | undefined => {
    if (uri === RECORD) return JSON.stringify(record.entries());
    const tool = current().offer.documents.find(({ name }) => uri === uriOf(name));
    const { secrets } = redaction();
    return tool && JSON.stringify(tool, (_key, value: unknown) => (typeof value === 'string' ? secrets(value) : value));
  };
  const assertKnown = (uri: string): void => {
    if (textOf(uri) === undefined) throw notFound(uri);
  };
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listResources(current()) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const text = textOf(uri);
    if (text === undefined) throw notFound(uri);
    return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
  });
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    assertKnown(uri);
    watched.add(uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
  record.onEntry = () => {
    if (watched.has(RECORD)) server.sendResourceUpdated({ uri: RECORD }).catch(() => undefined);
  };
}

const TEMPLATE: ResourceTemplate = {
  uriTemplate: `${TOOLS}{tool}`,
  name: 'tool',
  description: 'The document of an offered tool: its commands, options, effects',
  mimeType: JSON_TYPE,
};

function listResources({ offer }: ServerState): Resource[] {
  const described = new Map(offer.documents.map(({ name, description }) => [uriOf(name), { name, description }]));
  return [
    {
      uri: RECORD,
      name: 'record',
      title: 'Record of this connection',
      description: 'Decisions about the calls of this connection, and their results',
      mimeType: JSON_TYPE,
    },
    ...[...described].map(([uri, about]) => ({ uri, ...about, mimeType: JSON_TYPE })),
  ];
}

function uriOf(tool: string): string {
  return `${TOOLS}${encodeURIComponent(tool)}`;
}

function notFound(uri: string): RequestError {
  return new RequestError('There is no such resource. resources/list lists them.', NOT_FOUND, { uri });
}
