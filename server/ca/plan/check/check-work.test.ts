import { DAY_MS, GM_EARTH, HOUR_MS } from '@apsis/astro/constants.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { cross, dot, norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { Oem, OemState } from '@apsis/ccsds/oem/oem.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../../platform/api-error.ts'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { asSuperuser } from '../../../platform/testing/test-database.ts'
import { cdmText, type TestCdm } from '../../testing/cdm-text.ts'
import { approved, planAt } from '../../testing/plan-operator.ts'
import { changePlan } from '../life/plan-state.service.ts'
import { manoeuvreWork } from '../life/watch-work.ts'
import { eachPlan } from '../record/each-plan.ts'
import { listFlown } from '../record/plan.repository.ts'
import type { FindTracks } from './own-tracks.service.ts'

/** The file rounds velocities to 1e-9 m/s: each of two states has half of that as an error, in other axes. */
const WRITTEN_MPS = 2e-9

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const epoch = (ms: number) => parseTime(new Date(ms).toISOString().replace('Z', ''))

/** Makes a plan whose burn was an hour ago, with the later actions of its organisation. */
async function flownAt(organisation: string, { cdm = {}, missM }: { cdm?: TestCdm; missM?: number } = {}) {
  const operator = await planAt(api, organisation, { cdm })
  const wanted = missM === undefined ? {} : { target: { kind: 'MISS_DISTANCE', value: missM } }
  const plan = await operator.moved(await approved({ ...operator, planned: () => operator.planned(wanted) }), {
    state: 'EXPORTED',
    why: 'none was asked',
  })
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const { db, queue } = api.api.platform
  const oem = async (which: 'nominal' | 'no-burn') =>
    parseOem((await operator.file(plan, `format=oem&case=${which}`)).text)
  return {
    ...operator,
    plan,
    ignitionMs,
    oem,
    executed: () =>
      changePlan(
        { ...api.api.platform, now: () => ignitionMs + HOUR_MS },
        { owner: { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
        { id: plan.manoeuvreId, change: { state: 'EXECUTED', why: '' }, ifMatch: '*' },
      ),
    /** Uploads an own ephemeris that was determined `hours` after the burn, and arrived at that time unless `arrivedH` is given. */
    upload: async (
      { header, segments }: Oem,
      hours: number,
      { name = 'own.oem', originator = 'FDS', arrivedH = hours } = {},
    ) => {
      // The comments of the plan are removed: flight dynamics determine an orbit without naming a plan.
      const made = { ...header, comments: [], creationDate: epoch(ignitionMs + hours * HOUR_MS), originator }
      const form = new FormData()
      form.set('satellite-id', plan.satelliteId)
      form.set('kind', 'OPERATIONAL')
      form.set('file', new Blob([formatOem({ header: made, segments })]), name)
      const sent = await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form })
      expect(sent.status, await sent.clone().text()).toBe(201)
      // The API uses today's clock, and the burn is in 2030, so the arrival time is set to the time that the test needs.
      const [{ oemFileId }, at] = [await bodyOf<EphemerisFile>(sent), new Date(ignitionMs + arrivedH * HOUR_MS)]
      await db.tenant(operator.tenantId, (tx) =>
        sql`update ca.ephemeris set uploaded_at = ${at} where id = ${oemFileId}`.execute(tx),
      )
    },
    turn: (hours = 3, findTracks?: FindTracks) =>
      manoeuvreWork(findTracks).turn(
        { db, queue, log: api.log, now: () => ignitionMs + hours * HOUR_MS, signal: new AbortController().signal },
        operator.tenantId,
      ),
    now: (): Promise<Plan> => operator.read(plan.manoeuvreId),
    told: async () => (await operator.notices()).map(({ finding }) => finding?.code),
  }
}

const size = ({ deltaVRtn }: Plan) => norm(deltaVRtn as Vec3)

