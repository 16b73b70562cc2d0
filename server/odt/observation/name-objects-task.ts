import { ApiError } from '../../platform/api-error.ts'
import type { Span } from '../object/object.service.ts'
import { type MeasureAnswer, readMessage, timesIn } from './measure-task.ts'
import { readOemText } from './read-positions.ts'

/** The most objects that one night of tracking may contain; the database is queried for each of them. */
const MOST_OBJECTS = 100

export type NamedObjects = {
  readonly ok: true
  /** The catalogue numbers in a TDM. */
  readonly numbers: readonly number[]
  /** The object names in an OEM, in capitals. */
  readonly names: readonly string[]
  /** The span of all times in the message; undefined: it has none. */
  readonly times: Span | undefined
}

/** Reads a message and returns its objects and times, or its faults. Runs in the worker pool: no query about a message is made before it is read. */
export function nameObjects({
  text,
  kind,
}: {
  readonly text: string
  readonly kind: 'TDM' | 'OEM'
}): NamedObjects | Extract<MeasureAnswer, { ok: false }> {
  try {
    const named = kind === 'TDM' ? { numbers: numbersIn(text), names: [] } : { numbers: [], names: namesIn(text) }
    const count = Math.max(named.numbers.length, named.names.length)
    if (count > MOST_OBJECTS)
      throw new ApiError('unprocessable', `The message names ${count} objects: one has ${MOST_OBJECTS} at most.`)
    return { ok: true, ...named, times: timesIn(text) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, message: error.message, errors: error.errors ?? [] }
  }
}

const numbersIn = (text: string): number[] => {
  const named = readMessage(text).segments.map(({ metadata }) => metadata.participant2 ?? '')
  return [...new Set(named.filter((one) => /^\d{1,9}$/.test(one)).map(Number))]
}

const namesIn = (text: string): string[] => [
  ...new Set(
    readOemText(text).segments.flatMap(({ metadata: { objectId, objectName } }) =>
      [objectId, objectName].map((one) => one.trim().toUpperCase()),
    ),
  ),
]
