import { expect, test } from 'vitest'
import { CATALOGUE_IN_ENGLISH } from './catalogue-in-words.ts'
import type { Manner, Values } from './manner.ts'
import { TOLD_WORDS } from './notice-words.data.ts'
import { sayScreeningStatus, sourceValues } from './screening-status-in-words.ts'

/** A text with a count has two forms. */
const manner = {
  t: (word: string, values: Values = {}) => {
    const words: Readonly<Record<string, string>> = TOLD_WORDS.en
    const form = words[word] ?? words[`${word}_${values.count === 1 ? 'one' : 'other'}`] ?? word
    return form.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]))
  },
  catalogue: CATALOGUE_IN_ENGLISH,
} as Pick<Manner, 't' | 'catalogue'> as Manner

const say = (status: string, more: Values = {}) =>
  sayScreeningStatus(manner, { screening: 'SAT-3, element set', status, ...more })

// The expected sentences were written by hand.
test.each([
  ['PENDING', 'Screening requested'],
  ['IN_PROGRESS', 'Screening running'],
  ['CANCELLED', 'Screening cancelled'],
  // A screening in an unknown state has not begun.
  ['SOMETHING', 'Screening requested'],
])('sayScreeningStatus() of a screening that is %s names its state, and nothing that it found', (status, title) => {
  expect(say(status, { found: 3, urgent: 1, notScreened: 2 })).toEqual({ title, message: 'SAT-3, element set.' })
})

test.each([
  [{ objects: 42 }, 'It found no close approach among 42 objects; no catalogue was compared with.'],
  [
    { found: 0, objects: 42, notScreened: 1 },
    'It found no close approach among 42 objects; no catalogue was compared with. One object was not screened, or not to the end.',
  ],
  [{ found: 1, urgent: 1 }, 'It found one close approach. One of them is HIGH or CRITICAL.'],
  [
    { found: 4, urgent: 2, notScreened: 3 },
    'It found 4 close approaches. 2 of them are HIGH or CRITICAL. 3 objects were not screened, or not to the end.',
  ],
])('sayScreeningStatus() of a complete screening says what it found: %j', (found, text) => {
  expect(say('COMPLETED_OK', found)).toEqual({ title: 'Screening complete', message: `SAT-3, element set. ${text}` })
})

const AGAINST = { source: 'CAT', screenedAt: '2026-11-20T07:18:00.000Z', newestAt: '2026-11-20T05:00:00.000Z' }
const ACTIVE = { payloads: 0, rocketBodies: 0, debris: 0, unknown: 11_000 }

test.each([
  [
    'active objects alone',
    { found: 0, objects: 11_003, ...AGAINST, ...ACTIVE },
    'It found no close approach among 11000 objects (payloads 0, rocket bodies 0, debris 0, unknown 11000; newest element set 2.3 h old); debris is not in this catalogue, nor are rocket bodies, as far as types and names say.',
  ],
  [
    'the own fleet in an empty catalogue',
    { found: 0, objects: 3, ...AGAINST, ...ACTIVE, unknown: 0 },
    'It found no close approach among 0 objects (payloads 0, rocket bodies 0, debris 0, unknown 0; newest element set 2.3 h old); the catalogue was empty.',
  ],
  [
    'other ephemerides',
    { found: 0, objects: 4, source: 'OPS', screenedAt: AGAINST.screenedAt },
    'It found no close approach among 4 objects; no catalogue was compared with.',
  ],
  [
    'a catalogue whose kinds were not counted',
    { found: 0, objects: 5_000, source: 'CAT', screenedAt: AGAINST.screenedAt },
    'It found no close approach among 5000 objects, whose kinds were not counted then.',
  ],
  [
    'active objects alone, with something found',
    { found: 1, urgent: 1, objects: 11_003, ...AGAINST, ...ACTIVE },
    'It found one close approach. One of them is HIGH or CRITICAL. Debris is not in this catalogue, nor are rocket bodies, as far as types and names say. Close approaches with what a catalogue lacks are not found.',
  ],
])('a screening against %s that found nothing says among which objects', (_, values, text) => {
  expect(say('COMPLETED_OK', values).message).toBe(`SAT-3, element set. ${text}`)
})

test('the notice of a screening names each source of its catalogue with its objects and its age', () => {
  const sources = [
    {
      source: 'space-track.org',
      objects: 24_000,
      payloads: 4_000,
      rocketBodies: 2_000,
      debris: 18_000,
      unknown: 0,
      newestEpoch: '2026-11-17T07:18:00.000Z',
    },
    {
      source: 'celestrak.org',
      objects: 9_000,
      payloads: 9_000,
      rocketBodies: 0,
      debris: 0,
      unknown: 0,
      newestEpoch: '2026-11-20T05:00:00.000Z',
    },
  ]
  const held = { payloads: 13_000, rocketBodies: 2_000, debris: 18_000, unknown: 0, ...sourceValues(sources) }
  expect(say('COMPLETED_OK', { found: 0, objects: 33_001, ...AGAINST, ...held }).message).toBe(
    'SAT-3, element set. It found no close approach among 33000 objects (payloads 13000, rocket bodies 2000, debris 18000, unknown 0; from space-track.org (24000, newest 3.0 d old), celestrak.org (9000, newest 2.3 h old); newest element set 2.3 h old); what came from space-track.org is out of date (payloads 4000, rocket bodies 2000, debris 18000).',
  )
})

test('a failed screening says what is kept, and a screening of simulated data says so at the end', () => {
  const { title, message } = say('FAILED', { simulated: 1 })
  expect(title).toBe('Screening failed')
  expect(message).toBe('SAT-3, element set. What it found is kept; its page says why, and resumes it. SIMULATED.')
  expect(say('PENDING', { simulated: 0 }).message).toBe('SAT-3, element set.')
})
