import { Dialog, DialogTrigger, Popover, Button as Pressable } from 'react-aria-components'
import pop from '../button/popover.module.css'
import { useWords } from '../text/language.ts'
import { KeyValues } from '../value/key-values.tsx'
import { uiWords } from '../words.data.ts'
import type { Column } from './column.ts'
import styles from './table-foot.module.css'

type Props<Row> = {
  readonly hidden: readonly Column<Row>[]
  readonly shown: readonly Column<Row>[]
  /** The row in hand: that of the keys, else a selected one, else the first. */
  readonly row: Row | undefined
}

/** How many columns have no room, where no menu says it; shows on request what they say of one row. */
export function TableFoot<Row>({ hidden, shown, row }: Props<Row>) {
  const say = useWords(uiWords)
  if (hidden.length === 0) return null
  const names = hidden.map(({ title }) => title).join(', ')
  const more = say(hidden.length === 1 ? 'moreColumn' : 'moreColumns', { count: hidden.length })
  return (
    <div className={styles.foot} title={names}>
      <DialogTrigger>
        <Pressable isDisabled={row === undefined} aria-label={`${more}: ${names}`}>
          {more}
        </Pressable>
        <Popover className={`${pop.popover} ${styles.narrowPopover}`} placement="top start" offset={2}>
          <Dialog className={styles.rest ?? ''} aria-label={names}>
            {row === undefined ? null : <Rest hidden={hidden} shown={shown} row={row} />}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  )
}

/** What columns without room say of one row. */
export function Rest<Row>({ hidden, shown, row }: Props<Row> & { readonly row: Row }) {
  const say = useWords(uiWords)
  const identity = shown.find(({ narrow }) => narrow === 'identity') ?? shown[0]
  const name = identity?.value(row)
  return (
    <>
      <h3 className={styles.restTitle}>{say('hiddenOf', { row: String(name ?? '') })}</h3>
      <KeyValues
        rows={hidden.map(({ title, unit, cell }) => [unit ? `${title}, ${unit}` : title, cell(row)] as const)}
      />
      <p className={styles.restNote}>{say('hiddenWhy')}</p>
    </>
  )
}
