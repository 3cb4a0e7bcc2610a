/**
 * The companion: an HTTP server on 127.0.0.1 that serves the playground and runs calls after asking.
 *
 * @module @atip/companion
 */
export type { ActiveCalls } from './ports/active-calls.ts';
export { createActiveCalls } from './calls/active-calls.ts';
export type { ActiveDiscovery, RunningDiscovery } from './ports/active-discovery.ts';
export { createActiveDiscovery } from './tools/active-discovery.ts';
export type { AuditTrail } from './ports/audit-trail.ts';
export { createAuditTrail } from './audit/audit-trail.ts';
export type { Clock } from './clock.ts';
export { systemClock } from './clock.ts';
export type { CompanionApi, CompanionApp } from './contract/companion-api.ts';
export { createCompanionApp } from './companion-app.ts';
export type { CompanionPorts } from './ports/companion-ports.ts';
export type { PortableApi, PortableApp } from './contract/portable-api.ts';
export { companionOpenApi } from './openapi/companion-openapi.ts';
export type { OpenApiDocument } from './openapi/openapi-document.ts';
export { portableOpenApi } from './openapi/portable-openapi.ts';
export { createPortableApp } from './portable/create-portable-app.ts';
export type { PortablePorts } from './portable/portable-ports.ts';
export type { ShareStore } from './portable/share-store.ts';
export { createFolderShareStore } from './shares/folder-share-store.ts';
export type {
  AuditList,
  CallCheck,
  CallEvent,
  CallEventData,
  CallRequest,
  CallResult,
  ClientPolicy,
  CommandsRequest,
  DiscoveryCounts,
  DiscoveryEvent,
  DiscoveryRequest,
  Health,
  Problem,
  SkippedTool,
  ToolDetail,
  ToolList,
  ToolOrigin,
  ToolSummary,
} from './contract/contract.ts';
export { openBrowser } from './serve/open-browser.ts';
export type { ServeOptions } from './serve/serve-companion.ts';
export { serveCompanion } from './serve/serve-companion.ts';
export { ServeError } from './serve/serve-error.ts';
export type { ServeHost } from './serve/serve-host.ts';
export type { Listening } from './serve/listen.ts';
export { listen } from './serve/listen.ts';
export type { ReadPage } from './page/page-files.ts';
export { createPageReader } from './page/page-files.ts';
export type {
  CompileAnswer,
  CompileRequest,
  FilterAnswer,
  FilterRequest,
  PromptAnswer,
  PromptRequest,
  Share,
  ShareLink,
  ShareRequest,
  Source,
  ValidateRequest,
  Validation,
} from './contract/portable-contract.ts';
export type { Secrets, Session } from './guard/session.ts';
export { createSession } from './guard/session.ts';
export type { CompanionSettings, RunningCompanion } from './serve/start-companion.ts';
export { startCompanion } from './serve/start-companion.ts';
export type { ToolCatalogue } from './ports/tool-catalogue.ts';
export { createToolCatalogue } from './tools/tool-catalogue.ts';
