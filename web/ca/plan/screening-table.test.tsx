import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { SCREENING_REASONS, type ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import { SCREENING_IN_ENGLISH, sayScreeningReason } from '@apsis/contract/notice-text/screening-in-words.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { missedText, ScreeningResult } = await import('./screening-table.tsx')

afterEach(() => choose('language', 'en'))

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const pageOf = (change: Partial<PlanScreening>) =>
  renderToStaticMarkup(<ScreeningResult screening={{ ...examples[0]!.screening!, ...change }} />)

const EVENT = { object: 'SIM DEB', tcaAt: '2026-11-25T00:28:02.298Z', pc: 1.14e-4 }
const LEAVES = { pc: 1.14e-4, pcAccepted: 1e-4 }
const NEAR = { object: EVENT.object, tcaAt: EVENT.tcaAt, missM: 90.9, leastM: 100 }
const SHUT = { fromAt: '2026-11-21T10:00:00.000Z', toAt: '2026-11-21T10:10:00.000Z' }
const PATH = { ...EVENT, nominal: 1.14e-4, hot: 'none', cold: 'unknown', missed: 2e-5, path: 'OPS_VS_CAT' }

/** These sentences were written by hand from the meaning of each reason. */
const REASONS: readonly (readonly [ScreeningReason, string, string])[] = [
  [
    { code: 'target-not-screened', values: {} },
    'The event that the burn is made for could not be screened.',
    'Das Ereignis, für das das Manöver geplant ist, ließ sich nicht prüfen.',
  ],
  [
    { code: 'keeps-too-much', values: { pc: 1.14e-4, pcMost: 3e-6, share: 0.03 } },
    'The event keeps Pc 1.14\u00a0×\u00a010⁻⁴; it has to be at most 3.00\u00a0×\u00a010⁻⁶, 0.03 of what is accepted.',
    'Das Ereignis behält Pc 1,14\u00a0×\u00a010⁻⁴; es darf höchstens 3,00\u00a0×\u00a010⁻⁶ sein, das 0,03-Fache des Akzeptierten.',
  ],
  [
    { code: 'strong-leaves-too-much', values: LEAVES },
    'A burn 3σ too strong leaves Pc 1.14\u00a0×\u00a010⁻⁴; accepted is less than 1.00\u00a0×\u00a010⁻⁴.',
    'Ein 3σ zu starkes Manöver lässt Pc 1,14\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
  ],
  [
    { code: 'weak-leaves-too-much', values: LEAVES },
    'A burn 3σ too weak leaves Pc 1.14\u00a0×\u00a010⁻⁴; accepted is less than 1.00\u00a0×\u00a010⁻⁴.',
    'Ein 3σ zu schwaches Manöver lässt Pc 1,14\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
  ],
  [
    { code: 'denser-leaves-too-much', values: LEAVES },
    'Air denser than forecast, to its 95th percentile, leaves Pc 1.14\u00a0×\u00a010⁻⁴; accepted is less than 1.00\u00a0×\u00a010⁻⁴.',
    'Luft, die dichter ist als vorhergesagt, bis zu ihrem 95. Perzentil, lässt Pc 1,14\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
  ],
  [
    { code: 'thinner-leaves-too-much', values: LEAVES },
    'Air thinner than forecast, to its 5th percentile, leaves Pc 1.14\u00a0×\u00a010⁻⁴; accepted is less than 1.00\u00a0×\u00a010⁻⁴.',
    'Luft, die dünner ist als vorhergesagt, bis zu ihrem 5. Perzentil, lässt Pc 1,14\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
  ],
  [
    { code: 'no-probability-with-burn', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: there is no probability with the burn.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Mit dem Manöver gibt es keine Wahrscheinlichkeit.',
  ],
  [
    { code: 'only-counted-with-burn', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: neither the conjunction plane nor curved orbits give a probability with the burn, and a screening does not count drawn pairs.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Weder die Konjunktionsebene noch gekrümmte Bahnen ergeben mit dem Manöver eine Wahrscheinlichkeit, und ein Screening zählt keine gezogenen Paare aus.',
  ],
  [
    { code: 'no-probability-off-nominal', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: there is no probability for a burn that is 3σ too strong or too weak.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Für ein 3σ zu starkes oder zu schwaches Manöver gibt es keine Wahrscheinlichkeit.',
  ],
  [
    { code: 'no-probability-in-other-air', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: there is no probability for air that is denser or thinner than forecast.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Für Luft, die dichter oder dünner ist als vorhergesagt, gibt es keine Wahrscheinlichkeit.',
  ],
  [
    { code: 'not-accepted-with-burn', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1.14\u00a0×\u00a010⁻⁴ with the burn, at or above what is accepted.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1,14\u00a0×\u00a010⁻⁴ mit dem Manöver; das ist nicht weniger, als akzeptiert ist.',
  ],
  [
    { code: 'not-accepted-before-burn', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1.14\u00a0×\u00a010⁻⁴, at or above what is accepted. It comes before the burn, which does not change it: decide it first.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1,14\u00a0×\u00a010⁻⁴; das ist nicht weniger, als akzeptiert ist. Es liegt vor dem Manöver, das daran nichts ändert: Entscheiden Sie zuerst darüber.',
  ],
  [
    { code: 'raised', values: { ...EVENT, pcBefore: 2e-12 } },
    'SIM DEB, TCA 2026-11-25 00:28 Z: the burn raises Pc from below 1\u00a0×\u00a010⁻¹⁰ to 1.14\u00a0×\u00a010⁻⁴.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Das Manöver hebt Pc von unter 1\u00a0×\u00a010⁻¹⁰ auf 1,14\u00a0×\u00a010⁻⁴.',
  ],
  [
    { code: 'raised-from-nothing', values: EVENT },
    'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1.14\u00a0×\u00a010⁻⁴ with the burn; without it there is no probability to compare with.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1,14\u00a0×\u00a010⁻⁴ mit dem Manöver; ohne es gibt es keine Wahrscheinlichkeit zum Vergleich.',
  ],
  [
    { code: 'off-nominal-not-accepted', values: { ...EVENT, ...LEAVES } },
    'SIM DEB, TCA 2026-11-25 00:28 Z: a burn 3σ too strong or too weak takes Pc to 1.14\u00a0×\u00a010⁻⁴; accepted is less than 1.00\u00a0×\u00a010⁻⁴.',
    'SIM DEB, TCA 2026-11-25 00:28 Z: Ein 3σ zu starkes oder zu schwaches Manöver hebt Pc auf 1,14\u00a0×\u00a010⁻⁴; akzeptiert ist weniger als 1,00\u00a0×\u00a010⁻⁴.',
  ],
  [
    { code: 'keeps-too-little-distance', values: { ...NEAR, leastM: 800 } },
    'The objects come within 90 m at 2026-11-25 00:28 Z; the plan has to keep 800 m.',
    'Die Objekte kommen sich um 2026-11-25 00:28 Z auf 90 m nahe; der Plan muss 800 m einhalten.',
  ],
  [
    { code: 'strong-comes-too-near', values: NEAR },
    'A burn 3σ too strong lets the objects come within 90 m at 2026-11-25 00:28 Z; accepted are 100 m at least.',
    'Mit einem 3σ zu starken Manöver kommen sich die Objekte um 2026-11-25 00:28 Z auf 90 m nahe; akzeptiert sind mindestens 100 m.',
  ],
  [
    { code: 'weak-comes-too-near', values: NEAR },
    'A burn 3σ too weak lets the objects come within 90 m at 2026-11-25 00:28 Z; accepted are 100 m at least.',
    'Mit einem 3σ zu schwachen Manöver kommen sich die Objekte um 2026-11-25 00:28 Z auf 90 m nahe; akzeptiert sind mindestens 100 m.',
  ],
  [
    { code: 'too-near-with-burn', values: NEAR },
    'SIM DEB: within 90 m with the burn, at 2026-11-25 00:28 Z; accepted are 100 m at least.',
    'SIM DEB: mit dem Manöver um 2026-11-25 00:28 Z auf 90 m nahe; akzeptiert sind mindestens 100 m.',
  ],
  [
    { code: 'off-nominal-too-near', values: NEAR },
    'SIM DEB: a burn 3σ too strong or too weak comes within 90 m, at 2026-11-25 00:28 Z; accepted are 100 m at least.',
    'SIM DEB: mit einem 3σ zu starken oder zu schwachen Manöver um 2026-11-25 00:28 Z auf 90 m nahe; akzeptiert sind mindestens 100 m.',
  ],
  [
    { code: 'other-plan', values: { object: 'SAT_1', state: 'EXPORTED', fromAt: SHUT.fromAt } },
    'Another plan of yours, SAT_1, begins at 2026-11-21 10:00 Z and is on its way or was flown: the messages do not hold that burn, and this screening does not fly it.',
    'Ein anderer Ihrer Pläne, SAT_1, beginnt um 2026-11-21 10:00 Z und ist auf dem Weg oder wurde geflogen: Die Nachrichten enthalten dieses Manöver nicht, und dieses Screening fliegt es nicht.',
  ],
  [
    { code: 'announced-burn', values: { object: 'SIM-OPS 1', why: 'Example Orbital', fromAt: SHUT.fromAt } },
    'Example Orbital has announced a burn of SIM-OPS 1 at 2026-11-21 10:00 Z, after the last observation that its message rests on: this screening does not fly it.',
    'Example Orbital hat für 2026-11-21 10:00 Z ein Manöver von SIM-OPS 1 angekündigt, nach der letzten Beobachtung, auf der die Nachricht beruht: Dieses Screening fliegt es nicht.',
  ],
  [
    { code: 'other-plan-not-flown', values: { object: 'SAT_1', obstacle: 'by-drag', fromAt: SHUT.fromAt } },
    'Another plan of this satellite, SAT_1, burns at 2026-11-21 10:00 Z, and the new path is not flown with it: it is a change of area.',
    'Ein anderer Plan dieses Satelliten, SAT_1, manövriert um 2026-11-21 10:00 Z, und die neue Bahn wird nicht damit geflogen: es ist eine Änderung der Fläche.',
  ],
  [
    { code: 'announced-not-flown', values: { object: 'Example Orbital', obstacle: 'no-delta-v', fromAt: SHUT.fromAt } },
    'Example Orbital has announced a burn of this satellite at 2026-11-21 10:00 Z, and the new path is not flown with it: its Δv is not told.',
    'Example Orbital hat für 2026-11-21 10:00 Z ein Manöver dieses Satelliten angekündigt, und die neue Bahn wird nicht damit geflogen: sein Δv ist nicht genannt.',
  ],
  [
    { code: 'burn-held', values: { object: 'own.oem', fromAt: SHUT.fromAt } },
    'The ephemeris own.oem holds the burn of 2026-11-21 10:00 Z already: the new path is not flown on it, or the burn would be flown twice.',
    'Die Ephemeride own.oem enthält das Manöver von 2026-11-21 10:00 Z schon: Die neue Bahn wird nicht von ihr aus geflogen, sonst würde das Manöver zweimal geflogen.',
  ],
  [
    { code: 'burn-may-be-held', values: { object: 'own.oem', fromAt: SHUT.fromAt } },
    'The ephemeris own.oem may hold the burn of 2026-11-21 10:00 Z already: on the new path it may be flown twice.',
    'Die Ephemeride own.oem enthält das Manöver von 2026-11-21 10:00 Z vielleicht schon: Auf der neuen Bahn wird es vielleicht zweimal geflogen.',
  ],
  [
    { code: 'outside-volume', values: { share: 87 } },
    '87 % of the new path is inside the volume that the messages came from.',
    '87 % der neuen Bahn liegen in dem Volumen, aus dem die Nachrichten kamen.',
  ],
  [
    { code: 'element-sets-alone', values: {} },
    'A message rests on element sets alone.',
    'Eine Nachricht beruht allein auf Bahnelementsätzen.',
  ],
  [
    { code: 'event-not-screened', values: { obstacle: 'no-probability', assessment: 'co-orbiting' } },
    'An event could not be screened: there is no probability (the objects fly along together).',
    'Ein Ereignis ließ sich nicht prüfen: es gibt keine Wahrscheinlichkeit (die Objekte fliegen miteinander).',
  ],
  [
    { code: 'event-not-screened', values: { obstacle: 'late-after-drag' } },
    'An event could not be screened: it is more than a week after the change of area.',
    'Ein Ereignis ließ sich nicht prüfen: es liegt mehr als eine Woche nach der Änderung der Fläche.',
  ],
  [
    { code: 'event-not-screened', values: { obstacle: 'burn-not-before' } },
    'An event could not be screened: the burn is not before the closest approach.',
    'Ein Ereignis ließ sich nicht prüfen: das Manöver liegt nicht vor der größten Annäherung.',
  ],
  [
    { code: 'event-not-screened', values: { why: 'its values are beyond what can be computed with' } },
    'An event could not be screened: its values are beyond what can be computed with.',
    'Ein Ereignis ließ sich nicht prüfen: its values are beyond what can be computed with.',
  ],
  [
    { code: 'in-blackout', values: { ...SHUT, kind: 'CONTACT', place: 'Kiruna' } },
    'The burn lies in a blackout: the contact with Kiruna, 2026-11-21 10:00 Z to 2026-11-21 10:10 Z.',
    'Das Manöver liegt in einer Sperrzeit: der Kontakt mit Kiruna, 2026-11-21 10:00 Z bis 2026-11-21 10:10 Z.',
  ],
  [
    { code: 'near-blackout', values: { ...SHUT, kind: 'ECLIPSE', place: '' } },
    'The burn may lie in a blackout, whose ends are not certain: the eclipse, 2026-11-21 10:00 Z to 2026-11-21 10:10 Z at the longest.',
    'Das Manöver liegt vielleicht in einer Sperrzeit, deren Enden nicht sicher sind: der Erdschatten, längstens 2026-11-21 10:00 Z bis 2026-11-21 10:10 Z.',
  ],
  [
    { code: 'blackouts-unknown', values: { cause: 'ORBIT_FAULT', why: 'no states' } },
    'Whether the burn lies in a blackout is not known: the orbit that its contacts are computed from cannot be used (no states).',
    'Ob das Manöver in einer Sperrzeit liegt, ist nicht bekannt: Die Bahn, aus der seine Kontakte berechnet werden, ist nicht verwendbar (no states).',
  ],
  [
    { code: 'blackouts-unknown-after', values: { cause: 'ORBIT_ENDS', why: '', afterAt: SHUT.fromAt } },
    'Blackouts are not known after 2026-11-21 10:00 Z: the orbit that its contacts are computed from ends there. The burn ends later.',
    'Nach 2026-11-21 10:00 Z sind Sperrzeiten nicht bekannt: Die Bahn, aus der seine Kontakte berechnet werden, endet dort. Das Manöver endet später.',
  ],
  [
    {
      code: 'path-announced-burn',
      values: { path: 'OPS_VS_CAT', object: 'SIM DEB', why: 'Orbital', fromAt: SHUT.fromAt, tcaAt: SHUT.toAt },
    },
    'OPS_VS_CAT: Orbital has announced a burn of SIM DEB at 2026-11-21 10:00 Z, before the new path comes near it at 2026-11-21 10:10 Z: this screening does not fly it.',
    'OPS_VS_CAT: Orbital hat für 2026-11-21 10:00 Z ein Manöver von SIM DEB angekündigt, bevor die neue Bahn ihm um 2026-11-21 10:10 Z nahe kommt: Dieses Screening fliegt es nicht.',
  ],
  [
    { code: 'path-meets', values: PATH },
    'OPS_VS_CAT: SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1.14\u00a0×\u00a010⁻⁴ with the burn, none 3σ too strong, unknown 3σ too weak, 2.00\u00a0×\u00a010⁻⁵ without it.',
    'OPS_VS_CAT: SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1,14\u00a0×\u00a010⁻⁴ mit dem Manöver, keine Annäherung mit einem 3σ zu starken, unbekannt mit einem 3σ zu schwachen, 2,00\u00a0×\u00a010⁻⁵ ohne Manöver.',
  ],
  [
    { code: 'path-under-way', values: { path: 'OPS_VS_TLE' } },
    'OPS_VS_TLE: the screening of the new path is under way.',
    'OPS_VS_TLE: Das Screening der neuen Bahn läuft.',
  ],
  [
    { code: 'path-failed', values: { path: 'OPS_VS_OPS', why: 'out of time' } },
    'OPS_VS_OPS: The screening of the new path failed: out of time.',
    'OPS_VS_OPS: Das Screening der neuen Bahn schlug fehl: out of time.',
  ],
  [
    { code: 'path-cancelled', values: { path: 'OPS_VS_OPS' } },
    'OPS_VS_OPS: The screening of the new path was cancelled.',
    'OPS_VS_OPS: Das Screening der neuen Bahn wurde abgebrochen.',
  ],
  [
    { code: 'path-not-begun', values: { path: 'OPS_VS_CAT', why: 'The path cannot be flown.' } },
    'OPS_VS_CAT: The screening of the new path could not begin. The path cannot be flown.',
    'OPS_VS_CAT: Das Screening der neuen Bahn konnte nicht beginnen. The path cannot be flown.',
  ],
  [
    { code: 'path-incomplete', values: { path: 'OPS_VS_CAT' } },
    'OPS_VS_CAT: The new path was not screened to its end.',
    'OPS_VS_CAT: Die neue Bahn wurde nicht bis zu ihrem Ende gescreent.',
  ],
]

test.each(REASONS)('a screening that is not PASS has the text of its reason: %o', (cause, english, german) => {
  expect(sayScreeningReason(SCREENING_IN_ENGLISH, cause)).toBe(english)
  const screened = { verdict: 'FAIL', reasons: ['as the API has it'], causes: [cause] } as const
  const change = { ...screened, reasons: [...screened.reasons], causes: [...screened.causes] }
  expect(pageOf(change)).toContain(`<li>${english}</li>`)
  choose('language', 'de')
  expect(pageOf(change)).toContain(`<li>${german}</li>`)
  expect(pageOf(change)).not.toContain('as the API has it')
})

test('every reason that a screening can have is among these', () => {
  expect([...new Set(REASONS.map(([{ code }]) => code))].toSorted()).toEqual(SCREENING_REASONS.toSorted())
})

test('an event that was not screened shows the reason, in the language of the reader', () => {
  choose('language', 'de')
  const screening = examples[0]!.screening!
  const lost = { conjunctionId: screening.events[0]!.conjunctionId, reason: 'there is no probability (co-orbiting)' }
  const cause = { obstacle: 'no-probability', assessment: 'co-orbiting' }
  const known = renderToStaticMarkup(
    <ScreeningResult screening={{ ...screening, notScreened: [{ ...lost, cause }] }} />,
  )
  expect(known).toContain('es gibt keine Wahrscheinlichkeit (die Objekte fliegen miteinander)')
  expect(known).not.toContain('there is no probability')
})

test('a miss that has to exceed a limit is rounded down, as in the text of its distance', () => {
  const { events } = examples[0]!.screening!
  const page = pageOf({ events: [{ ...events[0]!, missBeforeM: 199.9, missM: 1999.6 }] })
  expect(page).toMatch(/>199</)
  expect(page.replaceAll(/\s/g, '')).toContain('>1999<')
})

test('a screening shows the risk of a missed burn, and the time until which a second one can be decided (F12)', () => {
  const secondBurn = { ignition: '2096-11-21T13:25:00.000Z', commitAt: '2096-11-21T11:00:00.000Z' }
  expect(pageOf({ secondBurn })).toContain(
    'If the burn is missed, Pc 1.76\u00a0×\u00a010⁻³ stays. A second burn, by 2096-11-21 13:25:00 Z, can be decided until 2096-11-21 11:00:00 Z.',
  )
  expect(pageOf({ secondBurn: null })).toContain('No second burn can be commanded after this one.')
  expect(pageOf({ secondBurn: undefined })).not.toContain('second')
})

test('the text on a missed burn ends with the time to decide a second one', () => {
  const secondBurn = { ignition: '2026-11-22T05:00:00.000Z', commitAt: '2026-11-21T23:00:00.000Z' }
  const screening = { ...examples[0]!.screening!, secondBurn }
  const at = (time: string) => missedText(screening, Date.parse(time))
  expect(at('2026-11-21T23:00:00.000Z')).toContain('can be decided until 2026-11-21 23:00:00 Z.')
  const over = at('2026-11-21T23:00:01.000Z')
  expect(over).toContain('Too late for a second burn since 2026-11-21 23:00:00 Z.')
  expect(over).not.toContain('can be decided')
})

test('for a change of area the columns are about the air, not about a burn 3σ off', () => {
  const screening = examples[0]!.screening!
  const byDrag = renderToStaticMarkup(<ScreeningResult screening={screening} isByDrag />)
  expect(byDrag).toContain('denser air')
  expect(byDrag).toContain('thinner air')
  expect(byDrag).not.toContain('3σ')
  expect(pageOf({})).toContain('3σ strong')
})
