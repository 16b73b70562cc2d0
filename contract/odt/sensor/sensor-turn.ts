/** The direction of a sensor, deg: azimuth from north towards east, elevation above its horizon. */
export type Direction = { readonly azimuth: number; readonly elevation: number }

/** The directions of a sensor at the beginning and at the end of a pass. */
export type PassPointing = { readonly start: Direction; readonly end: Direction }

/** The time that a sensor without a stated slew rate needs between two objects, s: the largest turn at usual rates, and settling. */
export const SLEW_S = 60
/** The time from the end of a turn to a measurement, s: the mount settles, the last image is read, and the object is found. */
export const SETTLE_S = 10
/** The largest turn between two directions above the horizon, which is assumed if one of them is not known. */
const LARGEST_TURN_DEG = 180

/**
 * Returns the time, s, that a sensor needs to turn from one direction to another at its rate, deg/s; the rate is null if the sensor states none
 * (docs/domain/sensor.md).
 */
export function turnSeconds(rate: number | null, from?: Direction, to?: Direction): number {
  if (rate === null) return SLEW_S
  return SETTLE_S + (from && to ? angleBetween(from, to) : LARGEST_TURN_DEG) / rate
}

const RAD_PER_DEG = Math.PI / 180

/** Returns the angle between two directions on the sky, deg. It uses the haversine, which is accurate for small angles. */
function angleBetween(a: Direction, b: Direction): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * RAD_PER_DEG) / 2) ** 2
  const [one, other] = [a.elevation * RAD_PER_DEG, b.elevation * RAD_PER_DEG]
  const square = half(a.elevation, b.elevation) + Math.cos(one) * Math.cos(other) * half(a.azimuth, b.azimuth)
  return (2 * Math.asin(Math.sqrt(Math.min(1, square)))) / RAD_PER_DEG
}

/** A pass of a sensor; its times are in s. */
export type MadePass = {
  readonly startS: number
  readonly endS: number
  /** The directions of the sensor at both ends; undefined if they are unknown. */
  readonly pointing?: PassPointing | undefined
}

/** Returns true if a sensor can make two passes: it has time to turn from the end of the earlier one to the beginning of the later one. */
export function canMakeBoth(a: MadePass, b: MadePass, rate: number | null): boolean {
  const isAfter = (next: MadePass, last: MadePass) =>
    last.endS + turnSeconds(rate, last.pointing?.end, next.pointing?.start) <= next.startS
  return isAfter(b, a) || isAfter(a, b)
}
