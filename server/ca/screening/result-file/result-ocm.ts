import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { Ocm } from '@apsis/ccsds/ocm/ocm.ts'
import { VERSION } from '../../../platform/process/version.ts'
import { type Result, type ResultObject, simulatedComments } from './result.ts'
import { rounded } from './rounding.ts'

const M_PER_KM = 1_000
const POSITION_SIZE = 3
const PROBABILITY_DIGITS = 7
const OTHER = [1, 0] as const

/**
 * A close approach that a screening found as two Orbit Comprehensive Messages (CCSDS 502.0-B-3 §6), one for each object: its path
 * around the closest approach, its covariance there, and the encounter as user-defined parameters that name the other object.
 */
export function ocmsOf(result: Result): Ocm[] {
  const { originator, messageId, createdAt, tca, objects, screeningId } = result
  return objects.map((one, place) => {
    const other = objects[OTHER[place as 0 | 1]]
    if (other === undefined) throw new TypeError('a close approach has two objects')
    return {
      header: {
        comments: [...simulatedComments(result), `FOUND BY SCREENING ${screeningId}: OBJECT ${place + 1} OF 2`],
        version: '3.0',
        creationDate: createdAt,
        originator,
        messageId: `${messageId}-${place + 1}`,
      },
      metadata: {
        comments: [],
        objectName: one.name,
        catalogName: 'SATCAT',
        objectDesignator: one.designator,
        timeSystem: 'UTC',
        epochTzero: tca,
      },
      trajectories: [
        {
          metadata: { comments: [], trajId: '1', centreName: 'EARTH', trajRefFrame: 'GCRF', trajType: 'CARTPV' },
          rows: one.path.map(({ epoch, r, v }) => ({
            epoch,
            values: [...rounded(r, 3), ...rounded(v, 6)].map((value) => value / M_PER_KM),
          })),
        },
      ],
      covariances: [covarianceOf(one, result)],
      manoeuvres: [],
      userDefined: { comments: [UNITS], values: valuesOf(result, place as 0 | 1, other) },
    }
  })
}

const UNITS = 'Distances in m, speeds in m/s; relative to this object in the R, T, N axes of object 1 of the encounter'

/** Of the position at the closest approach, in R, T, N of the object: the lower triangle, km². */
function covarianceOf({ covarianceRtn, covarianceFrom }: ResultObject, { tca }: Result): Ocm['covariances'][number] {
  return {
    metadata: {
      comments:
        covarianceFrom === 'class-table'
          ? ['That of the class of the orbit: it sorts a list, and decides nothing.']
          : ['Of the position alone.'],
      covId: '1',
      covRefFrame: 'RSW_ROTATING',
      covType: 'CARTP',
      covOrdering: 'LTM',
    },
    rows: [
      {
        epoch: tca,
        values: covarianceRtn
          .slice(0, POSITION_SIZE)
          .flatMap((row, i) => row.slice(0, i + 1).map((value) => value / M_PER_KM ** 2)),
      },
    ],
  }
}

function valuesOf(result: Result, place: 0 | 1, other: ResultObject) {
  const { tca, missM, relativeSpeedMps, missRtnM, velocityRtnMps, probability, method, reason, radiusM } = result
  // Of object 1 the other one is at the miss vector; of object 2, the other way.
  const sign = place === 0 ? 1 : -1
  const vector = (values: readonly number[], places: number) =>
    values.map((value) => (sign * value).toFixed(places)).join(' ')
  return [
    ['OTHER_OBJECT_DESIGNATOR', other.designator],
    ['OTHER_OBJECT_NAME', other.name],
    ['TCA', formatTime(tca, { digits: 6 })],
    ['MISS_DISTANCE', missM.toFixed(3)],
    ['RELATIVE_SPEED', relativeSpeedMps.toFixed(6)],
    ['RELATIVE_POSITION_RTN', vector(missRtnM, 3)],
    ['RELATIVE_VELOCITY_RTN', vector(velocityRtnMps, 6)],
    ...(probability === null
      ? []
      : [
          ['COLLISION_PROBABILITY', String(Number(probability.toPrecision(PROBABILITY_DIGITS)))],
          ['COLLISION_PROBABILITY_METHOD', method ?? ''],
        ]),
    ['PROBABILITY_REASON', reason],
    ['COMBINED_HARD_BODY_RADIUS', String(radiusM)],
    ['COMPUTED_BY', `APSIS ${VERSION}`],
  ].map(([keyword = '', text = '']) => ({ keyword: `USER_DEFINED_${keyword}`, text }))
}
