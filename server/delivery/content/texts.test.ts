import type { Finding } from '@apsis/contract/finding.ts'
import { expect, test } from 'vitest'
import { maskTarget, shownTarget } from '../target.ts'
import { textMessageOf } from './call.ts'
import { slackMessage, teamsMessage } from './cards.ts'
import { comingFactsOf } from './coming-facts.ts'
import { digestMail } from './digest.ts'
import { type DeliveryContent, factsOf, footerOf, type HistoryLine, subjectOf } from './facts.ts'
import { mailOf, unbroken } from './mail.ts'
import { inEnglish, saidByFinding, saidIn } from './manner.service.ts'
import { pageEvent } from './page-event.ts'
import { webhookEvent } from './webhook.ts'
import { cutTexts } from './within-limit.ts'

const NO_PARTS = { r: 0, t: 0, n: 0 }
/** The event of design/alerts.html; its last message doubled the probability. Deliveries write times in UTC to the minute. */
const HISTORY: readonly HistoryLine[] = [
  {
    createdAtMs: Date.UTC(2026, 10, 19, 13, 52, 30),
    probability: null,
    missM: 12_345.4,
    missRtnM: NO_PARTS,
    originator: 'TESTER',
    isSimulated: true,
  },
  {
    createdAtMs: Date.UTC(2026, 10, 19, 21, 47),
    probability: 1.06e-4,
    missM: 227.4,
    missRtnM: NO_PARTS,
    originator: 'TESTER',
    isSimulated: true,
  },
  {
    createdAtMs: Date.UTC(2026, 10, 20, 5, 41),
    probability: 2.12e-4,
    missM: 181.9,
    missRtnM: NO_PARTS,
    originator: 'TESTER',
    isSimulated: true,
  },
]

/** A name that contains a link, a mention of everybody, and a tag. */
const HOSTILE = '[click](https://evil.example) <!channel> <b>x</b>'
const LETTER: DeliveryContent = {
  deliveryId: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11',
  tries: 2,
  kind: 'notice',
  url: 'https://apsis.example/ca/conjunction/1/2',
  settingsUrl: 'https://apsis.example/account/notifications',
  isSimulated: true,
  language: 'en',
  notification: {
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    code: 200,
    title: 'Risk raised to CRITICAL',
    message: `They pass. ${HOSTILE}`,
    status: '2xx',
    timestamp: '2026-11-20T10:00:00.000Z',
    state: 'fresh',
    level: 'critical',
    finding: {
      code: 'risk-raised',
      values: {
        satellite: 'SAT-3',
        secondary: 'COSMOS 2251 DEB',
        level: 'CRITICAL',
        probability: 2.12e-4,
        missM: 182.4,
        tcaAt: '2026-11-21T14:13:07.000Z',
        decideAt: '2026-11-21T10:00:00.000Z',
      },
    },
  },
}
const OPTIONS = { from: 'apsis@apsis.example', to: 'flight@operator.example', host: 'apsis.example' }

test('the subject gives the urgency, the finding and the satellite, and says that the data is simulated', () => {
  expect(subjectOf(LETTER)).toBe('[SIMULATED] Risk raised to CRITICAL: SAT-3 × COSMOS 2251 DEB')
  const broken = { ...LETTER, notification: { ...LETTER.notification, title: 'a\r\nBcc: x' } }
  expect(subjectOf(broken)).not.toMatch(/[\r\n]/)
})

test('a delivery about an event from a connection for tests is marked, in an installation whose other data is real', () => {
  const real = { ...LETTER, isSimulated: false }
  const tested = { ...real, isEventSimulated: true }
  expect(subjectOf(real)).not.toContain('SIMULATED')
  expect(subjectOf(tested)).toBe('[SIMULATED] Risk raised to CRITICAL: SAT-3 × COSMOS 2251 DEB')
  expect(footerOf(real).join(' ')).not.toContain('SIMULATED')
  expect(footerOf(tested)).toContain('SIMULATED: this rests on simulated data, or on a connection for tests.')
  expect(footerOf({ ...tested, language: 'de' })[0]).toMatch(/^SIMULIERT: /)
  expect([webhookEvent(real).simulated, webhookEvent(tested).simulated]).toEqual([false, true])
})

