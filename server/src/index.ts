export type { ActiveCalls } from './active-calls.ts';
export { createActiveCalls } from './active-calls.ts';
export type { ActiveDiscovery, RunningDiscovery } from './active-discovery.ts';
export { createActiveDiscovery } from './active-discovery.ts';
export type { AuditTrail } from './audit-trail.ts';
export { createAuditTrail } from './audit-trail.ts';
export type { Clock } from './clock.ts';
export { systemClock } from './clock.ts';
export type { CompanionApi, CompanionApp } from './companion-api.ts';
export { createCompanionApp } from './companion-app.ts';
export type { CompanionPorts } from './companion-ports.ts';
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
} from './contract.ts';
export type { Listening } from './listen.ts';
export { listen } from './listen.ts';
export type { ReadPage } from './page-files.ts';
export { createPageReader } from './page-files.ts';
export type {
  CompileAnswer,
  CompileRequest,
  FilterAnswer,
  FilterRequest,
  PromptAnswer,
  PromptRequest,
  Source,
  ValidateRequest,
  Validation,
} from './portable-contract.ts';
export type { Secrets, Session } from './session.ts';
export { createSession } from './session.ts';
export type { CompanionSettings, RunningCompanion } from './start-companion.ts';
export { startCompanion } from './start-companion.ts';
export type { ToolCatalogue } from './tool-catalogue.ts';
export { createToolCatalogue } from './tool-catalogue.ts';
