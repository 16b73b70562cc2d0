import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readTdm, type Tdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import type { OrbitDataType } from '@apsis/contract/odt/observation.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { orbitOfSet } from '../object/known-orbit.ts'
import type { Suspect } from './make-report.ts'
import { type Measured, measureTrack } from './measure-track.ts'

/** An object that a track may be of, as it is handed to another process. */
export type SuspectSet = {
  readonly noradId: number
  readonly name: string
  readonly type: OrbitDataType
  readonly epoch: Epoch | null
  readonly set: MeanElements
}

/** The public catalogue in a form that goes to another process at once: ten numbers an object. */
export type PackedCatalogue = { readonly names: readonly string[]; readonly numbers: Float64Array }

const NUMBERS_OF_OBJECT = 10

export function packCatalogue(
  objects: readonly { readonly noradId: number; readonly name: string; readonly elements: MeanElements }[],
): PackedCatalogue {
  const numbers = new Float64Array(objects.length * NUMBERS_OF_OBJECT)
  objects.forEach(({ noradId, elements: e }, at) => {
    const row = [noradId, e.epoch.taiS, e.epoch.taiFs, e.meanMotionRadPerS, e.eccentricity, e.incRad, e.raanRad]
    numbers.set([...row, e.argPeriapsisRad, e.meanAnomalyRad, e.bstar], at * NUMBERS_OF_OBJECT)
  })
  return { names: objects.map(({ name }) => name), numbers }
}

function unpack({ names, numbers }: PackedCatalogue): SuspectSet[] {
  return names.map((name, at) => {
    const [noradId = 0, taiS = 0, taiFs = 0, meanMotionRadPerS = 0, eccentricity = 0, incRad = 0, ...rest] =
      numbers.subarray(at * NUMBERS_OF_OBJECT, (at + 1) * NUMBERS_OF_OBJECT)
    const [raanRad = 0, argPeriapsisRad = 0, meanAnomalyRad = 0, bstar = 0] = rest
    const epoch = { taiS, taiFs }
    const angles = { incRad, raanRad, argPeriapsisRad, meanAnomalyRad }
    return { noradId, name, type: 'OMM', epoch, set: { epoch, meanMotionRadPerS, eccentricity, bstar, ...angles } }
  })
}

export type MeasureTask = {
  readonly text: string
  /** Those that may have made it. */
  readonly sensors: readonly Sensor[]
  readonly catalogue: PackedCatalogue
  /** What is known better than by the catalogue: these stand in the place of its objects. */
  readonly better: readonly SuspectSet[]
  readonly isSimulated: boolean
}

export type MeasureAnswer =
  | { readonly ok: true; readonly files: readonly Measured[] }
  | { readonly ok: false; readonly message: string; readonly errors: readonly ProblemDetail[] }

/** Reads a message and says of which object each of its segments is, or what is wrong with it. For the pool. */
export function measureMessage(task: MeasureTask): MeasureAnswer {
  try {
    return { ok: true, files: measureSegments(task) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, message: error.message, errors: error.errors ?? [] }
  }
}

function measureSegments({ text, sensors, catalogue, better, isSimulated }: MeasureTask): Measured[] {
  const tdm = readMessage(text)
  const known = new Set(better.map(({ noradId }) => noradId))
  const all = [...better, ...unpack(catalogue).filter(({ noradId }) => !known.has(noradId))]
  const suspects = all.flatMap((one): Suspect[] => {
    const orbit = orbitOfSet(one.set, one.type)
    return orbit === undefined ? [] : [{ noradId: one.noradId, name: one.name, orbit: { ...orbit, epoch: one.epoch } }]
  })
  return tdm.segments.map((segment) => {
    const sensor = sensors.find(({ sensorCode }) => sensorCode === segment.metadata.participant1)
    if (sensor === undefined)
      throw new ApiError(
        'unprocessable',
        `PARTICIPANT_1 ${segment.metadata.participant1} is no sensor of the organisation.`,
      )
    return measureTrack({ tdm: { ...tdm, segments: [segment] }, sensor, suspects, isSimulated })
  })
}

function readMessage(text: string): Tdm {
  const reading = readTdm(text, { strict: false })
  if (reading.ok) return reading.message
  const errors = reading.errors.map(({ code, message, line, column, keyword }) => ({
    ...{ code: `tdm.${code}`, message, line, column },
    ...(keyword === null ? {} : { keyword }),
  }))
  const [first] = reading.errors
  throw new ApiError('unprocessable', first === undefined ? 'This is no TDM.' : describeFault(first), { errors })
}
