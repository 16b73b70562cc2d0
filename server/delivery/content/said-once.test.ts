/** A delivery about an event says everything only once: its text does not repeat its facts. */
import type { Finding } from '@apsis/contract/finding.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { slackMessage, teamsMessage } from './cards.ts'
import type { DeliveryContent } from './facts.ts'
import { mailOf } from './mail.ts'
import { saidIn } from './manner.service.ts'

const OPTIONS = { from: 'apsis@apsis.example', to: 'flight@operator.example', host: 'apsis.example' }
const EVENT = {
  satellite: 'SAT-3',
  secondary: 'COSMOS 2251 DEB',
  designator: '33757',
  level: 'CRITICAL',
  probability: 2.12e-4,
  missM: 182,
  tcaAt: '2026-11-21T14:13:07.000Z',
  decideAt: '2026-11-21T10:00:00.000Z',
}

function contentOf(finding: Finding, language: ReceiverLanguage = 'en'): DeliveryContent {
  const bare = { title: '', message: '', finding }
  const common = { id: '1', code: 200, status: '2xx', timestamp: '2026-11-20T10:00:00.000Z', state: 'fresh' } as const
  const notification = { ...common, ...bare, level: 'critical' as const }
  return {
    deliveryId: '2',
    tries: 1,
    kind: 'notice',
    isSimulated: false,
    language,
    url: 'https://apsis.example/e',
    settingsUrl: 'https://apsis.example/s',
    acknowledgeUrl: 'https://apsis.example/a',
    notification: { ...notification, ...saidIn(language, notification) },
  }
}

/** Returns the visible text of a mail: without the head, hidden parts and tags. */
const shownOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<div style="display:none">[^<]*<\/div>/, '')
    .replace(/<[^>]+>/g, ' ')
const count = (text: string, part: string) => text.split(part).length - 1
/** Returns a whole Teams or Slack message except its fallback text for programs that cannot show it. */
const drawn = (message: object) =>
  JSON.stringify(message, (key, value) =>
    key === 'fallbackText' || (key === 'text' && typeof value === 'string' && value.startsWith('Crit'))
      ? undefined
      : value,
  )

test.each(['en', 'de'] as const)(
  'the probability, the miss distance and the times occur once in mail and cards (%s)',
  (language) => {
    const content = contentOf({ code: 'risk-raised', values: EVENT }, language)
    const miss = '182 m'
    for (const text of [
      shownOf(mailOf(content, OPTIONS).html),
      drawn(teamsMessage(content)),
      drawn(slackMessage(content).blocks),
    ]) {
      expect(count(text, miss)).toBe(1)
      expect(count(text, '10⁻⁴')).toBe(1)
      expect(count(text, '33757')).toBe(1)
      expect(count(text, '2026-11-21 14:13')).toBe(1)
    }
    // The preview in a list of mails and the notification on a phone show the whole sentence.
    expect(mailOf(content, OPTIONS).html).toContain(`<div style="display:none">${content.notification.message}</div>`)
    expect(mailOf(content, OPTIONS).text).toContain(content.notification.message)
    expect(slackMessage(content).text).toContain(miss)
  },
)

test('text that is not in the facts of the event is kept', () => {
  const due = contentOf({ code: 'decision-due', values: { ...EVENT, hours: 6, estimate: 'OWN_SCREENING' } })
  const beside = 'By screening of your orbit. Nobody has decided.'
  expect(shownOf(mailOf(due, OPTIONS).html)).toContain(beside)
  expect(JSON.stringify(teamsMessage(due))).toContain(`"text":"${beside}"`)
  expect(JSON.stringify(slackMessage(due).blocks)).toContain(`"text":"${beside}"`)
  const { probability: _, ...without } = EVENT
  const unknown = contentOf({ code: 'data-needed', values: without })
  expect(shownOf(mailOf(unknown, OPTIONS).html)).toMatch(/Probability\s+not known/)
  const told = contentOf({ code: 'data-needed', values: { ...without, reported: 2.72e-4 } })
  expect(shownOf(mailOf(told, OPTIONS).html)).toMatch(/Probability\s+not known\s+As its originator reports it\s+2.72/)
  expect(JSON.stringify(teamsMessage(told))).toContain('not known')
  expect(JSON.stringify(slackMessage(told).blocks)).toContain('not known')
  // A notice without an event has no facts, so its text is complete.
  const suspended = contentOf({ code: 'channel-suspended', values: { target: 'hooks.slack.com', answer: '410' } })
  expect(shownOf(mailOf(suspended, OPTIONS).html)).toContain('hooks.slack.com')
  expect(mailOf(suspended, OPTIONS).html).not.toContain('display:none')
})

test('the figures of an event are removed from its text, whatever its names contain and however the text was stored', () => {
  const called = contentOf({ code: 'duty-called', values: { ...EVENT, satellite: 'SAT-3 $& (b)', step: 1 } })
  const beside = 'Unacknowledged: acknowledge it, or the next person is called.'
  expect(JSON.stringify(teamsMessage(called))).toContain(`"text":"${beside}"`)
  // This notification was stored with another text.
  const kept = { ...called, notification: { ...called.notification, message: 'They pass at 182 m.' } }
  expect(drawn(teamsMessage(kept))).not.toContain('They pass')
})

test('no name with a hyphen and no time is broken at the end of a line', () => {
  const { html } = mailOf(contentOf({ code: 'risk-raised', values: EVENT }), OPTIONS)
  expect(html).toMatch(/<h1[^>]*>[^<]*<span style="white-space:nowrap">SAT-3<\/span> × COSMOS/)
  const gap = { fromAt: '2026-11-21T14:13:07.000Z', step: 2 }
  const time = '<span style="white-space:nowrap">2026-11-21 14:13 Z</span>'
  expect(mailOf(contentOf({ code: 'duty-gap', values: gap }), OPTIONS).html).toContain(time)
  // A longer name may break: it is wider than a phone.
  const long = { ...EVENT, satellite: 'A-NAME-THAT-IS-WIDER-THAN-A-PHONE' }
  expect(mailOf(contentOf({ code: 'risk-raised', values: long }), OPTIONS).html).not.toContain('nowrap">A-NAME')
})
