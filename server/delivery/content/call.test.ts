import type { Finding } from '@apsis/contract/finding.ts'
import { expect, test } from 'vitest'
import { callEvent, speechOf, textMessageOf } from './call.ts'
import type { DeliveryContent } from './facts.ts'

/** A name with the maximum length for a text message, and a longer one. */
const LONG = 'A NAME OF THIRTY CHARACTERS ABC'
/** Matches one text message in the 7-bit alphabet (3GPP TS 23.038). */
const ONE_MESSAGE = /^[\x20-\x7eäöüÄÖÜß]{1,160}$/

const contentOf = (finding: Finding): DeliveryContent => ({
  deliveryId: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11',
  tries: 1,
  kind: 'notice',
  url: 'https://apsis.example/ca/conjunction/1/2',
  settingsUrl: 'https://apsis.example/account/notifications',
  isSimulated: false,
  language: 'en',
  notification: {
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    code: 200,
    title: 't',
    message: 'm',
    status: '2xx',
    timestamp: '2026-11-20T10:00:00.000Z',
    state: 'fresh',
    level: 'ok',
    finding,
  },
})

const VALUES = {
  satellite: 'SAT-3',
  secondary: 'COSMOS 2251 DEB',
  level: 'MEDIUM',
  missM: 182.4,
  tcaAt: '2026-11-21T14:13:07.000Z',
  decideAt: '2026-11-21T10:00:00.000Z',
}
const said = (finding: Finding) =>
  (['en', 'de'] as const).map((language) =>
    speechOf({ content: contentOf(finding), language, person: 'kim', key: undefined }),
  )

test('the end of an alarm is announced as such in both languages, and no key has to be pressed', () => {
  expect(said({ code: 'risk-lowered', values: { ...VALUES, from: 'CRITICAL' } })).toEqual([
    'Apsis calls kim. You were called for SAT-3 and COSMOS 2251 DEB: the risk has fallen from CRITICAL to MEDIUM.',
    'Apsis ruft kim. Sie wurden wegen SAT-3 und COSMOS 2251 DEB gerufen: Die Stufe ist von Kritisch auf Mittel gefallen.',
  ])
  expect(said({ code: 'event-mitigated', values: { ...VALUES, plan: 'M-7' } })).toEqual([
    'Apsis calls kim. You were called for SAT-3 and COSMOS 2251 DEB: the burn M-7 is verified, and data from after it leave less risk than is accepted.',
    'Apsis ruft kim. Sie wurden wegen SAT-3 und COSMOS 2251 DEB gerufen: Das Manöver M-7 ist geprüft, und Daten von danach lassen weniger Risiko übrig, als akzeptiert ist.',
  ])
})

test('the end of an alarm is also one text message, for names of any length', () => {
  const long = { ...VALUES, satellite: LONG, secondary: LONG }
  const texts = [
    { code: 'risk-lowered', values: { ...long, from: 'CRITICAL', level: 'UNKNOWN' } } as const,
    { code: 'event-mitigated', values: { ...long, plan: LONG } } as const,
  ].flatMap((finding) =>
    (['en', 'de'] as const).map((language) =>
      textMessageOf({ content: contentOf(finding), language, person: 'kim', key: undefined }),
    ),
  )
  for (const text of texts) {
    expect(text).toMatch(ONE_MESSAGE)
    // The text was not cut.
    expect(text).toMatch(/TCA 11-21 14:13Z\.$/)
  }
  const called = { person: 'kim', number: '+4930901820', ways: ['text'] as const, key: undefined }
  const content = contentOf({ code: 'risk-lowered', values: VALUES })
  expect(callEvent({ content, language: 'en', called })).not.toHaveProperty('data.key')
})
