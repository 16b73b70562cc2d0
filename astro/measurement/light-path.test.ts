import { expect, test } from 'vitest'
import { GM_EARTH, SPEED_OF_LIGHT } from '../constants.ts'
import { makeEnvironment } from '../dynamics/environment.ts'
import { toCartesian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract } from '../vec3.ts'
import { makeGroundSite } from './ground-site.ts'
import { lightPath } from './light-path.ts'

/** Shapiro's delay is 1 to 2 cm on each leg. */
const [LEAST_SHAPIRO_M, SHAPIRO_M] = [0.01, 0.02]
/** The same on both legs. */
const BOTH_LEGS_M = 0.04
/** While light travels forth and back the site moves by some ten metres, so the two legs differ. */
const LEGS_DIFFER_M = 1
/** An epoch resolves a time of 5e8 s to 1e-15 s; the range changes by up to 4 km/s. */
const SAME_PULSE_M = 1e-4
/** The path is slightly curved during the light time. */
const ALONG_PATH = 1e-3
/** The range differs slightly between both instants. */
const LIGHT_TIME_S = 1e-5
/** The light time times c is the range, except for the last step of the iteration. */
const ONE_LEG_DIGITS = 3

const epoch = parseTime('2016-02-13T16:00:00')
// LAGEOS-2, and a site below it.
const orbit = toCartesian(
  { semiMajorAxisM: 1.2163e7, eccentricity: 0.014, incRad: 0.92, raanRad: 1, argPeriapsisRad: 1, trueAnomalyRad: 1 },
  GM_EARTH,
)
const stateAt = (at: Epoch) => propagateTwoBody(orbit, secondsBetween(epoch, at), GM_EARTH).state
const site = makeGroundSite({ latRad: 0.7, lonRad: 0.3, heightM: 500 }, makeEnvironment(epoch))
const path = (timeOf: 'receive' | 'bounce' | 'transmit', way: 'one-way' | 'two-way' = 'two-way', at = epoch) =>
  lightPath(site, stateAt, { epoch: at, timeOf, way })

test('lightPath() has the light time of both legs, to a tenth of a picosecond', () => {
  const { bounce, object, rangeM } = path('transmit')
  const up = norm(subtract(object.r, site.at(epoch).r))
  const upS = secondsBetween(epoch, bounce)
  expect(upS * SPEED_OF_LIGHT - up).toBeGreaterThan(LEAST_SHAPIRO_M)
  expect(upS * SPEED_OF_LIGHT - up).toBeLessThan(SHAPIRO_M)
  const received = addSeconds(epoch, (2 * rangeM) / SPEED_OF_LIGHT)
  const down = norm(subtract(object.r, site.at(received).r))
  expect(Math.abs(2 * rangeM - up - down)).toBeLessThan(BOTH_LEGS_M)
})

test('lightPath() describes the same pulse for each of its events as time tag', () => {
  const sent = path('transmit')
  const bounced = path('bounce', 'two-way', sent.bounce)
  const received = path('receive', 'two-way', addSeconds(epoch, (2 * sent.rangeM) / SPEED_OF_LIGHT))
  // The resolution of a time of 5e8 s is 1e-15 s; the range changes by up to 4 km/s.
  expect(Math.abs(bounced.rangeM - sent.rangeM)).toBeLessThan(SAME_PULSE_M)
  expect(Math.abs(received.rangeM - sent.rangeM)).toBeLessThan(SAME_PULSE_M)
})

test('F21: a transmission time used as the reception time is some 250 m along the path of LAGEOS', () => {
  const [right, wrong] = [path('transmit'), path('receive')]
  const off = norm(subtract(right.object.r, wrong.object.r))
  // Its speed times the light time forth and back: 250 m at 6,600 km.
  const wanted = (norm(right.object.v) * 2 * right.rangeM) / SPEED_OF_LIGHT
  expect(off).toBeGreaterThan(150)
  expect(Math.abs(off / wanted - 1)).toBeLessThan(ALONG_PATH)
  expect(Math.abs(secondsBetween(wrong.bounce, right.bounce) - (2 * right.rangeM) / SPEED_OF_LIGHT)).toBeLessThan(
    LIGHT_TIME_S,
  )
})

test('lightPath() one way is the single leg', () => {
  const [down, up] = [path('receive', 'one-way'), path('transmit', 'one-way')]
  expect(secondsBetween(down.bounce, epoch) * SPEED_OF_LIGHT).toBeCloseTo(down.rangeM, ONE_LEG_DIGITS)
  expect(secondsBetween(epoch, up.bounce) * SPEED_OF_LIGHT).toBeCloseTo(up.rangeM, ONE_LEG_DIGITS)
  // The mean of both legs differs from each leg.
  expect(Math.abs(path('receive').rangeM - down.rangeM)).toBeGreaterThan(LEGS_DIFFER_M)
})
