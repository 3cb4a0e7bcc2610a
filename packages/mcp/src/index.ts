export { createMcpServer } from './create-mcp-server.ts';
export type { McpSettings } from './mcp-settings.ts';
