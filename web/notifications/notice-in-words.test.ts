import type { FindingCode } from '@apsis/contract/finding.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../ui/preference/preference.ts')
const { inWords } = await import('./notice-in-words.ts')

const VALUES = {
  satellite: 'SAT-3',
  secondary: 'SIM DEB 0223',
  designator: '90223',
  level: 'HIGH',
  probability: 1.9e-5,
  missM: 1_234.4,
  tcaAt: '2026-11-23T01:30:00.000Z',
  decideAt: '2026-11-22T01:30:00.000Z',
  estimate: 'OWN_SCREENING',
}
const own = { title: 'Risk raised to HIGH', message: 'as the API has it' }
const thin = '\u202f'

test('a higher risk is described in the language of the reader, without codes', () => {
  const notice = { ...own, finding: { code: 'risk-raised' as const, values: VALUES } }
  choose('language', 'en')
  expect(inWords(notice)).toMatchObject({
    title: 'Risk raised to High',
    message: `SAT-3 × SIM DEB 0223 (90223), High, Pc 1.90\u00a0×\u00a010⁻⁵, miss 1${thin}234 m, TCA 2026-11-23 01:30 Z, decide before 2026-11-22 01:30 Z. By screening of your orbit.`,
  })
  choose('language', 'de')
  expect(inWords(notice)).toMatchObject({
    title: 'Stufe gestiegen auf Hoch',
    message: `SAT-3 × SIM DEB 0223 (90223), Hoch, Pc 1,90\u00a0×\u00a010⁻⁵, Abstand 1${thin}234 m, TCA 2026-11-23 01:30 Z, entscheiden bis 2026-11-22 01:30 Z. Nach dem Screening Ihrer Bahn.`,
  })
})

test('news without a new level is described with the earlier values', () => {
  choose('language', 'en')
  const grown = { ...own, finding: { code: 'risk-grew' as const, values: { ...VALUES, estimate: '', before: 3e-6 } } }
  expect(inWords(grown)).toMatchObject({
    title: 'Probability has grown',
    message: expect.stringMatching(/Z\. Last told: 3\.00\u00a0×\u00a010⁻⁶\.$/),
  })
  choose('language', 'de')
  const moved = { ...own, finding: { code: 'tca-moved' as const, values: { ...VALUES, estimate: '', movedS: -75 } } }
  expect(inWords(moved)).toMatchObject({
    title: 'Dichteste Annäherung verschoben',
    message: expect.stringMatching(/Z\. −75 s neben der zuletzt gemeldeten\.$/),
  })
})

test('a decision, its author, and the reason why it is open again are described', () => {
  choose('language', 'de')
  const values = { ...VALUES, estimate: '', decision: 'MONITOR', by: 'kim', owner: 'noor', above: 2e-4 }
  expect(inWords({ ...own, finding: { code: 'decision-reopened', values } }).message).toMatch(
    /Z\. Entschieden \(beobachten, kim\) und wieder offen: Pc stieg über 2,00\u00a0×\u00a010⁻⁴\. Zuständig: noor\.$/,
  )
})

test('a notice of an event that reopened because of its level names the level', () => {
  choose('language', 'de')
  const values = { ...VALUES, estimate: '', decision: 'MONITOR', by: 'kim', owner: '', level: 'HIGH' }
  const { message } = inWords({ ...own, finding: { code: 'decision-reopened', values } })
  expect(message).toContain('die Stufe stieg auf ')
  expect(message).not.toMatch(/Pc stieg|Zuständig/)
})

test('a notice of an event without a probability says so, and a notice of a watch names its nearest approach', () => {
  choose('language', 'en')
  const { probability: _, ...without } = VALUES
  expect(inWords({ ...own, finding: { code: 'data-needed', values: without } }).message).toContain(
    'probability not known',
  )
  const reported = { ...without, reported: 2.72e-4 }
  expect(inWords({ ...own, finding: { code: 'data-needed', values: reported } }).message).toContain(
    'probability not known (the originator reports 2.72',
  )
  const hit = { watch: 'ISS', hits: 2, limitM: 50_000, name: 'DEB', designator: '7', missM: 812.6, tcaAt: VALUES.tcaAt }
  expect(inWords({ ...own, finding: { code: 'watch-found', values: hit } })).toMatchObject({
    title: 'Watch: ISS',
    message: '2 new close approaches within 50 km; the nearest: DEB (7), miss 812 m, TCA 2026-11-23 01:30 Z.',
  })
})

