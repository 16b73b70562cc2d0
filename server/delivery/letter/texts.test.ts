import { FINDING_CODES, type Finding, type FindingCode } from '@apsis/contract/finding.ts'
import { PLAN_REASONS } from '@apsis/contract/told/plan-reason.ts'
import { type Manner, sayFinding } from '@apsis/contract/told/told-in-words.ts'
import { TOLD_WORDS } from '@apsis/contract/told/told-words.data.ts'
import { expect, test } from 'vitest'
import { maskTarget, shownTarget } from '../target.ts'
import { textMessageOf } from './call.ts'
import { slackMessage, teamsMessage } from './cards.ts'
import { factsOf, type HistoryLine, type Letter, subjectOf } from './facts.ts'
import { mailOf } from './mail.ts'
import { inEnglish, saidIn } from './manner.service.ts'

/** The event of design/alerts.html: the probability doubled with the last message. Times are told by the letters as UTC to the minute. */
const HISTORY: readonly HistoryLine[] = [
  { createdAtMs: Date.UTC(2026, 10, 19, 13, 52, 30), probability: null, missM: 12_345.4, isSimulated: true },
  { createdAtMs: Date.UTC(2026, 10, 19, 21, 47), probability: 1.06e-4, missM: 227.4, isSimulated: true },
  { createdAtMs: Date.UTC(2026, 10, 20, 5, 41), probability: 2.12e-4, missM: 181.5, isSimulated: true },
]

