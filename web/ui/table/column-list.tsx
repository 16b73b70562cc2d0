import { Checkbox, GridList, GridListItem, Button as Pressable, useDragAndDrop } from 'react-aria-components'
import button from '../button/button.module.css'
import field from '../field/field.module.css'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import type { Column } from './column.ts'
import styles from './column-chooser.module.css'
import { HiddenValues } from './hidden-values.tsx'
import { formatColumns, moved, offeredColumns, parseColumns, type TableLayout } from './layout.ts'
import { useNoRoom } from './no-room.ts'

export type ColumnListProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

const STEP_PX = 16

/** Shows the columns of a table to choose from: by buttons, by dragging, by keys. */
export function ColumnList<Row>(props: ColumnListProps<Row>) {
  const say = useWords(uiWords)
  const { offered, shown, choose, move, widen, reset } = useChoice(props)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [from, onto] = [[...keys][0], target.key].map((key) => offered.findIndex(({ id }) => id === key))
      if (from === undefined || onto === undefined) return
      move(from, onto - (from < onto ? 1 : 0) + (target.dropPosition === 'after' ? 1 : 0))
    },
  })
  return (
    <>
      <GridList
        aria-label={say('columns')}
        items={offered.map((column, place) => ({ column, id: column.id, place }))}
        dependencies={[offered, shown]}
        className={styles.list ?? ''}
        selectionMode="multiple"
        selectionBehavior="toggle"
        disallowEmptySelection
        // Escape closes the menu; it must not clear the choice.
        escapeKeyBehavior="none"
        selectedKeys={shown}
        onSelectionChange={(keys) => choose(new Set([...(keys === 'all' ? shown : keys)].map(String)))}
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ column, place }) => (
          <Item
            column={column}
            onMove={(by) => move(place, place + by)}
            onWiden={(by) => widen(column, by)}
            isShown={shown.has(column.id)}
            isFirst={place === 0}
            isLast={place === shown.size - 1}
          />
        )}
      </GridList>
      <button type="button" className={`${button.button} ${button.quiet} ${styles.reset}`} onClick={reset}>
        {say('showAll')}
      </button>
      <WithoutRoom columns={props.columns} />
    </>
  )
}

/** Shows the values of the current row in the columns for which the table has no room. */
function WithoutRoom<Row>({ columns }: Pick<ColumnListProps<Row>, 'columns'>) {
  const { ids, row } = useNoRoom(columns)
  if (ids.length === 0 || row === undefined) return null
  const hidden = columns.filter(({ id }) => ids.includes(id))
  return <HiddenValues hidden={hidden} shown={columns.filter((one) => !hidden.includes(one))} row={row as Row} />
}

/** Returns the columns that are offered and shown, in their order, and the functions that change the choice. */
function useChoice<Row>({ columns, layout, onLayout }: ColumnListProps<Row>) {
  const places = parseColumns(
    layout.columns,
    columns.map(({ id }) => id),
  )
  const { ids, isNarrow } = useNoRoom(columns)
  // A tick means that the column is visible. If the user has chosen columns, all of them count as visible, because the table can be
  // scrolled sideways. If rows have two lines, the ticks show the wanted columns.
  const seen = columns.filter(({ id }) => isNarrow || !ids.includes(id))
  const shownPlaces = places ?? seen.map(({ id }) => ({ id, widthPx: undefined }))
  const offered = offeredColumns(columns, shownPlaces)
  const shown = new Set(shownPlaces.map(({ id }) => id))
  const show = (order: readonly Column<Row>[], kept: ReadonlySet<string>) => {
    const next = order.filter(({ id }) => kept.has(id)).map(({ id }) => places?.find((one) => one.id === id) ?? { id })
    if (next.length > 0) onLayout({ ...layout, columns: formatColumns(next) })
  }
  return {
    offered,
    shown,
    choose: (kept: ReadonlySet<string>) => show(offered, kept),
    move: (from: number, to: number) => show(moved(offered, from, to), shown),
    widen: ({ id, widthPx }: Column<Row>, byPx: number) => {
      const next = shownPlaces.map((one) => (one.id === id ? { id, widthPx: (one.widthPx ?? widthPx) + byPx } : one))
      onLayout({ ...layout, columns: formatColumns(next) })
    },
    reset: () => onLayout({ ...layout, columns: undefined }),
  }
}

type ItemProps<Row> = {
  readonly column: Column<Row>
  readonly onMove: (by: 1 | -1) => void
  readonly onWiden: (byPx: number) => void
  readonly isShown: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Item<Row>({ column, onMove, onWiden, isShown, isFirst, isLast }: ItemProps<Row>) {
  const say = useWords(uiWords)
  const { id, title, unit } = column
  const steps = [
    ['moveUp', '↑', () => onMove(-1), !isShown || isFirst],
    ['moveDown', '↓', () => onMove(1), !isShown || isLast],
    ['narrower', '−', () => onWiden(-STEP_PX), !isShown],
    ['wider', '+', () => onWiden(STEP_PX), !isShown],
  ] as const
  return (
    <GridListItem id={id} textValue={title} className={`row gap-4 fs-13 pad-x-8 no-outline ${styles.item}`}>
      <Pressable
        slot="drag"
        aria-label={say('moveColumn', { what: title })}
        className={`min-w-24 min-h-24 pad-0 no-frame no-ground muted ${styles.handle}`}
      >
        ⠿
      </Pressable>
      <Checkbox slot="selection" className={`row gap-8 fs-13 ${field.check} min-h-24 pointer justify-center min-w-24`}>
        <span className={`grid inset ${field.box} control-frame round`}>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path className="fill-none" d="M2 6.2 4.8 9 10 3.2" />
          </svg>
        </span>
      </Checkbox>
      <span className="grow min-w-0">
        {title}
        {unit ? <span className={`muted fs-12 ${styles.unit}`}>{unit}</span> : null}
      </span>
      {steps.map(([word, sign, onPress, isDisabled]) => (
        <Pressable
          key={word}
          aria-label={say(word, { what: title })}
          isDisabled={isDisabled}
          onPress={onPress}
          className={`min-w-24 pad-0 ${button.button} ${button.quiet}`}
        >
          {sign}
        </Pressable>
      ))}
    </GridListItem>
  )
}
