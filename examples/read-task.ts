/** The wish of a person, and the provider's model that it is for. */
export interface Task {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly model: string;
  readonly directory: string;
  readonly prompt: string;
}

/** Reads `OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node main.ts DIRECTORY "WHAT TO DO"`. @throws for what is missing */
export function readTask(): Task {
  const { OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey, MODEL: model } = process.env;
  const [directory, prompt] = process.argv.slice(2);
  if (!apiKey || !model) throw new Error('Set OPENAI_API_KEY and MODEL; OPENAI_BASE_URL unless it is OpenAI.');
  if (!directory || !prompt) throw new Error('Usage: node main.ts DIRECTORY "WHAT TO DO"');
  return { baseURL, apiKey, model, directory, prompt };
}
