import type { PlotTable } from './csv.ts'
import styles from './plot.module.css'

type Props = { readonly label: string; readonly table: PlotTable; readonly heightPx: number }

/** The values of a plot, for those who would rather read them. */
export function TableView({ label, table, heightPx }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className={styles.tableView} style={{ height: heightPx }} tabIndex={0} aria-label={`Values of ${label}`}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((value, place) => (
                <td key={table.columns[place]}>{value ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
