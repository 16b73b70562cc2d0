import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import reference from './cdm.reference.json' with { type: 'json' }
import { type Cdm, parseCdm, readCdm } from './cdm.ts'
import { assessCdm, encounterOfCdm } from './cdm-assessment.ts'
import { formatCdm } from './format-cdm.ts'
import { exchangeCdm, ownCdm, ownMessageId, relativeState } from './own-cdm.ts'

/** States in messages are given to millimetres, and the rounding of both satellites' axes adds a larger error. */
const CENTIMETRE_DIGITS = 2
/** Speeds in messages are given to hundredths of a millimetre per second. */
const SPEED_DIGITS = 5
/** Both values are the same integral, computed from either object: only the rounding differs. */
const SAME_INTEGRAL = 1e-9

/**
 * Messages of other originators contain the relative state that 18 SDS or Open Space Toolkit computed from the same states. Positions are given to
 * 0.1 m and velocities to 0.1 m/s; their axes were computed with more digits than the states have.
 */
const TOLD_TO = 0.051
/** The messages about real encounters; the figures in the standard's examples are invented, and do not agree with each other. */
const REAL = /ION_SCV8|ostk_cdm/
const published = reference.messages.flatMap(({ path, text }) => {
  const reading = readCdm(text, { strict: false })
  if (!REAL.test(path) || !reading.ok || reading.message.relative.relativePositionRtnM === undefined) return []
  return [{ path, cdm: reading.message }]
})
const ion = published.find(({ path }) => path.includes('ION_SCV8'))!.cdm

test.each(published)('the relative state of $path follows from its states', ({ cdm }) => {
  const { relativePositionRtnM: position, relativeVelocityRtnMps: velocity } = relativeState(cdm)
  for (const axis of [0, 1, 2]) {
    expect(Math.abs(position[axis]! - cdm.relative.relativePositionRtnM![axis]!)).toBeLessThan(TOLD_TO)
    expect(Math.abs(velocity[axis]! - cdm.relative.relativeVelocityRtnMps![axis]!)).toBeLessThan(TOLD_TO)
  }
})

/** Returns a vector along radial, transverse and normal by their definition (CCSDS 508.0-B-1, annex on frames), without the code under test. */
function inAxesOf({ r, v }: { r: Vec3; v: Vec3 }, vector: Vec3): number[] {
  const radial = scale(r, 1 / norm(r))
  const momentum = cross(r, v)
  const normal = scale(momentum, 1 / norm(momentum))
  return [radial, cross(normal, radial), normal].map((axis) => dot(axis, vector))
}

test("exchangeCdm() gives the relative state as seen from the other object, in that object's axes", () => {
  const exchanged = exchangeCdm(ion)
  const [first, second] = encounterOfCdm(ion)
  // Object 2 is at r of object 1 plus the vector that 18 SDS gives, so object 1 is at the opposite vector, in the axes of object 2.
  const expected = inAxesOf(second, subtract(first.r, second.r))
  const speeds = inAxesOf(second, subtract(first.v, second.v))
  for (const axis of [0, 1, 2]) {
    expect(exchanged.relative.relativePositionRtnM![axis]).toBeCloseTo(expected[axis]!, CENTIMETRE_DIGITS)
    expect(exchanged.relative.relativeVelocityRtnMps![axis]).toBeCloseTo(speeds[axis]!, SPEED_DIGITS)
  }
  // The radial component changes its sign when the objects are exchanged; along the track, the axes differ by the angle of approach (164° here).
  expect(exchanged.relative.relativePositionRtnM![0]).toBeGreaterThan(21)
  expect(exchanged.objects.map(({ metadata }) => [metadata.object, metadata.objectDesignator])).toEqual([
    ['OBJECT1', ion.objects[1].metadata.objectDesignator],
    ['OBJECT2', ion.objects[0].metadata.objectDesignator],
  ])
  expect(exchanged.relative.missDistanceM).toBe(ion.relative.missDistanceM)
  expect(exchanged.relative.screenVolumeXM).toBeUndefined()
})

