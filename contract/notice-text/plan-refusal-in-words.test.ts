import { expect, test } from 'vitest'
import { PLAN_REFUSALS, type PlanRefusal } from '../ca/plan/plan-refusal.ts'
import { REFUSAL_IN_ENGLISH, type RefusalManner, type RefusalWord, sayPlanRefusal } from './plan-refusal-in-words.ts'
import { PLAN_REFUSAL_WORDS } from './plan-refusal-words.data.ts'

const AT = '2030-01-05T09:00:00Z'
const BLACKOUT = { fromAt: AT, toAt: AT, startAt: AT, endAt: AT, days: 14, hint: 'noMass wideEdges' }

/** Refusals of each code and case, with all values that they may have. */
const REFUSED: Readonly<Record<PlanRefusal['code'], readonly PlanRefusal['values'][]>> = {
  'no-satellite': [{}],
  'no-message': [{}],
  'no-probability': [{ reason: 'co-orbiting' }, { reason: 'of another kind' }],
  contact: [{}],
  'lead-time': [
    { startAt: AT, earliestAt: AT, leadTimeH: 6, warmUpS: 300 },
    { case: 'contact', startAt: AT, earliestAt: AT, leadTimeH: 6, slewS: 60 },
  ],
  'after-tca': [{}, { case: 'drag' }],
  blackout: ['ENTERED', 'CONTACT', 'ECLIPSE', 'SHADOW_UNKNOWN'].flatMap((kind) => [
    { ...BLACKOUT, case: 'start', kind, place: 'Kiruna' },
    { ...BLACKOUT, case: 'through', kind, place: 'Kiruna' },
  ]),
  window: [{ kinds: 'ENTERED CONTACT ECLIPSE SHADOW_UNKNOWN', hint: 'noMass' }],
  strategy: [{ case: 'SHORT_TERM' }, { case: 'LONG_TERM' }, { case: 'drag' }].map((one) => ({
    earliestAt: AT,
    latestAt: AT,
    ...one,
  })),
  'planned-burn': [{ case: 'none' }, { case: 'drag' }, { case: 'frame', frame: 'MOON' }],
  attitude: [{}],
  mass: [{}],
  direction: [{ angleDeg: 42.1 }],
  'no-engine': [{ case: 'NONE' }, { case: 'UNKNOWN' }],
  spent: [{ leftMps: 0.4, leastMps: 1 }],
  'burn-duration': [
    { arcS: 900, longestS: 800 },
    { case: 'attitude', holdH: 30.5, longestH: 24 },
    { case: 'held', holdS: 900, longestS: 800 },
  ],
  method: [{}],
  'drag-unknown': [{}, { case: 'areas', leastM2: 0.03, mostM2: 0.2, usualM2: 3 }],
  'held-area': [
    { leastM2: 0.03, mostM2: 0.2, heldM2: 3 },
    { case: 'usual', heldM2: 0.1 },
    { case: 'attitude' },
    { case: 'engine' },
  ],
  orbit: [{ reason: 'it falls' }],
  'too-many-candidates': [{ waiting: 28, most: 30 }],
  transition: [
    { from: 'DRAFT', to: 'EXPORTED', next: 'SCREENED REJECTED' },
    { case: 'end', from: 'EXPIRED', to: 'DRAFT' },
  ],
  'older-message': [{}],
  'left-out': [{}],
  'left-out-lapsed': [{}],
  'newer-data': [{ case: 'APPROVED' }, { case: 'EXPORTED' }],
  'command-too-late': [{ commitAt: AT }],
  'not-begun': [{}],
  'service-account': [{}],
  'second-person': [{}],
  'they-move': [{}],
  replaces: [{ plan: 'SAT-3_A', planId: 'x', exportedAt: AT }],
  'mitigated-already': [{}, { plan: 'SAT-3_A' }],
  incomplete: [
    ...['not-reached', 'left-out', 'not-screened', 'outside', 'agreement', 'found', 'found-why'].map((one) => ({
      case: one,
    })),
    { case: 'verdict', verdict: 'WARN' },
  ],
  'silent-burn': [{ name: 'SAT-3', deltaVMps: 0.021, fromAt: AT, toAt: AT }],
  'not-yet-verifiable': [{ sigmaMps: 0.01, plannedMps: 0.0374 }],
  'not-as-planned': [{ foundMps: 0.02, plannedMps: 0.0374 }],
  'as-planned': [{}],
  'too-costly': [{ limit: 'time', most: 15 }, { limit: 'memory', most: 256 }, { limit: 'answer' }],
  'contacts-too-costly': [{ limit: 'time', most: 30 }],
  'shadow-too-costly': [{ limit: 'time', most: 15 }],
  'path-too-costly': [{ limit: 'time', most: 60 }],
  'file-too-costly': [{ limit: 'memory', most: 512 }],
  'satellite-removed': [{}],
  path: [{ reason: 'it falls' }],
  file: [{ reason: 'it has no name' }],
  'not-to-withdraw': [{}],
  'own-burn': [
    { case: 'order', burn: 2, startAt: AT, endAt: AT },
    { case: 'over', burn: 1, startAt: AT },
    { case: 'ahead', burn: 1, startAt: AT, days: 14 },
    { case: 'span', days: 7 },
    { case: 'turning', burn: 1, durationS: 600, frame: 'RSW_ROTATING' },
    { case: 'axes', burn: 1, frame: 'PQW', reason: 'the orbit is a circle' },
    { case: 'frame', burn: 1, startAt: AT, frame: 'MCI' },
    { case: 'no-delta-v', burn: 1, startAt: AT },
    { case: 'size', burn: 1, startAt: AT, days: 1 },
    { case: 'many', count: 30, most: 20 },
    { case: 'no-orbit' },
    { case: 'engine', propulsion: 'NONE' },
    { case: 'short', name: 'own.oem', untilAt: AT, burn: 2 },
    { case: 'held', name: 'own.oem', startAt: AT, burn: 1 },
    { case: 'hidden', name: 'own.oem', startAt: AT, burn: 1 },
    { case: 'unknown', name: 'own.oem', reason: 'it falls' },
    { case: 'contact', burn: 1, startAt: AT, hours: 6 },
    { case: 'late', burn: 1, startAt: AT, hours: 6, commitAt: AT },
    { case: 'unnamed', name: 'SAT' },
    { case: 'object', name: '99999' },
    { case: 'other', name: '99999' },
    { case: 'plan' },
    { case: 'event' },
  ],
}