/** A name that tries to be a link, a mention of everybody, and a tag. */
const HOSTILE = '[click](https://evil.example) <!channel> <b>x</b>'
const LETTER: Letter = {
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

test('the subject says how urgent it is, what, of whom, and that it is simulated', () => {
  expect(subjectOf(LETTER)).toBe('[SIMULATED] Critical: Risk raised to CRITICAL: SAT-3 × COSMOS 2251 DEB')
  const broken = { ...LETTER, notification: { ...LETTER.notification, title: 'a\r\nBcc: x' } }
  expect(subjectOf(broken)).not.toMatch(/[\r\n]/)
})

test('the facts stand in the order in which an operator asks', () => {
  expect(factsOf(LETTER)).toEqual([
    { name: 'Risk level', value: 'CRITICAL' },
    { name: 'Probability', value: '2.12\u00a0×\u00a010⁻⁴' },
    { name: 'Miss distance', value: '182 m' },
    { name: 'Closest approach', value: '2026-11-21 14:13:07 Z' },
    { name: 'Decide before', value: '2026-11-21 10:00:00 Z' },
  ])
})

test('a mail has one id for all tries, says which it is, and its HTML holds no tag of anybody else', () => {
  const mail = mailOf(LETTER, OPTIONS)
  expect(mail.messageId).toBe('<5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11@apsis.example>')
  expect(mail.text).toContain('Attempt 2: an earlier one may have arrived.')
  expect(mail.text).toContain('Open: https://apsis.example/ca/conjunction/1/2')
  expect(mail.html).not.toContain('<b>x</b>')
  expect(mail.html).toContain('&lt;b&gt;x&lt;/b&gt;')
  expect(mail.headers).not.toHaveProperty('List-Unsubscribe')
})

test('what can be acknowledged can be passed on from every letter, by the same page', () => {
  const letter = { ...LETTER, acknowledgeUrl: 'https://apsis.example/a/1' }
  const passOn = 'https://apsis.example/a/1#pass'
  expect(mailOf(letter, OPTIONS).text).toContain(`Pass on: ${passOn}`)
  expect(mailOf({ ...letter, language: 'de' }, OPTIONS).html).toContain(`href="${passOn}"`)
  expect(teamsMessage(letter).attachments[0]?.content.actions.at(-1)).toMatchObject({ title: 'Pass on', url: passOn })
  expect(JSON.stringify(slackMessage(letter))).toContain(passOn)
  for (const written of [mailOf(LETTER, OPTIONS).text, JSON.stringify(teamsMessage(LETTER))])
    expect(written).not.toContain('Pass on')
})

test('a mail about an event shows how probability and miss went, in columns, in the language of its reader', () => {
  const english = mailOf({ ...LETTER, history: HISTORY }, OPTIONS)
  expect(english.text).toContain(
    [
      'Last conjunction messages, oldest first',
      'Created                      Pc      Miss',
      '2026-11-19 13:52 Z            –  12\u202f345 m',
      '2026-11-19 21:47 Z  1.06\u00a0×\u00a010⁻⁴     227 m',
      '2026-11-20 05:41 Z  2.12\u00a0×\u00a010⁻⁴     182 m',
    ].join('\n'),
  )
  const german = mailOf({ ...LETTER, history: HISTORY, language: 'de' }, OPTIONS)
  expect(german.text).toContain(
    [
      'Letzte Konjunktionsnachrichten, älteste zuerst',
      'Erstellt                     Pc   Abstand',
      '2026-11-19 13:52 Z            –  12\u202f345 m',
      '2026-11-19 21:47 Z  1,06\u00a0×\u00a010⁻⁴     227 m',
      '2026-11-20 05:41 Z  2,12\u00a0×\u00a010⁻⁴     182 m',
    ].join('\n'),
  )
  // The text in the cells of the HTML, line by line.
  const cells = [...english.html.matchAll(/<tr>(<t[hd] .*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) => text),
  )
  expect(cells).toContainEqual(['Created', 'Pc', 'Miss'])
  expect(cells.at(-1)).toEqual(['2026-11-20 05:41 Z', '2.12\u00a0×\u00a010⁻⁴', '182 m'])
})

test('one message is no history, and one that is simulated says so where not everything is', () => {
  expect(mailOf({ ...LETTER, history: HISTORY.slice(0, 1) }, OPTIONS).text).not.toContain('oldest first')
  const real = { ...LETTER, isSimulated: false, history: HISTORY }
  expect(mailOf(real, OPTIONS).text).toContain('[SIMULATED] Last conjunction messages')
  expect(mailOf({ ...real, isSimulated: true }, OPTIONS).text).not.toContain('[SIMULATED] Last conjunction')
})

test('a card for Teams is one of version 1.4, and all that anybody has written stands in text runs', () => {
  const message = teamsMessage(LETTER) as { attachments: { content: { version: string; body: unknown[] } }[] }
  const content = message.attachments[0]?.content
  expect(content?.version).toBe('1.4')
  // A TextBlock or a FactSet would read Markdown.
  expect(JSON.stringify(content?.body)).not.toMatch(/"TextBlock"|"FactSet"/)
})

test('a message for Slack has plain texts, and its fallback is escaped', () => {
  const message = slackMessage(LETTER) as { text: string; blocks: unknown[] }
  expect(message.text).toContain('&lt;!channel&gt;')
  expect(JSON.stringify(message.blocks)).not.toContain('mrkdwn')
})

test('what opens a target is cut down to its last four characters, and what opens nothing is left', () => {
  expect(maskTarget('https://hooks.operator.example/apsis?site=2')).toBe('https://hooks.operator.example/apsis?site=2')
  expect(maskTarget('https://x.example/in?sig=abcdefgh&v=1')).toBe('https://x.example/in?sig=…efgh&v=1')
  const slack = 'https://hooks.slack.com/services/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'
  expect(maskTarget(slack)).toBe('https://hooks.slack.com/services/T012AB3CD/B012AB3CD/…5rS7')
  expect(maskTarget('https://user:secret@x.example/')).toBe('https://…@x.example/')
  // Keys with signs between letters: of a Telegram bot, a JSON web token under any name, a word without digits.
  for (const [secret, shown] of [
    ['https://api.telegram.org/bot110201543:AAHdqTcvCH1vGWJx/send', 'https://api.telegram.org/…GWJx/send'],
    ['https://x.example/in?id=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF', 'https://x.example/in?id=…-DEF'],
    ['https://x.example/kqjwhdpoqiwjhdpq', 'https://x.example/…hdpq'],
    ['https://x.example/a1b2c3d4e5f6', 'https://x.example/…e5f6'],
  ] as const)
    expect(maskTarget(secret)).toBe(shown)
  expect(shownTarget('slack', slack)).toBe('hooks.slack.com/…5rS7')
  expect(shownTarget('email', 'flight@operator.example')).toBe('flight@operator.example')
})

test('a letter in German has German words around what it tells, and numbers with a comma', () => {
  const { title, message } = saidIn('de', LETTER.notification)
  expect(title).toBe('Stufe gestiegen auf Kritisch')
  expect(message).toContain(
    'Kritisch, Pc 2,12\u00a0×\u00a010⁻⁴, Abstand 182 m, TCA 2026-11-21 14:13 Z, entscheiden bis',
  )
  const letter: Letter = { ...LETTER, language: 'de', notification: { ...LETTER.notification, title, message } }
  expect(subjectOf(letter)).toBe('[SIMULIERT] Kritisch: Stufe gestiegen auf Kritisch: SAT-3 × COSMOS 2251 DEB')
  expect(factsOf(letter).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Risikostufe: Kritisch',
    'Wahrscheinlichkeit: 2,12\u00a0×\u00a010⁻⁴',
    'Abstand: 182 m',
    'Dichteste Annäherung: 2026-11-21 14:13:07 Z',
    'Entscheiden bis: 2026-11-21 10:00:00 Z',
  ])
  const texts = [
    mailOf(letter, OPTIONS).text,
    JSON.stringify(teamsMessage(letter)),
    JSON.stringify(slackMessage(letter)),
  ]
  for (const text of texts) expect(text).not.toMatch(/\b(Open|Acknowledge|Attempt|What is sent|Risk level)\b/)
})

