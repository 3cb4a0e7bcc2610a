/** Puts a text on the clipboard; false when the browser refuses: no permission, no focus, no secure address. */
export async function copyText(text: string): Promise<boolean> {
  // Absent on plain http addresses other than the loopback, whatever the types say.
  if (!('clipboard' in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
