/**
 * Parts that the packages of this repository build on. Other users import `@atip/node`: names here may change in any
 * version.
 *
 * @module @atip/node/internal
 */
export { AuditLogError } from './record/audit-event.ts';
export { readAuditLog, readLastEntries, readNewestEntries } from './record/read-audit-log.ts';
export { type GateEntry, isWholeLine, readGateRecord, recordGate, whyUnwritable } from './record/gate-record.ts';
export { patternsOf, redactWith } from './record/redact-text.ts';
export { describeEffects, quoteElement, quoteWord } from './files/describe-effects.ts';
export { describePlan, inputText } from './run/describe-plan.ts';
export {
  describeLogin,
  describeOffers,
  isYes,
  questionFor,
  readAnswer,
  type Kept,
  type KeptRules,
  keepRules,
  type Remembering,
  type RuleScope,
} from './configuration/keep-rules.ts';
export { addRule, allowHost, personalFile, removeRule } from './configuration/edit-rules.ts';
export { offerForWords, offerRules } from './configuration/offer-rules.ts';
export { bothDelegations, delegatedTools, parseDelegation, withDelegation } from './configuration/delegations.ts';
export { createRealPath, isInside } from './files/real-path.ts';
export { underDelegation, withLimits, loadSigners } from './configuration/load-configuration.ts';
export { readSize, readTimeout, SIZE, TIMEOUT } from './configuration/run-limits.ts';
export { readConfiguration } from './configuration/read-configuration.ts';
export { trustedProjects } from './configuration/trusted-projects.ts';
export {
  saveDescription,
  listToolsWith,
  summarizeTool,
  summarizeTools,
  type ToolSummary,
  idleHere,
  withInstalled,
} from './discover/list-tools.ts';
export type { BundledSelection } from './discover/read-bundled-shims.ts';
export { type LoadSettings, discoverCommands, groupsOf, loadCommands, unreadOf } from './discover/load-commands.ts';
export { summarizeBundled } from './discover/read-bundled-shims.ts';
export { hasDiscovered } from './discover/scan-cache.ts';
export { readInstalledVersions } from './discover/installed-version.ts';
export { type PastedDocument, type RefusedText, savedDocuments } from './discover/saved-documents.ts';
export { probeCanonical } from './discover/probe-tool.ts';
export { readToolReadings } from './documents/read-tool-directories.ts';
export { readPatterns } from './documents/read-workflow-patterns.ts';
export { documentOf, toolsToRun } from './documents/trust-at.ts';
export { BUNDLE_ENDING, describeSignature } from './documents/tool-document.ts';
export { watchDocuments } from './documents/watch-documents.ts';
export { childEnvironment, isHarmfulVariable } from './process/child-environment.ts';
export {
  explainMissing,
  createExecutableFinder,
  type Executable,
  findExecutable,
  resolveExecutable,
} from './executables/find-executable.ts';
export { type ProgramProblem, locateProgram, ProgramError, type LineCallCheck } from './run/locate-program.ts';
export { type RootChoice, judgeRoot } from './run/judge-root.ts';
export { detailOf, hidePlaces, messageForModel } from './run/explain-run.ts';
export { assertOptions, auditOf, hiddenBy, createSlots } from './run/host.ts';
export { type ToolOutcome, createMachine } from './run/machine.ts';
export {
  type Invocation,
  openCall,
  type OpenCall,
  type Plan,
  checkAt,
  checkInvocation,
  planCall,
  runCall,
} from './run/run-call.ts';
export { createLineWorker } from './run/line-worker.ts';
export { rememberFetched } from './run/judge-line.ts';
export { checkLineCall } from './run/run-line.ts';
export { ensureDirectory, writeFileAtomically } from './files/write-file-atomically.ts';
export { parseJson, readBoundedFile } from './files/read-bounded-file.ts';
export { systemErrorCode, unlessMissing } from './files/system-error.ts';
export { refusedHosts } from './network/run-network.ts';
export { type HeldDirectory, heldDirectories } from './sandbox/held-directories.ts';
export { checkSearchPath } from './discover/path-directories.ts';
export { checkSigners, readSignature } from './trust/raise-trust.ts';
export { checkProvenance } from './trust/provenance.ts';
export { checkStatements, signsProgram, type StatementCheck } from './trust/check-statements.ts';
export { type LineSession, openLineProject } from './project/line-project.ts';
export { openProjectState } from './project/project-state.ts';