test('a notification without a finding keeps its own text', () => {
  expect(inWords(own)).toEqual(own)
})

test('notices on plans, money, accounts and observations have German words and German numbers', () => {
  choose('language', 'de')
  const said = (code: FindingCode, values: Record<string, string | number>) =>
    inWords({ ...own, finding: { code, values } })
  expect(said('plan-withdrawn', { plan: 'SAT-3 M1', why: 'Pc 2e-4.', names: 'demo', file: '/f' }).title).toBe(
    'SAT-3 M1 nicht ausführen',
  )
  // A finding that the page does not know keeps its own text.
  expect(said('plan-expired', { plan: 'SAT-3 M1', why: 'Pc 2e-4.' }).message).toBe('SAT-3 M1: Pc 2e-4.')
  const left = { reason: 'leaves-too-much', pcWith: 2.12e-4, pcAccepted: 1e-4 }
  expect(
    said('plan-withdrawn', { plan: 'SAT-3 M1', why: 'Pc 2e-4.', names: 'demo', file: '/f', ...left }).message,
  ).toBe(
    'Exportiert, darf nicht geflogen werden: Nach der neuesten Nachricht bleibt mit dem Manöver Pc 2,12\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴. An demo. Die Datei der Rücknahme liegt beim Plan.',
  )
  expect(said('hold-released', { order: 'R-1', amount: 123_450, currency: 'EUR' }).message).toBe(
    `Bestellung R-1 wurde nicht rechtzeitig geliefert: 1${thin}234,50\u00a0€ sind wieder verfügbar.`,
  )
  expect(said('account-expires', { name: 'CI', client: 'sa-1', endsAt: '2026-11-23T01:30:10.000Z' }).message).toContain(
    'CI (sa-1) bekommt nach 2026-11-23 01:30 Z keine Token mehr.',
  )
  const seen = {
    object: 'SAT-3',
    norad: 43_617,
    status: 'INFEASIBLE',
    simulated: 1,
    reasons: 'station-not-dark, too-faint, not-known-yet',
  }
  expect(said('observation-status', seen)).toMatchObject({
    title: 'Beobachtung nicht möglich',
    message: 'SAT-3 (43617). Gründe: der Himmel ist nicht dunkel, es ist zu lichtschwach, not-known-yet. SIMULIERT.',
  })
})

test('a request with first measurements and a request that ended with too few passes have different texts', () => {
  choose('language', 'en')
  const titleOf = (more: Record<string, number>) =>
    inWords({
      ...own,
      finding: { code: 'observation-status', values: { object: 'SAT-3', norad: 43_617, status: 'PARTIAL', ...more } },
    }).title
  expect([titleOf({}), titleOf({ ended: 0 }), titleOf({ ended: 1 })]).toEqual([
    'First measurements are there',
    'First measurements are there',
    'Observation ended with fewer passes than ordered',
  ])
})

test('a critical notice that reached nobody is quoted in the language of the reader; a notice without data is quoted unchanged', () => {
  choose('language', 'de')
  const quoting = { ...VALUES, level: 'CRITICAL', quoted: 'risk-raised', notice: 'Risk raised', message: 'English.' }
  const said = inWords({ ...own, finding: { code: 'critical-unheard', values: { ...quoting, target: 'a@b.example' } } })
  expect(said.message).toMatch(
    /^„Stufe gestiegen auf Kritisch“ hat bisher keinen Kanal .* erreicht, auch a@b\.example nicht\. Sie lautete: SAT-3 × SIM DEB 0223 .* Abstand/,
  )
  const plain = { notice: 'Risk raised', message: 'English.', target: 'a@b.example' }
  expect(inWords({ ...own, finding: { code: 'critical-unheard', values: plain } }).message).toMatch(
    /^„Risk raised“ .* Sie lautete: English\.$/,
  )
})

test('a notice of a ledger that contradicts itself states in how many places, and where these are named', () => {
  choose('language', 'de')
  const said = (values: Record<string, string | number>) =>
    inWords({ ...own, finding: { code: 'ledger-contradicts', values } }).message
  expect(said({ customer: 'Kim Weber', count: 1 })).toMatch(/^Kim Weber: ein Widerspruch, /)
  expect(said({ customer: 'Kim Weber', count: 3 })).toMatch(/^Kim Weber: 3 Widersprüche, siehe Guthaben\. /)
})