// What watch-work.ts, supersede.ts and path-work.ts give with each reason; the sentences were written by hand.
const PLAN = { plan: 'SAT-3 M1', why: 'An English sentence, for the record.' }
const MET = { object: 'COSMOS 2251 DEB', metAt: '2026-11-21T14:13:07.000Z', pcWith: 2.12e-4 }
const FOUND = { foundMps: 0.0374, sigmaMps: 0.001, plannedMps: 0.037 }
const REASONS = [
  [
    { reason: 'command-too-late', commitAt: '2026-11-21T10:00:00.000Z' },
    'Der letzte Zeitpunkt für ein Kommando, 2026-11-21 10:00 Z, ist vorbei.',
  ],
  [{ reason: 'newer-message' }, 'Eine neuere Nachricht gilt: Planen Sie neu.'],
  [{ reason: 'replaced', other: 'SAT-3 M2' }, 'An seiner Stelle wurde SAT-3 M2 freigegeben.'],
  [{ reason: 'given-up', other: 'ada' }, 'ada sagt, dass das Manöver nicht geflogen wird.'],
  [{ reason: 'event-gone' }, 'Sein Ereignis ist nicht mehr offen oder lässt sich nicht prüfen.'],
  [
    { reason: 'no-probability' },
    'Nach der neuesten Nachricht lässt sich mit dem Manöver keine Wahrscheinlichkeit angeben.',
  ],
  [
    { reason: 'leaves-too-much', pcWith: 2.12e-4, pcAccepted: 1e-4 },
    'Nach der neuesten Nachricht bleibt mit dem Manöver Pc 2,12\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
  ],
  [
    { reason: 'meets-another', ...MET },
    'Mit dem Manöver hat COSMOS 2251 DEB um 2026-11-21 14:13 Z Pc 2,12\u00a0×\u00a010⁻⁴.',
  ],
  [
    { reason: 'safe-without', pcWithout: 3e-9, pcMost: 4e-7 },
    'Ohne das Manöver hat das Ereignis Pc 3,00\u00a0×\u00a010⁻⁹, höchstens 4,00\u00a0×\u00a010⁻⁷ bei jeder Skalierung der Kovarianz.',
  ],
  [
    { reason: 'raises', pcWithout: 1e-6, pcWith: 2e-5 },
    'Das Manöver hebt Pc von 1,00\u00a0×\u00a010⁻⁶ auf 2,00\u00a0×\u00a010⁻⁵.',
  ],
  [
    { reason: 'path-meets', path: 'OPS_VS_CAT', ...MET },
    'Auf der neuen Bahn (OPS_VS_CAT) hat COSMOS 2251 DEB um 2026-11-21 14:13 Z Pc 2,12\u00a0×\u00a010⁻⁴.',
  ],
  [
    { reason: 'storm', day: '2026-11-22' },
    'Seit der Plan entstand, ist ein Sturm bekannt (2026-11-22): Die Luft, mit der gerechnet wurde, ist nicht die, durch die er führt. Planen Sie neu.',
  ],
  [
    { reason: 'found-as-planned', source: 'EPHEMERIS', name: 'own.oem', ...FOUND },
    'Nach der eigenen Ephemeride own.oem war das Manöver 0,0374 ± 0,0010 m/s groß; geplant waren 0,0370 m/s. Es war wie geplant.',
  ],
  [
    { reason: 'found-different', source: 'TRACKS', name: 'own.tdm', ...FOUND, acrossMps: 0.0012, lateS: 840 },
    'Nach den Messreihen in own.tdm war das Manöver 0,0374 ± 0,0010 m/s groß; geplant waren 0,0370 m/s. Es war nicht wie geplant: Sehen Sie sich das Ereignis erneut an. Quer zur geplanten Richtung waren es 0,0012 m/s. Es begann 840 s später als geplant.',
  ],
  [
    { reason: 'found-none', source: 'MESSAGE', name: 'M-7', ...FOUND },
    'Nach der Nachricht M-7 gab es kein Manöver: 0,0374 ± 0,0010 m/s, wo 0,0370 m/s geplant waren. Das Ereignis ist so, wie es vor dem Plan war.',
  ],
  [
    {
      ...{ reason: 'in-blackout', kind: 'CONTACT', place: 'Kiruna' },
      ...{ fromAt: '2026-11-21T10:00:00.000Z', toAt: '2026-11-21T10:10:00.000Z' },
    },
    'Das Manöver liegt inzwischen in einer Sperrzeit: der Kontakt mit Kiruna, 2026-11-21 10:00 Z bis 2026-11-21 10:10 Z.',
  ],
  [{ reason: 'group-failed' }, 'Die Kandidaten ließen sich nicht gemeinsam prüfen: Planen Sie sie neu.'],
  [
    { reason: 'screening-failed', refused: 'out of memory', tries: 12 },
    'Seine Prüfung schlug 12-mal fehl, zuletzt so: „out of memory“ Die anderen Kandidaten der Gruppe bleiben ohne ihn in der Auswahl.',
  ],
  [
    { reason: 'rescreening-failed', refused: 'out of memory', tries: 12 },
    'Neuere Daten sind da, und seine Prüfung schlug 12-mal fehl, zuletzt so: „out of memory“ Planen Sie neu.',
  ],
  [
    { reason: 'screened-worse', verdict: 'FAIL', before: 'PASS' },
    'Neuere Daten sind da: Neu an allen Nachrichten geprüft sagt das Screening FAIL statt PASS.',
  ],
  [
    { reason: 'screened-anew', verdict: 'PASS' },
    'Neuere Daten sind da: Der Plan wurde neu an allen Nachrichten geprüft, mit dem Ergebnis PASS.',
  ],
  [
    { reason: 'holding-failed', refused: 'out of memory', tries: 12 },
    'Neuere Daten sind da, und das Manöver ließ sich 12-mal nicht an ihnen messen, zuletzt so: „out of memory“ Entscheiden Sie von Hand, oder planen Sie neu.',
  ],
  [
    { reason: 'group-refused', refused: 'The satellite of the plan was removed.' },
    'Die Kandidaten ließen sich nicht prüfen und sind neu zu planen: „The satellite of the plan was removed.“',
  ],
] as const

