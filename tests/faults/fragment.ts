import { encodeShare } from '@atip/share';

/** What a link of the playground holds. */
export const FRAGMENT: string = encodeShare({
  documents: [{ name: 'tool.json', text: '{}' }],
  provider: 'openai',
}).replace(/^#/, '');
