import type { FindResult } from '@apsis/contract/ca/find.ts'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { encounterWords } = await import('../../encounter/words.data.ts')
const { reasonWords } = await import('../../encounter/reason.ts')
const { choose } = await import('../../ui/preference/preference.ts')
const { sentenceOf } = await import('./sentence.ts')
afterEach(() => choose('language', 'en'))

const PRIMARY = { objectId: '90003', name: 'SAT-3', source: 'TLE', epoch: null } as const
const unknown = (objectId: string) => ({ objectId, reason: 'not-in-the-catalogue', until: null })
const AT = Date.parse('2026-11-26T12:00:00.000Z')
const decayed = { objectId: '90004', reason: 'decayed', until: null }

const said = (notScreened: FindResult['notScreened'], searched = 0) =>
  sentenceOf(
    {
      primary: PRIMARY,
      searched,
      notScreened,
      result: 'NOT_SCREENED',
      from: '2026-11-26T12:00:00.000Z',
      to: '2026-11-27T12:00:00.000Z',
      maxKm: 5,
      encounters: [],
      events: [],
    } as unknown as FindResult,
    encounterWords,
    AT,
  )

test('numbers missing from the catalogue are reported as missing, not the object of the query', () => {
  expect(said([unknown('999999999')])).toBe(
    'SAT-3 (90003) was compared with nothing: 999999999 is not in the catalogue.',
  )
  expect(said([unknown('7'), unknown('8')])).toContain('7, 8 are not in the catalogue')
  choose('language', 'de')
  expect(said([unknown('999999999')])).toContain('999999999 steht nicht im Katalog')
})

test('an object that cannot be propagated is named, and an object without any object to compare with has a separate sentence', () => {
  expect(said([{ ...decayed, objectId: '90003' }, unknown('7')])).toContain('SAT-3 (90003) could not be screened')
  expect(said([{ ...decayed, objectId: '90003' }], 12)).toContain('SAT-3 (90003) could not be screened')
  expect(said([decayed, unknown('7')])).toContain('no named object could be screened')
})

test('the reason why an object was not screened is given as text in both languages, never by its key', () => {
  expect(reasonWords('not-in-the-catalogue')).toBe('No such number in the catalogue.')
  choose('language', 'de')
  expect(reasonWords('not-in-the-catalogue')).toBe('Keine solche Nummer im Katalog.')
})

test('"clear" names the compared objects, with their kinds, their age and the missing ones', () => {
  const active = {
    payloads: 11_000,
    rocketBodies: 0,
    debris: 0,
    unknown: 0,
    lacks: ['DEBRIS', 'ROCKET_BODIES'],
    isWhole: true,
    sources: [],
    isSimulated: false,
    newestEpoch: '2026-11-26T09:42:00.000Z',
  }
  const clear = {
    primary: PRIMARY,
    searched: 11_000,
    catalogue: active,
    notScreened: [],
    result: 'CLEAR',
    from: '2026-11-26T12:00:00.000Z',
    to: '2026-11-27T12:00:00.000Z',
    maxKm: 5,
    encounters: [],
    events: [],
  } as unknown as FindResult
  expect(sentenceOf(clear, encounterWords, AT)).toBe(
    'Clear among 11\u202f000 objects (payloads 11\u202f000, rocket bodies 0, debris 0, unknown 0; newest element set 2.3 h old); debris is not in this catalogue, nor are rocket bodies. Nothing comes within 5 km of SAT-3 (90003), 2026-11-26 12:00:00 Z to 2026-11-27 12:00:00 Z.',
  )
  const events = { ...clear, result: 'CONJUNCTIONS' } as unknown as FindResult
  expect(sentenceOf(events, encounterWords, AT)).toContain('among 11\u202f000 objects (payloads')
  choose('language', 'de')
  expect(sentenceOf(clear, encounterWords, AT)).toMatch(/^Frei unter 11\u202f000 Objekten \(Nutzlasten 11\u202f000, /)
})
