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

export interface ShareRequest {
  /** As `@atip/share` makes it, with or without its `#`; at most 1 MiB, and 500 documents. */
  readonly fragment: string;
  /** Whole seconds from now, 60 to 31,536,000 (365 days). Absent: for ever. */
  readonly expiresIn?: number;
}

/** Where a share can be opened. */
export interface ShareLink {
  /** base64url of the first 16 bytes of the fragment's SHA-256: one fragment has one id, everywhere. */
  readonly id: string;
  readonly url: string;
  /**
   * 22 letters, which `DELETE /shares/:id` wants in the header `Atip-Delete-Token`: there only for whoever stored the share first, and
   * said this once.
   */
  readonly deleteToken?: string;
  /** ISO 8601, of the longest life that anybody asked for. Absent: for ever. */
  readonly expiresAt?: string;
}

/** A share as it was stored. */
export interface Share {
  readonly id: string;
  /** Without `#`. */
  readonly fragment: string;
  /** ISO 8601. Absent: for ever. */
  readonly expiresAt?: string;
}
