import type { PlotTable } from '../ui/csv.ts'
import { useWords } from '../ui/language.ts'
import styles from './plot.module.css'
import { chartWords } from './words.data.ts'

type Props = { readonly label: string; readonly table: PlotTable; readonly heightPx: number | 'fill' }

/** The values of a plot, for those who would rather read them. */
export function TableView({ label, table, heightPx }: Props) {
  const say = useWords(chartWords)
  return (
    <section
      className={styles.tableView}
      style={heightPx === 'fill' ? undefined : { height: heightPx }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
      tabIndex={0}
      aria-label={say('valuesOf', { title: label })}
    >
      <table>
        <thead>
          <tr>
            {(table.heads ?? table.columns).map((column) => (
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