/** Computes Kepler's motion by a Runge-Kutta rule of fourth order, steps of 5 s (an error of 0.1 mm an hour), independent of the product's code. */
function kepler(r: Vec3, v: Vec3, seconds: number): { r: Vec3; v: Vec3 } {
  const pull = (at: readonly number[]) => at.map((x) => (-GM_EARTH * x) / Math.hypot(...at) ** 3)
  const slope = (y: readonly number[]) => [...y.slice(3), ...pull(y.slice(0, 3))]
  const plus = (y: readonly number[], k: readonly number[], h: number) => y.map((x, i) => x + h * k[i]!)
  let y: readonly number[] = [...r, ...v]
  const steps = Math.max(1, Math.ceil(Math.abs(seconds) / 5))
  const h = seconds / steps
  for (let k = 0; k < steps; k += 1) {
    const a = slope(y)
    const b = slope(plus(y, a, h / 2))
    const c = slope(plus(y, b, h / 2))
    const d = slope(plus(y, c, h))
    y = y.map((x, i) => x + (h / 6) * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!))
  }
  return { r: y.slice(0, 3) as unknown as Vec3, v: y.slice(3) as unknown as Vec3 }
}

/** Returns the velocity after a Δv along R, T and N. */
function pushed({ r, v }: { r: Vec3; v: Vec3 }, deltaVRtn: Vec3): Vec3 {
  const [rHat, h] = [r.map((x) => x / norm(r)) as unknown as Vec3, cross(r, v)]
  const nHat = h.map((x) => x / norm(h)) as unknown as Vec3
  const tHat = cross(nHat, rHat)
  return v.map((x, k) => x + dot(deltaVRtn, [rHat[k]!, tHat[k]!, nHat[k]!])) as unknown as Vec3
}

/** 1σ of an own orbit in position, m, and velocity, m/s: a good determination by GPS. */
const [SIGMA_M, SIGMA_MPS] = [1, 0.001]

/** Returns a continuous ephemeris around a burn at `atS` after its first state, with Δv along R, T, N; two-body motion, one state every 30 s. */
function flownThrough(
  template: Oem,
  { fromMs, atS, deltaVRtn }: { fromMs: number; atS: number; deltaVRtn: Vec3 },
): Oem {
  const [first] = template.segments[0]!.states
  const before = kepler(first!.r, first!.v, atS)
  const v = pushed(before, deltaVRtn)
  const states: OemState[] = []
  // Each state is propagated from the previous one, and after the burn from the burn.
  let [last, lastS] = [{ r: first!.r, v: first!.v }, 0]
  for (let seconds = 0; seconds <= 14_400; seconds += 30) {
    if (lastS < atS && atS < seconds) [last, lastS] = [{ r: before.r, v }, atS]
    last = kepler(last.r, last.v, seconds - lastS)
    lastS = seconds
    states.push({ epoch: epoch(fromMs + seconds * 1_000), ...last })
  }
  const sigma = (i: number) => (i < 3 ? SIGMA_M : SIGMA_MPS) ** 2
  const matrix = [0, 1, 2, 3, 4, 5].map((i) => [0, 1, 2, 3, 4, 5].map((j) => (i === j ? sigma(i) : 0)))
  const covariances = [states[0]!, states.at(-1)!].map((one) => ({
    comments: [],
    epoch: one.epoch,
    refFrame: 'RTN',
    matrix,
  }))
  const { metadata } = template.segments[0]!
  const span = { startTime: states[0]!.epoch, stopTime: states.at(-1)!.epoch }
  const { useableStartTime: _start, useableStopTime: _stop, ...kept } = metadata
  return { ...template, segments: [{ metadata: { ...kept, ...span }, comments: [], states, covariances }] }
}

