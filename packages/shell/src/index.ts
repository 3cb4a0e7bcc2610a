/**
 * Shell lines: the programs that they start, and a decision by the effects of these.
 *
 * @module @atip/shell
 */
export type { WantedTool } from './check-line.ts';
export { checkLine, wantedTools } from './check-line.ts';
export type { FindInstalled, Holding, PackageKind, ProgramQuery, Runner } from './installed.ts';
export type { CheckLineSettings, EnvironmentView, ToolLookup } from './judging.ts';
export type { ProcessView, RunningProcess } from './own-processes.ts';
export type { ProjectView } from './project-code.ts';
export type { ReadLineSettings } from './read-line.ts';
export { programName } from './programs.ts';
export { readLine } from './read-line.ts';
export type { SnippetReader } from './snippets.ts';
export type { TreePath, TreeView } from './listed.ts';
export type { LostPlace, SavedView } from './saved.ts';
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
  UnknownWord,
  VariableReading,
  Word,
} from './types.ts';
