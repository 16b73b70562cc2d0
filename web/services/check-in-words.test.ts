import { FINDING_CODES } from '@apsis/contract/finding.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../ui/preference/preference.ts')
const { inWords } = await import('../notifications/notice-in-words.ts')
const { checkInWords } = await import('./check-in-words.ts')

const check = { name: 'x', level: 'ok', message: 'English of the server.' } as const
const values = { ageS: 5_040, count: 2, objects: 26_834, catalogue: 'simulated', lastAt: '2026-11-20T07:02:27.000Z' }

test('a check is described in the language of the reader', () => {
  choose('language', 'de')
  expect(checkInWords({ ...check, finding: { code: 'catalogue', values } })).toBe(
    'SIMULIERT: 26\u202f834 Objekte, die neuesten Bahnelemente sind 1,4 h alt.',
  )
  const fleet = { lastAt: values.lastAt, nextAt: '2026-11-20T15:02:27.000Z' }
  expect(checkInWords({ ...check, isLate: true, finding: { code: 'fleet-screened', values: fleet } })).toBe(
    'Zuletzt 2026-11-20 07:02 Z. Verspätet: fällig war 2026-11-20 15:02 Z.',
  )
  const trouble = { ...values, trouble: 'status 503' }
  expect(checkInWords({ ...check, finding: { code: 'feed-read', values: trouble } })).toBe(
    'Zuletzt gelesen vor 1,4 h. Der Server meldet: status 503',
  )
})

test('the kinds of a catalogue and its gaps are named', () => {
  choose('language', 'de')
  const kinds = { payloads: 11_000, rocketBodies: 0, debris: 0, unknown: 0, simulated: 1 }
  expect(checkInWords({ ...check, finding: { code: 'catalogue-kinds', values: kinds } })).toBe(
    'SIMULIERT: Nutzlasten 11\u202f000, Raketenstufen 0, Trümmer 0, unbekannt 0. Trümmer stehen nicht in diesem Katalog, Raketenstufen auch nicht. Annäherungen an das, was einem Katalog fehlt, werden nicht gefunden.',
  )
})

test('every code of the contract has a text, for a check or for a notification', () => {
  choose('language', 'de')
  const given = { title: 'given', message: check.message }
  const silent = FINDING_CODES.filter((code) => {
    const finding = { code, values }
    return checkInWords({ ...check, finding }) === check.message && inWords({ ...given, finding }).title === 'given'
  })
  expect(silent).toEqual([])
})

test('a check without a finding keeps the sentence of the server', () => {
  expect(checkInWords(check)).toBe('English of the server.')
})