test('a probability that rests on a flat envelope has its maximum beside it, in the facts and in the text', () => {
  const { notification } = LETTER
  const values = { ...notification.finding?.values, estimate: 'OWN_SCREENING', envelope: 1, maximumProbability: 3.4e-4 }
  const finding = { code: 'risk-raised', values } as const
  const facts = factsOf({ ...LETTER, notification: { ...notification, finding } })
  expect(facts.find(({ name }) => name === 'Probability')?.value).toBe(
    '2.12\u00a0×\u00a010⁻⁴ (at most 3.40\u00a0×\u00a010⁻⁴)',
  )
  expect(saidByFinding('en', finding).message).toContain(
    'The covariance of the other object is a flat envelope, and no estimate: Pc is at most 3.40\u00a0×\u00a010⁻⁴.',
  )
  expect(saidByFinding('de', finding).message).toContain(
    'flache Hülle und keine Schätzung: Pc ist höchstens 3,40\u00a0×\u00a010⁻⁴.',
  )
})

test('the miss distance along R, T and N is from the event, or from the message with this miss distance, and is shown only if the components add up to it', () => {
  const figures = { tcaMs: Date.UTC(2026, 10, 21, 14, 13, 7), criticalProbability: undefined }
  const partsOf = (content: Partial<DeliveryContent>) =>
    factsOf({ ...LETTER, ...content }).find(({ name }) => name === 'R, T, N')
  // 58² + 114² + 129² = 33,001, whose root is 181.7. The notice says 182.4, which is equal when rounded as shown.
  const now = { ...figures, missM: 182.1, missRtnM: { r: 58.4, t: -114.2, n: 129 } }
  expect(partsOf({ figures: now })?.value).toBe('+58, \u2212114, +129 m')
  expect(factsOf({ ...LETTER, figures: now }).map(({ name }) => name)[3]).toBe('R, T, N')
  // The event has changed since: the components of the message in the notice are shown, never the components of
  // another miss distance.
  const moved = { ...figures, missM: 90, missRtnM: { r: 90, t: 0, n: 0 } }
  const line = { createdAtMs: 0, probability: null, originator: 'TESTER', isSimulated: false }
  const history = [
    { ...line, missM: 182.4, missRtnM: { r: 0, t: 182.4, n: 0.2 } },
    { ...line, missM: 90, missRtnM: moved.missRtnM },
  ]
  expect(partsOf({ figures: moved, history })?.value).toBe('0, +182, 0 m')
  expect(partsOf({ figures: moved, history: history.slice(1) })).toBeUndefined()
  expect(partsOf({ figures: { ...now, missRtnM: { r: 58, t: 114, n: 160 } } })).toBeUndefined()
  expect(partsOf({})).toBeUndefined()
})

test('a delivery about an event without an open decision names no deadline and no pass', () => {
  const { notification } = LETTER
  const passes = { ordered: undefined, toOrder: undefined }
  const comingFacts = { message: { number: 7, atMs: Date.UTC(2026, 10, 20, 13, 40) }, passes }
  for (const action of ['IGNORE', 'NONE']) {
    const finding: Finding = { code: 'risk-lowered', values: { ...notification.finding?.values, level: 'LOW', action } }
    const settled = {
      ...LETTER,
      comingFacts,
      notification: { ...notification, finding },
    }
    const { title, message } = saidIn('en', settled.notification)
    const content = { ...settled, notification: { ...settled.notification, title, message } }
    expect(message).toMatch(/TCA 2026-11-21 14:13\sZ: nothing to decide\.$/)
    for (const text of [
      mailOf(content, OPTIONS).text,
      JSON.stringify(teamsMessage(content)),
      JSON.stringify(slackMessage(content)),
    ])
      expect(text).not.toMatch(/decide before|settle/i)
  }
})

