/**
 * Converts existing descriptions of tools to ATIP documents: help and man text, oclif manifests, MCP tool lists and
 * canonical tools.
 *
 * @module @atip/core/importers
 */
export { inferEffects } from './effects/infer-effects.ts';
export { withInferredEffects } from './effects/with-inferred-effects.ts';
export {
  importFrom,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportFormatName,
  readFormat,
} from './formats.ts';
export { fromHelp } from './help/from-help.ts';
export type { Imported, ImportHints } from './document/finish-tool.ts';
export { fromCanonical, isCanonical } from './mcp/from-canonical.ts';
export { fromMcp } from './mcp/from-mcp.ts';
export { fromOclif, type OclifHints } from './oclif/from-oclif.ts';
