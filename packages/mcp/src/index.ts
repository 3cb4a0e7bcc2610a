/**
 * The tools of a machine for clients of the Model Context Protocol, over any transport.
 *
 * @module @atip/mcp
 */
export { createMcpEndpoint, type McpEndpoint, type McpEndpointSettings } from './create-mcp-endpoint.ts';
export { createMcpCalls, type McpCalls } from './create-mcp-calls.ts';
export { type ConnectSettings, connectServers, type McpServerSettings } from './client/connect-servers.ts';
export { createMcpServer, type McpServer } from './create-mcp-server.ts';
export type { McpConfirmation, McpSettings } from './mcp-settings.ts';
export { noSuchTools, offeredTools, type UnknownName, wantedCommands } from './offered-tools.ts';
