import { boundObjects } from './bounds.ts'
import { sortObjects } from './grid.ts'
import { forgetFound, found } from './meeting.ts'
import { joinGrid, joinProbes } from './pairs.ts'
import { ALLOWED, FOUND, GROUPS, KINDS, layOut, ROWS, SPANS, setNumbers } from './plan.ts'
import { fillTables } from './reach.ts'

// The sweep over one window: bounds, grid, pairs. astro/screening/sweep.ts is the same in TypeScript and says why it misses
// nothing; astro/screening/kernel-sweep.ts drives this one.

/** Lays out the arrays of a sweep from `base` on; returns where they end. */
export function openSweep(base: usize, count: i32, entries: i32, probes: i32, found: i32): usize {
  return layOut(base, count, entries, probes, found)
}

/** Half of a window, threshold, thickness of a shell; whether those that only probe are compared with each other. */
export function setSweep(half: f64, threshold: f64, shell: f64, probesMeet: bool): void {
  setNumbers(half, threshold, shell, probesMeet)
  fillTables()
}

export function kindsAt(): usize {
  return KINDS
}

export function groupsAt(): usize {
  return GROUPS
}

export function allowedAt(): usize {
  return ALLOWED
}

export function rowsAt(): usize {
  return ROWS
}

export function spansAt(): usize {
  return SPANS
}

export function foundAt(): usize {
  return FOUND
}

/** All pairs that may meet in a window; how many there are, −1 or −2 where there was too little room for them, or to sort. */
export function screenWindow(now: usize, then: usize, plane: usize, tame: usize, tameThen: usize): i32 {
  boundObjects(now, then, plane, tame, tameThen)
  if (!sortObjects()) return -2
  forgetFound()
  joinGrid()
  joinProbes()
  return found
}
