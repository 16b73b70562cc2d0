import { readFileSync } from 'node:fs'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldEvent, heldAt } from '../../event/fold-event.ts'
import { STANDARD_THRESHOLDS } from '../../satellite/record/thresholds.data.ts'
import { assessMessage, type DerivedCdm } from './derive-cdm.ts'
import { knownOfMessage } from './known.ts'
import type { EventMessage } from './message-grade.ts'

const SAMPLE = readFileSync(new URL('../../../../ccsds/samples/conjunction.cdm', import.meta.url), 'utf8')
const AXES = ['R', 'T', 'N', 'RDOT', 'TDOT', 'NDOT'] as const
type Place = 0 | 1
type Lines = readonly string[]

/** Returns the indexes of the lines of a message with a keyword; if `place` is given, only the lines of that object. */
function linesOf(lines: Lines, keyword: string, place: Place | null): number[] {
  const second = lines.findIndex((line) => /^OBJECT\s*=\s*OBJECT2/.test(line))
  return lines.flatMap((line, at) => {
    const isOf = place === null || (place === 0 ? at < second : at > second)
    return isOf && new RegExp(`^${keyword}\\s*=`).test(line) ? [at] : []
  })
}

const set = (lines: Lines, keyword: string, place: Place | null, value: string): Lines => {
  const found = linesOf(lines, keyword, place)
  return lines.map((line, at) => (found.includes(at) ? `${keyword} = ${value}` : line))
}
const get = (lines: Lines, keyword: string, place: Place | null) =>
  Number(/=\s*(\S+)/.exec(lines[linesOf(lines, keyword, place)[0]!]!)![1])

const entryOf = (row: number, column: number) => `C${AXES[Math.max(row, column)]}_${AXES[Math.min(row, column)]}`
const matrixOf = (lines: Lines, place: Place) =>
  AXES.map((_, i) => AXES.map((_, j) => get(lines, entryOf(i, j), place)))
const withMatrix = (lines: Lines, place: Place, of: (i: number, j: number, was: number) => number | string): Lines => {
  const matrix = matrixOf(lines, place)
  return AXES.reduce<Lines>(
    (all, _, i) =>
      AXES.slice(0, i + 1).reduce((some, _, j) => set(some, entryOf(i, j), place, `${of(i, j, matrix[i]![j]!)}`), all),
    lines,
  )
}

/** Returns a message that makes its event CRITICAL: the sample, with a smaller covariance and larger bodies. */
const narrowed = (factor: number, hbrM: number): Lines =>
  ([0, 1] as const).reduce<Lines>(
    (lines, place) => withMatrix(lines, place, (_i, _j, was) => was * factor),
    SAMPLE.replace(/HBR = \S+/, `HBR = ${hbrM}`).split('\n'),
  )
const BASES = [narrowed(0.05, 15), narrowed(0.03, 20), narrowed(0.015, 30)] as const

const assessed = (lines: Lines): DerivedCdm =>
  assessMessage({ source: Buffer.from(lines.join('\n')), satellites: new Map(), sizes: new Map() }).derived

const stored = (derived: DerivedCdm, hours: number): EventMessage => ({
  id: `${hours}`,
  messageId: `${hours}`,
  originator: 'A',
  createdAt: hours * HOUR_MS,
  grade: 'SPECIAL_PERTURBATIONS',
  level: derived.conjunctionData.riskLevel,
  probability: derived.conjunctionData.probabilityOfCollision,
  missM: derived.conjunctionData.totalMissDistance,
  known: knownOfMessage(derived),
  isSimulated: false,
})

type Fault = { readonly name: string; readonly of: (lines: Lines) => Lines }
const place = fc.constantFrom<readonly Place[]>([0], [1], [0, 1])
const both = (places: readonly Place[], lines: Lines, change: (lines: Lines, place: Place) => Lines) =>
  places.reduce<Lines>((all, one) => change(all, one), lines)
const axis = fc.integer({ min: 0, max: 5 })
const FACTORS = [1e9, 1e-9, -1, -1e9, 0] as const

