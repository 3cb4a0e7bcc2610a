/** Status and code of a refusal, such as `404 unknown-tool`. */
export async function problemCode(response: Response): Promise<string> {
  const body: unknown = await response.json();
  return `${response.status} ${typeof body === 'object' && body !== null && 'code' in body ? body.code : '?'}`;
}
