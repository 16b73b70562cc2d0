import { FINDING_CODES, type Finding, type FindingCode } from '@apsis/contract/finding.ts'
import type { Manner } from '@apsis/contract/notice-text/manner.ts'
import { sayFinding } from '@apsis/contract/notice-text/notice-in-words.ts'
import { TOLD_WORDS } from '@apsis/contract/notice-text/notice-words.data.ts'
import { PLAN_REASONS } from '@apsis/contract/notice-text/plan-reason.ts'
import { expect, test } from 'vitest'
import { type DeliveryContent, subjectOf } from './facts.ts'
import { mailOf } from './mail.ts'
import { inEnglish, saidIn } from './manner.service.ts'

/** Receivers build their text from the code of the finding; a program that does not know the code shows these words. */
const NOTICE: DeliveryContent['notification'] = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  code: 200,
  title: 'Title',
  message: 'Message',
  status: '2xx',
  timestamp: '2026-11-20T10:00:00.000Z',
  state: 'fresh',
  level: 'critical',
}
const LETTER: DeliveryContent = {
  deliveryId: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11',
  tries: 1,
  kind: 'notice',
  url: 'https://apsis.example/ca/conjunction/1/2',
  settingsUrl: 'https://apsis.example/account/notifications',
  isSimulated: true,
  language: 'en',
  notification: NOTICE,
}
const OPTIONS = { from: 'apsis@apsis.example', to: 'flight@operator.example', host: 'apsis.example' }

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
    { reason: 'only-counted' },
    'Nach der neuesten Nachricht ergeben mit dem Manöver weder die Ebene noch gekrümmte Bahnen eine Wahrscheinlichkeit, und das Auszählen von Paaren kann nicht beweisen, was akzeptiert ist.',
  ],
  [
    { reason: 'counted-too-much', hits: 9, trials: 72_300, pcMost: 2.12e-4, pcAccepted: 1e-4 },
    'Nach der neuesten Nachricht kommen mit dem Manöver 9 von 72\u202f300 gezogenen Paaren in den Radius: Pc ist höchstens 2,12\u00a0×\u00a010⁻⁴ (95 %); akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
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
    { reason: 'another-unknown', ...MET, pcWithout: 3e-9 },
    'Mit dem Manöver hat COSMOS 2251 DEB um 2026-11-21 14:13 Z keine Wahrscheinlichkeit; ohne es Pc 3,00\u00a0×\u00a010⁻⁹.',
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
    { reason: 'comes-too-near', missWithM: 90.4, metAt: MET.metAt, missLeastM: 100 },
    'Nach der neuesten Nachricht kommen sich die Objekte mit dem Manöver um 2026-11-21 14:13 Z auf 90 m nahe; akzeptiert sind mindestens 100 m.',
  ],
  [
    { reason: 'meets-another-too-near', object: MET.object, missWithM: 90.4, metAt: MET.metAt, missLeastM: 100 },
    'Mit dem Manöver kommt COSMOS 2251 DEB um 2026-11-21 14:13 Z auf 90 m nahe; akzeptiert sind mindestens 100 m.',
  ],
  [
    { reason: 'far-without', missWithoutM: 999.9, missTargetM: 500, missSigmaM: 122.4 },
    'Ohne das Manöver halten die Objekte 999 m Abstand (1σ 123 m); geplant war das Manöver für 500 m.',
  ],
  [
    { reason: 'brings-nearer', missWithoutM: 600, missWithM: 550.9 },
    'Das Manöver bringt die Objekte einander näher: 600 m ohne das Manöver, 550 m damit.',
  ],
  [
    { reason: 'path-meets', path: 'OPS_VS_CAT', ...MET },
    'Auf der neuen Bahn (OPS_VS_CAT) hat COSMOS 2251 DEB um 2026-11-21 14:13 Z Pc 2,12\u00a0×\u00a010⁻⁴.',
  ],
  [
    { reason: 'storm', day: '2026-11-22' },
    'Seit der Planung ist ein Sturm bekannt (2026-11-22): Die geplante Dichte gilt nicht. Planen Sie neu.',
  ],
  [
    { reason: 'found-as-planned', source: 'EPHEMERIS', name: 'own.oem', ...FOUND },
    'Nach der eigenen Ephemeride own.oem war das Manöver 0,0374 ± 0,0010 m/s groß, wie geplant (0,0370 m/s).',
  ],
  [
    { reason: 'found-different', source: 'TRACKS', name: 'own.tdm', ...FOUND, acrossMps: 0.0012, lateS: 840 },
    'Nach den Messreihen in own.tdm war das Manöver 0,0374 ± 0,0010 m/s groß, nicht wie geplant (0,0370 m/s): Sehen Sie sich das Ereignis erneut an. Quer zur geplanten Richtung waren es 0,0012 m/s. Es begann 840 s später als geplant.',
  ],
  [
    { reason: 'found-none', source: 'MESSAGE', name: 'M-7', ...FOUND },
    'Nach der Nachricht M-7 gab es kein Manöver: 0,0374 ± 0,0010 m/s, geplant 0,0370 m/s. Das Ereignis ist wie vor dem Plan.',
  ],
  [
    {
      reason: 'in-blackout',
      kind: 'CONTACT',
      place: 'Kiruna',
      fromAt: '2026-11-21T10:00:00.000Z',
      toAt: '2026-11-21T10:10:00.000Z',
    },
    'Das Manöver liegt jetzt in einer Sperrzeit: der Kontakt mit Kiruna, 2026-11-21 10:00 Z bis 2026-11-21 10:10 Z.',
  ],
  [{ reason: 'group-failed' }, 'Die Kandidaten ließen sich nicht gemeinsam prüfen: Planen Sie sie neu.'],
  [
    { reason: 'screening-failed', refused: 'out of memory', tries: 12 },
    'Seine Prüfung schlug 12-mal fehl, zuletzt: „out of memory“ Die anderen Kandidaten bleiben ohne ihn in der Auswahl.',
  ],
  [
    { reason: 'rescreening-failed', refused: 'out of memory', tries: 12 },
    'Neuere Daten sind da, und seine Prüfung schlug 12-mal fehl, zuletzt: „out of memory“ Planen Sie neu.',
  ],
  [
    { reason: 'screened-worse', verdict: 'FAIL', before: 'PASS' },
    'Mit neueren Daten neu an allen Nachrichten geprüft: FAIL, zuvor PASS.',
  ],
  [{ reason: 'screened-anew', verdict: 'PASS' }, 'Mit neueren Daten neu an allen Nachrichten geprüft: PASS.'],
  [
    { reason: 'holding-failed', refused: 'out of memory', tries: 12 },
    'Neuere Daten sind da, und das Manöver ließ sich 12-mal nicht an ihnen messen, zuletzt: „out of memory“ Entscheiden Sie von Hand, oder planen Sie neu.',
  ],
  [
    { reason: 'group-refused', refused: 'The satellite of the plan was removed.' },
    'Die Kandidaten ließen sich nicht prüfen: Planen Sie sie neu. „The satellite of the plan was removed.“',
  ],
] as const