test("two exchanges restore the originator's relative state and the same probability", () => {
  const twice = exchangeCdm(exchangeCdm(ion))
  expect(twice.objects).toEqual(ion.objects)
  for (const axis of [0, 1, 2]) {
    const told = ion.relative.relativePositionRtnM![axis]!
    expect(Math.abs(twice.relative.relativePositionRtnM![axis]! - told)).toBeLessThan(TOLD_TO)
  }
  const [once, other] = [assessCdm(ion), assessCdm(exchangeCdm(ion))].map(({ assessment }) => assessment!.probability!)
  // Both values are the same integral, computed from either object: only the rounding differs.
  expect(Math.abs(once! / other! - 1)).toBeLessThan(SAME_INTEGRAL)
})

const { assessment, radius } = assessCdm(ion)
const OWN = {
  originator: 'EXAMPLE-ORBITAL',
  messageId: 'EXAMPLE-1',
  creationDate: parseTime('2026-11-23T06:00:00'),
  probability: assessment!.probability,
  method: assessment!.method,
  reason: assessment!.reason,
  radiusM: radius!.radiusM,
  radiusFrom: radius!.from,
  version: '0.3.4',
}
/** Seven digits are written. */
const WRITTEN_TO = 1e-6

test.each(['KVN', 'XML', 'JSON'] as const)(
  'our own message, in %s, says who made it, and a reader computes our value from it',
  (notation) => {
    const written = formatCdm(ownCdm(exchangeCdm(ion), OWN), { notation, strict: false })
    const read: Cdm = parseCdm(written)
    expect(read.header).toMatchObject({ originator: 'EXAMPLE-ORBITAL', messageId: 'EXAMPLE-1' })
    expect(read.relative.collisionProbabilityMethod).toBe('ALFANO-2005')
    const again = assessCdm(read)
    expect(again.radius!.radiusM).toBe(radius!.radiusM)
    expect(Math.abs(again.assessment!.methods['circle-2d']! / read.relative.collisionProbability! - 1)).toBeLessThan(
      WRITTEN_TO,
    )
    // 18 SDS integrates over the square around the circle, which gives a larger value: it is not mistaken for ours.
    expect(read.relative.collisionProbability).toBeLessThan(ion.relative.collisionProbability!)
    expect(written).toContain('CSpOC REPORTED 0.004450713 BY FOSTER-1992')
  },
)

test('if there is no probability, none is written, and the originator’s is not written either', () => {
  const none = ownCdm(ion, { ...OWN, probability: null, method: null, reason: 'co-orbiting' })
  expect(none.relative.collisionProbability).toBeUndefined()
  expect(none.relative.collisionProbabilityMethod).toBeUndefined()
  expect(none.header.comments).toContain('NO PROBABILITY: co-orbiting (APSIS 0.3.4)')
})

test('a reader uses our radius, even if the originator gave another radius anywhere in the message', () => {
  const told = ['HBR = 15 [m]', 'kept']
  const [first, second] = ion.objects
  const inHeader: Cdm = { ...ion, header: { ...ion.header, comments: told } }
  const inObject: Cdm = { ...ion, objects: [first, { ...second, state: { ...second.state, comments: told } }] }
  for (const cdm of [inHeader, inObject]) {
    const written = formatCdm(ownCdm(cdm, { ...OWN, radiusM: 5 }), { notation: 'KVN', strict: false })
    expect(assessCdm(parseCdm(written)).radius!.radiusM).toBe(5)
    expect(written).not.toContain('HBR = 15')
    expect(written).toContain('COMMENT kept')
  }
})

test('messages that were made a millisecond apart, or with the objects in the other order, have different names', () => {
  const at = new Date('2026-11-23T06:00:00.123Z')
  const names = [
    ownMessageId('source', { at, first: 1 }),
    ownMessageId('source', { at, first: 2 }),
    ownMessageId('source', { at: new Date(at.getTime() + 1), first: 1 }),
  ]
  expect(new Set(names).size).toBe(3)
})
