/**
 * A page with `table` in place of its table of the same head; the text around it stays.
 * @throws where the page has no such table
 */
export function replaceTable(page: string, table: string): string {
  const head = table.slice(0, table.indexOf('\n'));
  const start = page.indexOf(`${head}\n`);
  if (start < 0) throw new Error(`The page has no table that begins with: ${head}`);
  const end = page.indexOf('\n\n', start);
  return page.slice(0, start) + table + (end < 0 ? '\n' : page.slice(end));
}
