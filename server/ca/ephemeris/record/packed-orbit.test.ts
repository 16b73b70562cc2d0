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

test.each([1, 3])('a packed orbit of another format version (%i) is refused', async (format) => {
  const other = zstdCompressSync(serialize({ format, segments: [] }))
  await expect(unpackOrbit(other)).rejects.toThrow(`packed in format ${format}, this version reads 2`)
})
