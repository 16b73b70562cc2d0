import { Scroll } from '../../ui/page/scroll.tsx'
import styles from './plan.module.css'

type Props = {
  /** Above the names, where they have a name of their own. */
  readonly corner?: string
  readonly head: readonly { readonly id: string; readonly content: React.ReactNode }[]
  readonly rows: readonly {
    /** Where names are not different. */
    readonly id?: string
    readonly name: string
    readonly cells: readonly React.ReactNode[]
  }[]
  /** The column that is looked at. */
  readonly selectedId?: string
  /** Five columns have room in the pane of a candidate: what has blanks in it takes two lines. */
  readonly isDense?: boolean
  /** Rows of one line, as low as they can be read: what stands below is to be seen as well. */
  readonly isLow?: boolean
}

/** Numbers side by side: a name at the left of each row, a column for each thing compared. */
export function NumberTable({ corner, head, rows, selectedId, isDense = false, isLow = false }: Props) {
  const mark = (id: string | undefined) => (id !== undefined && id === selectedId ? '' : undefined)
  return (
    <Scroll>
      <table className={`${styles.table} ${styles.numbers} ${isDense ? styles.dense : ''} ${isLow ? styles.low : ''}`}>
        <thead>
          <tr>
            {corner === undefined ? <td /> : <th scope="col">{corner}</th>}
            {head.map(({ id, content }) => (
              <th key={id} scope="col" className={styles.number} data-chosen={mark(id)}>
                {content}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id = '', name, cells }) => (
            <tr key={id || name}>
              <th scope="row">{name}</th>
              {head.map(({ id }, place) => (
                <td key={id} className={styles.number} data-chosen={mark(id)}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