test.each(REASONS)('a German letter of a plan says in German why: %o', (reason, sentence) => {
  const finding = { code: 'plan-superseded', values: { ...PLAN, ...reason } } as const
  const { title, message } = saidIn('de', { ...LETTER.notification, finding })
  const notification = { ...LETTER.notification, title, message, finding }
  const letter: Letter = { ...LETTER, language: 'de', notification }
  const { text } = mailOf(letter, OPTIONS)
  expect(subjectOf(letter)).toContain('Plan überholt')
  expect(text).toContain(`SAT-3 M1: ${sentence}`)
  expect(text).not.toContain(PLAN.why)
})

test('every reason that a plan can have is among those', () => {
  expect(REASONS.map(([{ reason }]) => reason).toSorted()).toEqual(PLAN_REASONS.toSorted())
})

// Checks of the platform: the status page says them, and nobody is sent them.
const NOT_TOLD: readonly FindingCode[] = [
  ...(['database-answers', 'workers', 'no-worker', 'jobs-in-time', 'jobs-late', 'no-dead-jobs', 'dead-jobs'] as const),
  ...(['provider-answers', 'provider-silent', 'changes-at-once', 'changes-late'] as const),
  ...(['critical-arrives', 'critical-lost', 'critical-none'] as const),
  ...([
    'no-data',
    'no-feed',
    'feeds-for-users',
    'feed-read',
    'feed-never-read',
    'catalogue-none',
    'catalogue',
  ] as const),
  ...(['fleet-pending', 'fleet-screened', 'fleet-tried', 'fleet-nothing'] as const),
  ...(['weather-none', 'weather-late', 'weather-quiet', 'weather-storm'] as const),
]
const TOLD = FINDING_CODES.filter((code) => !NOT_TOLD.includes(code))
const AT = '2026-11-21T14:13:07.000Z'
/** All that those who tell give, of whatever they tell. */
const GIVEN: Finding['values'] = {
  ...{ satellite: 'SAT-3', secondary: 'COSMOS 2251 DEB', designator: '33757', level: 'HIGH', from: 'CRITICAL' },
  ...{ probability: 2e-4, before: 3e-6, missM: 182, tcaAt: AT, decideAt: AT, estimate: 'OWN_SCREENING' },
  ...{ movedS: 75, hours: 12, lastAt: AT, endedAt: AT, expectedAt: AT, file: 'own.oem', distanceM: 900, sigma: 4.2 },
  ...{ feed: 'space-track', ageS: 50_000, periodS: 28_800, trouble: 'status 503', fromAt: AT, untilAt: AT },
  ...{ decision: 'MONITOR', by: 'kim', owner: 'noor', above: 2e-4, watch: 'ISS', hits: 2, limitM: 50_000, name: 'DEB' },
  ...{ plan: 'SAT-3 M1', why: 'it is late.', names: 'demo', dueAt: AT, difference: 500, limit: 900, currency: 'EUR' },
  ...{ kind: 'VAT', amount: 500, note: 'n', order: 'R-1', invoice: 'I-1', customer: 'c', faults: 'f', target: 't' },
  ...{ answer: '410', notice: 'Risk raised to HIGH', message: 'They pass.', client: 'sa-1', endsAt: AT },
  ...{ object: 'SAT-3', norad: 43_617, status: 'COMPLETE', reasons: 'too-faint', simulated: 1, sensor: 'S' },
  ...{ provider: 'P', rank: 1, count: 3, other: 'SAT-4', at: AT, station: 'North', lostAt: AT, commitAt: AT },
}

