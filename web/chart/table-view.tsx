import type { Cell, PlotTable } from '../ui/file/csv.ts'
import { formatBriefly, formatScientific, MISSING } from '../ui/format/number.ts'
import { usePrinting } from '../ui/page/printing.ts'
import { useWords } from '../ui/text/language.ts'
import styles from './plot.module.css'
import { chartWords } from './words.data.ts'

type Props = { readonly label: string; readonly table: PlotTable; readonly heightPx: number | 'fill' }

/** Shows the values of a plot for those who prefer to read them. */
export function TableView({ label, table, heightPx }: Props) {
  const say = useWords(chartWords)
  const isOnPaper = usePrinting()
  // The table is as high as the drawing; on paper it is as high as its rows.
  const style = heightPx === 'fill' || isOnPaper ? undefined : { height: heightPx }
  return (
    <section
      className={`scroll ${styles.tableView}`}
      style={style}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
      tabIndex={0}
      aria-label={say('valuesOf', { title: label })}
    >
      <table>
        <thead>
          <tr>
            {(table.heads ?? table.columns).map((column, place) => (
              <th
                className={`h-24 pad-x ${place === 0 ? 'left' : 'right'} sticky top-0 panel faint-bottom muted fs-12 regular nowrap`}
                key={column}
                scope="col"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((value, place) => (
                <td
                  className={`h-24 pad-x ${place === 0 ? 'left' : 'right'} faint-bottom fs-13 nowrap`}
                  key={table.columns[place]}
                >
                  {cellText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Matches a probability in the format of files. */
const PLAIN_PROBABILITY = /^\d(?:\.\d+)?E[+-]\d+$/
/** The maximum number of digits in a cell: more are of no use to a reader, and the file has them all. */
const MOST_DIGITS = 6

/** Returns a value as people read it; the file of the same table has it in the format of programs. */
function cellText(value: Cell): string {
  if (value === undefined) return MISSING
  if (typeof value === 'string') return PLAIN_PROBABILITY.test(value) ? formatScientific(Number(value)) : value
  const size = Math.abs(value)
  return size !== 0 && (size < 1e-3 || size >= 1e9) ? formatScientific(value) : formatBriefly(value, MOST_DIGITS)
}
