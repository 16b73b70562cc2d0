import { describe, expect, test } from 'vitest'
import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transpose } from '../mat3.ts'
import { cholesky, entry, mapCovariance, transformRow } from '../matrix.ts'
import type { GroundSite } from '../measurement/ground-site.ts'
import type { RaDecObservation } from '../measurement/observation.ts'
import { twoBodyFlight } from '../measurement/testing/two-body-flight.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { fuseTrack } from './fuse-track.ts'
import { ARCSECOND, AT_TCA, COVARIANCE, HOUR_S, invertWell } from './testing/tracked-encounter.ts'
import { inverseTransition, pushedBy, splitCovariance, transitionBetween } from './unavoidable.ts'

describe('a track in a message', () => {
  const epoch = parseTime('2026-11-22T03:00:00')
  const leadS = 14 * HOUR_S
  const start = flyTwoBody(AT_TCA, -leadS, GM_EARTH)
  const middle = flyTwoBody(start, 90, GM_EARTH)
  const siteAt = add(scale(middle.r, 6_378_137 / norm(middle.r)), scale(rtnAxes(middle)[2], 300_000))
  const site = {
    place: { latRad: 0, lonRad: 0, heightM: 0 },
    at: () => ({ r: siteAt, v: [0, 0, 0] as Vec3, toSez: transpose(rtnAxes(middle)) }),
  } as unknown as GroundSite
  const sigmaRad = 2 * ARCSECOND

  function trackOf(truth: CartesianState, normal: () => number): RaDecObservation[] {
    return Array.from({ length: 19 }, (_, k) => {
      // The direction to the object one light time before (F22), by iteration.
      let delay = 0
      for (let n = 0; n < 4; n += 1)
        delay = norm(subtract(flyTwoBody(truth, 10 * k - delay, GM_EARTH).r, siteAt)) / 299_792_458
      const line = subtract(flyTwoBody(truth, 10 * k - delay, GM_EARTH).r, siteAt)
      const dec = Math.asin(line[2] / norm(line))
      return {
        kind: 'right-ascension-declination',
        epoch: addSeconds(epoch, 10 * k),
        sensorId: 'SITE',
        raRad: Math.atan2(line[1], line[0]) + (sigmaRad * normal()) / Math.cos(dec),
        decRad: dec + sigmaRad * normal(),
        sigmaRad,
        reduction: 'light-time',
      }
    })
  }

  const base = {
    tracked: { ...AT_TCA, covariance: COVARIANCE },
    start,
    secondsToTca: leadS,
    fly: twoBodyFlight(epoch, GM_EARTH),
    sites: new Map([['SITE', site]]),
    biases: [],
    accelerationSigma: 1e-9,
  }

  test('the result agrees with the true state within its stated covariance, for 40 drawn objects', () => {
    const { known } = splitCovariance(COVARIANCE, AT_TCA, { seconds: leadS, accelerationSigma: 1e-9 })
    const back = inverseTransition(transitionBetween(start, AT_TCA, leadS))
    const factor = cholesky(mapCovariance(back, known)) ?? missing()
    const normal = standardNormal(seededRandom(7))
    let squared = 0
    const count = 40
    for (let n = 0; n < count; n += 1) {
      const z = Array.from({ length: 6 }, normal)
      const error = factor.map((row) => row.reduce((sum, value, j) => sum + value * (z[j] ?? 0), 0))
      const [a, b, c, d, e, f] = error as [number, number, number, number, number, number]
      const truth = { r: add(start.r, [a, b, c]), v: add(start.v, [d, e, f]) }
      const fused = fuseTrack({ ...base, observations: trackOf(truth, normal) })
      if (!fused.ok) throw new Error(fused.reason)
      // The covariance includes accelerations after the track, which these true states do not have: they are subtracted.
      const push = pushedBy(AT_TCA, leadS).map((value) => value * 1e-9)
      const own = [0, 1, 2].map((i) =>
        [0, 1, 2].map((j) => entry(fused.covariance, i, j) - (push[i] ?? 0) * (push[j] ?? 0)),
      )
      const off = [...subtract(fused.state.r, flyTwoBody(truth, leadS, GM_EARTH).r)]
      const weighted = transformRow(invertWell(own), off)
      squared += off.reduce((sum, value, i) => sum + value * (weighted[i] ?? 0), 0)
    }
    // χ² of 120 degrees of freedom has a sigma of 15.5; covariances are multiplied by χ² if that is above 1, so the sum is lower.
    expect(squared).toBeLessThan(120 + 3 * 15.5)
    expect(squared).toBeGreaterThan(60)
  })

  test('a track without measurements does not change the message', () => {
    expect(fuseTrack({ ...base, observations: [] })).toEqual({ ok: false, reason: 'no-measurements' })
  })

  test('a track of an object that has burnt is not fused into the message', () => {
    const normal = standardNormal(seededRandom(3))
    // 1 m/s along the track, six hours before: 65 km, while the covariance allows less than one.
    const before = flyTwoBody(start, -6 * HOUR_S, GM_EARTH)
    const kicked = { r: before.r, v: add(before.v, scale(before.v, 1 / norm(before.v))) }
    const burnt = flyTwoBody(kicked, 6 * HOUR_S, GM_EARTH)
    expect(fuseTrack({ ...base, observations: trackOf(burnt, normal) })).toEqual({
      ok: false,
      reason: 'possible-manoeuvre',
    })
  })
})
