import { DEFAULT_SETTINGS, type NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { expect, test } from 'vitest'
import { channelsOf, settingsInWords } from './settings.ts'

const set: NotificationSettings = {
  ...DEFAULT_SETTINGS,
  email: { enabled: true, addresses: ['', 'flight@operator.example'] },
  webhook: { enabled: true, url: ['https://hooks.operator.example/apsis'] },
}

test('settingsInWords says of what and by what', () => {
  expect(settingsInWords(set)).toBe('You get e-mail and webhook for Complete and Cancelled tracking requests.')
})

test('settingsInWords says that nobody is told, and why', () => {
  expect(settingsInWords(DEFAULT_SETTINGS)).toBe('Nobody is told yet: no channel has a target.')
  expect(settingsInWords({ ...set, statuses: [] })).toBe('Nobody is told: no status is chosen.')
})

test('channelsOf leaves out empty targets and keeps Slack, which has no input', () => {
  expect(channelsOf(set).map((channel) => [channel.name, channel.targets.length])).toEqual([
    ['E-mail', 1],
    ['Microsoft Teams', 0],
    ['Slack', 0],
    ['Webhook', 1],
  ])
})
