let aheadMs = 0

/** Sets the time by which the clock of the product of the journeys is ahead of that of this machine, ms (visitor.ts). */
export function setAhead(ms: number): void {
  aheadMs = ms
}

/** The time in the product of the journeys, ms; in a product whose clock nobody moved, that of this machine. */
export const productNow = (): number => Date.now() + aheadMs

/** The time of this machine, of a time in the product: what the clock of Playwright is set to, which a page is ahead of. */
export const machineTimeOf = (productMs: number): number => productMs - aheadMs