test('deliveries name what can decide the event, if it is known, in the language of their reader', () => {
  const comingFacts = {
    message: { number: 7, atMs: Date.UTC(2026, 10, 20, 13, 40) },
    passes: {
      ordered: { sensorCode: 'ABC01', atMs: Date.UTC(2026, 10, 20, 18, 22), chance: 0.072 },
      toOrder: {
        sensorCode: 'ABC02',
        atMs: Date.UTC(2026, 10, 20, 19, 23),
        chance: 0.724,
        price: { amount: 3_040, currency: 'EUR' },
      },
    },
  }
  const [message7, ordered, toOrder] = [
    'message 7, expected at 2026-11-20 13:40 Z',
    'the pass over ABC01 at 2026-11-20 18:22 Z (ordered; it settles it in 7\u00a0% of cases)',
    'the pass over ABC02 at 2026-11-20 19:23 Z, which can still be ordered (it settles it in 72\u00a0% of cases, 30.40\u00a0EUR)',
  ]
  const all = (content: DeliveryContent) => [
    mailOf(content, OPTIONS).text,
    mailOf(content, OPTIONS).html.replace(/<[^>]+>/g, ''),
    JSON.stringify(teamsMessage(content)),
    JSON.stringify(slackMessage(content)),
  ]
  const page = 'https://apsis.example/ca/conjunction/1/2?tab=tracking'
  for (const text of all({ ...LETTER, comingFacts }))
    expect(text).toContain(`What would settle it: ${message7}; ${ordered}, and ${toOrder}.`)
  const withLinks = [mailOf({ ...LETTER, comingFacts }, OPTIONS).html, ...all({ ...LETTER, comingFacts }).slice(2)]
  for (const text of withLinks) expect(text).toContain(page)
  for (const text of all({ ...LETTER, comingFacts, language: 'de' }))
    expect(text).toContain(
      'Was Klarheit brächte: Nachricht 7, erwartet am 2026-11-20 13:40 Z; der Überflug über ABC01 am',
    )
  const { message, passes } = comingFacts
  const onlyOrdered = { ordered: passes.ordered, toOrder: undefined }
  for (const text of all({ ...LETTER, comingFacts: { message: undefined, passes: onlyOrdered } })) {
    expect(text).toContain(`What would settle it: ${ordered}.`)
    expect(text).not.toContain(page)
  }
  const none = { ordered: undefined, toOrder: undefined }
  for (const text of all({ ...LETTER, comingFacts: { message, passes: none } }))
    expect(text).toContain(`What would settle it: ${message7}. No pass can settle it before the decision.`)
  for (const text of all({ ...LETTER, comingFacts: { message, passes: undefined } })) {
    expect(text).toContain(`What would settle it: ${message7}.`)
    expect(text).not.toContain('No pass')
  }
  for (const text of all({ ...LETTER, comingFacts: { message: undefined, passes: undefined } }))
    expect(text).not.toContain('settle it')
})

test('the next message is expected from the interval of the earlier ones, unless it is late, due after TCA, or three are missing', () => {
  const [hour, tcaMs] = [3_600_000, 100 * 3_600_000]
  const line = { probability: null, missM: 1, missRtnM: NO_PARTS, originator: 'TESTER', isSimulated: false }
  const at = (...hours: number[]) => hours.map((one) => ({ ...line, createdAtMs: one * hour }))
  const next = (history: readonly HistoryLine[], nowH: number) =>
    comingFactsOf({ history, tcaMs, nowMs: nowH * hour }, undefined).message
  // The intervals are 8, 7 and 12 h: the median is used.
  expect(next(at(0, 8, 15, 27), 28)).toEqual({ number: 5, atMs: 35 * hour })
  expect(next(at(0, 8, 15, 27), 36)).toBeUndefined()
  expect(next(at(0, 40, 80), 81)).toBeUndefined()
  expect(next(at(0, 8), 9)).toBeUndefined()
})

test('the facts are in the order in which an operator asks for them', () => {
  expect(factsOf(LETTER)).toEqual([
    { name: 'Risk level', value: 'CRITICAL' },
    { name: 'Probability', value: '2.12\u00a0×\u00a010⁻⁴' },
    { name: 'Miss distance', value: '182 m' },
    { name: 'Closest approach', value: '2026-11-21 14:13:07 Z' },
    { name: 'Decide before', value: '2026-11-21 10:00:00 Z' },
  ])
})