test('a source that fails does not stop the others, and known tracks are not requested again once no later ones can arrive', async () => {
  const operator = await flownAt('failing-source')
  let asked = 0
  const tracks: FindTracks = {
    withinMs: 3 * DAY_MS,
    list: async () => {
      asked += 1
      return ['5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22']
    },
    read: async () => undefined,
  }
  await operator.turn(3, tracks)
  await operator.turn(4, tracks)
  expect(asked).toBe(2)
  await operator.turn(80, tracks)
  expect(asked).toBe(2)
  await operator.upload(await operator.oem('nominal'), 1)
  const failing: FindTracks = {
    ...tracks,
    list: async (tx) => {
      await sql`select 1 / 0`.execute(tx)
      return []
    },
  }
  await operator.turn(5, failing)
  expect((await operator.now()).state).toBe('VERIFIED')
})

test('an own ephemeris that contains the burn verifies a plan that nobody has marked as executed, and everybody is notified', async () => {
  const operator = await flownAt('found-as-planned')
  await operator.upload(await operator.oem('nominal'), 1)
  await operator.turn()
  const after = await operator.now()
  const [check] = after.checks
  expect(after.state, JSON.stringify(check)).toBe('VERIFIED')
  expect(after.found?.source).toBe('EPHEMERIS own.oem')
  expect(check).toMatchObject({ source: 'EPHEMERIS', reference: 'SAME_FILE', verdict: 'AS_PLANNED' })
  check!.deltaVRtn.forEach((part, k) => {
    expect(Math.abs(part - after.deltaVRtn[k]!)).toBeLessThan(WRITTEN_MPS)
  })
  expect(after.steps.slice(-2).map(({ by, state }) => `${by} ${state}`)).toEqual([
    'ca.manoeuvres EXECUTED',
    'ca.manoeuvres VERIFIED',
  ])
  expect(await operator.told()).toContain('burn-verified')
  // The notice is sent once.
  await operator.turn()
  expect((await operator.told()).filter((code) => code === 'burn-verified')).toHaveLength(1)
})

test.each([
  // The file arrived before the burn, whatever creation date it states.
  ['came before the burn with a later CREATION_DATE', { arrivedH: -5 }],
  ['is the file of the plan itself', { originator: 'APSIS-PLAN' }],
] as const)('an own ephemeris with the burn in it that %s is no evidence', async (name, how) => {
  const operator = await flownAt(`no-evidence ${name}`.replace(/\W+/g, '-').toLowerCase())
  await operator.upload(await operator.oem('nominal'), 1, how)
  await operator.turn()
  expect(await operator.now()).toMatchObject({ state: 'EXPORTED', checks: [], awaited: { source: null } })
})

test.each([
  ['half of it', 0.5, 0, 'PARTIAL', 'burn-partial'],
  ['all of it, 20 minutes late', 1, 1_200, 'PARTIAL', 'burn-partial'],
  ['all of it', 1, 0, 'VERIFIED', 'burn-verified'],
  ['none of it', 0, 0, 'ABORTED', 'burn-missed'],
] as const)('a path of Kepler with a burn that did %s', async (name, share, lateS, state, code) => {
  const operator = await flownAt(`kepler ${name}`.replace(/\W+/g, '-'))
  await operator.executed()
  const template = await operator.oem('nominal')
  const wanted = operator.plan.deltaVRtn as Vec3
  // The burn lies between the states of the file and between whole seconds, as real burns do.
  const fromMs = operator.ignitionMs - 3_610_000
  const deltaVRtn = wanted.map((part) => share * part) as unknown as Vec3
  await operator.upload(flownThrough(template, { fromMs, atS: 3_610 + lateS, deltaVRtn }), 4)
  await operator.turn()
  const after = await operator.now()
  const [check] = after.checks
  expect(check, JSON.stringify(check)).toMatchObject({ source: 'EPHEMERIS' })
  expect(after.state, JSON.stringify(check)).toBe(state)
  // The measured burn is the executed one, within its stated uncertainty.
  check!.deltaVRtn.forEach((part, k) => {
    expect(Math.abs(part - deltaVRtn[k]!)).toBeLessThan(3 * check!.sigmaRtn[k]!)
  })
  if (lateS > 0) {
    expect(Math.abs(check!.lateS! - lateS)).toBeLessThan(3 * check!.lateSigmaS! + 30)
    const notice = (await operator.notices()).find(({ finding }) => finding?.code === code)
    // Only the size of the burn is as planned.
    expect(notice?.message).toMatch(/It began 1,?[12]\d\d s later than planned\./)
  }
  expect(await operator.told()).toContain(code)
  expect(after.found?.deltaVMps).toBe(check!.deltaVMps)
})