const Scaled = fc.tuple(place, fc.constantFrom(1e9, 1e-9, 1e6, 1e-8, -1)).map(
  ([places, factor]): Fault => ({
    name: `covariances of ${places} × ${factor}`,
    of: (lines) => both(places, lines, (all, one) => withMatrix(all, one, (_i, _j, was) => was * factor)),
  }),
)
const Entry = fc.tuple(place, axis, axis, fc.constantFrom<number | 'NaN'>(...FACTORS, 'NaN')).map(
  ([places, i, j, factor]): Fault => ({
    name: `${entryOf(i, j)} of ${places} × ${factor}`,
    of: (lines) =>
      both(places, lines, (all, one) =>
        withMatrix(all, one, (a, b, was) =>
          entryOf(a, b) === entryOf(i, j) ? (factor === 'NaN' ? 'NaN' : (was || 1) * factor) : was,
        ),
      ),
  }),
)
/** A covariance of rank 0 to 5: some axes have no values, or only the largest eigenvectors are kept. */
const Rank = fc.tuple(place, fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { maxLength: 5 }), fc.boolean()).map(
  ([places, kept, isSpectral]): Fault => ({
    name: `rank ${kept.length} of ${places} by ${isSpectral ? 'eigenvectors' : kept}`,
    of: (lines) =>
      both(places, lines, (all, one) => {
        if (!isSpectral) return withMatrix(all, one, (i, j, was) => (kept.includes(i) && kept.includes(j) ? was : 0))
        const { values, vectors } = symmetricEigen(matrixOf(all, one))
        return withMatrix(all, one, (i, j) =>
          values.slice(0, kept.length).reduce((sum, value, k) => sum + value * vectors[k]![i]! * vectors[k]![j]!, 0),
        )
      }),
  }),
)
const PositionAlone = place.map(
  (places): Fault => ({
    name: `no covariance of the velocity of ${places}`,
    of: (lines) => both(places, lines, (all, one) => withMatrix(all, one, (i, j, was) => (i > 2 || j > 2 ? 0 : was))),
  }),
)
/** An axis with the opposite direction, and axes in the order N, T, R. */
const Mirrored = fc.tuple(place, fc.integer({ min: 0, max: 3 })).map(
  ([places, which]): Fault => ({
    name: `covariances of ${places}, ${which === 3 ? 'their axes in reverse' : `axis ${which} mirrored`}`,
    of: (lines) =>
      both(places, lines, (all, one) => {
        const was = matrixOf(all, one)
        const turned = [2, 1, 0, 5, 4, 3]
        const sign = (i: number) => (i % 3 === which ? -1 : 1)
        return withMatrix(all, one, (i, j, value) =>
          which === 3 ? was[turned[i]!]![turned[j]!]! : sign(i) * sign(j) * value,
        )
      }),
  }),
)
const State = fc
  .tuple(
    place,
    fc.constantFrom('X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT'),
    fc.constantFrom<number | 'NaN'>(...FACTORS, 'NaN'),
  )
  .map(
    ([places, keyword, factor]): Fault => ({
      name: `${keyword} of ${places} × ${factor}`,
      of: (lines) =>
        both(places, lines, (all, one) =>
          set(all, keyword, one, factor === 'NaN' ? 'NaN' : `${get(all, keyword, one) * factor}`),
        ),
    }),
  )
const Radius = fc.constantFrom('NaN', '0', '-1', '1e-8', '1e10', '1e-3').map(
  (value): Fault => ({
    name: `a radius of ${value} m`,
    of: (lines) => lines.map((line) => line.replace(/(HBR|Operator Hard Body Radius) = \S+/, `$1 = ${value}`)),
  }),
)
const Told = fc
  .tuple(fc.constantFrom('MISS_DISTANCE', 'RELATIVE_SPEED'), fc.constantFrom('NaN', '0', '-1', '1e12', '1e-6'))
  .map(
    ([keyword, value]): Fault => ({ name: `${keyword} = ${value}`, of: (lines) => set(lines, keyword, null, value) }),
  )
const Time = fc
  .tuple(
    fc.constantFrom('TCA', 'TIME_LASTOB_END', 'CREATION_DATE'),
    fc.constantFrom('NaN', '1926-11-24T22:37:20.384', '9999-11-24T22:37:20.384', '2026-13-24T22:37:20', '0'),
  )
  .map(
    ([keyword, value]): Fault => ({ name: `${keyword} = ${value}`, of: (lines) => set(lines, keyword, null, value) }),
  )
const Any = fc.oneof(Scaled, Entry, Rank, PositionAlone, Mirrored, State, Radius, Told, Time)

test('the messages into which faults are injected make an event CRITICAL', () => {
  expect(BASES.map((lines) => assessed(lines).conjunctionData.riskLevel)).toEqual(BASES.map(() => 'CRITICAL'))
})

test('no fault of a covariance, a state, a radius or a time lowers the level of an event, however often it is repeated', () => {
  const first = BASES.map(assessed)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: BASES.length - 1 }), Any, (which, { of }) => {
      let faulty: DerivedCdm
      try {
        faulty = assessed(of(BASES[which]!))
      } catch (error) {
        // A refused message is in no event.
        fc.pre(!(error instanceof RangeError || error instanceof TypeError))
        throw error
      }
      const messages = [stored(first[which]!, 0), stored(faulty, 8), stored(faulty, 16), stored(faulty, 24)]
      const facts = foldEvent({ messages, active: faulty, satellites: [null, null], thresholds: STANDARD_THRESHOLDS })
      for (const hours of [8, 24, 30, 60, 1_000]) {
        // "Risk lowered" is reported only for a level that is below the previous level.
        expect(heldAt(facts.held, hours * HOUR_MS).level).toBe('CRITICAL')
      }
      // If no probability is known, data are requested, and no number is shown in its place.
      if (facts.judged?.level === 'UNKNOWN')
        expect([facts.needsData, facts.conjunctionData.probabilityOfCollision]).toEqual([true, null])
    }),
    { maxSkipsPerRun: 1 },
  )
})
