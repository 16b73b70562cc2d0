import { EXAMPLE_SCREENING } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { EXAMPLE_PATH, type PathEncounter, type PathScreening } from '@apsis/contract/ca/plan/path-screening.ts'
import { expect, test } from 'vitest'
import { encountersOf, resultOf, together } from './path-verdict.ts'

const ACCEPTED = 1e-4
const approach = { ...EXAMPLE_PATH.encounters[0]!.nominal!, tca: '2026-11-25T00:28:02.298Z' }
const MET: PathEncounter = {
  objectId: '90127',
  object: 'SIM DEB',
  isOfMessage: false,
  nominal: { ...approach, probability: 1.14e-4 },
  hot: { ...approach, probability: null },
  cold: null,
  missed: { ...approach, probability: 2e-5 },
}
const FAILED: PathScreening = { ...EXAMPLE_PATH, ...resultOf([MET], ACCEPTED) }
const SENTENCE =
  'SIM DEB, TCA 2026-11-25 00:28 Z: Pc 1.14\u00a0×\u00a010⁻⁴ with the burn, unknown 3σ too strong, none 3σ too weak, 2.00\u00a0×\u00a010⁻⁵ without it.'

test('each encounter of a path is described in a sentence, with the same facts as data', () => {
  const values = {
    object: 'SIM DEB',
    tcaAt: approach.tca,
    nominal: 1.14e-4,
    hot: 'unknown',
    cold: 'none',
    missed: 2e-5,
  }
  expect(FAILED).toMatchObject({
    result: 'FAIL',
    reasons: [SENTENCE],
    causes: [{ code: 'path-meets', values }],
  })
})

test('an approach whose probability is unknown for a burn that is too strong or too weak is open if it may exceed the accepted probability (F12)', () => {
  const faint = { ...approach, probability: 1e-12 }
  const quiet: PathEncounter = { ...MET, nominal: faint, hot: faint, cold: null, missed: null }
  const unknown = (maximumProbability: number) => ({ ...approach, probability: null, maximumProbability })
  const resultWith = (off: Partial<PathEncounter>) => resultOf([{ ...quiet, ...off }], ACCEPTED)
  expect(resultWith({}).result).toBe('CLEAR')
  expect(resultWith({ hot: unknown(0.99e-4) }).result).toBe('CLEAR')
  for (const off of [{ hot: unknown(1e-4) }, { cold: unknown(1e-4) }]) {
    expect(resultWith(off)).toMatchObject({ result: 'WARN', causes: [{ code: 'path-meets' }] })
  }
})

test('the reasons of messages and paths are listed together, each with its data', () => {
  const ofMessages = {
    verdict: 'NOT_ASSESSED' as const,
    reasons: ['A message rests on element sets alone.'],
    causes: [{ code: 'element-sets-alone' as const, values: {} }],
  }
  const waiting: PathScreening = { ...EXAMPLE_PATH, type: 'OPS_VS_TLE', result: 'WAITING' }
  const { verdict, reasons, causes } = together({ ...EXAMPLE_SCREENING, ofMessages }, [FAILED, waiting])
  expect(verdict).toBe('FAIL')
  expect(reasons).toEqual([
    'A message rests on element sets alone.',
    `OPS_VS_CAT: ${SENTENCE}`,
    'OPS_VS_TLE: the screening of the new path is under way.',
  ])
  expect(causes).toMatchObject([
    { code: 'element-sets-alone', values: {} },
    { code: 'path-meets', values: { path: 'OPS_VS_CAT', nominal: 1.14e-4 } },
    { code: 'path-under-way', values: { path: 'OPS_VS_TLE' } },
  ])
})

test('if the burn passed by its messages, only reasons of the path are listed', () => {
  const passed = { verdict: 'PASS' as const, reasons: [], causes: [] }
  expect(together({ ...EXAMPLE_SCREENING, ofMessages: passed }, [FAILED]).causes).toHaveLength(1)
})

