import { useState } from 'react'
import { ObjectNumber } from '../../encounter/object-number.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { catalogueWords } from './words.data.ts'

/** Of a longer list only this number of objects is shown at first, so that the next pane stays on the screen. */
const FEW = 8

type NamedObject = { readonly noradId: number; readonly name: string }
type Props<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly PlainColumn<NoInfer<Row>>[]
}

/** Lists objects, at first only a few of them; the number of an object is a link to its page for users who may open it. */
export function ObjectList<Row extends NamedObject>({ label, rows, columns }: Props<Row>) {
  const t = useWords(catalogueWords)
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FEW)
  return (
    <>
      <PlainTable label={label} rows={shown} columns={columns} idOf={({ noradId }) => String(noradId)} phone="pairs" />
      {rows.length <= FEW ? null : (
        <p className="pad-6 no-print">
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('fewer') : t('more', { count: rows.length - FEW })}
          </Button>
        </p>
      )}
    </>
  )
}

/** Returns the columns that identify an object. */
export function useObjectColumns<Row extends NamedObject>(): readonly PlainColumn<Row>[] {
  const t = useWords(catalogueWords)
  return [
    {
      id: 'norad_id',
      title: t('number'),
      isRowHead: true,
      value: ({ noradId }) => noradId,
      classOf: () => 'mono',
      cell: ({ noradId }) => <ObjectNumber number={noradId} className="mono" />,
    },
    { id: 'name', title: t('name'), value: ({ name }) => name, className: 'break-anywhere' },
  ]
}
