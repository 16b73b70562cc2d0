import { missing } from '@apsis/astro/missing.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Ocm, OcmCovariance, OcmTrajectory } from '@apsis/ccsds/ocm/ocm.ts'
import type { Oem, OemSegment } from '@apsis/ccsds/oem/oem.ts'

const M_PER_KM = 1_000
const FRAME = 'EME2000'

export type PlanOcm = {
  readonly name: string
  readonly objectName: string
  readonly objectId: string
  readonly oem: Oem
  readonly ignition: Epoch
  /** Empty if the path is without the burns. */
  readonly burns: readonly OcmBurn[]
  /** The purpose of the burns in the terms of the standard; absent if it was not stated. */
  readonly purpose?: string
}

/** A burn as a line of its section. */
export type OcmBurn = {
  readonly ignition: Epoch
  readonly durationS: number
  /** The Δv in R, T, N at ignition, rounded as it was when it was judged (flight rule F7). */
  readonly deltaVRtn: Vec3
  /** Errors of the magnitude in percent, and of the direction in degrees; null if unknown. */
  readonly errors: { readonly magnitudePercent: number; readonly directionDeg: number } | null
  readonly deltaMassKg: number | null
}

/**
 * Returns the path of a plan and its burn as one Orbit Comprehensive Message (CCSDS 502.0-B-3 §6). It contains the segments of the OEM as
 * trajectories, their covariances, and the burn in the axes R, T, N of ignition, which do not rotate with the orbit.
 */
export function ocmOf({ name, objectName, objectId, oem, ignition, burns, purpose }: PlanOcm): Ocm {
  const { header, segments } = oem
  return {
    header: { ...header, version: '3.0' },
    metadata: {
      comments: [],
      objectName,
      internationalDesignator: objectId,
      timeSystem: 'UTC',
      epochTzero: ignition,
    },
    trajectories: segments.map(trajectoryOf),
    covariances: segments.flatMap(covariancesOf),
    manoeuvres: burns.map((burn, place) =>
      manoeuvreOf(burns.length === 1 ? name : `${name}_${place + 1}`, burn, purpose),
    ),
  }
}

function trajectoryOf({ metadata, states }: OemSegment, place: number): OcmTrajectory {
  const { interpolation, interpolationDegree, useableStartTime, useableStopTime } = metadata
  return {
    metadata: {
      comments: [],
      trajId: String(place + 1),
      centreName: 'EARTH',
      trajRefFrame: FRAME,
      trajType: 'CARTPV',
      ...(interpolation === undefined ? {} : { interpolation }),
      ...(interpolationDegree === undefined ? {} : { interpolationDegree }),
      ...(useableStartTime === undefined ? {} : { useableStartTime }),
      ...(useableStopTime === undefined ? {} : { useableStopTime }),
    },
    rows: states.map(({ epoch, r, v }) => ({ epoch, values: [...r, ...v].map((value) => value / M_PER_KM) })),
  }
}

/** Returns covariances of the position, as the lower triangle in km², each in R, T, N at its own time. A line of KVN has no room for 21 numbers. */
function covariancesOf({ covariances }: OemSegment, place: number): OcmCovariance[] {
  if (covariances.length === 0) return []
  const metadata = {
    comments: ['Of the position alone: the OEM of the same name has position and velocity.'],
    covId: String(place + 1),
    covRefFrame: 'RSW_ROTATING',
    covType: 'CARTP',
    covOrdering: 'LTM',
  }
  const rows = covariances.map(({ epoch, matrix }) => ({
    epoch,
    values: matrix.slice(0, 3).flatMap((row, i) => row.slice(0, i + 1).map((value) => value / M_PER_KM ** 2)),
  }))
  return [{ metadata, rows }]
}

function manoeuvreOf(
  name: string,
  { ignition, durationS, deltaVRtn, errors, deltaMassKg }: OcmBurn,
  purpose: string | undefined,
): Ocm['manoeuvres'][number] {
  const fields: [name: string, value: string][] = [
    ['TIME_ABSOLUTE', formatTime(ignition, { digits: 6 })],
    ['MAN_DURA', String(durationS)],
    ...(deltaMassKg === null ? [] : [['DELTA_MASS', String(-deltaMassKg)] as [string, string]]),
    ...(['X', 'Y', 'Z'] as const).map((axis, k): [string, string] => [
      `DV_${axis}`,
      // Multiples of 1e-7 m/s have ten decimals in kilometres per second.
      ((deltaVRtn[k] ?? missing()) / M_PER_KM).toFixed(DIGITS_KMPS),
    ]),
    ...(errors === null
      ? []
      : ([
          ['DV_MAG_SIGMA', String(errors.magnitudePercent)],
          ['DV_DIR_SIGMA', String(errors.directionDeg)],
        ] as [string, string][])),
  ]
  const composition = fields.map(([field]) => field)
  return {
    metadata: {
      comments: ['DV is velocity after minus before, in the axes R, S, W of ignition, which stay where they are.'],
      manId: name,
      manDeviceId: 'UNKNOWN',
      ...(purpose === undefined ? {} : { manPurpose: purpose }),
      manRefFrame: 'RSW_INERTIAL',
      dcType: 'CONTINUOUS',
      manComposition: composition.join(','),
    },
    composition,
    rows: [fields.map(([, value]) => value)],
  }
}

const DIGITS_KMPS = 10
