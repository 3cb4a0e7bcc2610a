/**
 * The companion: an HTTP server on 127.0.0.1 that serves the playground and runs calls after asking.
 *
 * @module @atip/companion
 */
export type { Kept } from '@atip/node/internal';
export type { Problem } from './http/problem.ts';
export { createPortableApp, type PortableApp } from './routes/portable-app.ts';
export type { PortablePorts } from './ports.ts';
export type { ShareStore } from './shares/stored-share.ts';
export type { CallEvent, CallRequest, DecisionRequest } from './routes/call-schemas.ts';
export type { CompanionApp } from './companion-app.ts';
export { companionOpenApi } from './routes/companion.ts';
export type { DocumentAnswer, DocumentPlan, DocumentRequest } from './routes/saved-documents.ts';
export { portableOpenApi } from './routes/portable.ts';
export type { ShareLink, ShareRequest } from './routes/shares.ts';
export type { AuditEntry, SkippedTool, ToolOrigin } from '@atip/node';
export type { DiscoveryEvent, DiscoveryRequest, ListedTool, ToolDetail, ToolList } from './routes/tools.ts';
export { serveCompanion, ServeError, type ServeHost, type ServeOptions } from './serve/serve-companion.ts';
export { openBrowser } from './serve/show-link.ts';
export type { CompanionSettings, RunningCompanion } from './serve/start-companion.ts';
export { startCompanion } from './serve/start-companion.ts';
export { createFolderShareStore } from './shares/folder-share-store.ts';