/** Returns functions that write the values; an empty placeholder makes the test fail. */
function mannerOf(language: 'en' | 'de', used: Set<string>): RefusalManner {
  return {
    t: (word, values = {}) => {
      used.add(word)
      return PLAN_REFUSAL_WORDS[language][word].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const value = values[name]
        // Only the values hint, why and ready may be empty.
        if (!['hint', 'why', 'ready'].includes(name)) expect(value, `${word}: ${name}`).toMatch(/./)
        expect(value).toBeDefined()
        return value!
      })
    },
    second: (ms) => (Number.isFinite(ms) ? `at ${ms}` : expect.fail('no time')),
    number: (value) => (Number.isFinite(value) ? String(value) : ''),
    name: (code) => `«${code}»`,
  }
}

test.each(PLAN_REFUSALS)('%s has a text in both languages with all its values', (code) => {
  for (const values of REFUSED[code]) {
    const [english, german] = (['en', 'de'] as const).map((language) =>
      sayPlanRefusal(mannerOf(language, new Set()), { code, values }),
    )
    for (const text of [english, german]) expect(text).not.toMatch(/^$|undefined|NaN|\{\{/)
    expect(german).not.toBe(english)
  }
})

test('every text of refusals is used, and both languages have the same placeholders', () => {
  const used = new Set<string>()
  for (const code of PLAN_REFUSALS)
    for (const values of REFUSED[code]) sayPlanRefusal(mannerOf('en', used), { code, values })
  const covariances = ['covariance-not-positive-definite', 'covariance-not-given', 'covariance-not-credible']
  const assessments = ['no-relative-motion', 'message-contradicts-itself', ...covariances]
  expect([...used, ...assessments].toSorted()).toEqual(Object.keys(PLAN_REFUSAL_WORDS.en).toSorted())
  const placesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()
  for (const [word, english] of Object.entries(PLAN_REFUSAL_WORDS.en) as [RefusalWord, string][])
    expect(placesOf(PLAN_REFUSAL_WORDS.de[word]), word).toEqual(placesOf(english))
})

test('an unknown refusal, from a server of another version, has no text', () => {
  const values = { case: 'of later' }
  expect(sayPlanRefusal(REFUSAL_IN_ENGLISH, { code: 'no-engine', values })).toBeUndefined()
})

test('an entered blackout is written with its purpose, if that is known', () => {
  const said = (kind: string, named: { readonly place?: string }) =>
    sayPlanRefusal(REFUSAL_IN_ENGLISH, {
      code: 'blackout',
      values: { ...BLACKOUT, hint: '', case: 'start', kind, ...named },
    })
  expect(said('ENTERED', { place: 'firmware update' })).toContain(' (firmware update): choose another start')
  expect(said('ENTERED', { place: '' })).not.toContain('(')
  expect(said('ENTERED', {})).not.toContain('(')
  // The station's name already identifies the contact.
  expect(said('CONTACT', { place: 'Kiruna' })).not.toContain('(Kiruna)')
})

test('a time before the known shadow is not called an eclipse', () => {
  const values = { ...BLACKOUT, case: 'start', kind: 'SHADOW_UNKNOWN', place: '' }
  const said = sayPlanRefusal(REFUSAL_IN_ENGLISH, { code: 'blackout', values })
  expect(said).toContain('more than 14 days before the closest approach, of which nothing is known of the shadow')
  expect(said).not.toContain('the eclipse,')
})
