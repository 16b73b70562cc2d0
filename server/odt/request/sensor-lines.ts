import type { SlotRow } from './request.repository.ts'

/** The sensor in the name of a pass. */
export const sensorOf = (name: string): string => name.split('@')[0] ?? ''

/**
 * The sensors of the lines of an order, in their order: each sensor has a line of its own where all passes that are wanted are named.
 * Empty: one line pays for all passes, at whatever sensor.
 */
export const sensorsOfLines = (names: readonly string[], passes: number): string[] =>
  names.length === passes ? [...new Set(names.map(sensorOf))] : []

type RequestOfPasses = {
  readonly pass_names: readonly string[]
  readonly passes_requested: number
  readonly slots: readonly SlotRow[]
}

/** Whether a wanted pass may be made at a sensor: it is paid by the line of its own one. */
export function isPaidAt(
  { pass_names, passes_requested }: RequestOfPasses,
  { line }: SlotRow,
  sensorCode: string,
): boolean {
  const sensors = sensorsOfLines(pass_names, passes_requested)
  return sensors.length === 0 || sensors[line] === sensorCode
}

/**
 * The wanted passes in the order in which they were planned, so that each is paid by the line of its sensor; those that cannot be made
 * come after them.
 */
export function slotsAsPlanned(row: RequestOfPasses, planned: readonly { readonly sensorCode: string }[]): SlotRow[] {
  const left = [...row.slots]
  const taken = planned.flatMap(({ sensorCode }) => {
    const at = left.findIndex((slot) => isPaidAt(row, slot, sensorCode))
    return left.splice(Math.max(0, at), 1)
  })
  return [...taken, ...left]
}
