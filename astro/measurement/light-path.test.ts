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

test('lightPath() takes as long as light does: both legs, to a tenth of a picosecond', () => {
  const { bounce, object, rangeM } = path('transmit')
  const up = norm(subtract(object.r, site.at(epoch).r))
  const upS = secondsBetween(epoch, bounce)
  // Shapiro's delay is 1 to 2 cm on each leg.
  expect(upS * SPEED_OF_LIGHT - up).toBeGreaterThan(0.002)
  expect(upS * SPEED_OF_LIGHT - up).toBeLessThan(0.03)
  const received = addSeconds(epoch, (2 * rangeM) / SPEED_OF_LIGHT)
  const down = norm(subtract(object.r, site.at(received).r))
  expect(Math.abs(2 * rangeM - up - down)).toBeLessThan(0.06)
})

test('lightPath() is the same pulse whichever of its events is told', () => {
  const sent = path('transmit')
  const bounced = path('bounce', 'two-way', sent.bounce)
  const received = path('receive', 'two-way', addSeconds(epoch, (2 * sent.rangeM) / SPEED_OF_LIGHT))
  // A time of 5e8 s is known to 1e-15 s; the range changes by up to 4 km/s.
  expect(Math.abs(bounced.rangeM - sent.rangeM)).toBeLessThan(1e-4)
  expect(Math.abs(received.rangeM - sent.rangeM)).toBeLessThan(1e-4)
})

test('F21: the transmission taken for the reception is some 250 m along the path of LAGEOS', () => {
  const [right, wrong] = [path('transmit'), path('receive')]
  const off = norm(subtract(right.object.r, wrong.object.r))
  // Its speed times the way there and back: 250 m at 6,600 km.
  const wanted = (norm(right.object.v) * 2 * right.rangeM) / SPEED_OF_LIGHT
  expect(off).toBeGreaterThan(150)
  expect(Math.abs(off / wanted - 1)).toBeLessThan(1e-3)
  expect(Math.abs(secondsBetween(wrong.bounce, right.bounce) - (2 * right.rangeM) / SPEED_OF_LIGHT)).toBeLessThan(1e-5)
})

test('lightPath() one way is the leg that was travelled', () => {
  const [down, up] = [path('receive', 'one-way'), path('transmit', 'one-way')]
  expect(secondsBetween(down.bounce, epoch) * SPEED_OF_LIGHT).toBeCloseTo(down.rangeM, 3)
  expect(secondsBetween(epoch, up.bounce) * SPEED_OF_LIGHT).toBeCloseTo(up.rangeM, 3)
  // The mean of both legs is neither.
  expect(Math.abs(path('receive').rangeM - down.rangeM)).toBeGreaterThan(0.001)
})
