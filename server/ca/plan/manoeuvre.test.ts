import { axesRotation } from '@apsis/astro/ephemeris/axes.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { J2 } from '@apsis/astro/manoeuvre/dynamics.ts'
import { makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, norm, subtract } from '@apsis/astro/vec3.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { EventPlan as Plan, PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { DEFAULT_SECONDARY_RADIUS_M } from '../satellite/record/radius.data.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }
const ACCEPTED = 1e-4
const TARGET = 3e-6
/** The multiple of the target up to which a plan is sufficient (flight rule F2). */
const MARGIN = 1.01
/** Each component of a burn is a multiple of this. */
const STEP_MPS = 1e-7
/** The last digit of velocities in a file. */
const LAST_DIGIT_MPS = 1e-9
/** A multiple of the step is written with all of its digits. */
const BURN_MPS = 1e-15
/** The effect of the last digits of velocities and positions in a file on a probability: about 1e-7. */
const SAME_PROBABILITY = 5e-7
/** The correct decimals of a number of revolutions: the time before TCA is rounded to 7e-8 s, and a revolution takes 5,800 s. */
const ORBITS_DIGITS = 9
/** A component that is not rounded before it is written has nine digits after the point, in km/s. */
const DIGITS_OF_ARC_MPS = 2e-6
// The accuracy of values in double precision: the decimals of kg below 0.01 and of s below 100, and the errors of metres of 7000 km and of whole numbers up to 1e5.
const MASS_DIGITS = 15
const SECONDS_DIGITS = 12
const AXIS_M = 1e-8
const WHOLE = 1e-9
/** The orbit of the message has e = 1e-5: the tangent differs from along-track by this angle, and a Δv of 1 mm/s loses its square. */
const TANGENT_MPS = 1e-11

/** Computes the probability after the burn of a file with a reader that does not use the plan. */
function flyFile(text: string, message: string): { probability: number; dvMps: number } {
  const { state, manoeuvres } = parseOpm(text)
  const burn = manoeuvres[0]!
  const cdm = parseCdm(message)
  const [primary, secondary] = encounterOfCdm(cdm)
  const tca = cdm.relative.tca
  const model = makeEncounterModel({ primary, secondary, radiusM: 5 + DEFAULT_SECONDARY_RADIUS_M }, J2)
  const seconds = (epoch: unknown) => secondsBetween(tca, epoch as Epoch)
  const start = transformState({ frame: 'EME2000', epoch: state.epoch as Epoch, r: state.r, v: state.v }, 'GCRF', {
    outside: 'hold',
  })
  const [fromS, burnS] = [seconds(state.epoch), seconds(burn.ignition)]
  const at = J2.fly(start, { fromS, toS: burnS }, 'primary')
  const axes = axesRotation(
    burn.refFrame,
    { frame: 'GCRF', epoch: burn.ignition as Epoch, ...at },
    { model: { outside: 'hold' } },
  )!
  const moved = { r: at.r, v: add(at.v, transform(transpose(axes.matrix), burn.deltaVMps)) }
  const end = J2.fly(moved, { fromS: burnS, toS: 0 }, 'primary')
  return { probability: confirm(model.after({ state: end }), model, 'circle-2d')!, dvMps: norm(burn.deltaVMps) }
}

