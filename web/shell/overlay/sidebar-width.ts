import { createKeptStore } from '../../ui/store/kept-store.ts'

/** The width that a row of notifications and its buttons need. */
export const LEAST_PX = 280
/** A longer line of text is hard to read, and the screen beside the sidebar needs its room. */
export const MOST_PX = 640
export const USUAL_PX = 360
/** The step of an arrow key, px. */
const STEP_PX = 20

const KEY = 'width'

const kept = createKeptStore<number>({
  prefix: 'apsis-sidebar-',
  parse: (text) => withinBounds(Number(text ?? USUAL_PX)),
  warning: 'The width of the sidebar was not kept.',
  followsOtherTabs: false,
})

/** Returns a width within the limits; the default width for an invalid number. */
export function withinBounds(px: number): number {
  return Number.isFinite(px) ? Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, px))) : USUAL_PX
}

/**
 * Returns the width after a key was pressed on the edge. The edge is on the left, so the left arrow makes the sidebar wider. Undefined if
 * the key has another meaning.
 */
export function widthAfterKey(px: number, key: string): number | undefined {
  if (key === 'ArrowLeft') return withinBounds(px + STEP_PX)
  if (key === 'ArrowRight') return withinBounds(px - STEP_PX)
  if (key === 'Home') return LEAST_PX
  if (key === 'End') return MOST_PX
  return undefined
}

/** Returns the width of the sidebar in this browser, in CSS pixels. */
export const useSidebarWidth = (): number => kept.use(KEY)
export const keepSidebarWidth = (px: number): void => kept.keep(KEY, withinBounds(px))
