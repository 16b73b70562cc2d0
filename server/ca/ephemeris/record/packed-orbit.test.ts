import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync } from 'node:zlib'
import { type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { shapeOf } from '@apsis/astro/screening/regime.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { openOrbit, packOrbit, unpackOrbit } from './packed-orbit.ts'

const START = parseTime('2026-11-20T00:00:00')
const segment = (fromS: number): EphemerisSegment => ({
  frame: 'TEME',
  states: [0, 60, 120].map((s) => ({ epoch: addSeconds(START, fromS + s), r: [7e6, 0.1 + 0.2, -0], v: [1, 7_500, 2] })),
})
const SEGMENTS = [segment(0), segment(600)]

test('a packed orbit is restored unchanged, and its shape can be read without its states', async () => {
  const ephemeris = makeEphemeris(SEGMENTS)
  const bytes = packOrbit(ephemeris)
  expect(await unpackOrbit(bytes)).toStrictEqual(ephemeris)
  const { shape, segments } = await openOrbit(bytes)
  expect(shape).toStrictEqual(shapeOf({ kind: 'ephemeris', ephemeris }))
  expect(deserialize(segments)).toStrictEqual(ephemeris.segments.map((one) => one.segment))
})

test('an orbit whose states were packed one by one is read', async () => {
  const first = zstdCompressSync(serialize({ format: 1, segments: serialize(SEGMENTS) }))
  expect(await unpackOrbit(first)).toStrictEqual(makeEphemeris(SEGMENTS))
})

test('a packed orbit of a later format version is refused', async () => {
  const later = zstdCompressSync(serialize({ format: 3, segments: [] }))
  await expect(unpackOrbit(later)).rejects.toThrow('packed in format 3, this version reads 2')
})
