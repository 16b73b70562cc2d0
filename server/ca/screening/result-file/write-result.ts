import { covarianceToRtn } from '@apsis/astro/conjunction/rtn.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { encounterDescriber, type LoneEncounter, type Participant } from '@apsis/astro/screening/describe-encounter.ts'
import {
  encounterCovariances,
  encounterProbability,
  type KnownCovariance,
} from '@apsis/astro/screening/encounter-probability.ts'
import { motionAt } from '@apsis/astro/screening/flight.ts'
import type { EncounterKind } from '@apsis/astro/screening/screened-object.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { formatMessages } from '@apsis/ccsds/message/format-messages.ts'
import type { AnyMessage } from '@apsis/ccsds/message/read-messages.ts'
import type { Ocm } from '@apsis/ccsds/ocm/ocm.ts'
import { VERSION } from '../../../platform/process/version.ts'
import { knownOf } from '../run/describe-found.ts'
import { unpackScreening } from '../run/submitted-screening.ts'
import { type Result, type ResultObject, simulatedComments } from './result.ts'
import { cdmOf } from './result-cdm.ts'
import { rounded } from './rounding.ts'

const M_PER_KM = 1_000
const POSITION_SIZE = 3
const PROBABILITY_DIGITS = 7
const OTHER = [1, 0] as const

const UNITS = 'Distances in m, speeds in m/s; relative to this object in the R, T, N axes of object 1 of the encounter'

/** One close approach to write, from its stored data. */
export type WantedEncounter = {
  readonly kind: EncounterKind
  readonly seconds: number
  readonly primaryPlace: number
  readonly secondaryPlace: number
  readonly missM: number
  readonly relativeSpeedMps: number
}

export type ResultTask = {
  /** The screening in its submitted form. */
  readonly bytes: Uint8Array
  readonly encounters: readonly WantedEncounter[]
  readonly message: 'cdm' | 'ocm'
  readonly notation: 'KVN' | 'XML'
  readonly names: ReadonlyMap<string, string>
  readonly originator: string
  readonly screeningId: string
  /** The time when it was found: the end of the screening. */
  readonly createdAt: string
  readonly simulated: Result['simulated']
}

/** Each path covers this time before and after the closest approach, as far as the object's orbit is known. */
const PATH_S = 300
const PATH_STEP_S = 60

/**
 * Writes each close approach as a CDM, or as two OCMs, one for each object, all in one text. Runs in the worker pool.
 */
export async function writeResult(task: ResultTask): Promise<string> {
  const screening = await unpackScreening(Buffer.from(task.bytes))
  const describe = encounterDescriber(screening, new Set(screening.primaries ?? []))
  const messages = task.encounters.flatMap((one): AnyMessage[] => {
    const { primaryPlace: first, secondaryPlace: second, ...rest } = one
    const found = describe({ ...rest, first, second })
    const known = knownOf(found, screening)
    const { probability, reason, assessed, radiusM } = encounterProbability({ ...found, episode: undefined }, known)
    const [ofFirst, ofSecond] = encounterCovariances(found, known.covarianceOf)
    const object = (side: Participant, covariance: KnownCovariance) => objectOf(side, covariance, { found, task })
    const result: Result = {
      originator: task.originator,
      screeningId: task.screeningId,
      simulated: task.simulated,
      messageId: messageIdOf(found, task),
      createdAt: parseTime(task.createdAt),
      tca: found.tca,
      objects: [object(found.primary, ofFirst), object(found.secondary, ofSecond)],
      missM: found.missM,
      relativeSpeedMps: found.relativeSpeedMps,
      missRtnM: found.missRtnM,
      velocityRtnMps: found.velocityRtnMps,
      probability,
      reason,
      radiusM,
      method: probability === null ? null : (assessed?.method ?? 'circle-2d'),
    }
    if (task.message === 'cdm') return [{ kind: 'CDM', message: cdmOf(result) }]
    return ocmsOf(result).map((message) => ({ kind: 'OCM', message }))
  })
  return formatMessages(messages, { notation: task.notation, strict: false })
}

const MS_PER_S = 1_000

/** Returns the id of a close approach's message, the same under any filter. */
const messageIdOf = ({ primary, secondary, seconds }: LoneEncounter, { screeningId }: ResultTask): string =>
  `${screeningId}-${[primary, secondary].map(({ object }) => ascii(object.id)).join('-')}-${Math.round(seconds * MS_PER_S)}`

type Context = { readonly found: LoneEncounter; readonly task: ResultTask }

function objectOf(
  { object, state, ageS }: Participant,
  { source, covariance }: KnownCovariance,
  { found: { tca, seconds }, task: { names } }: Context,
): ResultObject {
  const motion = motionAt(object, addSeconds(tca, -seconds))
  const steps = Array.from({ length: 1 + (2 * PATH_S) / PATH_STEP_S }, (_, k) => k * PATH_STEP_S - PATH_S)
  const path = steps.flatMap((offset) => {
    const there = motion(seconds + offset)
    if (!there.ok) return []
    const epoch = addSeconds(tca, offset)
    return [{ epoch, ...toGcrf(there, epoch) }]
  })
  return {
    ...toGcrf(state, tca),
    designator: ascii(object.id),
    name: ascii(names.get(object.id) ?? '') || 'UNKNOWN',
    covarianceRtn: covarianceToRtn(state, covariance),
    covarianceFrom: source,
    ageS,
    path,
  }
}

/** Both objects are rotated in the same way, so outside the span of the Earth orientation parameters their first or last values are used. */
function toGcrf({ r, v }: CartesianState, epoch: Epoch): CartesianState {
  const turned = transformState({ frame: 'TEME', epoch, r, v }, 'GCRF', { outside: 'hold' })
  return { r: turned.r, v: turned.v }
}

/** Messages of CCSDS allow printable ASCII only. */
const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').trim()

/**
 * Writes a close approach of a screening as two Orbit Comprehensive Messages (CCSDS 502.0-B-3 §6), one for each object. Each contains its
 * path around the closest approach, its covariance there, and the encounter as user-defined parameters that name the other object.
 */
function ocmsOf(result: Result): Ocm[] {
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

/** Returns the position covariance at the closest approach, in R, T, N of the object: the lower triangle, km². */
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
  // For object 1 the miss vector points to the other object; for object 2 it is reversed.
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