test('a file that begins after the burn is compared with the own file from before it; a forecast from before the burn is no evidence', async () => {
  const operator = await flownAt('found-by-two-files')
  await operator.executed()
  const [plain, burnt] = [await operator.oem('no-burn'), await operator.oem('nominal')]
  const good = (oem: Oem): Oem => ({
    ...oem,
    segments: oem.segments.map((one) => ({
      ...one,
      covariances: one.covariances.map((each) => ({
        ...each,
        // The burn is of 5 mm/s, a tenth of the burn in the other tests, and so are the sigmas.
        matrix: each.matrix.map((row, i) => row.map((_, j) => (i === j ? (i < 3 ? 0.1 : 1e-4) ** 2 : 0))),
      })),
    })),
  })
  await operator.upload(good(plain), -5, { name: 'before.oem' })
  await operator.turn()
  expect(await operator.now()).toMatchObject({ state: 'EXECUTED', checks: [] })
  await operator.upload(good({ ...burnt, segments: burnt.segments.slice(-1) }), -4, { name: 'forecast.oem' })
  await operator.turn()
  expect(await operator.now()).toMatchObject({ state: 'EXECUTED', checks: [] })
  await operator.upload(good({ ...burnt, segments: burnt.segments.slice(-1) }), 2, { name: 'after.oem' })
  await operator.turn()
  const after = await operator.now()
  const [check] = after.checks
  expect(after.state, JSON.stringify(check)).toBe('VERIFIED')
  expect(check).toMatchObject({ name: 'after.oem', reference: 'OWN_EPHEMERIS' })
  expect(Math.abs(check!.deltaVMps - size(after))).toBeLessThan(3 * check!.sigmaMps)
})

test('orbits with too large uncertainties decide nothing, and the plan keeps waiting', async () => {
  const operator = await flownAt('not-yet')
  await operator.executed()
  const oem = await operator.oem('nominal')
  // The covariance of the message, 50 m on each axis, once before and once after.
  await operator.upload({ ...oem, segments: oem.segments.slice(-1) }, 2)
  await operator.turn()
  expect(await operator.now()).toMatchObject({ state: 'EXECUTED', checks: [{ verdict: 'NOT_YET' }], found: null })
})

/** Returns a message from after the burn, whose orbit of the satellite at TCA has changed because of the burn. */
function messageOf(plan: Plan, deltaVRtn: Vec3, madeH: number): string {
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const [tcaMs, iso] = [Date.parse('2030-01-05T12:00:00Z'), (ms: number) => new Date(ms).toISOString().slice(0, 23)]
  const text = cdmText({ createdAt: iso(ignitionMs + madeH * HOUR_MS), missM: 4_000, sigmaM: SIGMA_M })
  const number = (keyword: string) => 1_000 * Number(new RegExp(`^${keyword} = (\\S+)`, 'm').exec(text)?.[1])
  const at = (...names: readonly string[]) => names.map(number) as unknown as Vec3
  const backS = (ignitionMs - tcaMs) / 1_000
  const before = kepler(at('X', 'Y', 'Z'), at('X_DOT', 'Y_DOT', 'Z_DOT'), backS)
  const after = kepler(before.r, pushed(before, deltaVRtn), -backS)
  const written = [...after.r, ...after.v].map((value) => (value / 1_000).toFixed(9))
  const names = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT']
  const changed = names.reduce(
    (left, name, k) => left.replace(new RegExp(`^${name} = \\S+`, 'm'), `${name} = ${written[k]}`),
    text,
  )
  return changed.replace(/^X = /m, `TIME_LASTOB_END = ${iso(ignitionMs + (madeH - 1) * HOUR_MS)}\nX = `)
}

