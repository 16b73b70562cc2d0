import { GM_EARTH } from '@apsis/astro/constants.ts'
import { flyTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { planAt } from '../../testing/plan-operator.ts'
import { type FileTask, writePlan } from '../write/file-task.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ACCEPTED = 1e-4
const TARGET = 3e-6
/** The multiple of the target up to which a plan is sufficient (flight rule F2). */
const MARGIN = 1.01
/** Cd A / m of a cube satellite of 4 kg whose wings can be across the flow or along it; the air is thin at 620 km. */
const USUAL = 0.05
const VANES = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 0.05, maxAreaM2: 0.5, maxDurationH: 72 }
const CRAFT = { propulsion: VANES, wetMass: 4, dragArea: 0.1, hardBodyRadius: 0.5 }
const CDM = { hbrM: null, missM: 20, sigmaM: 40, ownDragM2PerKg: USUAL } as const
/** The path is propagated once for all events, to a decimetre (makeDragOffset): at 4σ of 57 m that is 0.7 % of a probability. */
const FLOWN_ONCE = 0.01
/** The correct decimals of areas below 1 m² in double precision. */
const AREA_DIGITS = 15
const START = { unit: 'DATE', value: '2030-01-04T12:00:00.000Z' }

test('a satellite without an engine avoids by drag: the plan covers the density, is screened, and is written to its files (F11)', async () => {
  const operator = await planAt(api, 'vanes', { configuration: CRAFT, cdm: CDM })
  const answer = await operator.create({ start: START })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const plan = await bodyOf<Plan>(answer)
  const { drag } = plan
  expect(plan).toMatchObject({
    manoeuvreType: 'DIFFERENTIAL_DRAG',
    meetsTarget: true,
    totalDeltaVMagnitude: 0,
    limit: null,
  })
  expect(drag).toMatchObject({ densitySigmaFrom: 'USUAL', densityFrom: 'MODEL', weather: null, usualM2PerKg: USUAL })
  if (drag === null) throw new Error('a plan by drag says what it changes')
  expect(plan.after.probability).toBeLessThanOrEqual(MARGIN * TARGET)
  for (const side of [drag.worstProbability, plan.hotProbability, plan.coldProbability])
    expect(side).toBeLessThan(ACCEPTED)
  // The mean over the density is above the probability at the forecast density: thin air decides.
  expect(plan.after.probability).toBeGreaterThan(drag.nominalProbability ?? 0)
  expect(plan.dragCrossSection).toBeCloseTo(drag.attitude === 'MOST_AREA' ? 0.5 : 0.05, AREA_DIGITS)
  expect(Math.sign(plan.smaChange)).toBe(drag.attitude === 'MOST_AREA' ? -1 : 1)

  const screened = await operator.moved(plan, { state: 'SCREENED' })
  const target = screened.screening?.events.find(({ isTarget }) => isTarget)
  expect(Math.abs((target?.nominal ?? 0) / (plan.after.probability ?? 1) - 1)).toBeLessThan(FLOWN_ONCE)
  expect(screened.screening?.ofMessages.verdict, screened.screening?.reasons.join(' ')).toBe('PASS')

  const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics } = plan
  const file = (kind: 'opm' | 'oem', which: FileTask['case']) =>
    writePlan({
      kind,
      version: '2.0',
      notation: 'kvn',
      manFrame: 'RSW_INERTIAL',
      case: which,
      name: plan.name,
      message: { original: Buffer.from(operator.text), designator: '43617', radiusM: 1, method: 'circle-2d' },
      burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag },
      propulsion: operator.satellite.configuration.propulsion,
      deltaMassKg: 0,
      massKg: 4,
      surface: null,
      errors: { hasExecutionError: true },
      objectName: 'CUBE',
      objectId: '2018-001A',
      comments: [],
      createdAt: plan.createdAt,
    })
  const opm = parseOpm(file('opm', 'nominal'))
  expect(opm.manoeuvres).toEqual([])
  expect(opm.header.comments.join(' ')).toContain(`for ${drag.holdS} s, area`)
  const paths = (['nominal', 'no-burn', 'hot'] as const).map((which) => parseOem(file('oem', which)))
  // The displacement of the satellite at the closest approach is as the plan says, to a hundredth. The states of the files are at different times:
  // each is propagated to TCA over half a minute.
  const tca = parseTime(plan.before.tca.replace('Z', ''))
  const [moved, still, dense] = paths.map(({ segments }) => {
    const states = segments.flatMap((one) => one.states)
    const apart = ({ epoch }: (typeof states)[number]) => Math.abs(secondsBetween(tca, epoch as Epoch))
    const near = states.reduce((found, one) => (apart(one) < apart(found) ? one : found))
    return flyTwoBody(near, secondsBetween(near.epoch as Epoch, tca), GM_EARTH).r
  }) as [Vec3, Vec3, Vec3]
  const shift = norm(subtract(moved, still))
  expect(Math.abs(shift - norm(drag.displacementRtnM))).toBeLessThan(0.01 * shift)
  // The 95th percentile of a log-normal density of 25 %: 1.45 times the forecast (exp(1.645 · 0.246 - 0.03)).
  expect(norm(subtract(dense, still)) / shift).toBeGreaterThan(1.4)
  expect(norm(subtract(dense, still)) / shift).toBeLessThan(1.5)
})