test('an announced burn of an object before its encounter with the path prevents the result CLEAR (F10)', () => {
  const faint = { ...approach, probability: 1e-12 }
  const met: PathEncounter = { ...MET, nominal: faint, hot: faint, cold: null, missed: null }
  const burn = { objectId: '90127', by: 'Example Orbital', at: new Date('2026-11-24T12:00:00.000Z') }
  expect(resultOf([met], ACCEPTED).result).toBe('CLEAR')
  const announced = resultOf([met], ACCEPTED, [burn])
  const values = { object: 'SIM DEB', tcaAt: approach.tca, why: 'Example Orbital', fromAt: burn.at.toISOString() }
  expect(announced).toMatchObject({ result: 'WARN', causes: [{ code: 'path-announced-burn', values }] })
  expect(announced.reasons).toEqual([
    'Example Orbital has announced a burn of SIM DEB at 2026-11-24 12:00 Z, before the new path comes near it at 2026-11-25 00:28 Z: this screening does not fly it.',
  ])
  const path: PathScreening = { ...EXAMPLE_PATH, ...announced }
  const ofMessages = { verdict: 'PASS' as const, reasons: [], causes: [] }
  expect(together({ ...EXAMPLE_SCREENING, ofMessages }, [path]).verdict).toBe('WARN')
  // The object is met again half a revolution later: the burn is listed once.
  const again = { ...met, nominal: { ...faint, tca: '2026-11-25T01:15:00.000Z' } }
  expect(resultOf([met, again], ACCEPTED, [burn]).causes).toEqual(announced.causes)
  // These burns do not count: a burn after the encounter, of another object, of an object that messages judge, or of an object that is met only
  // without the planned burn.
  const late = { ...burn, at: new Date('2026-11-25T00:29:00.000Z') }
  expect(resultOf([met], ACCEPTED, [late, { ...burn, objectId: '1' }]).result).toBe('CLEAR')
  expect(resultOf([{ ...met, isOfMessage: true }], ACCEPTED, [burn]).result).toBe('CLEAR')
  expect(resultOf([{ ...met, nominal: null, hot: null, missed: faint }], ACCEPTED, [burn]).result).toBe('CLEAR')
})

/** The orbital periods of a satellite on a Molniya orbit, of a satellite 800 km high, and of a geostationary satellite, s. */
const [MOLNIYA_S, LOW_S, GEO_S] = [43_082, 6_052, 86_164]

const approached = (tca: string, objectPeriodS: number | null, probability = 1e-6) => ({
  case: 'nominal' as const,
  objectId: '90127',
  object: 'SIM DEB',
  tca: new Date(tca),
  missM: 100,
  probability,
  maximumProbability: 1e-5,
  reason: '',
  objectPeriodS,
})

test('an approach of the path is matched to a message within the tolerance of its event, whatever the period of the satellite (F6)', () => {
  const found = approached('2026-11-25T00:10:00.000Z', GEO_S)
  // For a satellite in a high orbit that meets an object in LEO, the event has the tolerance of the object.
  const [wideS, narrowS] = [900, 450]
  const event = (toleranceS: number | null) => ({
    objectId: '90127',
    tca: new Date('2026-11-25T00:00:00.000Z'),
    toleranceS,
  })
  const isOfMessage = (toleranceS: number | null) =>
    encountersOf([found], [event(toleranceS)], GEO_S).map((one) => one.isOfMessage)
  expect(isOfMessage(narrowS)).toEqual([false])
  expect(isOfMessage(null)).toEqual([false])
  expect(isOfMessage(wideS)).toEqual([true])
})

test('two approaches to a low object are two encounters of a satellite in a high orbit, and none is hidden by a message (F6)', () => {
  const tca = '2026-11-25T00:00:00.000Z'
  const message = { objectId: '90127', tca: new Date(tca), toleranceS: 450 }
  // The approaches are ten minutes apart, one on each side of the perigee.
  const meet = (objectPeriodS: number | null) =>
    encountersOf(
      [approached(tca, objectPeriodS), approached('2026-11-25T00:10:00.000Z', objectPeriodS, 2e-4)],
      [message],
      MOLNIYA_S,
    )
  const two = meet(LOW_S)
  expect(two.map(({ isOfMessage, nominal }) => [isOfMessage, nominal?.probability])).toEqual([
    [false, 2e-4],
    [true, 1e-6],
  ])
  expect(resultOf(two, ACCEPTED).result).toBe('FAIL')
  // Two approaches in a high orbit are one encounter, whose TCA has moved; the same holds if the other object is unknown.
  expect(meet(GEO_S)).toHaveLength(1)
  expect(meet(null)).toHaveLength(1)
})