test('a message fitted after the burn shows the executed burn; own tracks that were added to a message count, too', async () => {
  const operator = await flownAt('found-by-message', { cdm: { missM: 4_000, sigmaM: SIGMA_M }, missM: 9_000 })
  const planned = operator.plan.deltaVRtn as Vec3
  const half = planned.map((part) => part / 2) as unknown as Vec3
  await operator.ada.take(messageOf(operator.plan, half, 2))
  const setSource = (source: string) =>
    api.api.platform.db.tenant(operator.tenantId, (tx) =>
      sql`update ca.cdm set source = ${source} where creation_date > ${new Date(operator.ignitionMs)}`.execute(tx),
    )
  // The message is treated as an own track, added to the data from before the burn.
  await setSource('tracking')
  await operator.turn()
  expect(await operator.now()).toMatchObject({ state: 'EXPORTED', checks: [] })
  await setSource('upload')
  await operator.turn()
  const after = await operator.now()
  const [check] = after.checks
  expect(after.state, JSON.stringify(check)).toBe('PARTIAL')
  expect(check).toMatchObject({ source: 'MESSAGE', reference: 'PLAN_MESSAGE', verdict: 'DIFFERENT' })
  expect(Math.abs(check!.deltaVMps - norm(half))).toBeLessThan(3 * check!.sigmaMps)
})

test('a plan that cannot be checked does not delay the other plans', async () => {
  const operator = await flownAt('not-starved')
  const seen: string[] = []
  const platform = { log: api.log, signal: new AbortController().signal }
  const rows = await api.api.platform.db.tenant(operator.tenantId, (tx) => listFlown(tx, new Date(operator.ignitionMs)))
  const [row] = rows
  await eachPlan(platform, [row!, { ...row!, name: 'second' }], ({ name }) => {
    seen.push(name)
    return name === 'second'
      ? Promise.resolve()
      : Promise.reject(new ApiError('not-found', 'The satellite is removed.'))
  })
  expect(seen).toEqual([operator.plan.name, 'second'])
})

test('known data are not read again, and a burn from three months ago is not checked', async () => {
  const operator = await flownAt('read-once')
  await operator.executed()
  const oem = await operator.oem('nominal')
  await operator.upload({ ...oem, segments: oem.segments.slice(-1) }, 2)
  await operator.turn(3)
  const before = await operator.now()
  expect(before).toMatchObject({ state: 'EXECUTED', checks: [{ verdict: 'NOT_YET' }] })
  // A reader of orbits of files would now wait until the end of this transaction, and the run would never end.
  await asSuperuser(api.database.superuserUrl, async (client) => {
    await client.query('begin; lock table ca.ephemeris_orbit in access exclusive mode')
    await operator.turn(4)
    await client.query('rollback')
  })
  expect((await operator.now()).checks).toEqual(before.checks)
  const flown = (days: number) =>
    api.api.platform.db.tenant(operator.tenantId, (tx) =>
      listFlown(tx, new Date(operator.ignitionMs + days * 24 * HOUR_MS)),
    )
  expect([(await flown(89)).length, (await flown(91)).length]).toEqual([1, 0])
})

test('data that decide nothing leave the plan late, and the operator is notified once that it is late', async () => {
  const operator = await flownAt('late-all-the-same')
  await operator.executed()
  const oem = await operator.oem('nominal')
  // The covariance of the message, 50 m on each axis: too much for a burn of some mm/s.
  await operator.upload({ ...oem, segments: oem.segments.slice(-1) }, 2)
  await operator.turn(13)
  expect(await operator.now()).toMatchObject({
    state: 'EXECUTED',
    checks: [{ verdict: 'NOT_YET' }],
    awaited: { source: 'EPHEMERIS', isLate: true },
  })
  await operator.turn(14)
  expect((await operator.told()).filter((code) => code === 'burn-data-late')).toHaveLength(1)
})
