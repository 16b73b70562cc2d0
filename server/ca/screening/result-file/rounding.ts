import type { Vec3 } from '@apsis/astro/vec3.ts'

export const digits = (value: number, places: number): number => Number(value.toFixed(places))

/** Rounds a vector to the printed digits: millimetres, and micrometres per second. */
export const rounded = ([x, y, z]: Vec3, places: number): Vec3 => [
  digits(x, places),
  digits(y, places),
  digits(z, places),
]
