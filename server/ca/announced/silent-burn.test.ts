import { readFileSync } from 'node:fs'
import { DAY_MS, GM_EARTH } from '@apsis/astro/constants.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { BurnNotice, SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { storeSimulatedSets } from '../../tle/element-set.service.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { approved, planAt } from '../testing/plan-operator.ts'
import { forgetOld, listSilent, replaceFound, takeNew } from './silent-burn.repository.ts'
import { silentBurnWork } from './silent-burn-work.ts'

/** Flight rule F17: the Δv of a burn from element sets is accurate to 20 % or 2 mm/s. */
const F17_SHARE = 0.2
const F17_MPS = 0.002
const HISTORY = 'manoeuvre/avoidance/detection/Sentinel-3A.tle'
const NOTICES = '/api/v1/ca/burn-notices'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const epochOf = (at: string | number): Epoch => parseTime(new Date(at).toISOString())

function watching(organisation: string) {
  const { db, queue } = api.api.platform
  const tenantId = `organisation:${organisation}`
  return {
    tenantId,
    /** Stores element sets that count as real ones. */
    store: async (sets: readonly ElementSet[]) => {
      await db.tenant(tenantId, (tx) => storeSimulatedSets(tx, tenantId, sets))
      await api.database.query(`update tle.own_set set source = 'test' where source = 'simulator'`)
    },
    turn: (at: number) =>
      silentBurnWork.turn({ db, queue, log: api.log, now: () => at, signal: new AbortController().signal }, tenantId),
    /** Returns the burns that are shown at a time, because the API shows only the burns of the present time. */
    listed: async (at: number): Promise<SilentBurn[]> => {
      const after = new Date(at - 14 * DAY_MS)
      return (await db.tenant(tenantId, (tx) => listSilent(tx, { after, offset: 0, limit: 100 }))).items
    },
  }
}

test.skipIf(!hasCollection(HISTORY))(
  'for Sentinel-3A, only the burn of 6.8 mm/s that its operator lists is notified, and no burn once it is announced',
  async () => {
    const operator = asOperator(api, 'silent-real')
    const { satelliteId } = await operator.addSatellite(41_335)
    const { store, turn, listed } = watching('silent-real')
    const sets = [...readTles(readFileSync(collectionPath(HISTORY), 'utf8').split('\n'))].flatMap((entry) =>
      entry.ok ? [{ ...entry.elements, objectName: 'SENTINEL 3A', internationalDesignator: '2016-011A' }] : [],
    )
    const until = (at: string) => sets.filter(({ epoch }) => compareEpochs(epoch, epochOf(at)) <= 0)
    // The operator's list (Sentinel-3A_burns.csv, from the IDS): 1.883e-3, 6.831e-3, -2.9e-5 m/s along R, T, N.
    const burn = { at: '2018-05-24T08:11:52.019Z', alongMps: 6.831e-3 }
    const told = async () => {
      const notices = await bodyOf<{ finding: { code: string; values: object } | null }[]>(
        await operator.call('GET /api/v1/notifications?limit=100'),
      )
      return notices.flatMap(({ finding }) => (finding?.code === 'silent-burn' ? [finding.values] : []))
    }
    const before = Date.parse('2018-05-24T00:00:00Z')
    await store(until('2018-05-24T00:00:00Z'))
    await turn(before)
    expect(await listed(before)).toEqual([])
    const after = Date.parse('2018-05-28T00:00:00Z')
    await store(until('2018-05-28T00:00:00Z'))
    await turn(after)
    const found = await listed(after)
    expect(found).toMatchObject([{ noradId: 41_335, satelliteId, direction: 'along-track', isSimulated: false }])
    // Flight rule F17: the burn is found within three days, and its Δv is accurate to 20 % or 2 mm/s.
    const late = Date.parse(found[0]!.to) - Date.parse(burn.at)
    expect(late).toBeGreaterThan(0)
    expect(late).toBeLessThan(3 * DAY_MS)
    expect(Math.abs(found[0]!.deltaVMps - burn.alongMps)).toBeLessThan(F17_MPS)
    expect(await told()).toMatchObject([{ count: 0, direction: 'along-track' }])
    // The notice is sent once, even when newer sets move the burn.
    await store(until('2018-06-02T00:00:00Z'))
    await turn(after + 5 * DAY_MS)
    expect(await told()).toHaveLength(1)
    // An announced burn is not shown, and is shown again when its notice is withdrawn.
    const notice = { noradId: 41_335, ignition: burn.at, announcedBy: 'EUMETSAT' }
    const { noticeId } = await bodyOf<BurnNotice>(await operator.json(`POST ${NOTICES}`, notice))
    expect(await listed(after)).toEqual([])
    expect((await operator.call(`DELETE ${NOTICES}/${noticeId}`)).status).toBe(204)
    expect(await listed(after)).toHaveLength(1)
  },
)

