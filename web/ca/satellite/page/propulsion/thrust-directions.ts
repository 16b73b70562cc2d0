import { ThrustDirections } from '@apsis/contract/ca/satellite/thrust-directions.ts'
import { readNumber, typedNumber } from '../../../../ui/format/number.ts'

export const DIRECTION_CHOICES = ['ANY', 'CONE', 'THRUSTERS'] as const

/** The directions in which a satellite can burn, as typed: for thrusters a line of three numbers each. */
export type DirectionsDraft = {
  readonly kind: (typeof DIRECTION_CHOICES)[number]
  readonly frame: ThrustDirections['frame']
  readonly vectors: string
  readonly halfAngleDeg: string
}

const USUAL: DirectionsDraft = { kind: 'ANY', frame: 'RTN', vectors: '', halfAngleDeg: '' }

const lineOf = (vector: readonly number[]) => vector.map((part) => typedNumber(part)).join(' ')

/** Returns directions in the form in which they are typed. */
export function directionsDraft(given: ThrustDirections | undefined): DirectionsDraft {
  if (given === undefined) return USUAL
  const { kind, frame } = given
  return kind === 'CONE'
    ? { kind, frame, vectors: lineOf(given.axis), halfAngleDeg: typedNumber(given.halfAngleDeg) }
    : { ...USUAL, kind, frame, vectors: given.vectors.map(lineOf).join('\n') }
}

/** Returns the typed directions; undefined means any direction, `vectors` or `angle` the part that cannot be read. */
export function directionsOf(draft: DirectionsDraft): ThrustDirections | undefined | 'vectors' | 'angle' {
  const { kind, frame } = draft
  if (kind === 'ANY') return undefined
  const vectors = draft.vectors
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .trim()
        .split(/[\s;]+/)
        .map(readNumber),
    )
  if (kind === 'THRUSTERS') {
    const { data } = ThrustDirections.safeParse({ kind, frame, vectors })
    return data ?? 'vectors'
  }
  const [axis, ...more] = vectors
  const isAxis = more.length === 0 && ThrustDirections.safeParse({ kind, frame, axis, halfAngleDeg: 0 }).success
  if (!isAxis) return 'vectors'
  const { data } = ThrustDirections.safeParse({ kind, frame, axis, halfAngleDeg: readNumber(draft.halfAngleDeg) })
  return data ?? 'angle'
}
