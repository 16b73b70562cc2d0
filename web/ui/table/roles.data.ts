/** The roles are set explicitly, because the browser does not treat a layout in two lines as a table. */
export const ROLES = {
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  group: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
