import {
  type Conjunction,
  type Decision,
  Decision as DecisionSchema,
  listConjunctions,
} from '@apsis/contract/ca/event/conjunction.ts'
import type { Estimate, UnfoundApproach } from '@apsis/contract/ca/event/estimate.ts'
import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { type Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { type PageContent, reportPage } from './report-page.ts'

type DocumentedSchema = { meta(): unknown }
const exampleOf = <T>(schema: DocumentedSchema) => (schema.meta() as { readonly examples: readonly T[] }).examples[0]!
const [conjunction] = exampleOf<[Conjunction]>(listConjunctions.response)
const [cdm] = exampleOf<[Cdm]>(listCdms.response)
const decision = exampleOf<Decision>(DecisionSchema)
const plan = exampleOf<Plan>(PlanSchema)

const made = { created: cdm.creationDate, received: cdm.receivedAt, sha256: 'a1' }
const message = { ...cdm, ...made, cdmId: conjunction.activeCdmId ?? cdm.cdmId }
const content: PageContent = {
  conjunction,
  decision,
  manoeuvres: [plan],
  messages: [message],
  estimates: {
    conjunctionId: conjunction.conjunctionId,
    levelFrom: 'MESSAGE',
    estimates: [],
    unfound: [],
    comparison: null,
  },
  number: 1,
  at: '2026-11-20T06:00:00.000Z',
  by: 'demo',
  note: '',
  language: 'en',
  version: '1',
}

/** Returns the text of the page, with single spaces between words. */
const textOf = (page: string) => page.replace(/<style>.*<\/style>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ')

test('if an own screening sets the level, every number next to it is from that screening', () => {
  const data = { ...conjunction.conjunctionData, tca: '2026-11-21T14:00:00.000Z', probabilityOfCollision: 3e-3 }
  const own: Conjunction = {
    ...conjunction,
    levelFrom: 'OWN_SCREENING',
    method: 'hall-3d',
    conjunctionData: {
      ...data,
      totalMissDistance: 77.7,
      relativeSpeed: 1234.5,
      relativePosition: { r: 11.1, t: 22.2, n: 33.3 },
      sigmaRtn: { r: 4.4, t: 5.5, n: 6.6 },
    },
  }
  const text = textOf(reportPage({ ...content, conjunction: own }))
  expect(text).toContain('Probability of collision (screening of the own orbit) 3.00 × 10⁻³ Method Hall, curved paths')
  expect(text).toContain(
    'Miss distance, m 77.7 Miss R, T, N of object 1, m 11.1 · 22.2 · 33.3 1σ R, T, N, m 4.4 · 5.5 · 6.6',
  )
  expect(text).not.toContain('(recomputed)')
  expect(text).not.toContain('Combined hard-body radius')
})

test('if a message sets the level, the radius is from this message, not from the newest', () => {
  const newest = { ...message, cdmId: 'newest', assessment: { ...message.assessment, hardBodyRadius: 98.76 } }
  const active = { ...message, assessment: { ...message.assessment, hardBodyRadius: 12.34 } }
  const text = textOf(reportPage({ ...content, messages: [active, newest] }))
  expect(text).toContain('Combined hard-body radius, m 12.34')
  expect(text).not.toContain('98.76')
})

test('the page says which screening would have found the approach, and did not', () => {
  const unfound: UnfoundApproach = {
    screeningId: conjunction.conjunctionId,
    madeAt: '2026-11-20T01:02:03.000Z',
    tca: conjunction.conjunctionData.tca,
    volume: { r: 2_000, t: 25_000, n: 25_000 },
    distanceM: 12_712,
    oemFileId: null,
    fileName: null,
    neighbour: {
      source: 'ephemerides.example',
      file: 'other.meme',
      madeAt: '2026-11-19T20:00:00.000Z',
      until: '2026-11-22T20:00:00.000Z',
      isEnvelope: false,
    },
    isSimulated: true,
  }
  const withUnfound = (one: UnfoundApproach, language: PageContent['language'] = 'en') =>
    textOf(reportPage({ ...content, language, estimates: { ...content.estimates, unfound: [one] } }))
  expect(withUnfound(unfound)).toContain(
    '2026-11-20 01:02:03 Z, of the own element set against the published ephemeris other.meme (ephemerides.example): no approach within the screening volume of ±2.0 × ±25.0 × ±25.0 km (R × T × N); 12.7 km apart at the TCA.',
  )
  expect(withUnfound({ ...unfound, fileName: 'own.oem', distanceM: null })).toMatch(
    /of own\.oem against .*25\.0 km \(R × T × N\)\. /,
  )
  expect(withUnfound(unfound, 'de')).toContain('±2,0 × ±25,0 × ±25,0 km (R × T × N); 12,7 km Abstand zur TCA.')
})

test('the page lists the estimates, and says for each whether it counts', () => {
  const one: Estimate = {
    estimateId: 'e',
    source: 'OWN_SCREENING',
    madeAt: '2026-11-20T01:02:03.000Z',
    tca: '2026-11-21T14:00:00.000Z',
    missM: 77.7,
    miss: null,
    relativeSpeedMps: 1,
    probability: null,
    method: null,
    maximumProbability: null,
    sigma: null,
    weakness: null,
    endedAt: null,
    cdmId: null,
    messageId: null,
    originator: null,
    screeningId: null,
    oemFileId: null,
    fileName: null,
    ownCovariance: null,
    against: null,
    neighbour: null,
    isEmergencyReportable: null,
    isSimulated: true,
    riskLevel: 'HIGH' as const,
    state: 'BEFORE_BURN' as const,
  }
  const text = textOf(reportPage({ ...content, estimates: { ...content.estimates, estimates: [one] } }))
  expect(text).toMatch(/Own screening 2026-11-20 01:02:03.Z .*High – – 77\.7 – – from before the burn/)
})

test('the German page shows words instead of codes', () => {
  const step = { ...decision.history[0]!, action: 'DECIDE', decision: 'NO_ACTION', riskLevel: 'CRITICAL' } as const
  const call = { step: 1, steps: 2, person: 'ben', before: null }
  const called = { ...decision.history[0]!, action: 'NOTE', why: 'Called ben, step 1 of 2.', call } as const
  const kinds = { object1: { ...message.object1, objectType: 'PAYLOAD', manoeuvrable: 'YES' as const } }
  const screening = { ...plan.screening!, verdict: 'PASS' as const }
  const page = reportPage({
    ...content,
    language: 'de',
    messages: [{ ...message, ...kinds }],
    decision: { ...decision, history: [step, called] },
    manoeuvres: [{ ...plan, state: 'SUPERSEDED', screening }],
  })
  const text = textOf(page)
  for (const word of [
    'Nutzlast',
    'ben wurde gerufen, Stelle 1 von 2.',
    'Entscheiden: nichts tun',
    'Überholt',
    'Bestanden',
    'Kritisch',
    'Freigegeben von',
  ])
    expect(text).toContain(word)
  expect(
    text.match(/\b(CRITICAL|HIGH|OPEN|SUPERSEDED|PAYLOAD|DEBRIS|YES|PASS|DECIDE|NO_ACTION|[a-z]+-[23]d)\b/g),
  ).toBeNull()
})

test('a plan by drag shows the time in its attitude, and no Δv of zero', () => {
  const drag = { holdS: 45_000 } as NonNullable<Plan['drag']>
  const plans = [{ ...plan, totalDeltaVMagnitude: 0, drag }]
  const text = textOf(reportPage({ ...content, manoeuvres: plans }))
  expect(text).toContain('drag, 12.5 h in attitude')
  expect(text).not.toContain('0.0000')
})

test('the page shows the steps of each plan with their authors and reasons, and the agreement on who moves', () => {
  const agreement = { mover: 'US' as const, with: 'Borealis', at: '2026-11-20T06:10:00.000Z', channel: 'telephone' }
  const at = '2026-11-20T06:30:00.000Z'
  const steps = [
    { at, by: 'ben', action: 'MOVE' as const, state: 'APPROVED' as const, why: 'The part outside was looked at.' },
    { at, by: 'ben', action: 'DOWNLOAD' as const, state: 'APPROVED' as const, why: 'SAT-3.opm' },
    { at, by: 'ada', action: 'MOVE' as const, state: 'EXPORTED' as const, why: 'None was asked.', agreement },
    {
      at,
      by: 'ca.manoeuvres',
      action: 'MOVE' as const,
      state: 'SUPERSEDED' as const,
      why: 'in English',
      cause: { reason: 'newer-message' },
    },
  ]
  const told = (language: 'en' | 'de') => textOf(reportPage({ ...content, language, manoeuvres: [{ ...plan, steps }] }))
  expect(told('en')).toContain('ben SAT-3_20261121_101012_Z Approved The part outside was looked at.')
  expect(told('en')).toContain(
    'Exported None was asked. We move: agreed with Borealis at 2026-11-20 06:10:00 Z, by telephone.',
  )
  expect(told('en')).not.toContain('SAT-3.opm')
  expect(told('de')).toContain('Wir weichen aus: abgesprochen mit Borealis')
  expect(told('de')).not.toContain('in English')
})