test('a plan reaches its target, has every field of the spec, and its file read back gives the same probability (F1, F2, F7, F16)', async () => {
  const operator = await planAt(api, 'planned', { cdm: { hbrM: null, missM: 150 } })
  const answer = await operator.create({ hasExecutionError: false })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const plan = await bodyOf<Plan>(answer)
  expect(plan).toMatchObject({
    state: 'DRAFT',
    manoeuvreType: 'IMPULSIVE',
    meetsTarget: true,
    limit: null,
    target: { kind: 'PROBABILITY' },
  })
  expect(plan.target.value).toBe(TARGET)
  expect(plan.before.probability).toBeGreaterThan(ACCEPTED)
  expect(plan.after.probability).toBeLessThanOrEqual(MARGIN * TARGET)
  expect(plan.after.probability).toBeGreaterThan(0.9 * TARGET)
  expect(plan.orbitsBeforeTca).toBeCloseTo(2.5, ORBITS_DIGITS)
  // The rocket equation and the vis-viva equation, by hand.
  expect(plan.deltaMass).toBeCloseTo(260 * (1 - Math.exp(-plan.deltaVMagnitude / (220 * 9.80665))), MASS_DIGITS)
  const [r, v, w] = [plan.positionBefore, plan.velocityBefore, plan.velocityAfter].map((x) => norm(x)) as [
    number,
    number,
    number,
  ]
  const sma = (speed: number) => 1 / (2 / r - speed ** 2 / 3.986004418e14)
  expect(Math.abs(plan.smaChange - (sma(w) - sma(v)))).toBeLessThan(AXIS_M)
  expect(norm(subtract(plan.positionAfter, plan.positionBefore))).toBe(0)
  // The plan rounds Δv to 1e-7 m/s before it computes the result.
  for (const part of plan.deltaVRtn) expect(Math.abs(part * 1e7 - Math.round(part * 1e7))).toBeLessThan(WHOLE)
  for (const frame of ['RSW_INERTIAL', 'TNW_INERTIAL', 'EME2000'])
    for (const version of ['2.0', '3.0']) {
      const file = await operator.file(plan, `format=opm&version=${version}&reference-frame=${frame}`)
      expect(file.name).toContain(`DRAFT_SAT_43617_2030010`)
      expect(file.text).toContain('COMMENT DRAFT. Nobody has approved')
      const opm = parseOpm(file.text)
      expect(opm.header.version).toBe(version)
      // 502.0-B-2 names RSW, RTN and TNW (annex A); the inertial axes are in the list of version 3.0.
      expect(opm.manoeuvres[0]!.refFrame).toBe(version === '2.0' ? frame.replace('_INERTIAL', '') : frame)
      expect(file.text).toContain('COMMENT MAN_DURATION 0: an impulse')
      const early = secondsBetween(opm.state.epoch as Epoch, opm.manoeuvres[0]!.ignition as Epoch)
      expect(early).toBeGreaterThanOrEqual(60)
      const flown = flyFile(file.text, operator.text)
      expect(Math.abs(flown.probability / plan.after.probability! - 1)).toBeLessThan(SAME_PROBABILITY)
      expect(Math.abs(flown.dvMps - plan.deltaVMagnitude)).toBeLessThan(BURN_MPS)
    }
  // A burn forwards along the track raises the orbit: MAN_DV is the velocity after the burn minus the velocity before it.
  const opm = parseOpm((await operator.file(plan, 'format=opm')).text)
  expect(Math.sign(opm.manoeuvres[0]!.deltaVMps[1])).toBe(Math.sign(plan.smaChange))
})

test('with execution errors a burn 3σ too weak stays below the accepted probability, and each factor on the sigmas is stated (F1, F3)', async () => {
  const operator = await planAt(api, 'errors')
  const [exact, plan] = [await operator.planned({ hasExecutionError: false }), await operator.planned()]
  expect(exact.coldProbability).toBeNull()
  expect(plan.coldProbability).toBeLessThan(ACCEPTED)
  expect(plan.deltaVMagnitude).toBeGreaterThan(exact.deltaVMagnitude)
  expect(plan.sensitivity.map(({ covarianceFactor }) => covarianceFactor)).toEqual([0.5, 1, 1.5, 2, 3])
  expect(plan.sensitivity.find(({ covarianceFactor }) => covarianceFactor === 2)!.probability).toBeGreaterThan(TARGET)
})

test.each([
  ['NONE', { propulsion: { type: 'NONE' } }, {}, 'manoeuvre.no-engine'],
  ['UNKNOWN', { propulsion: { type: 'UNKNOWN' } }, {}, 'manoeuvre.no-engine'],
  ['ATTITUDE', {}, { attitude: 'LEAST_AREA' }, 'manoeuvre.attitude'],
  ['LATE', {}, { start: { unit: 'DATE', value: '2026-01-01T00:00:00.000Z' } }, 'manoeuvre.lead-time'],
  ['AFTER', {}, { start: { unit: 'DATE', value: '2030-01-06T00:00:00.000Z' } }, 'manoeuvre.after-tca'],
  ['WINDOW', {}, { until: '2029-01-01T00:00:00.000Z' }, 'manoeuvre.window'],
])('%s: what cannot be planned is refused, and the limit is named', async (name, configuration, body, code) => {
  const operator = await planAt(api, `refused-${name.toLowerCase()}`, { configuration })
  const answer = await operator.create(body)
  expect(answer.status).toBe(422)
  expect((await bodyOf<Problem>(answer)).errors?.map((one) => one.code)).toEqual([code])
})

