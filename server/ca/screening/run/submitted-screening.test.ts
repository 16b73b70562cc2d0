import { serialize } from 'node:v8'
import { type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { buildMatrix } from '@apsis/astro/matrix.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { expect, test } from 'vitest'
import { packScreening, type SubmittedScreening, unpackScreening } from './submitted-screening.ts'
import { START, syntheticScreening } from './testing/synthetic-screening.ts'

/** Numbers that would change as text, or as a 32-bit float. */
const ODD = [0.1 + 0.2, -0, Number.MIN_VALUE, 6_378_137.000_000_001, -1 / 3] as const
const segment: EphemerisSegment = {
  frame: 'TEME',
  interpolation: 'LAGRANGE',
  degree: 5,
  useableStart: addSeconds(START, 60),
  states: Array.from({ length: 8 }, (_, i) => ({
    epoch: addSeconds(START, 60 * i + 1e-9),
    r: [7e6 + ODD[0], ODD[1], ODD[3]],
    v: [ODD[2], 7_500 + ODD[4], ODD[1]],
  })),
  covariances: [{ epoch: START, covariance: buildMatrix(6, 6, (i, j) => (i === j ? ODD[0] : ODD[4])) }],
}

test('a screening is unpacked exactly as it was packed: models, ephemerides, sets, groups and times', async () => {
  const { objects, ...rest } = syntheticScreening({ size: 80 })
  const screening: SubmittedScreening = {
    ...rest,
    pairs: [[0, 1]],
    objects: [
      ...objects,
      {
        id: 'flight',
        set: 1,
        group: 3,
        fromS: ODD[0],
        flight: { kind: 'ephemeris', segments: serialize([segment]) },
      },
      { id: 'ends', untilS: Number.POSITIVE_INFINITY, fromS: -0, flight: objects[3]!.flight },
    ],
  }
  const unpacked = await unpackScreening(await packScreening(screening))
  expect(unpacked).toStrictEqual({
    ...screening,
    objects: screening.objects.map(({ flight, ...object }) => ({
      ...object,
      flight:
        flight.kind === 'elements'
          ? { kind: 'elements', model: initSgp4(flight.elements) }
          : { kind: 'ephemeris', ephemeris: makeEphemeris([segment]) },
    })),
  })
  // toStrictEqual compares with Object.is: −0 is not 0.
  expect(Object.is(unpacked.objects.at(-1)?.fromS, -0)).toBe(true)
})

test('unpackScreening() names the object whose ephemeris cannot be used', async () => {
  const states = [segment.states[1]!, segment.states[0]!]
  const screening: SubmittedScreening = {
    ...syntheticScreening({ size: 10 }),
    objects: [{ id: 'SAT-7', flight: { kind: 'ephemeris', segments: serialize([{ ...segment, states }]) } }],
  }
  await expect(packScreening(screening).then(unpackScreening)).rejects.toThrow('object SAT-7: segment 0')
})

test('the bytes of a catalogue are smaller than the numbers of its elements and names', async () => {
  const screening = syntheticScreening({ size: 2_000 })
  const bytes = await packScreening(screening)
  expect(bytes.length).toBeLessThan(2_000 * (9 * 8 + 10))
})
