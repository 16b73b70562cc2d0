import styles from './annual.module.css'

type Head = {
  readonly text: string
  readonly unit?: string | undefined
  readonly isNumber?: boolean
  /** A phone leaves this column out, as the drawing or another column says the same. */
  readonly isWide?: boolean
}
type Row = {
  readonly key: string
  readonly cells: readonly React.ReactNode[]
  /** The row is that of the setting in force. */
  readonly isOwn?: boolean
  /** The row is the sum of the others. */
  readonly isSum?: boolean
}
type Props = { readonly label: string; readonly head: readonly Head[]; readonly rows: readonly Row[] }

/** A few figures in rows, each column with its unit in its head. */
export function FiguresTable({ label, head, rows }: Props) {
  const classOf = (place: number) =>
    `${head[place]?.isNumber ? styles.number : ''} ${head[place]?.isWide ? 'no-phone' : ''}`
  return (
    <table className={`fs-14 ${styles.table}`} aria-label={label}>
      <thead>
        <tr>
          {head.map(({ text, unit }, place) => (
            <th key={text} scope="col" className={classOf(place)}>
              {text}
              {unit ? <span className="muted fs-12"> {unit}</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, isOwn, isSum }) => (
          <tr key={key} className={isOwn ? `plain-link ${styles.own}` : isSum ? styles.sum : ''}>
            {cells.map((cell, place) => (
              <td
                key={head[place]?.text ?? place}
                className={classOf(place)}
                colSpan={place === cells.length - 1 ? head.length - place : 1}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
