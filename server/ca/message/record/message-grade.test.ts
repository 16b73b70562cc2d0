import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { GRADES, type Grade } from '@apsis/contract/ca/message/cdm.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeOf, foldEvent } from '../../event/fold-event.ts'
import { STANDARD_THRESHOLDS } from '../../satellite/record/thresholds.data.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { assessMessage } from './derive-cdm.ts'
import { knownOfMessage } from './known.ts'
import { countedIn, type EventMessage, FRESH_MS, gradeOf } from './message-grade.ts'

const HOUR_MS = 3_600_000
const grade = (text: string) => gradeOf(parseCdm(text, { strict: false }))

test('gradeOf() uses only the content of the message, and no other source', () => {
  expect(grade(cdmText())).toBe('SPECIAL_PERTURBATIONS')
  expect(grade(cdmText().replace('EPHEMERIS_NAME = NONE', 'EPHEMERIS_NAME = FLIGHT PLAN 7'))).toBe('OPERATOR_EPHEMERIS')
  const owned = cdmText({ originator: 'Acme' }).replaceAll(
    'EPHEMERIS_NAME',
    'OPERATOR_ORGANIZATION = ACME\nEPHEMERIS_NAME',
  )
  expect(grade(owned)).toBe('OWNER_OPERATOR')
  expect(grade(owned.replace('ORIGINATOR = Acme', 'ORIGINATOR = Other'))).toBe('SPECIAL_PERTURBATIONS')
  // One object with an orbit from an element set is enough, whatever the data of the other object are.
  expect(grade(cdmText().replace('REF_FRAME', 'GRAVITY_MODEL = SGP4\nREF_FRAME'))).toBe('TLE')
  expect(grade(owned.replace('OBJECT = OBJECT2', 'OBJECT = OBJECT2\nCOMMENT state from TLE'))).toBe('TLE')
  expect(grade(cdmText().replace('EPHEMERIS_NAME = NONE', 'EPHEMERIS_NAME = TLE'))).toBe('TLE')
})

/** Returns the messages that count, each as its hours and the first letter of its grade. */
const counted = (...messages: readonly (readonly [hours: number, grade: Grade])[]) =>
  countedIn(messages.map(([hours, one]) => ({ createdAt: hours * HOUR_MS, grade: one }))).map(
    ({ createdAt, grade: one }) => `${createdAt / HOUR_MS} ${one[0]}`,
  )

test('countedIn() ignores a lower grade while a better one is fresh, for a day and no longer', () => {
  expect(counted([0, 'SPECIAL_PERTURBATIONS'], [8, 'TLE'], [16, 'TLE'])).toEqual(['0 S'])
  expect(counted([0, 'SPECIAL_PERTURBATIONS'], [24, 'TLE'])).toEqual(['0 S'])
  expect(counted([0, 'SPECIAL_PERTURBATIONS'], [24.1, 'TLE'])).toEqual(['0 S', '24.1 T'])
  expect(counted([0, 'TLE'], [1, 'SPECIAL_PERTURBATIONS'], [2, 'TLE'], [3, 'OPERATOR_EPHEMERIS'])).toEqual([
    '0 T',
    '1 S',
    '3 O',
  ])
})

test('countedIn() takes the best fresh grade when a better one is no longer fresh, not the newest', () => {
  expect(counted([0, 'OPERATOR_EPHEMERIS'], [10, 'SPECIAL_PERTURBATIONS'], [30, 'TLE'])).toEqual(['0 O', '10 S'])
})

const ONE = assessMessage({ source: Buffer.from(cdmText()), satellites: new Map(), sizes: new Map() }).derived

const Messages = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    messageId: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    originator: fc.constantFrom('A', 'B'),
    createdAt: fc.nat({ max: 10 }).map((shift) => shift * 6 * HOUR_MS),
    grade: fc.constantFrom(...GRADES),
    level: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const, 'CRITICAL' as const),
    probability: fc.constantFrom(null, 1e-8, 1e-6, 1e-4),
    missM: fc.constant(100),
    known: fc.constant(knownOfMessage(ONE)),
    isSimulated: fc.constant(false),
  }),
  // An organisation stores each message of an originator once.
  { minLength: 1, maxLength: 12, selector: ({ originator, messageId }) => `${originator} ${messageId}` },
)

const factsOf = (messages: readonly EventMessage[]) =>
  foldEvent({ messages, active: ONE, satellites: [null, null], thresholds: STANDARD_THRESHOLDS })

test('the message that counts, the level and the trend do not depend on the order of arrival', () => {
  fc.assert(
    fc.property(Messages, fc.infiniteStream(fc.nat()), (messages: readonly EventMessage[], keys) => {
      const shuffled = messages.map((one) => ({ one, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key)
      const order = shuffled.map(({ one }) => one)
      expect(activeOf(order)).toEqual(activeOf(messages))
      expect(factsOf(order)).toEqual(factsOf(messages))
    }),
  )
})

test('the message that counts never has a lower grade than a message that was fresh when the newest was created', () => {
  fc.assert(
    fc.property(Messages, (messages: readonly EventMessage[]) => {
      const newest = Math.max(...messages.map(({ createdAt }) => createdAt))
      const fresh = messages.filter(({ createdAt }) => newest - createdAt <= FRESH_MS)
      const best = Math.min(...fresh.map((one) => GRADES.indexOf(one.grade)))
      const active = activeOf(messages)
      expect(GRADES.indexOf(active.grade)).toBe(best)
      expect(active.createdAt).toBe(
        Math.max(...fresh.filter((one) => GRADES.indexOf(one.grade) === best).map(({ createdAt }) => createdAt)),
      )
    }),
  )
})

test('messages whose track was withdrawn do not affect the message that counts, the level or the trend, as if they did not exist', () => {
  fc.assert(
    fc.property(
      Messages,
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      (messages: readonly EventMessage[], which) => {
        const marked = messages.map((one, place) => (which[place] === true ? { ...one, isWithdrawn: true } : one))
        const standing = marked.filter((one) => !('isWithdrawn' in one))
        fc.pre(standing.length > 0)
        expect(activeOf(marked)).toEqual(activeOf(standing))
        const [all, without] = [factsOf(marked), factsOf(standing)]
        expect(all.messages).toBe(messages.length)
        const { newestCdmId, held, trend, previousProbability, judged, lastDrivingDate } = without
        expect(all).toMatchObject({ newestCdmId, held, trend, previousProbability, judged, lastDrivingDate })
      },
    ),
  )
})
