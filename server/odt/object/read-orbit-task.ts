import type { ColumnSegment } from '@apsis/astro/ephemeris/ephemeris.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { OemSegment } from '@apsis/ccsds/oem/oem.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { MOST_MESSAGE_STATES, type OrbitMessageType } from '@apsis/contract/odt/request/request.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isOrbitFault } from './orbit-fault.ts'

/** The text of an orbit message, and its declared type. */
export type OrbitText = {
  readonly type: OrbitMessageType
  readonly text: string
  /** True: it was accepted before. Limits that were added later do not refuse an order that somebody pays for. */
  readonly isStored?: true
}

/** The orbit of a message in the form for another process: elements, or states in TEME. */
export type ReadOrbit =
  | { readonly kind: 'set'; readonly type: 'TLE' | 'OMM'; readonly set: MeanElements }
  | { readonly kind: 'states'; readonly segments: readonly ColumnSegment[] }

/** The content of an orbit message; without an orbit if it is a message of tracking data. */
export type ReadMessage = { readonly noradId?: number; readonly name?: string; readonly orbit?: ReadOrbit }

export type OrbitReading =
  | { readonly ok: true; readonly message: ReadMessage }
  | { readonly ok: false; readonly message: string; readonly errors: readonly ProblemDetail[] }

const POINTER = '#/orbitDataMessage'

/** Reads an orbit message, or returns its faults with their lines. Runs in the worker pool, because the text is from a user. */
export function readOrbitText(given: OrbitText): OrbitReading {
  try {
    return { ok: true, message: given.type === 'TLE' ? readTle(given) : readCcsds(given) }
  } catch (error) {
    if (!isOrbitFault(error)) throw error
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof ApiError) return { ok: false, message, errors: error.errors ?? [] }
    return {
      ok: false,
      message: `${POINTER}: ${message}`,
      errors: [{ code: 'message.orbit', message, pointer: POINTER }],
    }
  }
}

function readTle({ text, isStored }: OrbitText): ReadMessage {
  const [first, other] = [...readTles(text.split(/\r\n|[\r\n]/))]
  if (first === undefined) throw refused('holds no element set')
  if (!first.ok) {
    const { line, column, message } = first
    const errors = [{ code: 'tle.unreadable', pointer: POINTER, message, line, column }]
    throw new ApiError('unprocessable', `${POINTER}: ${message}`, { errors })
  }
  if (other !== undefined && !isStored) throw refused('holds more than one element set')
  const { elements } = first
  return { noradId: elements.noradId, name: elements.objectName, orbit: { kind: 'set', type: 'TLE', set: elements } }
}

function readCcsds({ type, text, isStored }: OrbitText): ReadMessage {
  const { messages, faults } = readMessages([text], { strict: false })
  const wrong = faults.concat(messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors)))
  const [fault] = wrong
  const [found] = messages
  if (fault !== undefined || found === undefined || !found.reading.ok) {
    const errors = wrong.map(({ code, message, line, column, keyword }) => ({
      code: `message.${code}`,
      message,
      pointer: POINTER,
      line,
      column,
      ...(keyword === null ? {} : { keyword }),
    }))
    throw new ApiError('unprocessable', `${POINTER}: ${fault?.message ?? 'holds no message'}`, { errors })
  }
  const { kind, message } = found.reading.message
  const expected = type.startsWith('TDM') ? 'TDM' : type
  if (kind !== expected) throw refused(`is ${kind}, not ${expected}`)
  if (kind === 'OMM') {
    const set = toElementSet(message)
    return { noradId: set.noradId, name: set.objectName, orbit: { kind: 'set', type: 'OMM', set } }
  }
  return kind === 'OEM' ? statesOf(message.segments, isStored === true) : {}
}

function statesOf(segments: readonly OemSegment[], isStored: boolean): ReadMessage {
  const count = segments.reduce((sum, { states }) => sum + states.length, 0)
  if (count === 0) throw refused('has no states')
  // States that are far apart in time take half a millisecond each to transform: each needs its own position of the Earth's axis.
  if (count > MOST_MESSAGE_STATES && !isStored) throw refused(`has ${count} states: ${MOST_MESSAGE_STATES} at most`)
  // The covariances of these states are not needed.
  const bare = segments.map((segment) => ({ ...segment, covariances: [] }))
  const name = segments[0]?.metadata.objectName ?? ''
  return { name, orbit: { kind: 'states', segments: toTemeEphemeris(bare).segments.map(({ segment }) => segment) } }
}

function refused(message: string): ApiError {
  const errors = [{ code: 'request.object', pointer: POINTER, message }]
  return new ApiError('unprocessable', `${POINTER}: ${message}`, { errors })
}
