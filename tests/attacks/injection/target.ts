import type { AtipTool } from '@atip/core';
import type { Scene } from './scene.ts';

/** A program, its document as `parseTool` read it, and what it finds in its scene. */
export interface Target {
  readonly tool: AtipTool;
  readonly prepare: (scene: Scene) => Promise<void>;
}