test('an announced burn is described by its ignition time, and several burns are described together', () => {
  choose('language', 'de')
  const said = (code: FindingCode, values: object = {}) => {
    const told = { object: 'DEB', other: 'SAT-3', by: 'Orbital', at: '2026-11-22T06:12:00.000Z', ...values }
    return inWords({ ...own, finding: { code, values: { ...told, tcaAt: VALUES.tcaAt } } }).message
  }
  expect(said('burn-announced', { count: 1 })).toMatch(
    /^Orbital hat für 2026-11-22 06:12 Z ein Manöver von DEB angekündigt\. /,
  )
  expect(said('burn-announced', { count: 3, simulated: 1 })).toMatch(
    /^SIMULIERT\. Orbital hat 3 Manöver von DEB angekündigt, das erste für 2026-11-22 06:12 Z\. /,
  )
  expect(said('announced-burn-changed', { count: 1 })).toMatch(/^Orbital hat Δv oder Dauer des Manövers von DEB geänd/)
  const found = { foundMps: 0.021, fromAt: '2026-11-17T03:12:00.000Z', toAt: '2026-11-17T15:20:00.000Z' }
  expect(said('silent-burn', { ...found, direction: 'cross-track', simulated: 1 })).toMatch(
    /^SIMULIERT\. Bahnelemente von DEB zeigen ein nicht angekündigtes Manöver von mindestens 0,021\d* m\/s quer zur Bahn, zwischen /,
  )
  const way = (direction: string) => said('silent-burn', { ...found, direction })
  expect(way('along-track')).toMatch(/ m\/s längs der Bahn, zwischen /)
  expect(way('against-track')).toMatch(/ m\/s gegen die Flugrichtung, zwischen /)
  expect(said('silent-burn', { ...found, direction: 'along-track', tracks: 1 })).toMatch(
    /^Ihre Messreihen von DEB verlassen seine Bahn wie nach einem nicht angekündigten Manöver von etwa 0,021\d* m\/s längs der Bahn, /,
  )
  expect(said('announced-burn-removed', { count: 1 })).toMatch(
    /^Orbital hat das Manöver von DEB um 2026-11-22 06:12 Z zurückgenommen\. /,
  )
})

test('a person who is called is told if nobody acknowledged the notice or if somebody passed it on, and to whom', () => {
  choose('language', 'en')
  const said = (values: Record<string, string | number>) =>
    inWords({ ...own, finding: { code: 'duty-called', values: { ...VALUES, ...values } } })
  expect(said({ step: 1 })).toMatchObject({
    title: 'You are called',
    message: expect.stringMatching(/ Unacknowledged: acknowledge it, or the next person is called\.$/),
  })
  expect(said({ step: 0 }).message).toMatch(
    /nobody of the on-call chain can be called\. Whoever takes it acknowledges it\.$/,
  )
  expect(said({ step: 1, by: 'Kim Weber' }).message).toMatch(/ Kim Weber passes it on to you\. /)
  expect(said({ step: 0, by: 'Kim Weber' }).message).toMatch(/ Kim Weber passes it on to everybody of collision avoid/)
  expect(said({ step: 1, by: 'Kim Weber' }).message).not.toMatch(/Note:/)
  expect(said({ step: 1, by: 'Kim Weber', note: 'ask Kiruna' })).toMatchObject({
    title: 'Passed on by Kim Weber',
    message: expect.stringMatching(/ Kim Weber passes it on to you\. .* Note: ask Kiruna$/),
  })
})

test('a burn that one track shows is described as possible, and one that element sets show as a burn', () => {
  choose('language', 'en')
  const seen = { object: 'SAT-3', other: '', foundMps: 0.021, fromAt: VALUES.tcaAt, toAt: VALUES.tcaAt }
  const titleOf = (values: object) =>
    inWords({ ...own, finding: { code: 'silent-burn', values: { ...seen, ...values } } }).title
  expect(titleOf({ tracks: 1 })).toBe('Possible manoeuvre')
  expect(titleOf({})).not.toBe('Possible manoeuvre')
})

test('a burn that began at another time than planned is described by the difference, and whether it was later', () => {
  choose('language', 'en')
  const found = {
    plan: 'SAT-3 M1',
    why: '',
    reason: 'found-different',
    foundMps: 0.021,
    plannedMps: 0.02,
    sigmaMps: 1e-4,
  }
  const saidOf = (lateS: number) =>
    inWords({ ...own, finding: { code: 'burn-partial', values: { ...found, lateS } } }).message
  expect(saidOf(3)).toContain('It began 3 s later than planned.')
  expect(saidOf(-3)).toContain('It began 3 s earlier than planned.')
})

