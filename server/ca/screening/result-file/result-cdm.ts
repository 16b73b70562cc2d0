import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import type { Cdm, CdmObject } from '@apsis/ccsds/cdm/cdm.ts'
import { ownCdm } from '@apsis/ccsds/cdm/own-cdm.ts'
import { VERSION } from '../../../platform/process/version.ts'
import { type Result, type ResultObject, simulatedComments } from './result.ts'
import { digits, rounded } from './rounding.ts'

const COVARIANCE_DIGITS = 12
const SIZE = 6

/** Makes a Conjunction Data Message of the organisation from a close approach of a screening. */
export function cdmOf(result: Result): Cdm {
  const { originator, messageId, createdAt, tca, objects, missM, probability, method, reason, radiusM } = result
  const [first, second] = objects.map((one, place) => objectOf(one, place === 0 ? 'OBJECT1' : 'OBJECT2'))
  if (first === undefined || second === undefined) throw new TypeError('a close approach has two objects')
  const bare: Cdm = {
    header: {
      comments: [],
      version: '1.0',
      creationDate: createdAt,
      originator,
      messageId,
    },
    relative: { comments: [], tca, missDistanceM: digits(missM, 3) },
    objects: [first, second],
    unknown: [],
  }
  const own = ownCdm(bare, {
    originator,
    messageId,
    creationDate: createdAt,
    version: VERSION,
    probability,
    method,
    reason,
    radiusM,
    radiusFrom: 'what the screening was computed with',
  })
  return { ...own, header: { ...own.header, comments: commentsOf(result) } }
}

function commentsOf(result: Result): string[] {
  const { screeningId, probability, method, reason, objects } = result
  return [
    ...simulatedComments(result),
    `FOUND BY SCREENING ${screeningId}`,
    probability === null
      ? `NO PROBABILITY: ${reason} (APSIS ${VERSION})`
      : `PROBABILITY BY ${method} (${reason}, APSIS ${VERSION})`,
    ...(objects.some(({ covarianceFrom }) => covarianceFrom === 'class-table')
      ? ['A COVARIANCE IS THAT OF A CLASS OF ORBITS: IT SORTS A LIST, AND DECIDES NOTHING']
      : []),
  ]
}

function objectOf(one: ResultObject, object: 'OBJECT1' | 'OBJECT2'): CdmObject {
  const { designator, name, covarianceFrom, covarianceRtn, ageS, r, v } = one
  return {
    metadata: {
      comments: ageS === undefined ? [] : [`ELEMENT SET, ${(ageS / SECONDS_PER_DAY).toFixed(2)} DAYS OLD AT TCA`],
      object,
      objectDesignator: designator,
      catalogName: 'SATCAT',
      objectName: name,
      internationalDesignator: 'UNKNOWN',
      ephemerisName: 'NONE',
      covarianceMethod: covarianceFrom === 'class-table' ? 'DEFAULT' : 'CALCULATED',
      manoeuvrable: 'N/A',
      refFrame: 'GCRF',
    },
    state: { comments: [], r: rounded(r, 3), v: rounded(v, 6) },
    covariance: {
      comments: [
        ...{
          'class-table': ['OF THE CLASS OF THE ORBIT, OF THE POSITION ALONE'],
          cdm: ['OF THE MESSAGE THAT THE OBJECT IS KNOWN FROM'],
          ephemeris: ['OF THE EPHEMERIS'],
          history: ['OF WHAT EARLIER EPHEMERIDES OF THE SATELLITE WERE WRONG BY AT THIS AGE'],
          messages: ['OF WHAT MESSAGES SAY OF THE OBJECT AT THIS AGE'],
        }[covarianceFrom],
      ],
      matrix: sixBySix(covarianceRtn),
    },
  }
}

/** The format cannot give a covariance of position alone: zeros mark the unknown velocities. */
const sixBySix = (covariance: Matrix): Matrix =>
  Array.from({ length: SIZE }, (_, i) =>
    Array.from({ length: SIZE }, (_, j) => Number((covariance[i]?.[j] ?? 0).toPrecision(COVARIANCE_DIGITS))),
  )
