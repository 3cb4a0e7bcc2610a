import { route } from '../http/route.ts';
import type { CompanionPorts } from '../ports.ts';

const ADDRESS = {
  path: '/api/v1/mcp',
  summary: 'The Model Context Protocol over Streamable HTTP: the tools, for its clients',
  tag: 'companion',
  answer: { kind: 'foreign', description: 'As the Model Context Protocol says, also where it refuses.' },
} as const;

type Handler = (input: { readonly request: Request }, ports: CompanionPorts) => Promise<Response>;
const pass: Handler = ({ request }, { mcp }) => mcp(request);

export const getMcp = route({ ...ADDRESS, operationId: 'getMcp', method: 'get' }, pass);

export const postMcp = route(
  { ...ADDRESS, operationId: 'postMcp', method: 'post', problems: { 429: ['rate-limited'] } },
  pass,
);

export const deleteMcp = route({ ...ADDRESS, operationId: 'deleteMcp', method: 'delete' }, pass);