/** Gauss's equation: da = 2 a Δv / v, so Δn = -3 n Δv / v. The orbit is circular, at 7000 km, with Vallado's μ; no code of the product is used. */
function setsWith(noradId: number, { endMs, burnMs, alongMps }: { endMs: number; burnMs: number; alongMps: number }) {
  const [aM, count] = [7e6, 120]
  const speed = Math.sqrt(GM_EARTH / aM)
  return Array.from({ length: count }, (_, k): ElementSet => {
    const epoch = addSeconds(epochOf(endMs), (k + 1 - count) * 28_800)
    const isAfter = compareEpochs(epoch, epochOf(burnMs)) > 0
    // The deterministic noise of the semi-major axis: some decimetres.
    const noise = 3e-8 * Math.sin(k * 12.9898)
    return {
      noradId,
      objectName: 'SIM DEB',
      internationalDesignator: '',
      classification: 'U',
      epoch,
      meanMotionRadPerS: (speed / aM) * (1 - (isAfter ? (3 * alongMps) / speed : 0) + noise),
      eccentricity: 0.001,
      incRad: 1.7,
      raanRad: 0,
      argPeriapsisRad: 0,
      meanAnomalyRad: 0,
      bstar: 0,
      meanMotionDotRevPerDay2: 0,
      meanMotionDdotRevPerDay3: 0,
      ephemerisType: 0,
      elementSetNumber: 1,
      revolutionAtEpoch: 1,
    }
  })
}

test('a burn of the other object of an open event is notified with the event, and only to organisations with such an event', async () => {
  const operator = await planAt(api, 'silent-other')
  const { store, turn, listed } = watching('silent-other')
  const [event] = await operator.ada.events()
  const tcaMs = Date.parse(event!.conjunctionData.tca)
  const at = tcaMs - DAY_MS
  const otherId = Number(event!.object2.designator)
  await store(setsWith(otherId, { endMs: at, burnMs: at - 3 * DAY_MS, alongMps: 0.05 }))
  await store(setsWith(77_777, { endMs: at, burnMs: at - 3 * DAY_MS, alongMps: 0.05 }))
  await turn(at)
  await turn(at)
  expect(await listed(at)).toMatchObject([{ noradId: otherId, satelliteId: null, direction: 'along-track' }])
  const told = (await operator.notices()).filter(({ finding }) => finding?.code === 'silent-burn')
  const { object2, conjunctionData } = event!
  const values = { object: object2.name, count: 1, tcaAt: conjunctionData.tca, direction: 'along-track' }
  expect(told).toMatchObject([{ level: 'caution', finding: { values } }])
  expect(told[0]!.message).toMatch(/ show an unannounced burn of at least 0\.0\d+ m\/s along the track, between /)
  // An organisation without an event with the object gets no notice, although it has sets of the same object.
  const others = watching('silent-nobody')
  const theirs = asOperator(api, 'silent-nobody')
  await theirs.addSatellite(50_111)
  const history = setsWith(otherId, { endMs: at, burnMs: at - 3 * DAY_MS, alongMps: 0.05 })
  await others.store(history)
  await others.turn(at)
  expect(await others.listed(at)).toEqual([])
  // An own satellite with the same sets shows a burn, so the search itself works.
  await others.store(history.map((set) => ({ ...set, noradId: 50_111 })))
  await others.turn(at)
  expect(await others.listed(at)).toMatchObject([{ noradId: 50_111, direction: 'along-track' }])
})

test('a burn of an object whose events are all closed is notified when one is reopened', async () => {
  const operator = await planAt(api, 'silent-closed')
  const { store, turn } = watching('silent-closed')
  const [event] = await operator.ada.events()
  const at = Date.parse(event!.conjunctionData.tca) - DAY_MS
  const otherId = Number(event!.object2.designator)
  const told = async () => (await operator.notices()).filter(({ finding }) => finding?.code === 'silent-burn').length
  const setState = (state: string) =>
    api.database.query(
      `update ca.conjunction set decision = jsonb_set(decision, '{state}', to_jsonb($1::text)) where id = $2`,
      [state, operator.conjunctionId],
    )
  await setState('CLOSED')
  await store(setsWith(otherId, { endMs: at, burnMs: at - 3 * DAY_MS, alongMps: 0.05 }))
  await turn(at)
  expect(await told()).toBe(0)
  await setState('NEW')
  await turn(at)
  expect(await told()).toBe(1)
  await turn(at)
  expect(await told()).toBe(1)
})

