import type { Vec3 } from '@apsis/astro/vec3.ts'

export const digits = (value: number, places: number): number => Number(value.toFixed(places))

/** Rounds a state as it is printed: to the millimetre and the micrometre per second. */
export const rounded = ([x, y, z]: Vec3, places: number): Vec3 => [
  digits(x, places),
  digits(y, places),
  digits(z, places),
]