test('a plan that cannot reach its target names the binding limit and its result', async () => {
  const maxDeltaVMps = 0.001
  const weak = await planAt(api, 'weak', { configuration: { propulsion: { ...ENGINE, maxDeltaVMps } } })
  const plan = await weak.planned({ hasExecutionError: false })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'DELTA_V' })
  expect(plan.deltaVMagnitude).toBeLessThanOrEqual(maxDeltaVMps + STEP_MPS)
  expect(plan.after.probability).toBeGreaterThan(TARGET)
  const short = await planAt(api, 'short', { configuration: { propulsion: { ...ENGINE, maxBurnS: 0.1 } } })
  expect(await short.planned({ hasExecutionError: false })).toMatchObject({
    meetsTarget: false,
    limit: 'BURN_DURATION',
  })
  // The objects fly side by side at 5 cm/s: a plan that suffices in the plane leaves hundreds of times the target along curved orbits.
  const beside = await planAt(api, 'beside', { cdm: { slowMps: 0.05, sigmaM: 5, missM: 30 } })
  const start = { unit: 'PERIODS', value: 0.5 }
  const unmoved = await beside.planned({ hasExecutionError: false, dynamics: 'two-body', start })
  expect(unmoved).toMatchObject({ meetsTarget: false, limit: 'METHOD' })
  expect(unmoved.after.probability).toBeGreaterThan(10 * TARGET)
  const failed = await weak.moved(plan, { state: 'SCREENED' })
  expect(failed.screening).toMatchObject({ verdict: 'FAIL' })
})

test('a burn with continuous thrust lasts as long as the engine needs for it', async () => {
  const propulsion = {
    type: 'CONTINUOUS',
    thrustN: 0.02,
    ispS: 1500,
    dutyCycle: 0.8,
    maxThrustPerOrbitS: 3000,
    sigmaMagnitude: 0,
  }
  const operator = await planAt(api, 'arc', { configuration: { propulsion } })
  const plan = await operator.planned()
  expect(plan).toMatchObject({ manoeuvreType: 'CONTINUOUS', dutyCycle: 0.8, meetsTarget: true })
  const force = (260 * plan.deltaVMagnitude) / plan.manoeuvreDuration
  expect(force).toBeLessThanOrEqual(0.02 * 0.8)
  expect(force).toBeGreaterThan(0.99 * 0.02 * 0.8)
  expect(plan.totalThrustingTime).toBeCloseTo(0.8 * plan.manoeuvreDuration, SECONDS_DIGITS)
  const { manoeuvres } = parseOpm((await operator.file(plan, 'format=opm&version=3.0')).text)
  expect(manoeuvres[0]).toMatchObject({ durationS: plan.manoeuvreDuration, refFrame: 'RSW_INERTIAL' })
  // Version 2.0 cannot express that local axes are fixed during the arc.
  const [old] = parseOpm((await operator.file(plan, 'format=opm')).text).manoeuvres
  expect(old).toMatchObject({ durationS: plan.manoeuvreDuration, refFrame: 'EME2000' })
  expect(Math.abs(norm(old!.deltaVMps) - norm(manoeuvres[0]!.deltaVMps))).toBeLessThan(DIGITS_OF_ARC_MPS)
  const oem = parseOem((await operator.file(plan, 'format=oem')).text)
  expect(oem.segments).toHaveLength(3)
  const heavy = await planAt(api, 'massless', { configuration: { propulsion, wetMass: undefined } })
  expect((await bodyOf<Problem>(await heavy.create())).errors?.[0]?.code).toBe('manoeuvre.mass')
})

test('a plan names the object whose velocity covariance is not credible, and is made with the position covariance only', async () => {
  const filled = (value: string) => (text: string) =>
    text.replace(
      /^(C(?:R|T|N)DOT_(?:R|T|N)DOT = )\S+/gm,
      (_all, head) => `${head}${head.match(/C(.)DOT_\1DOT/) ? value : 0}`,
    )
  const planned = async (organisation: string, value: string) => {
    const operator = await planAt(api, organisation, { change: filled(value) })
    return { operator, plan: await operator.planned({ hasExecutionError: false }) }
  }
  const [filler, none] = [await planned('filler', '1e-12'), await planned('none', '0')]
  expect(filler.plan.convention).toContain('position alone')
  expect(filler.plan.convention).toContain('The velocity covariance of object 1 and object 2 is not credible')
  expect(none.plan.convention).not.toContain('credible')
  expect(filler.plan.deltaVRtn).toEqual(none.plan.deltaVRtn)
  const { assessment } = (await filler.operator.ada.read<Cdm[]>('/cdms'))[0]!
  expect(assessment).toMatchObject({
    reason: 'velocity-covariance-not-credible',
    velocityLeftOut: { primary: true, secondary: true },
    isReliable: false,
  })
})