test('objects with newer sets are searched, even if the search of another object fails', async () => {
  const operator = asOperator(api, 'silent-batch')
  const { store, turn, tenantId } = watching('silent-batch')
  const at = Date.parse('2026-11-20T00:00:00Z')
  // There is one object more than fits in a batch, so the last object is alone in its batch.
  const ids = Array.from({ length: 26 }, (_, k) => 60_000 + k)
  for (const id of ids) await operator.addSatellite(id)
  const history = (noradId: number, endMs = at) =>
    setsWith(noradId, { endMs, burnMs: at - 3 * DAY_MS, alongMps: 0.05 }).slice(-1)
  for (const id of ids) await store(history(id))
  await api.database.query(`
    create function refuse_look() returns trigger language plpgsql as $$ begin
      if new.norad_id = 60000 then raise exception 'this object is refused'; end if; return new; end $$`)
  await api.database.query(
    'create trigger refuse_look before insert on ca.silent_look for each row execute function refuse_look()',
  )
  const looked = async () => {
    const rows = await api.database.query('select norad_id from ca.silent_look where tenant_id = $1 order by 1', [
      tenantId,
    ])
    return rows.map((row) => row.norad_id as number)
  }
  await turn(at)
  expect(await looked()).toEqual([60_025])
  await api.database.query('drop trigger refuse_look on ca.silent_look')
  await turn(at)
  expect(await looked()).toEqual(ids)
  // Sets that were received long before the last search are not read again, but newer ones are.
  const lastOf = async (noradId: number) => {
    const rows = await api.database.query(
      'select last_received_at from ca.silent_look where tenant_id = $1 and norad_id = $2',
      [tenantId, noradId],
    )
    return new Date(rows[0]!.last_received_at as Date).getTime()
  }
  const [early, late] = [await lastOf(60_003), await lastOf(60_004)]
  await store(history(60_003, at + 3_600_000))
  await turn(at)
  expect(await lastOf(60_003)).toBeGreaterThan(early)
  expect(await lastOf(60_004)).toBe(late)
  // Of objects that were already searched, sets received long before the last reception are not read again.
  await api.database.query(
    `update ca.silent_look set last_received_at = now() - interval '3 hours' where tenant_id = $1 and norad_id = 60004`,
    [tenantId],
  )
  await api.database.query(
    `update tle.own_set set received_at = now() - interval '2 hours' where tenant_id = $1 and norad_id = 60004`,
    [tenantId],
  )
  const old = await lastOf(60_004)
  await turn(at)
  expect(await lastOf(60_004)).toBe(old)
  // The search time of a removed satellite is deleted.
  await api.database.query('update ca.satellite set deleted_at = now() where tenant_id = $1 and norad_id = 60005', [
    tenantId,
  ])
  await turn(at)
  expect(await looked()).toEqual(ids.filter((id) => id !== 60_005))
})

test('a burn and the burn back are each notified, and a burn that was missing once is not notified again', async () => {
  const operator = asOperator(api, 'silent-return')
  const { satelliteId } = await operator.addSatellite(62_000)
  const { listed, tenantId } = watching('silent-return')
  const { db } = api.api.platform
  const start = Date.parse('2026-11-10T00:00:00Z')
  const at = new Date(start + 2 * DAY_MS)
  /** A burn this many hours after the first. */
  const burn = (hours: number) => {
    const to = new Date(start + hours * 3_600_000).toISOString()
    return {
      from: to,
      to,
      since: to,
      deltaVMps: 0.05,
      direction: 'along-track',
      confidence: 20,
      isSimulated: false,
    } as const
  }
  const look = (...hours: number[]) =>
    db.tenant(tenantId, async (tx) => {
      const found = hours.map(burn)
      await replaceFound(tx, { tenantId, noradId: 62_000, arrivedAt: at, at, found })
      const told = await takeNew(tx, { after: new Date(start - DAY_MS), at })
      return told.map(({ to }) => (Date.parse(to) - start) / 3_600_000)
    })
  expect(await look(0)).toEqual([0])
  // The first burn moved by two hours; the burn back is 16 hours after it.
  expect(await look(16, 2)).toEqual([16])
  expect(await look(16, 2)).toEqual([])
  expect(await look(2)).toEqual([])
  expect(await listed(at.getTime())).toMatchObject([{ satelliteId, to: burn(2).to }])
  expect(await look(2, 17)).toEqual([])
  expect(await listed(at.getTime())).toHaveLength(2)
  // Both burns are deleted when they are no longer shown.
  await db.tenant(tenantId, (tx) => forgetOld(tx, [], new Date(start + 3 * DAY_MS)))
  const rows = await api.database.query('select from ca.silent_burn where tenant_id = $1', [tenantId])
  expect(rows).toHaveLength(0)
})

