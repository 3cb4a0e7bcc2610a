export type { ActiveCalls } from './active-calls.ts';
export { createActiveCalls } from './active-calls.ts';
export type { Clock } from './clock.ts';
export { systemClock } from './clock.ts';
export type { CompanionApi, CompanionApp } from './companion-api.ts';
export { createCompanionApp } from './companion-app.ts';
export type { CompanionPorts } from './companion-ports.ts';
export type {
  CallCheck,
  CallEvent,
  CallEventData,
  CallRequest,
  CallResult,
  ClientPolicy,
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
export type { Secrets, Session } from './session.ts';
export { createSession } from './session.ts';
export type { CompanionSettings, RunningCompanion } from './start-companion.ts';
export { startCompanion } from './start-companion.ts';
export type { ToolCatalogue } from './tool-catalogue.ts';
export { createToolCatalogue } from './tool-catalogue.ts';
