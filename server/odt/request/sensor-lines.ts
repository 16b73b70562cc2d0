import type { SlotRow } from './request.repository.ts'

/** Returns the sensor in the name of a pass. */
export const sensorOf = (name: string): string => name.split('@')[0] ?? ''

/**
 * Returns the sensors of the lines of an order, in their order: each sensor has its own line if all wanted passes are named. If the list is empty,
 * one line pays for all passes, at any sensor.
 */
export const sensorsOfLines = (names: readonly string[], passes: number): string[] =>
  names.length === passes ? [...new Set(names.map(sensorOf))] : []

type RequestOfPasses = {
  readonly pass_names: readonly string[]
  readonly passes_requested: number
  readonly slots: readonly SlotRow[]
}

/** Returns true if a sensor may make a wanted pass: the line of that sensor pays for it. */
export function isPaidAt(
  { pass_names, passes_requested }: RequestOfPasses,
  { line }: SlotRow,
  sensorCode: string,
): boolean {
  const sensors = sensorsOfLines(pass_names, passes_requested)
  return sensors.length === 0 || sensors[line] === sensorCode
}

/** Returns the wanted passes in planned order, so that the line of its sensor pays for each pass; passes that cannot be made come last. */
export function slotsAsPlanned(row: RequestOfPasses, planned: readonly { readonly sensorCode: string }[]): SlotRow[] {
  const left = [...row.slots]
  const taken = planned.flatMap(({ sensorCode }) => {
    const at = left.findIndex((slot) => isPaidAt(row, slot, sensorCode))
    return left.splice(Math.max(0, at), 1)
  })
  return [...taken, ...left]
}