test('a plan accepts starts in every unit and lines in every form of the spec, and gives states in every frame', async () => {
  const operator = await planAt(api, 'words')
  const starts = [
    { unit: 'PERIODS', value: 1.5 },
    { unit: 'SECONDS', value: 9000 },
    { unit: 'DATE', value: '2030-01-05T09:30:00.000Z' },
  ]
  for (const start of starts) expect((await operator.planned({ start })).manoeuvreId).toBeDefined()
  const azimuth = { deltaVDirection: 'AZIMUTH_ELEVATION', deltaVReferenceFrame: 'RTN', azimuthDeg: 0, elevationDeg: 0 }
  const along = { deltaVDirection: 'XYZ', deltaVReferenceFrame: 'VNC_INERTIAL', vector: [1, 0, 0] }
  for (const direction of [azimuth, along]) {
    const plan = await operator.planned({
      direction,
      deltaVReferenceFrame: 'TNW',
      deltaVDirection: 'AZIMUTH_ELEVATION',
      referenceFrame: 'ECEF',
    })
    const [r, t, n] = plan.deltaVRtn
    expect(Math.abs(t)).toBeGreaterThan(100 * Math.hypot(r, n))
    // For a circle the tangent is along-track.
    expect(Math.abs(plan.deltaVVector[0] - t)).toBeLessThan(TANGENT_MPS)
    expect(plan).toMatchObject({
      referenceFrame: 'ECEF',
      deltaVReferenceFrame: 'TNW',
      deltaVDirection: 'AZIMUTH_ELEVATION',
    })
  }
  const search = await operator.planned({
    start: { unit: 'PERIODS', value: 3 },
    until: '2030-01-05T11:30:00.000Z',
    hasExecutionError: false,
  })
  const fixed = await operator.planned({ start: { unit: 'PERIODS', value: 1 }, hasExecutionError: false })
  expect(search.deltaVMagnitude).toBeLessThan(fixed.deltaVMagnitude)
})

test('an ephemeris with the burn has segments, two states at ignition and a valid covariance everywhere (F16)', async () => {
  const operator = await planAt(api, 'oem', { cdm: { missM: 20, sigmaM: 5 } })
  const plan = await operator.planned()
  const { segments } = parseOem((await operator.file(plan, 'format=oem')).text)
  expect(segments).toHaveLength(2)
  const [before, after] = [segments[0]!, segments[1]!]
  const [last, first] = [before.states.at(-1)!, after.states[0]!]
  expect(secondsBetween(last.epoch as Epoch, first.epoch as Epoch)).toBe(0)
  expect(secondsBetween(parseTime(plan.ignitionEpoch.replace('Z', '')), first.epoch as Epoch)).toBe(0)
  expect(Math.abs(norm(subtract(first.v, last.v)) - plan.deltaVMagnitude)).toBeLessThan(2 * LAST_DIGIT_MPS)
  expect(before.metadata.useableStopTime).toEqual(last.epoch)
  expect(after.metadata.useableStartTime).toEqual(first.epoch)
  for (const { covariances } of segments)
    for (const { matrix, refFrame } of covariances) {
      expect(refFrame).toBe('RTN')
      for (let k = 0; k < 6; k += 1) expect(matrix[k]![k]).toBeGreaterThan(0)
    }
  const alongOf = (index: number) => segments[index]!.covariances
  // The first covariance after the burn contains 10 % of the burn along the track.
  const grown = alongOf(1)[0]!.matrix[4]![4]! - alongOf(0).at(-1)!.matrix[4]![4]!
  expect(grown).toBeGreaterThan(0.9 * (0.1 * plan.deltaVRtn[1]) ** 2)
  const path = async (which: string) => parseOem((await operator.file(plan, `format=oem&case=${which}`)).text)
  const speedAt = (oem: Awaited<ReturnType<typeof path>>) =>
    norm(subtract(oem.segments[1]!.states[0]!.v, oem.segments[0]!.states.at(-1)!.v))
  for (const [which, share] of [
    ['hot', 1.3],
    ['cold', 0.7],
  ] as const)
    expect(Math.abs(speedAt(await path(which)) - share * plan.deltaVMagnitude)).toBeLessThan(2 * LAST_DIGIT_MPS)
  expect(speedAt(await path('no-burn'))).toBeLessThan(LAST_DIGIT_MPS)
})

