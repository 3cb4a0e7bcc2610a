/**
 * Converts existing descriptions of tools to ATIP documents: help and man text, Fig, carapace, oclif, usage, cobra,
 * clap, click, argparse, and MCP tool lists.
 *
 * @module @atip/core/importers
 */
export { fromCarapace } from './carapace/from-carapace.ts';
export { fromClap } from './clap/from-clap.ts';
export { fromCobra } from './cobra/from-cobra.ts';
export { type InferableCommand, inferEffects, type InferredEffects } from './effects/infer-effects.ts';
export { withInferredEffects, type WithInferredEffects } from './effects/with-inferred-effects.ts';
export { type FigHints, fromFig } from './fig/from-fig.ts';
export {
  importFrom,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportFormatName,
  isFormatName,
  recogniseFormat,
} from './formats.ts';
export { fromHelp } from './help/from-help.ts';
export type { Imported, ImportHints } from './document/finish-tool.ts';
export { fromCanonical, isCanonical } from './mcp/from-canonical.ts';
export { fromMcp } from './mcp/from-mcp.ts';
export { fromOclif, type OclifHints } from './oclif/from-oclif.ts';
export { fromProgram } from './program/from-program.ts';
export { fromUsage } from './usage/from-usage.ts';
export { fromArgparse } from './python/from-argparse.ts';
export { fromClick } from './python/from-click.ts';