test('a plan that was superseded after its export explains a burn at its time, and one that was never sent does not', async () => {
  const operator = await planAt(api, 'silent-superseded')
  const { store, turn, listed } = watching('silent-superseded')
  const { manoeuvreId, ignitionEpoch, totalDeltaVMagnitude: alongMps } = await approved(operator)
  const burnMs = Date.parse(ignitionEpoch)
  const at = burnMs + 2 * DAY_MS
  await store(setsWith(43_617, { endMs: at, burnMs, alongMps }))
  await turn(at)
  const set = 'update ca.manoeuvre set state = $2, exported_at ='
  await api.database.query(`${set} null where id = $1`, [manoeuvreId, 'SUPERSEDED'])
  expect(await listed(at)).toHaveLength(1)
  await api.database.query(`${set} approved_at where id = $1`, [manoeuvreId, 'SUPERSEDED'])
  expect(await listed(at)).toEqual([])
  await api.database.query(`${set} approved_at where id = $1`, [manoeuvreId, 'ABORTED'])
  expect(await listed(at)).toHaveLength(1)
})

test('F17: a stated burn explains a burn in element sets to 20 %, and the size found by own tracks replaces the planned size', async () => {
  const operator = await planAt(api, 'silent-size')
  const { store, turn, listed } = watching('silent-size')
  const { manoeuvreId, ignitionEpoch, totalDeltaVMagnitude } = await approved(operator)
  const burnMs = Date.parse(ignitionEpoch)
  const at = burnMs + 2 * DAY_MS
  const [small, shownMps] = [totalDeltaVMagnitude, 0.05]
  // The burn that sets show exceeds the planned one by more than the error of the sets; the next checks need this.
  expect(shownMps).toBeGreaterThan((1 + F17_SHARE) * small + F17_MPS)
  await store(setsWith(43_617, { endMs: at, burnMs, alongMps: shownMps }))
  await turn(at)
  const set = (more: string) =>
    api.database.query(`update ca.manoeuvre set exported_at = approved_at, ${more} where id = $1`, [manoeuvreId])
  await set(`state = 'EXPORTED'`)
  expect(await listed(at)).toHaveLength(1)
  // Own tracks found as much Δv as the sets show: the plan was executed with this Δv, and no burn is silent.
  const found = (deltaVMps: number) =>
    `found = '${JSON.stringify({ deltaVMps, sigmaMps: 0.001, source: 'TRACKS TDM OWN0' })}'`
  await set(`state = 'PARTIAL', ${found(0.049)}`)
  expect(await listed(at)).toEqual([])
  // Own tracks found less: the sets show a second burn until somebody announces it. Then both burns together explain the Δv.
  await set(`state = 'PARTIAL', ${found(0.025)}`)
  expect(await listed(at)).toHaveLength(1)
  const notice = { noradId: 43_617, ignition: ignitionEpoch, announcedBy: 'Own flight dynamics' }
  const announce = async (vector: readonly number[] | null) => {
    const body = { ...notice, deltaV: vector && { frame: 'RTN', vector } }
    return (await bodyOf<BurnNotice>(await operator.ada.json(`POST ${NOTICES}`, body))).noticeId
  }
  await announce([0, 0.003, 0.004])
  expect(await listed(at)).toHaveLength(1)
  await announce([0.024, 0.007, 0])
  expect(await listed(at)).toEqual([])
  // A burn of unknown size explains any Δv.
  await set(`state = 'ABORTED', found = null`)
  expect(await listed(at)).toHaveLength(1)
  await announce(null)
  expect(await listed(at)).toEqual([])
})