test('a posting to an account is named by its kind, or as tax if it has no kind', () => {
  choose('language', 'en')
  const titleOf = (kind: object) =>
    inWords({
      ...own,
      finding: { code: 'correction-posted', values: { amount: 1_250, currency: 'EUR', note: 'R-1', ...kind } },
    }).title
  expect(titleOf({ kind: 'CREDIT_NOTE' })).toBe('Credit note posted')
  expect(titleOf({ kind: 'REFUND' })).toBe('Refund posted')
  expect(titleOf({ kind: 'VAT' })).toBe('Tax posted')
  expect(titleOf({})).toBe('Tax posted')
})

test('a contact that was removed and a burn that no contact can command have different texts', () => {
  choose('language', 'en')
  const values = { plan: 'SAT-3 M1', station: 'Kiruna', lostAt: VALUES.decideAt, commitAt: VALUES.tcaAt }
  const said = (reaching: number) =>
    inWords({ ...own, finding: { code: 'plan-contact-lost', values: { ...values, reaching } } })
  for (const reaching of [1, 2])
    expect(said(reaching)).toMatchObject({
      title: 'Contact of a plan is gone',
      message:
        'SAT-3 M1: the command contact of 2026-11-22 01:30 Z over Kiruna is not known any more. Decide until 2026-11-23 01:30 Z.',
    })
  expect(said(0).message).toBe(
    'SAT-3 M1: no known contact reaches the burn any more. Enter one until 2026-11-23 01:30 Z, the last time for a command.',
  )
})

test.each<[FindingCode, Record<string, string | number>]>([
  ['plan-expired', { plan: 'SAT-3 M1', reason: 'command-too-late', commitAt: VALUES.tcaAt }],
  ['track-off', { object: 'SAT-3', trackAt: VALUES.tcaAt }],
  ['silent-burn', { object: 'SAT-3', foundMps: 0.021, fromAt: VALUES.tcaAt, toAt: VALUES.tcaAt }],
])('%s says that it is simulated first, and only where it is', (code, values) => {
  choose('language', 'en')
  const said = (more: object) => inWords({ ...own, finding: { code, values: { ...values, ...more } } }).message ?? ''
  expect(said({ simulated: 1 })).toBe(`SIMULATED. ${said({})}`)
  expect(said({ simulated: 0 })).toBe(said({}))
  expect(said({})).not.toContain('SIMULATED')
})

test('a notice of an unannounced burn names the next event of its object, if there is one', () => {
  choose('language', 'en')
  const seen = { object: 'DEB', foundMps: 0.021, fromAt: VALUES.decideAt, toAt: VALUES.decideAt }
  const said = (more: object) =>
    inWords({ ...own, finding: { code: 'silent-burn', values: { ...seen, ...more } } }).message
  expect(said({ other: 'SAT-3', tcaAt: VALUES.tcaAt })).toMatch(/SAT-3.*2026-11-23 01:30 Z/)
  expect(said({ other: 'SAT-3' })).not.toMatch(/SAT-3|2026-11-23/)
})

test('a notice of a gap in the on-call chain names the step, the start, and the end if it is known', () => {
  choose('language', 'en')
  const said = (more: object) =>
    inWords({ ...own, finding: { code: 'duty-gap', values: { step: 1, fromAt: VALUES.decideAt, ...more } } })
  const until = { untilAt: VALUES.tcaAt }
  expect(said({})).toMatchObject({
    title: 'Nobody is on call',
    message: 'Nobody has step 1 from 2026-11-22 01:30 Z on. Name somebody.',
  })
  expect(said({ step: 2, ...until })).toMatchObject({
    title: 'Nobody has step 2 of the on-call chain',
    message: 'Nobody has step 2 from 2026-11-22 01:30 Z until 2026-11-23 01:30 Z. Name somebody.',
  })
  expect(said({ person: 'Kim Weber' })).toMatchObject({
    title: 'A call may not reach Kim Weber',
    message: expect.not.stringContaining('2026-11-23'),
  })
  expect(said({ person: 'Kim Weber', ...until }).message).toContain('2026-11-23 01:30 Z')
})
