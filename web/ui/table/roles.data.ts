/** Said in so many words, since the browser takes what is laid out as two lines for no table. */
export const ROLES = {
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  group: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
