import { reportHere } from './report-here.ts';

/** The page has no other way to be heard: a failure goes the same way. */
async function answer(): Promise<string> {
  try {
    return JSON.stringify(await reportHere());
  } catch (error) {
    return JSON.stringify({ failed: String(error) });
  }
}

await fetch('/report', { method: 'POST', body: await answer() });
