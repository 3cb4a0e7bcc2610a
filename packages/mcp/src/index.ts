/**
 * The tools of a machine for clients of the Model Context Protocol, over any transport.
 *
 * @module @atip/mcp
 */
export type { McpEndpoint, McpEndpointSettings, McpRefusal } from './create-mcp-endpoint.ts';
export { createMcpEndpoint } from './create-mcp-endpoint.ts';
export type { EndingMcpCalls } from './create-mcp-calls.ts';
export { createMcpCalls } from './create-mcp-calls.ts';
export { createMcpServer } from './create-mcp-server.ts';
export type { McpCalls } from './create-mcp-calls.ts';
export type { McpSettings } from './mcp-settings.ts';
export { offeredTools } from './offered-tools.ts';
