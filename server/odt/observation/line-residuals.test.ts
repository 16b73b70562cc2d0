/** Tests of ranges together with directions: the real radar track of GEOS-3 (Vallado, example 10-4), with its angles. */
import { readFileSync } from 'node:fs'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { GEOS_3, geos3, geos3Tdm } from '../testing/geos-3.ts'
import type { Suspect } from './make-report.ts'
import { measureTrack } from './measure-track.ts'

const SET = 'tracking/radar_geos3_1995'
const isHere = hasCollection(SET)
/** The residuals of the published solution are within 1.3 of the noise (case.json). */
const NOISE_SHARE = 1.3
/** The decimals of a range in metres that have to be the same: the ranges of the set are written to a millimetre. */
const MILLIMETRE_DIGITS = 3
/** The known orbit is this far behind the published orbit along the track. */
const BEHIND_M = 1_500

/** Returns the published solution, moved back along the same orbit, as an orbit that a catalogue might have. */
function known(): Suspect {
  const { solution, epochUtc } = geos3()
  const epoch = parseTime(epochUtc, 'UTC')
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const span = { epoch, first: addSeconds(epoch, -60), last: addSeconds(epoch, 700) }
  const path = numericalFlight({ ...span, ...orbitForces(sky, null) })(solution)
  if (path === null) throw new Error('the published solution does not fly')
  const toTeme = rotationBetween('GCRF', 'TEME', earthAt(epoch, { outside: 'hold' }))
  const lateS = BEHIND_M / norm(solution.v)
  return {
    noradId: GEOS_3,
    name: 'GEOS 3',
    orbit: {
      type: 'OMM',
      epoch: addSeconds(epoch, -86_400),
      at: (at: Epoch) => rotateState(toTeme, path.stateAt(addSeconds(at, -lateS))),
    },
  }
}

const measure = (suspects: readonly Suspect[]) =>
  measureTrack({ tdm: geos3Tdm(), sensor: geos3().radar, suspects, isSimulated: false }).reports.ANGULAR_DISTANCE

test.skipIf(!isHere)('a radar track shows each range’s residual for the known and the corrected orbit', () => {
  const { radar, count } = geos3()
  const report = measure([known()])
  expect(report.catalogueIdBestAssociation).toBe(GEOS_3)
  const rows = report.lineResiduals ?? []
  expect(rows.map(({ quantity }) => quantity)).toEqual(Array.from({ length: count }, () => 'range'))
  const rms = (key: 'before' | 'after') =>
    Math.sqrt(rows.reduce((sum, one) => sum + (one[key] ?? Number.NaN) ** 2, 0) / rows.length)
  // The time offset that the directions give is removed: otherwise the 1.5 km would leave a kilometre in most ranges.
  expect(rms('before')).toBeLessThan(BEHIND_M / 2)
  expect(rms('after')).toBeLessThan(NOISE_SHARE * (radar.sigmaRange ?? 0))
  expect(new Set(rows.map(({ sigma }) => sigma))).toEqual(new Set([radar.sigmaRange]))
  // The first range of the set.
  const [, km = ''] =
    readFileSync(collectionPath(`${SET}/observations.csv`), 'utf8')
      .split('\n')[1]
      ?.split(',') ?? []
  expect(rows[0]?.measured).toBeCloseTo(1_000 * Number(km) - geos3().rangeBiasM, MILLIMETRE_DIGITS)
})

test.skipIf(!isHere)('the ranges of an unknown object are shown without a comparison', () => {
  const report = measure([])
  expect(report.isUncorrelated).toBe(true)
  expect(report.lineResiduals?.every(({ before, after }) => before === null && after === null)).toBe(true)
  expect(report.lineResiduals).toHaveLength(geos3().count)
})

test.skipIf(!isHere)('ranges without directions stay in their own report', () => {
  const { reports } = measureTrack({
    tdm: geos3Tdm({ hasAngles: false }),
    sensor: geos3().radar,
    suspects: [known()],
    isSimulated: false,
  })
  expect(reports.ANGULAR_DISTANCE.lineResiduals).toBeUndefined()
  expect(reports.ANGULAR_DISTANCE.ranges?.measurements).toHaveLength(geos3().count)
})
