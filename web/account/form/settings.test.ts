import { DEFAULT_SETTINGS, type NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { expect, test } from 'vitest'
import { channelOfPointer, differencesOf, isEmailAllowed, settingsWith, urlHint, valuesOf } from './settings.ts'

const STORED: NotificationSettings = {
  email: { enabled: true, addresses: ['flight@operator.example', 'night@operator.example'] },
  msteams: { enabled: false, url: [] },
  slack: { enabled: true, url: ['https://hooks.slack.example/a'] },
  webhook: { enabled: true, url: ['https://hooks.operator.example/apsis'] },
  statuses: ['IN_PROGRESS', 'COMPLETED_OK'],
}

test('valuesOf returns the first target of each channel, and the default statuses if nothing was saved', () => {
  expect(valuesOf(STORED)).toEqual({
    email: 'flight@operator.example',
    msteams: '',
    webhook: 'https://hooks.operator.example/apsis',
    statuses: ['COMPLETED_OK', 'IN_PROGRESS'],
  })
  expect(valuesOf(DEFAULT_SETTINGS)).toEqual({
    email: '',
    msteams: '',
    webhook: '',
    statuses: ['COMPLETED_OK', 'CANCELLED'],
  })
})

test('settingsWith keeps Slack and further targets, which have no input', () => {
  const saved = settingsWith(STORED, { ...valuesOf(STORED), email: ' day@operator.example ', webhook: '' })
  expect(saved.slack).toEqual({ enabled: true, url: ['https://hooks.slack.example/a'] })
  expect(saved.email).toEqual({ enabled: true, addresses: ['day@operator.example', 'night@operator.example'] })
  expect(saved.webhook).toEqual({ enabled: false, url: [] })
})

test('settingsWith enables a channel exactly when it has a target', () => {
  const all = { email: 'a@b.example', msteams: 'x', webhook: 'y', statuses: [] }
  const none = { email: ' ', msteams: '', webhook: '', statuses: [] }
  const enabled = ({ email, msteams, slack, webhook }: NotificationSettings) =>
    [email, msteams, slack, webhook].map((channel) => channel.enabled)
  expect(enabled(settingsWith(DEFAULT_SETTINGS, all))).toEqual([true, true, false, true])
  expect(enabled(settingsWith(DEFAULT_SETTINGS, none))).toEqual([false, false, false, false])
})

test('differencesOf returns the differences between two forms, whatever the order of the statuses', () => {
  const one = valuesOf(STORED)
  expect(differencesOf(one, { ...one, statuses: ['IN_PROGRESS', 'COMPLETED_OK'] })).toEqual([])
  expect(differencesOf(one, { ...one, msteams: 'https://teams.example', statuses: [] })).toEqual([
    'msteams',
    'statuses',
  ])
})

test.each([
  ['', true],
  ['  ', true],
  ['flight@operator.example', true],
  [' flight@operator.example ', true],
  ['flight@operator', false],
  ['flight', false],
  ['a@b.example, c@d.example', false],
])('isEmailAllowed: "%s" is %s', (text, allowed) => {
  expect(isEmailAllowed(text)).toBe(allowed)
})

test.each([
  ['', undefined],
  ['https://hooks.operator.example/apsis', undefined],
  ['hooks.operator.example', 'unusable'],
  ['ftp://operator.example', 'unusable'],
  ['https://', 'unusable'],
  ['https://operator.example/a b', 'unusable'],
  ['http://hooks.operator.example', 'not-https'],
  ['http://127.0.0.1:8080/hook', 'own-machine'],
  ['http://localhost.operator.example', 'not-https'],
  ['https://operator.webhook.office.com/webhookb2/1', 'retired'],
  ['https://webhook.office.com.operator.example/', undefined],
])('urlHint: "%s" is %s', (text, hint) => {
  expect(urlHint(text)).toBe(hint)
})

test('channelOfPointer finds the input for both services, and none for a value without an input', () => {
  expect(channelOfPointer('#/notifications/webhook/url/0')).toBe('webhook')
  expect(channelOfPointer('#/notifications/default/email/addresses/0')).toBe('email')
  expect(channelOfPointer('#/notifications/slack/url/0')).toBeUndefined()
  expect(channelOfPointer(undefined)).toBeUndefined()
})
