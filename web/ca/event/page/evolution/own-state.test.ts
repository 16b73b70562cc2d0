import { GM_EARTH } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { expect, test } from 'vitest'
import { MESSAGE } from '../../../message/testing/message.data.ts'
import { ownState } from './own-state.ts'
import { tryOut } from './what-if.ts'

const cdm = parseCdm(MESSAGE, { strict: false })
const [own] = cdm.objects
const { tca } = cdm.relative
const TCA_MS = Date.parse('2023-07-05T20:31:15.893Z')
const NOTHING = { radiusM: undefined, scale1: undefined, scale2: undefined, own: undefined }
const RADIUS_M = 5

/** Returns an ephemeris on the Kepler orbit of object 1, shifted outwards; its optional covariance is the message's. */
function oem({ outwardsM = 0, fromMin = -10, hasCovariance = true } = {}): string {
  const { r, v } = transformState({ frame: 'ITRF', epoch: tca, ...own.state }, 'GCRF', { outside: 'hold' })
  const up = outwardsM / Math.hypot(...r)
  const at = { r: r.map((x) => x * (1 + up)) as unknown as typeof r, v }
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 23)
  const lines = Array.from({ length: 21 }, (_, place) => {
    const seconds = (fromMin + place) * 60
    const { state } = propagateTwoBody(at, seconds, GM_EARTH)
    return [time(TCA_MS + seconds * 1_000), ...[...state.r, ...state.v].map((x) => (x / 1_000).toFixed(12))].join(' ')
  })
  const matrix = own.covariance.matrix.slice(0, 6).map((row, i) => row.slice(0, i + 1).map((x) => x / 1e6))
  const covariance = ['COVARIANCE_START', `EPOCH = ${time(TCA_MS)}`, 'COV_REF_FRAME = RTN']
  return [
    ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2023-07-05T12:00:00', 'ORIGINATOR = OWN', 'META_START'],
    ...['OBJECT_NAME = OWN', 'OBJECT_ID = 2023-001AU', 'CENTER_NAME = EARTH', 'REF_FRAME = GCRF', 'TIME_SYSTEM = UTC'],
    ...[`START_TIME = ${lines[0]?.slice(0, 23)}`, `STOP_TIME = ${lines.at(-1)?.slice(0, 23)}`, 'META_STOP', ...lines],
    ...(hasCovariance ? [...covariance, ...matrix.map((row) => row.join(' ')), 'COVARIANCE_STOP'] : []),
    '',
  ].join('\n')
}

test('an ephemeris with the state of the message gives the recomputed value', () => {
  const recomputed = tryOut({ text: MESSAGE, radiusM: RADIUS_M, tried: NOTHING })
  const tried = tryOut({ text: MESSAGE, radiusM: RADIUS_M, tried: NOTHING, own: oem() })
  if (!tried.ok || !recomputed.ok) throw new Error('There is no value.')
  // The difference comes from a micrometre in the text of the ephemeris, and from the axes of two frames.
  expect(tried.probability / recomputed.probability).toBeCloseTo(1, 4)
  expect(tried.own?.hasCovariance).toBe(true)
  expect(Math.hypot(...(tried.own?.apartM ?? []))).toBeLessThan(0.001)
})

test('an ephemeris that is 100 m further out gives that difference, and changes the probability', () => {
  const state = ownState(own, tca, oem({ outwardsM: 100, hasCovariance: false }))
  if (!state.ok) throw new Error(state.reason)
  expect(state.apartM[0]).toBeCloseTo(100, 3)
  expect(state.hasCovariance).toBe(false)
  expect(state.object.covariance.matrix).toBe(own.covariance.matrix)
  const recomputed = tryOut({ text: MESSAGE, radiusM: RADIUS_M, tried: NOTHING })
  const tried = tryOut({ text: MESSAGE, radiusM: RADIUS_M, tried: NOTHING, own: oem({ outwardsM: 100 }) })
  if (!tried.ok || !recomputed.ok) throw new Error('There is no value.')
  // The miss was 21 m in the radial direction, and the radial uncertainty is of that size.
  expect(tried.probability).toBeLessThan(recomputed.probability)
})

test('a file that is not an ephemeris, or does not include TCA, gives no value', () => {
  expect(ownState(own, tca, 'nothing')).toEqual({ ok: false, reason: 'ephemeris-unreadable' })
  expect(ownState(own, tca, oem({ fromMin: 5 }))).toEqual({ ok: false, reason: 'ephemeris-outside' })
})
