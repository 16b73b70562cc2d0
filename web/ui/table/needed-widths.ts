import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createStore, type Store, useStore } from '../store/store.ts'
import { ROLES } from './roles.data.ts'

/** Widths in CSS pixels by the id of their column. */
export type Widths = ReadonlyMap<string, number>

export type CellNeeds = {
  /** The widths at which nothing is cut except names. */
  readonly least: Widths
  /** The widths at which names are not cut either; a column gets this width if there is room. */
  readonly names: Widths
}

const NONE: CellNeeds = { least: new Map(), names: new Map() }

type WidthStore = {
  readonly attach: (table: HTMLTableElement | null) => (() => void) | undefined
  readonly needs: Store<CellNeeds>
  /** Measures again, because columns that have become narrower may cut texts that fitted before. */
  readonly measure: () => void
}

/**
 * Stores the width that each column needs so that nothing in it is cut. A cell is measured when its text has changed, before the browser
 * paints it: a long number is never cut on the screen, and scrolling costs only the rows that become visible. Columns only grow, because a
 * table whose columns moved with every row would be hard to read.
 */
function createWidthStore(): WidthStore {
  const needs = createStore(NONE)
  let language = ''
  let drawn: HTMLTableElement | undefined
  const measureAll = (table: HTMLTableElement) => {
    language = document.documentElement.lang
    needs.set(grown(NONE, table.rows))
  }
  // A column that has already grown would seem to need no more, so the columns are first drawn without their needs.
  const measureAnew = (table: HTMLTableElement) => {
    flushSync(() => needs.set(NONE))
    measureAll(table)
  }
  const observe = (table: HTMLTableElement) => {
    const look = (changes: readonly MutationRecord[]) => {
      // The heads in another language may be shorter.
      if (document.documentElement.lang !== language) measureAnew(table)
      else needs.set(grown(needs.read(), rowsOf(changes)))
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
    needs,
    measure: () => {
      if (drawn) needs.set(grown(needs.read(), drawn.rows))
    },
  }
}

/**
 * Returns the needs of the columns of a table: pass the first item to the table's `ref`, and call the last when its columns are drawn in
 * another way.
 */
export function useNeededWidths(): readonly [React.RefCallback<HTMLTableElement>, CellNeeds, () => void] {
  const [store] = useState(createWidthStore)
  return [store.attach, useStore(store.needs), store.measure]
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

/** Returns the same object if none of the rows needs more width. */
function grown(needs: CellNeeds, rows: Iterable<HTMLTableRowElement>): CellNeeds {
  const next = { least: new Map(needs.least), names: new Map(needs.names) }
  let hasGrown = false
  const grow = (widths: Map<string, number>, id: string, widthPx: number) => {
    if (widthPx <= (widths.get(id) ?? 0)) return
    widths.set(id, widthPx)
    hasGrown = true
  }
  for (const row of rows) {
    const heads = row.closest('table')?.tHead?.rows[0]?.cells
    for (const cell of row.cells) {
      // The head of a group and the space for rows that are not drawn extend across all columns.
      const isOfColumn = cell.role === ROLES.cell.role || cell.role === ROLES.head.role
      const id = isOfColumn ? heads?.[cell.cellIndex]?.dataset.column : undefined
      if (id === undefined) continue
      const [missing, ofName] = [missingPx(cell), cutPx(cell.querySelector('[data-name]'))]
      if (missing > 0) grow(next.least, id, Math.ceil(cell.offsetWidth + missing))
      if (ofName > 0) grow(next.names, id, Math.ceil(cell.offsetWidth + missing + ofName))
    }
  }
  return hasGrown ? next : needs
}

/**
 * Returns the width that a cell lacks, in pixels. In a head the words may be cut to make room for the arrow of the sort, but the unit is
 * never cut.
 */
function missingPx(cell: HTMLTableCellElement): number {
  const words = cell.querySelector('[data-words]')
  const arrow = words ? (cell.querySelector('[data-arrow]')?.clientWidth ?? 0) : 0
  return Math.max(0, cutWordsPx(words) - arrow) + cutPx(cell)
}

const ROUNDING_PX = 0.01

/**
 * Returns the width by which words are cut. A text that is a quarter of a pixel too long already gets an ellipsis instead of its last
 * letters, and whole pixels do not show that.
 */
function cutWordsPx(words: Element | null): number {
  if (!words) return 0
  const text = document.createRange()
  text.selectNodeContents(words)
  const missing = text.getBoundingClientRect().width - words.getBoundingClientRect().width
  return missing > ROUNDING_PX ? missing : 0
}

const cutPx = (element: Element | null) => (element ? element.scrollWidth - element.clientWidth : 0)