test('the attitude of least area is kept until the closest approach; unknown values are refused', async () => {
  const operator = await planAt(api, 'edge-on', { configuration: CRAFT, cdm: CDM })
  const plan = await operator.planned({ start: START, attitude: 'LEAST_AREA' })
  expect(plan.drag).toMatchObject({ attitude: 'LEAST_AREA', holdS: 86_400 })
  expect(plan.totalTimeInNominalConfiguration).toBe(0)
  const bare = await planAt(api, 'bare', {
    configuration: { ...CRAFT, wetMass: undefined, dragArea: undefined },
    cdm: { hbrM: null, missM: 20, sigmaM: 40 },
  })
  const refused = await bare.create({ start: START })
  expect((await bodyOf<Problem>(refused)).errors?.map(({ code }) => code)).toEqual(['manoeuvre.drag-unknown'])
})

test('assumed areas that do not fit a satellite give no plan', async () => {
  const configuration = { ...CRAFT, propulsion: 'DIFFERENTIAL_DRAG' }
  const large = await planAt(api, 'large-body', { configuration: { ...configuration, dragArea: 3 }, cdm: CDM })
  const refused = (await bodyOf<Problem>(await large.create({ start: START }))).errors
  expect(refused).toMatchObject([{ code: 'manoeuvre.drag-unknown', message: expect.stringContaining('of 3 m²') }])
  const small = await planAt(api, 'small-body', { configuration: { ...configuration, dragArea: 0.1 }, cdm: CDM })
  expect(await small.planned({ start: START })).toMatchObject({ isEngineAssumed: true })
})

test('an attitude whose time crosses a blackout is refused from a fixed start, and a search begins after the blackout', async () => {
  // The attitude begins an hour before the blackout, and is held for twelve hours.
  const shut = { from: '2030-01-04T13:00:00.000Z', to: '2030-01-04T14:00:00.000Z', reason: 'payload' }
  const operator = await planAt(api, 'shut', { configuration: { ...CRAFT, blackoutWindows: [shut] }, cdm: CDM })
  const hold = { manoeuvreDuration: { unit: 'SECONDS', value: 43_200 } }
  const refused = await operator.create({ start: START, ...hold })
  expect((await bodyOf<Problem>(refused)).errors?.map(({ code }) => code)).toEqual(['manoeuvre.blackout'])
  const found = await operator.planned({ start: START, ...hold, until: '2030-01-04T20:00:00.000Z' })
  expect(Date.parse(found.ignitionEpoch)).toBe(Date.parse(shut.to))
  // An attitude that ends as the blackout begins is outside of it.
  const short = { manoeuvreDuration: { unit: 'SECONDS', value: 3_600 } }
  expect((await operator.create({ start: START, ...short })).status).toBe(201)
})

test('the plan uses the stored weather of a storm: less time is enough, and its uncertainty is larger', async () => {
  const operator = await planAt(api, 'stormy', { configuration: CRAFT, cdm: CDM })
  const still = await operator.planned({ start: START, manoeuvreDuration: { unit: 'SECONDS', value: 3_600 } })
  await api.api.platform.db.shared(async (tx) => {
    await sql`insert into weather.day_value (day, index_name, value, kind)
      select day::date, name, value, 'forecast' from unnest(array['f107', 'ap'], array[230, 180]::float8[]) as given (name, value),
        generate_series('2029-12-28'::timestamptz, '2030-01-08', interval '1 day') as day`.execute(tx)
  })
  const storm = await operator.planned({ start: START, manoeuvreDuration: { unit: 'SECONDS', value: 3_600 } })
  expect(storm.drag).toMatchObject({ densitySigmaFrom: 'STORM', densitySigma: 0.5 })
  expect(storm.drag?.weather?.days.find(({ date }) => date === '2030-01-03')).toMatchObject({ f107: 230, ap: 180 })
  // Twice the flux at solar maximum makes air at 620 km several times denser (Vallado, Fundamentals, 4th ed., fig. 8-12).
  const way = (plan: Plan) => norm(plan.drag?.displacementRtnM ?? [0, 0, 0])
  expect(way(storm)).toBeGreaterThan(2 * way(still))
})
