import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createStore, type Store, useStore } from '../store/store.ts'
import { ROLES } from './roles.data.ts'

/** Widths in CSS pixels by the id of their column. */
export type Widths = ReadonlyMap<string, number>

const NONE: Widths = new Map()

type WidthStore = {
  readonly attach: (table: HTMLTableElement | null) => (() => void) | undefined
  readonly widths: Store<Widths>
  /** Columns that have become narrower may cut what they did not. */
  readonly measure: () => void
}

/**
 * How wide each column has to be so that nothing in it is cut. A cell is measured when its text has changed, before the
 * browser paints it, so that a long number is never seen cut, and scrolling costs no more than the rows that come into
 * sight. Columns only grow: a table whose columns moved with every row would be hard to read.
 */
function createWidthStore(): WidthStore {
  const widths = createStore(NONE)
  let language = ''
  let drawn: HTMLTableElement | undefined
  const measureAll = (table: HTMLTableElement) => {
    language = document.documentElement.lang
    widths.set(grown(NONE, table.rows))
  }
  // What has grown would seem to need nothing: the columns are drawn without their needs first.
  const measureAnew = (table: HTMLTableElement) => {
    flushSync(() => widths.set(NONE))
    measureAll(table)
  }
  const observe = (table: HTMLTableElement) => {
    const look = (changes: readonly MutationRecord[]) => {
      // The heads of another language may be shorter.
      if (document.documentElement.lang !== language) measureAnew(table)
      else widths.set(grown(widths.read(), rowsOf(changes)))
    }
    measureAll(table)
    drawn = table
    const observer = new MutationObserver(look)
    observer.observe(table, { childList: true, characterData: true, subtree: true })
    const again = () => measureAnew(table)
    document.fonts.addEventListener('loadingdone', again)
    return () => {
      drawn = undefined
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', again)
    }
  }
  return {
    attach: (table) => (table ? observe(table) : undefined),
    widths,
    measure: () => {
      if (drawn) widths.set(grown(widths.read(), drawn.rows))
    },
  }
}

/** What the columns of a table need: give the first to its `ref`, and call the last when its columns are drawn otherwise. */
export function useNeededWidths(): readonly [React.RefCallback<HTMLTableElement>, Widths, () => void] {
  const [store] = useState(createWidthStore)
  return [store.attach, useStore(store.widths), store.measure]
}

function rowsOf(changes: readonly MutationRecord[]): ReadonlySet<HTMLTableRowElement> {
  const rows = new Set<HTMLTableRowElement>()
  const add = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement
    const row = element?.closest('tr')
    if (row?.isConnected) rows.add(row)
  }
  for (const { target, addedNodes } of changes) {
    for (const node of addedNodes) add(node)
    add(target)
  }
  return rows
}

/** The same widths where none of the rows needs more. */
function grown(widths: Widths, rows: Iterable<HTMLTableRowElement>): Widths {
  const next = new Map(widths)
  for (const row of rows) {
    const heads = row.closest('table')?.tHead?.rows[0]?.cells
    for (const cell of row.cells) {
      // The head of a group and the room of rows that are not drawn stand across all columns.
      const isOfColumn = cell.role === ROLES.cell.role || cell.role === ROLES.head.role
      const id = isOfColumn ? heads?.[cell.cellIndex]?.dataset.column : undefined
      const missing = id === undefined ? 0 : missingPx(cell)
      if (id === undefined || missing <= 0) continue
      next.set(id, Math.max(next.get(id) ?? 0, Math.ceil(cell.offsetWidth + missing)))
    }
  }
  return [...next].some(([id, width]) => width !== widths.get(id)) ? next : widths
}

/** How many pixels a cell is too narrow by; in a head the words give way to the arrow of the sort, the unit never does. */
function missingPx(cell: HTMLTableCellElement): number {
  const words = cell.querySelector('[data-words]')
  const arrow = words ? (cell.querySelector('[data-arrow]')?.clientWidth ?? 0) : 0
  const cut = words ? Math.max(0, words.scrollWidth - words.clientWidth - arrow) : 0
  return cut + cell.scrollWidth - cell.clientWidth
}
