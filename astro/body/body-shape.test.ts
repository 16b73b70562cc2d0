import { expect, test } from 'vitest'
import { type BodyShape, checkShape } from './body-shape.ts'

const SHAPES: readonly BodyShape[] = [
  { kind: 'CANNONBALL', radiusM: 1 },
  { kind: 'BOX', widthM: 1, heightM: 2, lengthM: 3 },
  { kind: 'BOX_WING', widthM: 1, heightM: 2, lengthM: 3, wingLengthM: 4, wingWidthM: 5 },
  { kind: 'WING_BOX_WING', widthM: 1, heightM: 2, lengthM: 3, wingLengthM: 4, wingWidthM: 5 },
  { kind: 'OTHER', hardBodyRadiusM: 1, areaM2: 3 },
  { kind: 'OTHER', hardBodyRadiusM: 1 },
]
const LENGTHS = SHAPES.flatMap((shape) =>
  Object.keys(shape)
    .filter((name) => name !== 'kind')
    .map((name) => ({ shape, name })),
)

test.each(SHAPES)('checkShape() accepts a $kind whose lengths are above 0', (shape) => {
  expect(() => checkShape(shape)).not.toThrow()
})

test.each(LENGTHS)('checkShape() reports an impossible $name of a $shape.kind', ({ shape, name }) => {
  // The least positive number is a valid length; 0 is not.
  expect(() => checkShape({ ...shape, [name]: Number.MIN_VALUE })).not.toThrow()
  for (const value of [0, -1, Number.NaN, Infinity, undefined])
    expect(() => checkShape({ ...shape, [name]: value })).toThrow(`${name} of a ${shape.kind} has to be above 0`)
})