// design/alerts.html writes 1.06e-4 and then 2.12e-4 as `↑ ×2.0`; the other factors are quotients computed by hand.
test('the probability is compared with the previous message of the same originator, if there is one', () => {
  const line = { missM: 200, missRtnM: NO_PARTS, isSimulated: false }
  const said = (
    before: number | null,
    change: Partial<HistoryLine> = {},
    language: DeliveryContent['language'] = 'en',
  ) => {
    const history: HistoryLine[] = [
      { ...line, createdAtMs: 1, originator: 'A', probability: before, ...change },
      { ...line, createdAtMs: 2, originator: 'B', probability: 5e-9 },
      { ...line, createdAtMs: 3, originator: 'A', probability: 2.12e-4 },
    ]
    return factsOf({ ...LETTER, history, language })[1]?.value
  }
  const now = '2.12\u00a0×\u00a010⁻⁴'
  expect(said(1.06e-4)).toBe(`${now} ↑\u00a0×2.0`)
  expect(said(1.06e-4, {}, 'de')).toBe('2,12\u00a0×\u00a010⁻⁴ ↑\u00a0×2,0')
  expect(said(8.48e-4)).toBe(`${now} ↓\u00a0÷4.0`)
  expect(said(2.12e-9)).toBe(`${now} ↑\u00a0×10⁵`)
  expect(said(1.06e-4, { originator: 'C' })).toBe(now)
  for (const nothing of [null, 0, 2.11e-4, 2.12e-4]) expect(said(nothing)).toBe(now)
  // The event has changed since: no message has the figures in this notice.
  const moved = [{ ...line, createdAtMs: 1, originator: 'A', probability: 1e-3 }]
  expect(factsOf({ ...LETTER, history: moved })[1]?.value).toBe(now)
})

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function contrastOf(...colours: readonly [string, string]): number {
  const [low = 0, high = 0] = colours
    .map((colour) =>
      [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0),
    )
    .sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

// WCAG success criteria 1.4.3 and 1.4.11: a contrast of 4.5 for text, and of 3 for the shape of a button.
test('in a dark mail program a button contrasts with the page, and its text with the button', () => {
  const { html } = mailOf({ ...LETTER, acknowledgeUrl: 'https://apsis.example/a/1' }, OPTIONS)
  const look = (name: string) =>
    new RegExp(`\\.${name}\\{background:(#\\w+)!important;color:(#\\w+)!important`).exec(html)
  const [, page = '', ink = ''] = look('page') ?? []
  const [, ground = '', words = ''] = look('first') ?? []
  expect(contrastOf(page, ink)).toBeGreaterThan(4.5)
  expect(contrastOf(page, ground)).toBeGreaterThan(3)
  expect(contrastOf(ground, words)).toBeGreaterThan(4.5)
  expect(html).toContain('<a class="first"')
})

test('an address at the end of a mail is a link; in a digest it also has a colour for a dark mail program', () => {
  const link = `<a href="${LETTER.settingsUrl}" style="color:inherit">${LETTER.settingsUrl}</a>`
  expect(mailOf(LETTER, OPTIONS).html).toContain(link)
  const unsubscribeUrl = `https://apsis.example/unsubscriptions/${'a'.repeat(150)}?lang=de&x=1`
  const digest = digestMail([LETTER], { ...OPTIONS, content: LETTER, unsubscribeUrl }).html
  expect(digest).toContain(link)
  const written = unsubscribeUrl.replace('&', '&amp;')
  expect(digest).toContain(`<a href="${written}" style="color:inherit">To get no digest any more</a>`)
  expect(digest).toContain(`<a class="other" href="${LETTER.url}" style="color:#3a46c8">`)
  expect(digest).not.toMatch(/<a href="[^"]*">/)
  // On a phone that is 390 points wide, about this many characters of 13 points fit in a line: a longer word makes the page wider than the phone.
  const words = digest.replace(/<title>.*<\/style>|<[^>]+>/gs, '').split(/\s+/)
  expect(Math.max(...words.map((word) => word.length))).toBeLessThan(50)
})

// At 14 points the word is 115.5 wide in Segoe UI and 116.7 in Arial (from their tables of advance widths): a card cuts a word that does not fit.
test('a Teams card has room for its longest name in one piece', () => {
  const [names] = teamsMessage({ ...LETTER, language: 'de' }).attachments[0]!.content.body.flatMap((block) =>
    block.type === 'ColumnSet' ? [block.columns[0]?.width] : [],
  )
  expect(Number.parseFloat(names ?? '')).toBeGreaterThan(1.1 * 116.7)
})

test('a mail has one id for all tries, names its try, and its HTML contains no tag from users’ texts', () => {
  const mail = mailOf(LETTER, OPTIONS)
  expect(mail.messageId).toBe('<5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11@apsis.example>')
  expect(mail.text).toContain('Attempt 2: an earlier one may have arrived.')
  expect(mail.text).toContain('Open: https://apsis.example/ca/conjunction/1/2')
  expect(mail.html).not.toContain('<b>x</b>')
  expect(mail.html).toContain('&lt;b&gt;x&lt;/b&gt;')
  expect(mail.headers).not.toHaveProperty('List-Unsubscribe')
})

test('with every mail about an event that can be acknowledged, the event can also be passed on, on the same page', () => {
  const content = { ...LETTER, acknowledgeUrl: 'https://apsis.example/a/1' }
  const passOn = 'https://apsis.example/a/1#pass'
  expect(mailOf(content, OPTIONS).text).toContain(`Pass on: ${passOn}`)
  expect(mailOf({ ...content, language: 'de' }, OPTIONS).html).toContain(`href="${passOn}"`)
  expect(teamsMessage(content).attachments[0]?.content.actions.at(-1)).toMatchObject({ title: 'Pass on', url: passOn })
  expect(JSON.stringify(slackMessage(content))).toContain(passOn)
  for (const written of [mailOf(LETTER, OPTIONS).text, JSON.stringify(teamsMessage(LETTER))])
    expect(written).not.toContain('Pass on')
})

test('a mail about an event shows how the probability and the miss distance changed, in columns, in the language of its reader', () => {
  const english = mailOf({ ...LETTER, history: HISTORY }, OPTIONS)
  expect(english.text).toContain(
    [
      'Last conjunction messages, oldest first',
      'Created                      Pc      Miss',
      '2026-11-19 13:52 Z            –  12\u202f345 m',
      '2026-11-19 21:47 Z  1.06\u00a0×\u00a010⁻⁴     227 m',
      '2026-11-20 05:41 Z  2.12\u00a0×\u00a010⁻⁴     181 m',
    ].join('\n'),
  )
  const german = mailOf({ ...LETTER, history: HISTORY, language: 'de' }, OPTIONS)
  expect(german.text).toContain(
    [
      'Letzte Konjunktionsnachrichten, älteste zuerst',
      'Erstellt                     Pc   Abstand',
      '2026-11-19 13:52 Z            –  12\u202f345 m',
      '2026-11-19 21:47 Z  1,06\u00a0×\u00a010⁻⁴     227 m',
      '2026-11-20 05:41 Z  2,12\u00a0×\u00a010⁻⁴     181 m',
    ].join('\n'),
  )
  // The text in the cells of the HTML, line by line.
  const cells = [...english.html.matchAll(/<tr>(<t[hd] .*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) => text),
  )
  expect(cells).toContainEqual(['Created', 'Pc', 'Miss'])
  expect(cells.at(-1)).toEqual(['2026-11-20 05:41 Z', '2.12\u00a0×\u00a010⁻⁴', '181 m'])
})

test('a mail shows the probability over time as a picture, and as text and a table for readers who see no picture', () => {
  const line = { missM: 200, missRtnM: NO_PARTS, isSimulated: true }
  const history = [
    { ...line, originator: 'A', createdAtMs: Date.UTC(2026, 10, 19, 21, 47), probability: 1.06e-4 },
    { ...line, originator: 'A', createdAtMs: Date.UTC(2026, 10, 20, 5, 41), probability: 2.12e-4 },
  ]
  const figures = {
    tcaMs: Date.UTC(2026, 10, 21, 14, 13, 7),
    missM: 182,
    missRtnM: NO_PARTS,
    criticalProbability: 1e-4,
  }
  const english = mailOf({ ...LETTER, history, figures }, OPTIONS)
  expect(english.pictures.map(({ name }) => name)).toEqual(['probability.png'])
  expect(english.html).toContain(`src="cid:${english.pictures[0]?.cid}" width="360" height="160"`)
  expect(english.html).toContain(
    'alt="Probability by message, on a scale of powers of ten: 1.06\u00a0×\u00a010⁻⁴ on 2026-11-19 21:47 Z, 2.12\u00a0×\u00a010⁻⁴ on 2026-11-20 05:41 Z."',
  )
  expect(english.html).toContain('The dashed line is the threshold of CRITICAL, 1.00\u00a0×\u00a010⁻⁴.')
  expect(english.text).toContain('\n\nThreshold of CRITICAL: 1.00\u00a0×\u00a010⁻⁴\n')
  const german = mailOf({ ...LETTER, history, figures, language: 'de' }, OPTIONS)
  expect(german.html).toContain('Die gestrichelte Linie ist die Schwelle für Kritisch, 1,00\u00a0×\u00a010⁻⁴.')
  const unknown = mailOf({ ...LETTER, history, figures: { ...figures, criticalProbability: undefined } }, OPTIONS)
  expect(`${unknown.text}${unknown.html}`).not.toMatch(/threshold/i)
  // A single value is not a curve; the other is missing, for example because a message has no covariance.
  const [first, second] = history
  const bare = { ...LETTER, history: [{ ...first!, probability: null }, second!], figures }
  expect(mailOf(bare, OPTIONS).pictures).toEqual([])
})

test('a single message is not shown as a history, and a simulated message is marked if not all data is simulated', () => {
  expect(mailOf({ ...LETTER, history: HISTORY.slice(0, 1) }, OPTIONS).text).not.toContain('oldest first')
  const real = { ...LETTER, isSimulated: false, history: HISTORY }
  expect(mailOf(real, OPTIONS).text).toContain('[SIMULATED] Last conjunction messages')
  expect(mailOf({ ...real, isSimulated: true }, OPTIONS).text).not.toContain('[SIMULATED] Last conjunction')
})

test('a Teams card has version 1.4, and all texts of users are in text runs', () => {
  const message = teamsMessage(LETTER) as { attachments: { content: { version: string; body: unknown[] } }[] }
  const content = message.attachments[0]?.content
  expect(content?.version).toBe('1.4')
  // A TextBlock or a FactSet would interpret Markdown.
  expect(JSON.stringify(content?.body)).not.toMatch(/"TextBlock"|"FactSet"/)
})

test('a Slack message has plain texts, and its fallback is escaped', () => {
  const message = slackMessage(LETTER) as { text: string; blocks: unknown[] }
  expect(message.text).toContain('&lt;!channel&gt;')
  expect(JSON.stringify(message.blocks)).not.toContain('mrkdwn')
})

test('the secret parts of a target are cut to their last four characters, and the other parts are unchanged', () => {
  expect(maskTarget('https://hooks.operator.example/apsis?site=2')).toBe('https://hooks.operator.example/…te=2')
  expect(maskTarget('https://x.example/in?sig=abcdefgh&v=1')).toBe('https://x.example/…&v=1')
  const slack = 'https://hooks.slack.com/services/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'
  expect(maskTarget(slack)).toBe('https://hooks.slack.com/…5rS7')
  expect(maskTarget('https://user:secret@x.example/')).toBe('https://…@x.example/')
  // These are keys with punctuation between letters: a Telegram bot token, a JSON web token with any name, a word without digits.
  for (const [secret, shown] of [
    ['https://api.telegram.org/bot110201543:AAHdqTcvCH1vGWJx/send', 'https://api.telegram.org/…send'],
    ['https://x.example/in?id=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF', 'https://x.example/…-DEF'],
    ['https://x.example/kqjwhdpoqiwjhdpq', 'https://x.example/…hdpq'],
    ['https://x.example/a1b2c3d4e5f6', 'https://x.example/…e5f6'],
    ['https://h.example/hook/hunter2', 'https://h.example/…ter2'],
    ['https://h.example/…ter2', 'https://h.example/…ter2'],
    ['https://h.example/in', 'https://h.example/in'],
  ] as const)
    expect(maskTarget(secret)).toBe(shown)
  expect(shownTarget('slack', slack)).toBe('hooks.slack.com/…5rS7')
  expect(shownTarget('email', 'flight@operator.example')).toBe('flight@operator.example')
})

test('a delivery in German has German words around its values, and numbers with a comma', () => {
  const { title, message } = saidIn('de', LETTER.notification)
  expect(title).toBe('Stufe gestiegen auf Kritisch')
  expect(message).toContain(
    'Kritisch, Pc 2,12\u00a0×\u00a010⁻⁴, Abstand 182 m, TCA 2026-11-21 14:13 Z, entscheiden bis',
  )
  const content: DeliveryContent = {
    ...LETTER,
    language: 'de',
    notification: { ...LETTER.notification, title, message },
  }
  expect(subjectOf(content)).toBe('[SIMULIERT] Stufe gestiegen auf Kritisch: SAT-3 × COSMOS 2251 DEB')
  expect(factsOf(content).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Risikostufe: Kritisch',
    'Wahrscheinlichkeit: 2,12\u00a0×\u00a010⁻⁴',
    'Abstand: 182 m',
    'Dichteste Annäherung: 2026-11-21 14:13:07 Z',
    'Entscheiden bis: 2026-11-21 10:00:00 Z',
  ])
  const texts = [
    mailOf(content, OPTIONS).text,
    JSON.stringify(teamsMessage(content)),
    JSON.stringify(slackMessage(content)),
  ]
  for (const text of texts) expect(text).not.toMatch(/\b(Open|Acknowledge|Attempt|What is sent|Risk level)\b/)
})

