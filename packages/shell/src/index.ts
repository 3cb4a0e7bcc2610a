/**
 * Reads shell lines: finds the programs that a line starts, and decides about it by their effects.
 *
 * @module @atip/shell
 */
export type { WantedTool } from './judge/check-line.ts';
export { checkLine, wantedTools } from './judge/check-line.ts';
export type { FindInstalled, Holding, ProgramQuery } from './judge/installed-packages.ts';
export type { PackageKind, Runner } from './line/types.ts';
export type { CheckLineSettings, EnvironmentView, ToolLookup } from './judge/context.ts';
export type { ProcessView, RunningProcess } from './judge/processes.ts';
export type { ProjectView } from './judge/project-view.ts';
export type { ReadLineSettings } from './read/read-line.ts';
export { programName } from './line/program-names.ts';
export { readLine } from './read/read-line.ts';
export type { SnippetReader } from './judge/snippets.ts';
export type { TreePath, TreeView } from './line/listings.ts';
export { isPlainPath } from './line/listings.ts';
export type { LostFile, SavedView } from './judge/file-losses.ts';
export type {
  CodeImport,
  CodeReading,
  KnownWord,
  LineAssignment,
  LineCheck,
  LineIssue,
  LineIssueCode,
  LinePart,
  LineReading,
  PartCheck,
  ProcessSource,
  Redirect,
  ShownVariable,
  Snippet,
  UnknownReason,
  OpenWord,
  VariableReading,
  Word,
} from './line/types.ts';