test.each(REASONS)('a German delivery about a plan gives the reason in German: %o', (reason, sentence) => {
  const finding = { code: 'plan-superseded', values: { ...PLAN, ...reason } } as const
  const { title, message } = saidIn('de', { ...NOTICE, finding })
  const notification = { ...NOTICE, title, message, finding }
  const content: DeliveryContent = { ...LETTER, language: 'de', notification }
  const { text } = mailOf(content, OPTIONS)
  expect(subjectOf(content)).toContain('Plan überholt')
  expect(text).toContain(`SAT-3 M1: ${sentence}`)
  expect(text).not.toContain(PLAN.why)
})

test('every reason that a plan can have is translated', () => {
  expect(REASONS.map(([{ reason }]) => reason).toSorted()).toEqual(PLAN_REASONS.toSorted())
})

// These are checks of the platform: the status page shows them, and nobody receives them as notices.
const NOT_TOLD: readonly FindingCode[] = [
  ...(['database-answers', 'workers', 'no-worker', 'jobs-in-time', 'jobs-late', 'no-dead-jobs', 'dead-jobs'] as const),
  ...(['no-forced-ends', 'forced-ends'] as const),
  ...(['clocks-agree', 'clocks-differ'] as const),
  ...(['provider-answers', 'provider-silent', 'changes-at-once', 'changes-late'] as const),
  ...(['critical-arrives', 'critical-lost', 'critical-none'] as const),
  ...([
    'no-feed',
    'checks-for-users',
    'feed-read',
    'feed-never-read',
    'catalogue-none',
    'catalogue',
    'catalogue-kinds',
  ] as const),
  ...(['fleet-pending', 'fleet-screened', 'fleet-tried', 'fleet-nothing'] as const),
  ...(['weather-none', 'weather-late', 'weather-quiet', 'weather-storm'] as const),
  ...(['requests-none', 'requests-in-time', 'requests-overdue'] as const),
  ...(['network-unused', 'network-reached', 'network-missed'] as const),
  ...(['books-none', 'books-pending', 'books-agree', 'books-late', 'books-contradict'] as const),
]
const TOLD = FINDING_CODES.filter((code) => !NOT_TOLD.includes(code))
const AT = '2026-11-21T14:13:07.000Z'
/** All values that the senders of notices give. */
const GIVEN: Finding['values'] = {
  satellite: 'SAT-3',
  secondary: 'COSMOS 2251 DEB',
  designator: '33757',
  level: 'HIGH',
  from: 'CRITICAL',
  probability: 2e-4,
  before: 3e-6,
  missM: 182,
  tcaAt: AT,
  decideAt: AT,
  estimate: 'OWN_SCREENING',
  movedS: 75,
  messageId: 'M-1',
  tries: 3,
  hours: 12,
  lastAt: AT,
  endedAt: AT,
  expectedAt: AT,
  file: 'own.oem',
  distanceM: 900,
  sigma: 4.2,
  feed: 'space-track',
  satellites: 300,
  alongMps: -0.12,
  usual: 40,
  words: 'account suspended',
  ageS: 50_000,
  periodS: 28_800,
  trouble: 'status 503',
  fromAt: AT,
  untilAt: AT,
  decision: 'MONITOR',
  by: 'kim',
  owner: 'noor',
  above: 2e-4,
  watch: 'ISS',
  screening: 'SAT-3, element set',
  hits: 2,
  limitM: 50_000,
  name: 'DEB',
  plan: 'SAT-3 M1',
  why: 'it is late.',
  names: 'demo',
  dueAt: AT,
  difference: 500,
  limit: 900,
  currency: 'EUR',
  kind: 'VAT',
  step: 1,
  amount: 500,
  note: 'n',
  order: 'R-1',
  invoice: 'I-1',
  customer: 'c',
  target: 't',
  answer: '410',
  notice: 'Risk raised to HIGH',
  message: 'They pass.',
  client: 'sa-1',
  endsAt: AT,
  object: 'SAT-3',
  norad: 43_617,
  status: 'COMPLETE',
  reasons: 'too-faint',
  simulated: 1,
  sensor: 'S',
  provider: 'P',
  rank: 1,
  count: 3,
  other: 'SAT-4',
  at: AT,
  station: 'North',
  lostAt: AT,
  commitAt: AT,
  part: 'worker',
  work: 'delivery.sending',
  place: 'unbroken server/delivery/content/mail.ts:248',
}

