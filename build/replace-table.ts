/**
 * The page with `table` instead of its table that has the same head. The text around it stays.
 * @throws if the page has no such table
 */
export function replaceTable(page: string, table: string): string {
  const head = table.slice(0, table.indexOf('\n'));
  const start = page.indexOf(`${head}\n`);
  if (start < 0) throw new Error(`The page has no table that begins with: ${head}`);
  const end = page.indexOf('\n\n', start);
  return page.slice(0, start) + table + (end < 0 ? '\n' : page.slice(end));
}
