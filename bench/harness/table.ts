/** Formats rows as a Markdown table, with columns in the order of the first row's keys; numbers are right-aligned. */
export function formatTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = columns.map((column) => rows.every((row) => /^[-\d.]+$/.test(row[column] ?? '')));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  const rule = columns.map((_, at) => {
    const dashes = '-'.repeat(widths[at] ?? 0);
    return isNumber[at] ? `${dashes.slice(1)}:` : dashes;
  });
  return [
    line(columns),
    line(rule),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}
