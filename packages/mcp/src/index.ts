export type { McpEndpoint, McpEndpointSettings } from './create-mcp-endpoint.ts';
export { createMcpEndpoint } from './create-mcp-endpoint.ts';
export { createMcpServer } from './create-mcp-server.ts';
export type { McpSettings } from './mcp-settings.ts';
