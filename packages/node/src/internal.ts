/**
 * Parts that the packages of this repository build on. Other users take `@atip/node`: names here may change with any version.
 *
 * @module @atip/node/internal
 */
export { AuditLogError } from './audit/audit-event.ts';
export { readAuditLog } from './audit/read-audit-log.ts';
export type { CallQuestion } from './confirmation/describe-confirmation.ts';
export { describeConfirmation } from './confirmation/describe-confirmation.ts';
export { describeEffects } from './confirmation/describe-confirmation.ts';
export { quoteElement } from './confirmation/describe-confirmation.ts';
export { saveDescription } from './discovery/saved-description.ts';
export { discoverCommands } from './discovery/load-commands.ts';
export { probeCanonical } from './discovery/probe-tool.ts';
export { chooseTools } from './documents/read-tool-directories.ts';
export { readPatterns } from './documents/read-patterns.ts';
export { describeClaims, toolsToRun } from './documents/trust-at.ts';
export { readToolDirectories } from './documents/read-tool-directories.ts';
export { childEnvironment } from './environment/child-environment.ts';
export { toolEnvironment } from './environment/child-environment.ts';
export { createExecutableIdentifier } from './executables/executable-identity.ts';
export { createExecutableFinder, findExecutable, resolveExecutable } from './executables/find-executable.ts';
export { approvalHash } from './execute/locate-program.ts';
export { detailOf, messageForModel } from './execute/hide-places.ts';
export type { LocatedProgram, ProgramProblem } from './execute/locate-program.ts';
export { locateProgram, ProgramError } from './execute/locate-program.ts';
export type { ToolMachine, ToolOutcome } from './execute/program-machine.ts';
export { createToolMachine } from './execute/program-machine.ts';
export type { CallHost, LocatedCall } from './execute/run-call.ts';
export { locateCall, runCall } from './execute/run-call.ts';
export type { Slots } from './execute/slots.ts';
export { createSlots } from './execute/slots.ts';
export { ensureDirectory } from './files/write-file-atomically.ts';
export { LockTimeoutError } from './files/file-lock.ts';
export { readBoundedFile } from './files/read-bounded-file.ts';
export { writeFileAtomically } from './files/write-file-atomically.ts';
export type { HeldDirectory } from './planted/held-directories.ts';
export { heldDirectories } from './planted/held-directories.ts';
export { RegistryError } from './registry/update-registry.ts';
export { updateRegistry } from './registry/update-registry.ts';
export { upsertEntries } from './registry/update-registry.ts';
export { parseRemoteAddress } from './remote/remote-index.ts';
export type { RegistryWriting } from './remote/write-registry.ts';
export { RegistryWriteError, writeRegistry } from './remote/write-registry.ts';