test.each(TOLD)('%s has texts in both languages for all values that it needs', (code) => {
  const own = { title: '', message: '' }
  const english = inEnglish({ code, values: GIVEN })
  const german = saidIn('de', { ...NOTICE, ...own, finding: { code, values: GIVEN } })
  for (const text of [english.title, english.message, german.title, german.message])
    expect(text).not.toMatch(/^$|\{\{|undefined|NaN/)
  // A text of a page or a delivery is empty if a placeholder has no value.
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
      catalogue: { t: String, number: String, age: String },
    }
    expect(sayFinding(manner, { code, values: GIVEN })).toBeDefined()
    expect(empty).toEqual([])
  }
})

test('a finding that nobody receives has no text here', () => {
  expect(
    NOT_TOLD.filter((code) => saidIn('de', { ...NOTICE, title: code, finding: { code, values: {} } }).title !== code),
  ).toEqual([])
})

const placesOf = (words: Readonly<Record<string, string>>, word: string): string[] =>
  [...(words[word] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, place = '']) => place).toSorted()

test('each text exists in both languages, with the same placeholders for values', () => {
  expect(Object.keys(TOLD_WORDS.de).toSorted()).toEqual(Object.keys(TOLD_WORDS.en).toSorted())
  const other = Object.entries(TOLD_WORDS.en).filter(
    ([word, english]) =>
      english === '' || placesOf(TOLD_WORDS.de, word).join() !== placesOf(TOLD_WORDS.en, word).join(),
  )
  expect(other).toEqual([])
  expect(Object.values(TOLD_WORDS.de).filter((german) => german === '')).toEqual([])
})
