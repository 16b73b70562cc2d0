/** The roles are stated, since the browser takes a layout in two lines for no table. */
export const ROLES = {
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  group: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
