import { expect, test } from 'vitest'
import { EMAIL_MESSAGE } from '../notifications/channel.ts'
import { LONGEST_VIEW_NAME_CHARACTERS, MOST_VIEWS } from './conjunction-view.ts'
import { CaUserconfig, DEFAULT_SETTINGS, NotificationSettings, OdtUserconfig } from './userconfig.ts'

const settings = (change: object) => ({ ...DEFAULT_SETTINGS, ...change })
const messages = (value: unknown) => NotificationSettings.safeParse(value).error?.issues.map((issue) => issue.message)

test('the defaults are those of spec §9: no channel, CANCELLED and COMPLETED_OK', () => {
  expect(NotificationSettings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
  const { email, msteams, slack, webhook } = DEFAULT_SETTINGS
  expect(email).toEqual({ enabled: false, addresses: [] })
  for (const channel of [msteams, slack, webhook]) expect(channel).toEqual({ enabled: false, url: [] })
  expect([...DEFAULT_SETTINGS.statuses].sort()).toEqual(['CANCELLED', 'COMPLETED_OK'])
})

test('the shapes of spec §3 parse: odt under notifications, ca under notifications.default', () => {
  const notifications = {
    email: { enabled: true, addresses: ['a@operator.example'] },
    msteams: { enabled: false, url: [] },
    slack: { enabled: false, url: [] },
    webhook: { enabled: true, url: ['https://hooks.operator.example/x'] },
    statuses: ['CANCELLED', 'COMPLETED_OK'],
  }
  expect(OdtUserconfig.parse({ _id: 'subject', notifications })).toEqual({ _id: 'subject', notifications })
  expect(
    CaUserconfig.parse({ _id: 'subject', notifications: { default: notifications } }).notifications.default,
  ).toEqual(notifications)
})

test('COMPLETE is read as COMPLETED_OK (decisions.md 7)', () => {
  expect(NotificationSettings.parse(settings({ statuses: ['COMPLETE', 'IN_PROGRESS'] })).statuses).toEqual([
    'COMPLETED_OK',
    'IN_PROGRESS',
  ])
})

test.each(['', 'ops@operator.example', 'first.last+tag@sub.operator.example'])(
  'the address "%s" is accepted',
  (address) => {
    expect(messages(settings({ email: { addresses: [address] } }))).toBeUndefined()
  },
)

test.each([
  'ops',
  'ops@',
  '@operator.example',
  'a@b\r\nBcc: c@d.example',
  'a@x.example, b@x.example',
  'Name <a@x.example>',
])('the address "%s" is refused with the text of spec §5', (address) => {
  expect(messages(settings({ email: { addresses: [address] } }))).toEqual([EMAIL_MESSAGE])
})

test('URL checks never fail because of the form (decisions.md 8), only because of control characters and size', () => {
  expect(messages(settings({ slack: { url: ['not a url at all'] } }))).toBeUndefined()
  expect(messages(settings({ slack: { url: ['https://x.example/\n'] } }))).toHaveLength(1)
  expect(messages(settings({ slack: { url: ['x'.repeat(2049)] } }))).toHaveLength(1)
  expect(messages(settings({ slack: { url: Array.from({ length: 11 }, () => 'x') } }))).toHaveLength(1)
})

const views = (...names: string[]) => names.map((name) => ({ name, search: { level: 'HIGH' } }))
const viewFaults = (conjunctionViews: unknown) =>
  CaUserconfig.safeParse({ notifications: { default: {} }, conjunctionViews }).error?.issues.map(({ path }) =>
    path.join('.'),
  )
const many = Array.from({ length: MOST_VIEWS }, (_, place) => String(place))

test.each([
  ['as many as there may be', views(...many)],
  ['the longest name', views('x'.repeat(LONGEST_VIEW_NAME_CHARACTERS))],
  [
    'a search without a parameter, and the longest value',
    [
      { name: 'a', search: {} },
      { name: 'b', search: { q: 'x'.repeat(4_000) } },
    ],
  ],
  ['none', []],
])('views of the list of conjunctions are accepted: %s', (_, given) => {
  expect(viewFaults(given)).toBeUndefined()
})

test.each([
  ['one too many', views(...many, 'one more'), 'conjunctionViews'],
  ['a name twice, spaces aside', views('night', 'day', ' night '), 'conjunctionViews.2.name'],
  ['no name', views(' '), 'conjunctionViews.0.name'],
  ['a name that is too long', views('x'.repeat(LONGEST_VIEW_NAME_CHARACTERS + 1)), 'conjunctionViews.0.name'],
  ['a name of two lines', views('a\nb'), 'conjunctionViews.0.name'],
  ['a parameter that the list does not have', [{ name: 'a', search: { dialog: 'x' } }], 'conjunctionViews.0.search'],
  ['a value that is too long', [{ name: 'a', search: { q: 'x'.repeat(4_001) } }], 'conjunctionViews.0.search.q'],
  ['a value that is no text', [{ name: 'a', search: { q: 1 } }], 'conjunctionViews.0.search.q'],
])('views of the list of conjunctions are refused: %s', (_, given, path) => {
  expect(viewFaults(given)).toEqual([path])
})