test('plans are listed, filtered, sorted, paged and written as a table; plans of other organisations are unknown', async () => {
  const operator = await planAt(api, 'listed')
  const [first, second] = [await operator.planned(), await operator.planned({ start: { unit: 'PERIODS', value: 1.5 } })]
  const screened = await operator.moved(first, { state: 'SCREENED' })
  const list = (query: string) => operator.ada.read<Plan[]>(`/manoeuvres${query}`)
  const ids = async (query: string) => (await list(query)).map(({ manoeuvreId }) => manoeuvreId)
  expect(await ids('')).toEqual([second.manoeuvreId, first.manoeuvreId])
  expect(await ids('?sort=ignitionEpoch')).toEqual([first.manoeuvreId, second.manoeuvreId])
  expect(await ids('?state=SCREENED')).toEqual([first.manoeuvreId])
  expect(await ids('?has-group=true')).toEqual([])
  expect(await ids('?has-group=false')).toEqual([second.manoeuvreId, first.manoeuvreId])
  expect(await ids(`?verdict=${screened.screening!.verdict}&satellite-id=${operator.satellite.satelliteId}`)).toEqual([
    first.manoeuvreId,
  ])
  const page = await operator.ada.call(
    `GET /api/v1/ca/manoeuvres?limit=1&page=2&conjunction-id=${operator.conjunctionId}`,
  )
  expect([page.headers.get('x-total-count'), (await bodyOf<Plan[]>(page))[0]?.manoeuvreId]).toEqual([
    '2',
    first.manoeuvreId,
  ])
  const csv = await (await operator.ada.call('GET /api/v1/ca/manoeuvres', { headers: { accept: 'text/csv' } })).text()
  expect(csv.split('\r\n')).toHaveLength(4)
  const [event] = await operator.ada.read<Conjunction[]>('/conjunctions')
  const { name, designator } = event!.object2
  expect(first).toMatchObject({ object: name, objectId: designator })
  expect(csv).toContain(`,${name},${designator},,,\r\n`)
  const outsider = asOperator(api, 'listed-elsewhere')
  expect(await outsider.read('/manoeuvres')).toEqual([])
  for (const path of ['', '/file'])
    expect((await outsider.call(`GET /api/v1/ca/manoeuvres/${first.manoeuvreId}${path}`)).status).toBe(404)
  expect(
    (
      await outsider.json(
        `PATCH /api/v1/ca/manoeuvres/${first.manoeuvreId}`,
        { state: 'REJECTED' },
        { 'if-match': '*' },
      )
    ).status,
  ).toBe(404)
  expect((await outsider.json('POST /api/v1/ca/manoeuvres', { 'conjunction-id': operator.conjunctionId })).status).toBe(
    404,
  )
})

test('a preview is the plan that would be made, and stores nothing', async () => {
  const operator = await planAt(api, 'previewed')
  const wish = { start: { unit: 'PERIODS', value: 1.5 }, hasExecutionError: false }
  const preview = (body: object) =>
    operator.ada.json('POST /api/v1/ca/manoeuvres/preview', { 'conjunction-id': operator.conjunctionId, ...body })
  const { commitAt, cdmId, ...seen } = await bodyOf<PlanPreview>(await preview(wish))
  expect(await operator.ada.read('/manoeuvres')).toEqual([])
  const plan = await operator.planned(wish)
  expect(plan).toMatchObject(seen)
  expect([plan.commitAt, plan.cdmId]).toEqual([commitAt, cdmId])
  const past = await preview({ start: { unit: 'DATE', value: '2020-01-01T00:00:00Z' } })
  expect(past.status).toBe(422)
  const outsider = asOperator(api, 'previewed-elsewhere')
  const theirs = await outsider.json('POST /api/v1/ca/manoeuvres/preview', { 'conjunction-id': operator.conjunctionId })
  expect(theirs.status).toBe(404)
})
