import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { formatTdm, readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { orbitOfSet } from '../object/known-orbit.ts'
import { SIMULATED_ORIGINATOR } from './may-simulate.ts'
import { isClouded, simulatePass } from './simulate-pass.ts'

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
/** The first test object of the revised SGP4 report (Vallado and others, AIAA 2006-6753). */
const ORBIT = orbitOfSet(
  parseTle(
    '1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753',
    '2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667',
  ),
  'TLE',
)
const START_MS = Date.parse('2000-06-28T01:00:00Z')
const PASSES = 30
const SIGMA = 0.4
/** Magnitudes are written to a hundredth. */
const ROUNDING = 0.005

/** The number of passes whose weather is counted. */
const MANY = 4_000
const PASS = {
  passId: 'pass 1',
  object: { noradId: 5, name: 'VANGUARD 1' },
  orbit: ORBIT!,
  startsAt: new Date(START_MS),
  endsAt: new Date(START_MS + 4 * MINUTE_MS),
  createdAt: new Date(START_MS),
}

function magnitudesOf(sigmaMagnitude: number | null): number[] {
  return Array.from({ length: PASSES }, (_, nth) => {
    const pass = simulatePass({
      passId: `pass ${nth}`,
      sensor: { ...example, sensorType: 'OPTICAL_PASSIVE', clearSky: null, sigmaMagnitude },
      object: { noradId: 5, name: 'VANGUARD 1' },
      orbit: ORBIT!,
      startsAt: new Date(START_MS),
      endsAt: new Date(START_MS + 4 * MINUTE_MS),
      createdAt: new Date(START_MS),
    })
    if (!pass.ok) throw new Error(pass.reason)
    const [segment] = pass.tdm.segments
    return segment!.observations.flatMap(({ keyword, value }) => (keyword === 'MAG' ? [value] : []))
  }).flat()
}

test('magnitudes scatter as much as their sensor states, and by 0.15 if it states nothing (domain.md C21)', () => {
  const truth = magnitudesOf(Number.MIN_VALUE)
  expect(truth.length).toBeGreaterThan(1_000)
  for (const [stated, sigma] of [
    [SIGMA, SIGMA],
    [null, 0.15],
  ] as const) {
    const noise = magnitudesOf(stated).map((magnitude, place) => magnitude - truth[place]!)
    const scatter = Math.sqrt(noise.reduce((sum, one) => sum + one ** 2, 0) / noise.length)
    // The standard error of a standard deviation of n normal numbers is σ / √(2 n); the limit is four standard errors, plus the rounding.
    expect(Math.abs(scatter - sigma)).toBeLessThan((4 * sigma) / Math.sqrt(2 * noise.length) + ROUNDING)
    // The share within the error bar is the share within one sigma of the normal distribution, 68.3 %; the limit is four sigmas.
    const within = noise.filter((one) => Math.abs(one) <= sigma).length / noise.length
    expect(Math.abs(within - 0.6827)).toBeLessThan(4 * Math.sqrt((0.6827 * 0.3173) / noise.length) + ROUNDING)
  }
})

test.each([0.2, 0.65, 0.9])(
  'clouds hide the share of passes in which the sky of the sensor is covered, for a clear share of %s',
  (fraction) => {
    const clearSky = { fraction, source: 'Simulated climate', asOf: '2026-01-01T00:00:00.000Z' }
    const hidden = Array.from({ length: MANY }, (_, nth) => isClouded(`pass ${nth}`, { clearSky })).filter(
      Boolean,
    ).length
    // The limit is four standard errors of a share from this number of passes.
    expect(Math.abs(hidden / MANY - (1 - fraction))).toBeLessThan(4 * Math.sqrt((fraction * (1 - fraction)) / MANY))
    expect(isClouded('pass 1', { clearSky: null })).toBe(false)
  },
)

test('a pass that clouds hide has no measurement, and gives that reason; the same pass has the same weather each time', () => {
  const under = (fraction: number) =>
    simulatePass({
      ...PASS,
      sensor: {
        ...example,
        sensorType: 'OPTICAL_PASSIVE',
        clearSky: { fraction, source: 's', asOf: '2026-01-01T00:00:00.000Z' },
      },
    })
  expect(under(0)).toEqual({ ok: false, reason: 'clouds' })
  expect(under(1).ok).toBe(true)
  // A radar sees through clouds.
  const radar = simulatePass({ ...PASS, sensor: { ...example, sensorType: 'RADAR_ACTIVE', clearSky: null } })
  expect(radar.ok).toBe(true)
})

test('the message says that it is simulated, in a comment and by its originator', () => {
  const pass = simulatePass({ ...PASS, sensor: { ...example, sensorType: 'OPTICAL_PASSIVE', clearSky: null } })
  if (!pass.ok) throw new Error(pass.reason)
  const { header, segments } = pass.tdm
  expect([...header.comments, ...(segments[0]?.metadata.comments ?? [])].join('\n')).toMatch(/^SIMULATED/m)
  expect(header.originator).toBe(SIMULATED_ORIGINATOR)
})

/** Many readers, such as Python's datetime and most databases, accept at most six decimals of a second. Values have at most six decimals, too. */
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/
const MILLIONTHS = /^-?\d+(\.\d{1,6})?$/

test.each(['OPTICAL_PASSIVE', 'RADAR_ACTIVE'] as const)(
  'a %s writes at most six decimals, and all six in the times of a clock with an error',
  (sensorType) => {
    const pass = simulatePass({ ...PASS, sensor: { ...example, sensorType, clearSky: null, sigmaTimeMs: 7 } })
    if (!pass.ok) throw new Error(pass.reason)
    const text = formatTdm(pass.tdm)
    const rows = text.split('\n').flatMap((line) => {
      const [keyword = '', at = '', value = ''] = line.trim().split(/ *= *| +/)
      return ['ANGLE_1', 'ANGLE_2', 'RANGE', 'MAG'].includes(keyword) ? [{ keyword, at, value }] : []
    })
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ at, value }) => !MICROSECONDS.test(at) || !MILLIONTHS.test(value))).toEqual([])
    // A clock with an error is not at whole seconds: all its digits are written.
    expect(rows.some(({ at }) => /\.\d{6}$/.test(at))).toBe(true)
    expect(readTdm(text).ok).toBe(true)
  },
)