test.each(TOLD)('%s is told in both languages with all that its words ask for', (code) => {
  const own = { title: '', message: '' }
  const english = inEnglish({ code, values: GIVEN })
  const german = saidIn('de', { ...LETTER.notification, ...own, finding: { code, values: GIVEN } })
  for (const text of [english.title, english.message, german.title, german.message])
    expect(text).not.toMatch(/^$|\{\{|undefined|NaN/)
  // The words of a page or a letter are left empty where nothing is given for a place in them.
  for (const words of [TOLD_WORDS.en, TOLD_WORDS.de] as const) {
    const empty: string[] = []
    const t: Manner['t'] = (word, values = {}) => {
      const places = [word, `${word}_one`, `${word}_other`].flatMap((one) => placesOf(words, one))
      empty.push(...places.filter((place) => (values[place] ?? '') === '').map((place) => `${word}: ${place}`))
      return word
    }
    const manner = {
      t,
      minute: String,
      number: String,
      probability: String,
      money: String,
      level: String,
      deliveryReason: String,
    }
    expect(sayFinding(manner, { code, values: GIVEN })).toBeDefined()
    expect(empty).toEqual([])
  }
})

test('what is not told has no words among these', () => {
  expect(
    NOT_TOLD.filter(
      (code) => saidIn('de', { ...LETTER.notification, title: code, finding: { code, values: {} } }).title !== code,
    ),
  ).toEqual([])
})

const placesOf = (words: Readonly<Record<string, string>>, word: string): string[] =>
  [...(words[word] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, place = '']) => place).toSorted()

test('each word is there in both languages, with the same places for what is measured', () => {
  expect(Object.keys(TOLD_WORDS.de).toSorted()).toEqual(Object.keys(TOLD_WORDS.en).toSorted())
  const other = Object.entries(TOLD_WORDS.en).filter(
    ([word, english]) =>
      english === '' || placesOf(TOLD_WORDS.de, word).join() !== placesOf(TOLD_WORDS.en, word).join(),
  )
  expect(other).toEqual([])
  expect(Object.values(TOLD_WORDS.de).filter((german) => german === '')).toEqual([])
})

test('a letter in English has numbers as the pages do, and the API as a program reads them', () => {
  const finding = { code: 'risk-raised', values: { ...LETTER.notification.finding?.values, missM: 12_345 } } as const
  expect(saidIn('en', { ...LETTER.notification, finding }).message).toContain(
    'Pc 2.12\u00a0×\u00a010⁻⁴, miss 12\u202f345 m',
  )
  expect(inEnglish(finding).message).toContain('Pc 2.12e-4, miss 12345 m')
  expect(factsOf({ ...LETTER, notification: { ...LETTER.notification, finding } })[2]?.value).toBe('12\u202f345 m')
})

test('why a channel was suspended is told in the language of the reader, and the words of a receiver as they came', () => {
  const told = (values: Finding['values']) =>
    saidIn('de', { ...LETTER.notification, finding: { code: 'channel-suspended', values } }).message
  expect(told({ target: 't', reason: 'answer-timeout' })).toContain('Antwortete nicht in der Zeit')
  expect(told({ target: 't', answer: '410' })).toContain('410')
})

test('a text message has plain characters alone, and its level in the language of the person', () => {
  const values = { ...LETTER.notification.finding?.values, secondary: 'ДЕБ × 1' }
  const letter = {
    ...LETTER,
    notification: { ...LETTER.notification, finding: { code: 'risk-raised', values } as const },
  }
  const text = textMessageOf({ letter, language: 'de', person: 'kim', key: '1234' })
  expect(text).toMatch(/^[\x20-\x7eäöüÄÖÜß]+$/)
  expect(text).toContain('SAT-3 / ??? ? 1 Kritisch, TCA 11-21 14:13Z')
})

test('a silent source is told with what fails, in both languages', () => {
  const finding = { code: 'feed-silent', values: { feed: 'space-track', ageS: 50_400, trouble: 'status 503' } } as const
  expect(inEnglish(finding).message).toContain('What fails: status 503')
  expect(saidIn('de', { ...LETTER.notification, finding }).message).toContain('Was fehlschlägt: status 503')
  const { trouble: _, ...silent } = finding.values
  expect(inEnglish({ ...finding, values: silent }).message).not.toContain('fails')
})
