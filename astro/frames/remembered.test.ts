import { expect, test } from 'vitest'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { remembered } from './remembered.ts'

/** The error of the polynomial is proportional to the eighth power of the angle per step. */
const HERMITE_SHARE = 1.2e-3

/** The rounding of the weights of eight nodes, for values of the order of 1. */
const ROUNDING = 1e-12

test('remembered() is exact at its nodes, and for polynomials up to degree 7 between them', () => {
  const exact = (x: number): Vec3 => [x, (x / 20) ** 7 - (x / 20) ** 4, 1]
  const read = remembered(exact)
  for (const x of [0, 3, 0.5, 7.25, -4.1, -20, 19.999]) expect(norm(subtract(read(x), exact(x)))).toBeLessThan(ROUNDING)
})

test('remembered() has an error up to 1e-3 of the eighth power of the angle between nodes', () => {
  for (const turn of [0.1, 0.3, 0.6]) {
    const read = remembered((x) => [Math.sin(turn * x), Math.cos(turn * x), 0])
    const worst = Math.max(
      ...Array.from({ length: 40 }, (_, k) => {
        const x = k / 7
        return norm(subtract(read(x), [Math.sin(turn * x), Math.cos(turn * x), 0]))
      }),
    )
    expect(worst).toBeLessThan(HERMITE_SHARE * turn ** 8 + ROUNDING)
  }
})

test('remembered() computes each node once in any order, and again when the memory is full', () => {
  const asked: number[] = []
  const read = remembered((x) => {
    asked.push(x)
    return [x, 0, 0]
  })
  read(10.5)
  expect(asked).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
  read(10.9)
  read(10)
  expect(asked.length).toBe(8)
  read(11)
  expect(asked.at(-1)).toBe(15)
  for (let x = 100; x < 5000; x += 8) read(x)
  asked.length = 0
  read(10.5)
  expect(asked.length).toBe(8)
})
