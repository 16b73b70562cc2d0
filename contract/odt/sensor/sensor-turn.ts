/** Where a sensor points, deg: azimuth from north over east, elevation above its horizon. */
export type Direction = { readonly azimuth: number; readonly elevation: number }

/** Where a sensor points at the beginning and at the end of a pass. */
export type PassPointing = { readonly start: Direction; readonly end: Direction }

/** How long a sensor without a stated slew rate needs from one object to the next, s: settling, and the largest turn at usual rates. */
export const SLEW_S = 60
/** From the end of a turn until a sensor measures, s: the mount stands still, the last image is read, the object is found. */
export const SETTLE_S = 10
/** Between two directions above the horizon; so far a sensor turns where one of them is not known. */
const LARGEST_TURN_DEG = 180

/** How long a sensor needs from one direction to another, s, by the rate at which it turns, deg/s; null: it states none (docs/domain/sensor.md). */
export function turnSeconds(rate: number | null, from?: Direction, to?: Direction): number {
  if (rate === null) return SLEW_S
  return SETTLE_S + (from && to ? angleBetween(from, to) : LARGEST_TURN_DEG) / rate
}

const RAD_PER_DEG = Math.PI / 180

/** Between two directions on the sky, deg, by the haversine: it keeps its digits at small angles. */
function angleBetween(a: Direction, b: Direction): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * RAD_PER_DEG) / 2) ** 2
  const [one, other] = [a.elevation * RAD_PER_DEG, b.elevation * RAD_PER_DEG]
  const square = half(a.elevation, b.elevation) + Math.cos(one) * Math.cos(other) * half(a.azimuth, b.azimuth)
  return (2 * Math.asin(Math.sqrt(Math.min(1, square)))) / RAD_PER_DEG
}

/** A pass of a sensor; times in s. */
export type MadePass = {
  readonly startS: number
  readonly endS: number
  /** Where the sensor points at both ends; undefined: nobody knows. */
  readonly pointing?: PassPointing | undefined
}

/** Whether a sensor can make two passes: after the earlier one it turns from where that ends to where the later one begins. */
export function canMakeBoth(a: MadePass, b: MadePass, rate: number | null): boolean {
  const isAfter = (next: MadePass, last: MadePass) =>
    last.endS + turnSeconds(rate, last.pointing?.end, next.pointing?.start) <= next.startS
  return isAfter(b, a) || isAfter(a, b)
}
