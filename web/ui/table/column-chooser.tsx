import { Dialog, DialogTrigger, Popover, Button as Pressable } from 'react-aria-components'
import button from '../button/button.module.css'
import pop from '../button/popover.module.css'
import { partOf } from '../page/part.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './column-chooser.module.css'
import type { ColumnListProps } from './column-list.tsx'
import { useNoRoom } from './no-room.ts'

// The type of the rows is open, because the list gives each column only rows of its own table.
// biome-ignore lint/suspicious/noExplicitAny: a part is fetched once for the tables of all kinds of rows.
const list = partOf<ColumnListProps<any>>(async () => (await import('./column-list.tsx')).ColumnList)

/** Shows the button that opens the choice of a table's columns, their order and width; it states how many columns have no room. */
export function ColumnChooser<Row>(props: ColumnListProps<Row>) {
  const say = useWords(uiWords)
  const { ids } = useNoRoom(props.columns)
  const names = props.columns.flatMap(({ id, title }) => (ids.includes(id) ? title : [])).join(', ')
  const without = names === '' ? undefined : say('columnsWithout', { count: ids.length, names })
  return (
    <DialogTrigger>
      <span className="contents" title={without}>
        <Pressable className={`${button.button} ${button.quiet}`} {...(without ? { 'aria-label': without } : {})}>
          {say('columns')}
          {without ? <span className="muted fs-12 regular"> {ids.length}</span> : null}
        </Pressable>
      </span>
      <Popover className={`scroll raised ${pop.popover} ${styles.popover}`} offset={2} placement="bottom end">
        <Dialog aria-label={say('columns')} className="stack pad-y-4 no-outline">
          <list.Show {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
