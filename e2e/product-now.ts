let aheadMs = 0

/** Sets the time by which the clock of the product of the journeys is ahead of that of this machine, ms (visitor.ts). */
export function setAhead(ms: number): void {
  aheadMs = ms
}

/** Returns the time in the product of the journeys, ms; without a moved clock, that of this machine. */
export const productNow = (): number => Date.now() + aheadMs

/** Returns the time of this machine for a time in the product: the clock of Playwright is set to it, and a page is ahead of that. */
export const machineTimeOf = (productMs: number): number => productMs - aheadMs
