/** Rows of a table in the job summary: the runner drops a summary above 1 MiB as a whole. */
export const MAX_ROWS = 500;

/** The summary is HTML, and the library writes texts into it as they are. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
