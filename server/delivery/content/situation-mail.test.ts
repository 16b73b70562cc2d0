import { expect, test } from 'vitest'
import type { DeliveryContent } from './facts.ts'
import { situationMail, type WrittenEvent, type WrittenSituation } from './situation-mail.ts'

const NOW = Date.parse('2026-11-20T08:01:00Z')
const EVENT: WrittenEvent = {
  level: 'critical',
  isBrief: false,
  mark: 'CRITICAL',
  heading: 'SAT-3 × <b>DEB</b> (90127)',
  advice: 'Act. Decide before 14:13 Z.',
  facts: [
    { name: 'Miss', value: '182 m' },
    { name: 'Probability', value: '2.12 × 10⁻⁴' },
  ],
  why: 'Pc is high.',
  url: 'https://apsis.example/ca/conjunction/1/2',
}
const WRITTEN: WrittenSituation = {
  subject: 'Situation report: 2 events are open',
  heading: '2 events are open',
  level: 'critical',
  lead: 'Two.',
  doubts: { title: 'There may be more:', lines: ['A feed\r\nBcc: all@example.org is silent.'] },
  events: [EVENT, { ...EVENT, level: 'ok', isBrief: true, mark: 'LOW', heading: 'SAT-3 × DEB 2' }],
  more: '3 more events are in the list.',
  sources: { title: 'Sources', lines: ['demo: read 1 min ago'] },
  list: { label: 'Open the list', url: 'https://apsis.example/ca/conjunctions' },
}

function mailOf(
  values: object,
  unsent: Parameters<typeof situationMail>[0]['unsent'] = [],
  content: Partial<DeliveryContent> = {},
) {
  const whole = {
    deliveryId: 'd1',
    tries: 1,
    kind: 'situation-report',
    language: 'en',
    isSimulated: false,
    url: 'https://apsis.example/ca/conjunctions',
    settingsUrl: 'https://apsis.example/account/notifications',
    notification: { finding: { code: 'situation-report', values } },
    ...content,
  } as DeliveryContent
  return situationMail(
    { written: WRITTEN, unsent, atMs: NOW },
    {
      content: whole,
      from: 'a@x.example',
      to: 'b@x.example',
      host: 'x.example',
      unsubscribeUrl: 'https://x.example/end',
    },
  )
}

test('a report lists each event with its figures (minor events briefly), missing data and the sources', () => {
  const { subject, text, html, headers } = mailOf({ dueAt: '2026-11-20T08:00:00.000Z' })
  expect(subject).toBe('Situation report: 2 events are open')
  expect(text).toBe(`2 events are open

Two.
As of 2026-11-20 08:01 Z.

There may be more:
- A feed Bcc: all@example.org is silent.

1. CRITICAL: SAT-3 × <b>DEB</b> (90127)
Act. Decide before 14:13 Z.
Miss         182 m
Probability  2.12 × 10⁻⁴
Pc is high.
https://apsis.example/ca/conjunction/1/2

2. LOW: SAT-3 × DEB 2
Act. Decide before 14:13 Z. Miss: 182 m. Probability: 2.12 × 10⁻⁴.
https://apsis.example/ca/conjunction/1/2

3 more events are in the list.

Sources
- demo: read 1 min ago

Open the list: https://apsis.example/ca/conjunctions

-- 
When these reports come is chosen at https://apsis.example/account/notifications
To get no situation report any more: https://x.example/end
`)
  expect(html).toContain('× &lt;b&gt;DEB&lt;/b&gt; (90127)')
  expect(html).not.toContain('<b>DEB')
  expect(headers).toMatchObject({
    'List-Unsubscribe': '<https://x.example/end>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test.each([
  ['in time', { dueAt: '2026-11-20T08:00:00.000Z' }, [], ''],
  ['asked for', { asked: 1 }, [], ''],
  ['late', { dueAt: '2026-11-20T06:00:00.000Z' }, [], 'This report was due at 2026-11-20 06:00 Z, and is late.'],
  [
    'after an outage',
    { dueAt: '2026-11-20T08:00:00.000Z', missed: 2, missedFromAt: '2026-11-19T16:00:00.000Z' },
    [],
    '2 reports before it, the first of 2026-11-19 16:00 Z, were not sent: this is how things stand now.',
  ],
  [
    'after one that no server took',
    { dueAt: '2026-11-20T08:00:00.000Z' },
    [{ dueAt: '2026-11-20T00:00:00.000Z' }],
    'The report before it, of 2026-11-20 00:00 Z, was not sent: this is how things stand now.',
  ],
  [
    'after both',
    { dueAt: '2026-11-20T08:00:00.000Z', missed: 1, missedFromAt: '2026-11-20T00:00:00.000Z' },
    [{ dueAt: '2026-11-19T16:00:00.000Z', missed: 1, missedFromAt: '2026-11-19T08:00:00.000Z' }],
    '3 reports before it, the first of 2026-11-19 08:00 Z, were not sent: this is how things stand now.',
  ],
])('a report says which earlier reports did not arrive, and that it is late: %s', (_, values, unsent, said) => {
  const lines = mailOf(values, unsent).text.split('\n')
  expect(lines.slice(3, 5)).toEqual(['As of 2026-11-20 08:01 Z.', said])
})

test('a mail about simulated data says so in its subject and at its end, in the language of its reader', () => {
  const { subject, text, html } = mailOf({ asked: 1 }, [], { isSimulated: true, language: 'de', tries: 2 })
  expect(subject).toBe('[SIMULIERT] Situation report: 2 events are open')
  expect(text).toContain(
    'Demo: Alle Daten dieser Installation sind SIMULIERT.\nVersuch 2: Ein früherer kam vielleicht an.',
  )
  expect(html).toContain('APSIS · SIMULIERT')
})