// The values that watch-work.ts, supersede.ts and path-work.ts store with each reason; the sentences were written by hand.
test('a delivery in English has numbers as on the pages, and the API has numbers as a program reads them', () => {
  const finding = { code: 'risk-raised', values: { ...LETTER.notification.finding?.values, missM: 12_345 } } as const
  expect(saidIn('en', { ...LETTER.notification, finding }).message).toContain(
    'Pc 2.12\u00a0×\u00a010⁻⁴, miss 12\u202f345 m',
  )
  expect(inEnglish(finding).message).toContain('Pc 2.12e-4, miss 12345 m')
  expect(factsOf({ ...LETTER, notification: { ...LETTER.notification, finding } })[2]?.value).toBe('12\u202f345 m')
})

test('the reason why a channel was suspended is in the language of the reader, and the receiver’s own text is unchanged', () => {
  const told = (values: Finding['values']) =>
    saidIn('de', { ...LETTER.notification, finding: { code: 'channel-suspended', values } }).message
  expect(told({ target: 't', reason: 'answer-timeout' })).toContain('Keine Antwort in der Zeit')
  expect(told({ target: 't', answer: '410' })).toContain('410')
})

test('a text message has only plain characters, and its level is in the language of the person', () => {
  const values = { ...LETTER.notification.finding?.values, secondary: 'ДЕБ × 1' }
  const content = {
    ...LETTER,
    notification: { ...LETTER.notification, finding: { code: 'risk-raised', values } as const },
  }
  const text = textMessageOf({ content, language: 'de', person: 'kim', key: '1234' })
  expect(text).toMatch(/^[\x20-\x7eäöüÄÖÜß]+$/)
  expect(text).toContain('SAT-3 / ??? ? 1 Kritisch, TCA 11-21 14:13Z')
})

