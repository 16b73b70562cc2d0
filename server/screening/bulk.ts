/**
 * A column of numbers as an array of PostgreSQL. The driver writes arrays value by value, which takes longer than to store
 * them.
 */
export function floats<T>(rows: readonly T[], of: (row: T) => number | null | undefined): string {
  return `{${rows.map((row) => of(row) ?? 'null').join(',')}}`
}

/** A column of texts as an array of PostgreSQL. */
export function texts<T>(rows: readonly T[], of: (row: T) => string): string {
  return `{${rows.map((row) => quoted(of(row))).join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
