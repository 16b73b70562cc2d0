let aheadMs = 0

/** Sets how many milliseconds the clock of the journeys' product is ahead of this machine's (visitor.ts). */
export function setAhead(ms: number): void {
  aheadMs = ms
}

/** Returns the time in the journeys' product, ms; without a moved clock, it is the time of this machine. */
export const productNow = (): number => Date.now() + aheadMs

/** Returns this machine's time for a time in the product: Playwright's clock is set to it, and the page's clock is ahead of that. */
export const machineTimeOf = (productMs: number): number => productMs - aheadMs