test('a notice about a silent source names what fails, in both languages', () => {
  const finding = { code: 'feed-silent', values: { feed: 'space-track', ageS: 50_400, trouble: 'status 503' } } as const
  expect(inEnglish(finding).message).toContain('What fails: status 503')
  expect(saidIn('de', { ...LETTER.notification, finding }).message).toContain('Was fehlschlägt: status 503')
  const { trouble: _, ...silent } = finding.values
  expect(inEnglish({ ...finding, values: silent }).message).not.toContain('fails')
})

test('the time for writing a name grows linearly with its length, and short names with a hyphen stay on one line', () => {
  expect(unbroken('SAT-3 met AN-OBJECT-OF-MORE-THAN-20 on 2026-11-27 10:00 Z, --a-b')).toBe(
    '<span style="white-space:nowrap">SAT-3</span> met AN-OBJECT-OF-MORE-THAN-20 on <span style="white-space:nowrap">2026-11-27 10:00 Z</span>, --<span style="white-space:nowrap">a-b</span>',
  )
  // With 131,072 letters, a search that restarts at each letter takes 9 s of processor time.
  const before = process.cpuUsage().user
  unbroken('x'.repeat(131_072))
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(1)
})

test('a delivery cuts texts that are longer than a reader would read, and never cuts a character in two', () => {
  const long = '𝒳'.repeat(120_000)
  const { title, message, finding } = cutTexts({
    ...LETTER.notification,
    title: `Risk raised for ${long}`,
    message: long,
    finding: { code: 'risk-raised', values: { satellite: long, secondary: 'DEB', note: long, probability: 1e-4 } },
  })
  expect([title, message].map((text) => [...text].length)).toEqual([1_000, 1_000])
  expect(finding?.values).toEqual({
    satellite: `${'𝒳'.repeat(99)}…`,
    secondary: 'DEB',
    note: `${'𝒳'.repeat(999)}…`,
    probability: 1e-4,
  })
})

