import { expect, test } from 'vitest'
import { SatelliteConfiguration } from '../satellite/configuration.ts'
import { DELTA_V_DIRECTIONS, DELTA_V_FRAMES, isAssumed, PROPULSIONS, Propulsion } from '../satellite/propulsion.ts'
import { SCREENING_TYPES } from '../screening/screening.ts'
import { Burn, MANOEUVRE_TYPES, PlanRequest, REFERENCE_FRAMES } from './manoeuvre-plan.ts'
import { DURATION_UNITS } from './request-parts.ts'

/** The fields of a manoeuvre in spec §3, in their exact spelling. */
const FIELDS = `manoeuvreType, orbitsBeforeTca, totalDeltaMass, totalDeltaVMagnitude, totalThrustingTime,
effectiveThrustMagnitude, deltaMass, deltaVMagnitude, deltaVReferenceFrame, deltaVVector, dragCrossSection,
totalTimeInDifferentialDragConfiguration, totalTimeInNominalConfiguration, specificImpulse, dutyCycle, spacecraftInitialMass,
manoeuvreDuration, ignitionEpoch, positionBefore, velocityBefore, positionAfter, velocityAfter, smaChange`.split(/,\s+/)

test('a plan has every field of spec §3', () => {
  expect(FIELDS.filter((field) => !(field in Burn.shape))).toEqual([])
})

test('the enumerations of spec §3 exist with exactly this spelling', () => {
  expect(MANOEUVRE_TYPES).toEqual(['IMPULSIVE', 'CONTINUOUS', 'DIFFERENTIAL_DRAG', 'NONE', 'UNKNOWN'])
  expect(REFERENCE_FRAMES).toEqual(['ECEF', 'ECI', 'RSW_INERTIAL', 'TNW_INERTIAL', 'EME2000'])
  expect(DURATION_UNITS).toEqual(['PERIODS', 'DATE', 'SECONDS'])
  expect(DELTA_V_DIRECTIONS).toEqual(['XYZ', 'AZIMUTH_ELEVATION'])
  expect(SCREENING_TYPES).toContain('MAN_VS_CDM')
  const local = ['EQW', 'LVLH', 'NSW', 'NTW', 'PQW', 'RSW', 'SEZ', 'TNW', 'VNC']
  const named = local.flatMap((frame) => [frame, `${frame}_INERTIAL`, `${frame}_ROTATING`])
  expect([...DELTA_V_FRAMES].sort()).toEqual([...named, 'QSW', 'RIC', 'RTN', 'EME2000', 'TOD_EARTH'].sort())
})

test('a request accepts exactly the units, frames and forms of a direction that are listed', () => {
  const takes = (given: object) => PlanRequest.safeParse(given).success
  const values = { PERIODS: 2.5, DATE: '2026-11-21T10:00:00.000Z', SECONDS: 9_000 }
  for (const unit of DURATION_UNITS) {
    const timing = { unit, value: values[unit] }
    expect([unit, takes({ start: timing }), takes({ manoeuvreDuration: timing })]).toEqual([unit, true, true])
  }
  for (const deltaVReferenceFrame of DELTA_V_FRAMES) {
    expect(takes({ direction: { deltaVDirection: 'XYZ', deltaVReferenceFrame, vector: [0, 1, 0] } })).toBe(true)
    const angles = { azimuthDeg: 90, elevationDeg: -10 }
    expect(takes({ direction: { deltaVDirection: 'AZIMUTH_ELEVATION', deltaVReferenceFrame, ...angles } })).toBe(true)
    expect(takes({ deltaVReferenceFrame })).toBe(true)
  }
  for (const referenceFrame of ['ECEF', 'ECI', 'EME2000']) expect(takes({ referenceFrame })).toBe(true)
  expect(takes({ start: { unit: 'HOURS', value: 1 } })).toBe(false)
  expect(takes({ direction: { deltaVDirection: 'XYZ', deltaVReferenceFrame: 'RTN', vector: [0, 0, 0] } })).toBe(false)
  expect(takes({ deltaVReferenceFrame: 'RTN_ROTATING' })).toBe(false)
})

test('a satellite accepts each propulsion of spec §3 as a plain word: engines get assumed numbers, and are marked as assumed', () => {
  expect(PROPULSIONS).toEqual(MANOEUVRE_TYPES)
  const taken = PROPULSIONS.map((word) => SatelliteConfiguration.safeParse({ propulsion: word }).data?.propulsion)
  expect(taken.map((one) => [one?.type, one && isAssumed(one)])).toEqual([
    ['IMPULSIVE', true],
    ['CONTINUOUS', true],
    ['DIFFERENTIAL_DRAG', true],
    ['NONE', false],
    ['UNKNOWN', false],
  ])
  expect(taken[0]).toEqual({ ...Propulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 }), isAssumed: true })
  // An answer is accepted as an input, and a word from another list is not.
  for (const one of taken) expect(Propulsion.parse(one)).toEqual(one)
  expect(Propulsion.safeParse('impulsive').success).toBe(false)
  // A propulsion that is given as an object must include its numbers.
  expect(Propulsion.safeParse({ type: 'IMPULSIVE' }).error?.issues.map(({ path }) => path)).toEqual([
    ['thrustN'],
    ['ispS'],
  ])
})
