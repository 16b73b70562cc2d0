import { sightLine, tangentAxes } from '@apsis/astro/measurement/sight-line.ts'
import { bodyState } from '@apsis/astro/sky/body.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { dot, scale, subtract } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { parseTdm } from './tdm.ts'
import { type TdmSensor, tdmObservations } from './tdm-observations.ts'

/** The constant of aberration plus 1.7 %, because the Earth is faster at perihelion. */
const MOST_ABERRATION_ARCSEC = 20.9

const SENSOR = {
  id: 'SITE',
  place: { latRad: 0.8, lonRad: 0.2, heightM: 100 },
  noise: { rangeM: 10, rangeRateMps: 0.1, azimuthRad: 1e-4, elevationRad: 1e-4, directionRad: 1e-5 },
  isRefracted: false,
}
const tdm = (extra: string) => `CCSDS_TDM_VERS = 2.0
CREATION_DATE = 2026-11-20T20:00:00
ORIGINATOR = TEST
META_START
TIME_SYSTEM = UTC
PARTICIPANT_1 = SITE
PARTICIPANT_2 = OBJECT
MODE = SEQUENTIAL
PATH = 2,1
ANGLE_TYPE = RADEC
REFERENCE_FRAME = EME2000
${extra}META_STOP
DATA_START
ANGLE_1 = 2026-11-20T17:46:39 332.2
ANGLE_2 = 2026-11-20T17:46:39 -16.3
DATA_STOP
`
const YEARLY = 'CORRECTION_ABERRATION_YEARLY = 0.0056932\n'
const reductionOf = (extra: string) => {
  const [segment] = parseTdm(tdm(extra)).segments
  const [one] = tdmObservations(segment!, SENSOR)
  return one?.kind === 'right-ascension-declination' ? one.reduction : undefined
}

test('a direction is free of annual aberration unless the message says that it is not subtracted (F22)', () => {
  expect(reductionOf('')).toBe('light-time')
  expect(reductionOf(`${YEARLY}CORRECTIONS_APPLIED = YES\n`)).toBe('light-time')
  expect(reductionOf(`${YEARLY}CORRECTIONS_APPLIED = NO\n`)).toBe('astrometric')
})

test('a direction is wrong by up to 20.5″ if its annual aberration is treated in the wrong way', () => {
  const object = () => ({ r: [8e6, 0, 0], v: [0, 7e3, 0] }) as const
  const observer = { r: [6.4e6, 0, 0], v: [0, 465, 0] } as const
  const start = parseTime('2026-01-01T00:00:00')
  const shifts = Array.from({ length: 73 }, (_unused, k) => {
    const earthVelocity = scale(bodyState('Sun', addSeconds(start, k * 5 * 86_400)).v, -1)
    const [plain, plate] = (['light-time', 'astrometric'] as const).map(
      (reduction) => sightLine(object, observer, { seconds: 0, reduction, earthVelocity })!,
    )
    const { east, north } = tangentAxes(plain!.raRad, plain!.decRad)
    const unit = (one: typeof plain) => {
      const level = Math.cos(one!.decRad)
      return [level * Math.cos(one!.raRad), level * Math.sin(one!.raRad), Math.sin(one!.decRad)] as const
    }
    const moved = subtract(unit(plate), unit(plain))
    return radToDeg(Math.hypot(dot(moved, east), dot(moved, north))) * 3600
  })
  // The constant of aberration is 20.49552″ (IAU 1976); the orbit of the Earth adds or subtracts 1.7 %.
  expect(Math.max(...shifts)).toBeGreaterThan(20.1)
  expect(Math.max(...shifts)).toBeLessThan(MOST_ABERRATION_ARCSEC)
})

/** Returns a range of 1000 km with other parts of a message. */
function rangeOf(meta: string, data: string, sensor: TdmSensor = SENSOR) {
  const angles = /ANGLE_1 = .*\nANGLE_2 = .*\n/
  const text = tdm(meta).replace(angles, `RANGE = 2026-11-20T17:46:39 1000\n${data}`)
  const [segment] = parseTdm(text).segments
  const [one] = tdmObservations(segment!, sensor)
  return one?.kind === 'range' ? { rangeM: one.rangeM, air: one.air } : undefined
}

test('a correction of the range is added if the message says that it is not applied, and never replaces the delay of the air', () => {
  // The correction is a station's delay, one number for a segment, as in messages of NASA's Deep Space Network; the delay of the air is 2.4 m at the
  // zenith and 25 m at 5°.
  const delay = 'CORRECTION_RANGE = -0.046\n'
  const plain = rangeOf('', '')
  expect(plain).toMatchObject({ rangeM: 1_000_000, air: { band: 'radio', humidityPercent: 50 } })
  expect(rangeOf(`${delay}CORRECTIONS_APPLIED = YES\n`, '')).toEqual(plain)
  expect(rangeOf(`${delay}CORRECTIONS_APPLIED = NO\n`, '')).toEqual({ ...plain, rangeM: 999_954 })
  // The operator of the sensor agreed, outside the message, that the ranges are already without the delay of the air.
  expect(rangeOf('', '', { ...SENSOR, isDelayTakenOff: true })).toEqual({ rangeM: 1_000_000, air: undefined })
})

test('the air at a sensor is as measured in the message; values that it lacks are those of the standard atmosphere', () => {
  const at = '2026-11-20T17:46:39'
  const all = `PRESSURE = ${at} 950\nRHUMIDITY = ${at} 10\nTEMPERATURE = ${at} 300\n`
  const weather = { band: 'radio', pressureHpa: 950, humidityPercent: 10, temperatureK: 300 }
  expect(rangeOf('', all)?.air).toEqual(weather)
  const usual = rangeOf('', '')?.air
  expect(rangeOf('', `PRESSURE = ${at} 950\n`)?.air).toEqual({ ...usual, pressureHpa: 950 })
})
