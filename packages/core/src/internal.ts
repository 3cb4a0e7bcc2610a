/**
 * Parts that the packages of this repository build on. Other users import `@atip/core`: names here may change in any
 * version.
 *
 * @module @atip/core/internal
 */
export {
  type Change,
  type Conditional,
  changesOf,
  effectsOf,
  harmOfChange,
  harmOfSource,
  kindsOf,
} from './commands/effects-of.ts';
export {
  loadsFile,
  type DestroyedValue,
  withOwnFiles,
  withoutLosses,
  withoutSending,
} from './commands/reduce-call-effects.ts';
export { mayBeRead, pathsIn } from './commands/shown-files.ts';
export { mayHoldSecret } from './redact/may-hold-secret.ts';
export { toolList } from './commands/assert-document.ts';
export { joinResults, resultMessage } from './call/format-results.ts';
export { readingOf } from './call/parse-tool-call.ts';
export { overrideTool } from './commands/override-tool.ts';
export { readJson } from './json/read-json.ts';
export { defaultPolicyFor } from './policy/policy-rules.ts';
export { argumentsOf } from './call/read-argv.ts';
export {
  isGiven,
  isPath,
  parametersOf,
  readableParameters,
  takesInput,
  takesMany,
  valuesFor,
} from './commands/parameters.ts';
export { type NamedPattern, namePatterns, patternsWithin } from './call/expand-pattern.ts';
export { generatePatternPrompt } from './prompt/generate-pattern-prompt.ts';
export { mayHaveCommand } from './commands/name-command.ts';
export { namesLike } from './commands/select-commands.ts';
export { proseOf } from './commands/describe-command.ts';
export { isRaised, warningOf } from './commands/parameter-shape.ts';
export { offerAll, offeredParts } from './commands/offered-parts.ts';
export { type FittedTools, fitTools } from './compile/fit-tools.ts';
export { estimateTokens } from './json/estimate-tokens.ts';
export { runName, SEARCH_TOOLS } from './commands/search-tools.ts';
export {
  describeUnread,
  markCutGroups,
  stateCommands,
  unreadGroups,
  soundCommands,
} from './commands/flatten-commands.ts';
export { CONTROL_ADDRESSES, CONTROL_PORTS, HARMLESS_GIT_KEYS, HARMLESS_GIT_VALUES } from './effects/known-globs.ts';
export { isReadOnly, type AnyFlag, safetyFlags, safetySuffix } from './effects/safety-flags.ts';
export {
  type CallOutputs,
  createCallOutputs,
  resolveInput,
  EXECUTION_LIMITS,
  maxOutputFor,
  openRun,
  parseDuration,
  shortenTexts,
  timeoutFor,
  type LongOutput,
} from './call/format-result.ts';
export { inputConflict } from './call/validate-tool-call.ts';
export { assertNoShell, assertNotStopped, executorOf } from './call/create-executor.ts';
export { locateError } from './json/execute-errors.ts';
export { decideCall, decisionOf, questionOf, refusalOf, wordsOf } from './call/check-call.ts';
export { exactRule, runOf } from './policy/exact-rule.ts';
export { findNode } from './json/json-node.ts';
export { CHECKSUM_FORMS, digestsOf, readChecksum, type StatedDigest } from './document/stated-digests.ts';
export { didYouMean, nearestName, nearNames } from './json/near-names.ts';
export { MAX_NODES, MAX_SOURCE_LENGTH } from './json/limits.ts';
export { CONTRADICTIONS } from './compile/lint-commands.ts';
export {
  cellOf,
  decide,
  type DecisionSubject,
  FILES_IN,
  realDirectory,
  ruleWords,
  withPolicyDefaults,
  sentencesOf,
  withPreset,
} from './policy/check-policy.ts';
export { delegationSchema, readDelegation, toDelegation, delegatesNamed, programBreach } from './policy/delegation.ts';
export type { WritableDirectories } from './types/validation.ts';
export {
  type FieldSchema,
  type PolicyField,
  type PolicyKey,
  type PolicyProblem,
  closedSchema,
  DECISIONS,
  HOST_RULE,
  levelDecision,
  LEVELS,
  NETWORK_SCHEMA,
  POLICY_FIELDS,
  POLICY_SCHEMA,
  policyProblems,
  RULE_SCHEMA,
} from './policy/policy-fields.ts';
export { findRule, idleRules } from './policy/match-rule.ts';
export { GUARDED_INSIDE, guardAround, guardedPlace, VIRTUAL_ENVIRONMENT, whatRuns } from './effects/guarded-places.ts';
export { segmentsMeet, UNKNOWN } from './effects/path-pattern.ts';
export { foldPath, isOutside } from './effects/paths.ts';
export { namedInside, writtenPaths, networkLeftBy, sandboxAccess, sandboxModeFor } from './policy/sandbox-access.ts';
export {
  type Homes,
  type SecretPlaceMatch,
  homesOf,
  isEnvironmentFile,
  isPrivateInHome,
  PRIVATE_IN_PROJECT,
  isSecretBelow,
  secretMatch,
  secretPlaces,
  SHOWN_WITH_SSH_AGENT,
} from './effects/secret-places.ts';
export {
  type TrustRow,
  claimWords,
  isTrustedEnough,
  mayReassure,
  noteFound,
  TRUST_SOURCES,
  trustRowOf,
  trustSourceOf,
  vouchFor,
} from './effects/trust.ts';
export { settleLike } from './json/settled.ts';
export { ACCEPTANCE, EXAMPLES, FACTS } from './providers/list.ts';
export { namesCredential } from './redact/secret-value.ts';
export { stripTerminalSequences } from './redact/strip-terminal.ts';
export { asRecord, getOwn, isRecord, setOwn, stated } from './json/is-record.ts';
export { compileGlob } from './document/match-glob.ts';
export { parseSound, type SoundTool } from './document/parse-tool.ts';
export { lintTool } from './compile/lint-document.ts';
export type { JsonSource } from './document/source-document.ts';
export { isLegalFlag, MAX_COMMANDS, placesOf } from './document/check-commands.ts';
export { eitherEffects, harmOf, raiseEffects } from './effects/merge-effects.ts';
export { joinPointer, pointerTokens, valueAt } from './json/pointer.ts';
export {
  CONTROLS,
  escapeUnseen,
  hiddenCharactersIn,
  UNSEEN,
  visibleJson,
  withoutHidden,
  toWellFormed,
} from './json/hidden-characters.ts';
export { toText } from './json/to-text.ts';