test('the more urgent a notice, the more prominent its mail, its card and its page; a critical one is the most prominent', () => {
  const looksOf = (level: NonNullable<DeliveryContent['notification']['level']>) => {
    const content = { ...LETTER, notification: { ...LETTER.notification, level } }
    const [card] = teamsMessage(content).attachments
    const page = pageEvent({ content, action: 'trigger', dedupKey: 'a', routingKey: 'b', source: 'apsis.example' })
    return {
      mail: ['normal', 'high'].indexOf(mailOf(content, OPTIONS).headers.Importance ?? 'normal'),
      card: ['Default', 'Good', 'Warning', 'Attention'].indexOf(
        JSON.stringify(card).match(/"color":"(\w+)"/)?.[1] ?? '',
      ),
      page: ['info', 'warning', 'error', 'critical'].indexOf(
        JSON.stringify(page).match(/"severity":"(\w+)"/)?.[1] ?? '',
      ),
    }
  }
  const looks = (['ok', 'caution', 'serious', 'critical'] as const).map(looksOf)
  for (const [place, { mail, card, page }] of looks.entries()) {
    const less = looks[place - 1] ?? { mail: 0, card: 0, page: 0 }
    expect([mail >= less.mail, card >= less.card, page >= less.page]).toEqual([true, true, true])
  }
  expect(looks.at(-1)).toEqual({ mail: 1, card: 3, page: 3 })
})

test('a notice that needs action says so at the beginning, once, with its deadline, and names both objects once', () => {
  const finding: Finding = {
    code: 'risk-raised',
    values: { ...LETTER.notification.finding!.values, level: 'HIGH', action: 'ACT', needsData: 1, isDiluted: 1 },
  }
  const contentIn = (language: DeliveryContent['language']): DeliveryContent => {
    const notification = { ...LETTER.notification, ...saidIn(language, { ...LETTER.notification, finding }), finding }
    return { ...LETTER, language, isSimulated: false, notification }
  }
  expect(subjectOf(contentIn('en'))).toBe('Act: SAT-3 × COSMOS 2251 DEB, decide before 2026-11-21 10:00 Z')
  expect(subjectOf(contentIn('de'))).toBe('Handeln: SAT-3 × COSMOS 2251 DEB, entscheiden bis 2026-11-21 10:00 Z')
  const beside = 'Risk raised to HIGH. Its probability is diluted. Tracking data would still help; do not wait for it.'
  expect(mailOf(contentIn('en'), OPTIONS).html).toContain(beside)
  expect(JSON.stringify(teamsMessage(contentIn('en')))).toContain(beside)
  expect(JSON.stringify(slackMessage(contentIn('en')).blocks)).toContain(beside)
})
