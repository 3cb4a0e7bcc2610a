/** What Import shows of itself: texts as they are found in the world. */
import fileServer from './file-server.json?raw';
import ghRepoDelete from './gh-repo-delete.txt?raw';

interface ImportSample {
  readonly title: string;
  readonly fileName: string;
  readonly text: string;
}

export const IMPORT_SAMPLES: readonly ImportSample[] = [
  { title: 'help of gh repo delete', fileName: 'gh-repo-delete.txt', text: ghRepoDelete },
  { title: 'tools of an MCP server', fileName: 'file-server.json', text: fileServer },
];
