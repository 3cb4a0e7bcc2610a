import type { AtipTool, Compilation, CompileSettings, Issue, Provider } from '@atip/core';

/** A document: its text, whose issues have positions, or the object itself. */
export type Source = string | Readonly<Record<string, unknown>>;

export interface ValidateRequest {
  readonly source: Source;
}

export interface Validation {
  /** Whether there is a tool: no issue is an error. */
  readonly valid: boolean;
  readonly issues: readonly Issue[];
  /** Absent when it is invalid. */
  readonly tool?: AtipTool;
}

export interface CompileRequest {
  /** 1 to 500. */
  readonly sources: readonly Source[];
  readonly provider: Provider;
  readonly settings?: CompileSettings;
}

export type CompileAnswer = Compilation;

export interface PromptRequest {
  /** 1 to 500. */
  readonly sources: readonly Source[];
}

export interface PromptAnswer {
  /** Markdown; empty when there is nothing to say. */
  readonly prompt: string;
}

export interface FilterRequest {
  readonly text: string;
}

export interface FilterAnswer {
  /** Without what looks like a secret, and without terminal sequences. */
  readonly text: string;
}
