import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../ui/testing/browser.ts'
import { type SettingsValues, valuesOf } from './form/settings.ts'
import type { SettingsService } from './settings-query.ts'

openBrowser()
const { choose } = await import('../ui/preference/preference.ts')
const { useSentence } = await import('./settings-sentence.ts')

const EMPTY = valuesOf(DEFAULT_SETTINGS)
const MAIL = { email: 'flight@operator.example' }

function sentenceOf(service: SettingsService, values: Partial<SettingsValues>, stored = DEFAULT_SETTINGS): string {
  const Sentence = () => useSentence(service, stored, { ...EMPTY, ...values })
  return renderToStaticMarkup(<Sentence />)
}

afterEach(() => choose('language', 'en'))

test('without an address nothing is sent, whatever is ticked', () => {
  expect(sentenceOf('ca', {})).toBe('You will get nothing: no channel has an address.')
  expect(sentenceOf('odt', { statuses: ['PENDING'] })).toBe('You will get nothing: no channel has an address.')
})

test('the channels that have an address are named, also Slack, which has no field', () => {
  const stored = { ...DEFAULT_SETTINGS, slack: { enabled: true, url: ['https://hooks.slack.com/services/x'] } }
  const values = { ...MAIL, webhook: 'https://hooks.operator.example/apsis', statuses: ['CANCELLED'] as const }
  expect(sentenceOf('odt', values, stored)).toBe('By e-mail, Slack and webhook: Cancelled tracking requests.')
})

test('close approaches are notified whatever is ticked; without a status only urgent news of requests is notified', () => {
  expect(sentenceOf('ca', { ...MAIL, statuses: [] })).toBe(
    'By e-mail: close approaches in any case; with no status, a screening only if it fails.',
  )
  expect(sentenceOf('ca', { ...MAIL, statuses: ['COMPLETED_OK', 'CANCELLED'] })).toBe(
    'By e-mail: close approaches in any case, and your Complete and Cancelled screenings.',
  )
  expect(sentenceOf('odt', { ...MAIL, statuses: [] })).toBe(
    'Nothing about requests: no status is chosen. Urgent notices are sent all the same.',
  )
})

test('the sentence joins its lists as its language does', () => {
  choose('language', 'de')
  expect(sentenceOf('odt', { ...MAIL, statuses: ['COMPLETED_OK', 'CANCELLED'] })).toBe(
    'Per E-Mail: Beobachtungsanfragen mit Status Abgeschlossen und Abgebrochen.',
  )
})
