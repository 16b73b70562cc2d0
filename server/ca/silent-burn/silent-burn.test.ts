import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, GM_EARTH } from '@apsis/astro/constants.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { BurnNotice, SilentBurn } from '@apsis/contract/ca/burn-notice.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { storeSimulatedSets } from '../../tle/element-set.service.ts'
import { sitDown } from '../testing/ca-desk.ts'
import { planAt } from '../testing/plan-desk.ts'
import { listSilent } from './silent-burn.repository.ts'
import { silentBurnWork } from './silent-burn-work.ts'

const REFERENCE = process.env.APSIS_REFERENCE ?? join(PROJECT_DIR, '..', 'shared', 'reference')
const HISTORY = join(REFERENCE, 'manoeuvre', 'avoidance', 'detection', 'Sentinel-3A.tle')
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
    /** Sets that count as real ones. */
    store: async (sets: readonly ElementSet[]) => {
      await db.tenant(tenantId, (tx) => storeSimulatedSets(tx, tenantId, sets))
      await api.database.query(`update tle.own_set set source = 'test' where source = 'simulator'`)
    },
    turn: (at: number) =>
      silentBurnWork.turn({ db, queue, log: api.log, now: () => at, signal: new AbortController().signal }, tenantId),
    /** What is shown at a time: the clock of the API is today's. */
    listed: async (at: number): Promise<SilentBurn[]> => {
      const after = new Date(at - 14 * DAY_MS)
      return (await db.tenant(tenantId, (tx) => listSilent(tx, { after, offset: 0, limit: 100 }))).items
    },
  }
}

test.skipIf(!existsSync(HISTORY))(
  'of Sentinel-3A the burn of 6.8 mm/s is told that its operator lists, none before it, and none once it was announced',
  async () => {
    const desk = sitDown(api, 'silent-real')
    const { satelliteId } = await desk.addSatellite(41_335)
    const { store, turn, listed } = watching('silent-real')
    const sets = [...readTles(readFileSync(HISTORY, 'utf8').split('\n'))].flatMap((entry) =>
      entry.ok ? [{ ...entry.elements, objectName: 'SENTINEL 3A', internationalDesignator: '2016-011A' }] : [],
    )
    const until = (at: string) => sets.filter(({ epoch }) => compareEpochs(epoch, epochOf(at)) <= 0)
    // The operator's list (Sentinel-3A_burns.csv, from the IDS): 1.883e-3, 6.831e-3, -2.9e-5 m/s along R, T, N.
    const burn = { at: '2018-05-24T08:11:52.019Z', alongMps: 6.831e-3 }
    const told = async () => {
      const notices = await bodyOf<{ finding: { code: string; values: object } | null }[]>(
        await desk.call('GET /api/v1/notifications?limit=100'),
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
    // Flight rule F17: within three days, and to 20 % or 2 mm/s.
    const late = Date.parse(found[0]!.to) - Date.parse(burn.at)
    expect(late).toBeGreaterThan(0)
    expect(late).toBeLessThan(3 * DAY_MS)
    expect(Math.abs(found[0]!.deltaVMps - burn.alongMps)).toBeLessThan(0.002)
    expect(await told()).toMatchObject([{ count: 0, direction: 'along-track' }])
    // It is told once, also when newer sets place it anew.
    await store(until('2018-06-02T00:00:00Z'))
    await turn(after + 5 * DAY_MS)
    expect(await told()).toHaveLength(1)
    // One that is announced is not shown, and is shown again where the notice is taken back.
    const notice = { noradId: 41_335, ignition: burn.at, announcedBy: 'EUMETSAT' }
    const { noticeId } = await bodyOf<BurnNotice>(await desk.json(`POST ${NOTICES}`, notice))
    expect(await listed(after)).toEqual([])
    expect((await desk.call(`DELETE ${NOTICES}/${noticeId}`)).status).toBe(204)
    expect(await listed(after)).toHaveLength(1)
  },
  120_000,
)

/** Gauss: da = 2 a Δv / v, so that Δn = -3 n Δv / v. A circular orbit of 7000 km, by Vallado's μ; nothing of it is the product's. */
function setsWith(noradId: number, { endMs, burnMs, alongMps }: { endMs: number; burnMs: number; alongMps: number }) {
  const [aM, count] = [7e6, 120]
  const speed = Math.sqrt(GM_EARTH / aM)
  return Array.from({ length: count }, (_, k): ElementSet => {
    const epoch = addSeconds(epochOf(endMs), (k + 1 - count) * 28_800)
    const isAfter = compareEpochs(epoch, epochOf(burnMs)) > 0
    // Some decimetres of noise in the half axis, without chance.
    const noise = 3e-8 * Math.sin(k * 12.9898)
    return {
      ...{ noradId, objectName: 'SIM DEB', internationalDesignator: '', classification: 'U', epoch },
      ...{
        meanMotionRadPerS: (speed / aM) * (1 - (isAfter ? (3 * alongMps) / speed : 0) + noise),
        eccentricity: 0.001,
      },
      ...{ incRad: 1.7, raanRad: 0, argPeriapsisRad: 0, meanAnomalyRad: 0, bstar: 0, meanMotionDotRevPerDay2: 0 },
      ...{ meanMotionDdotRevPerDay3: 0, ephemerisType: 0, elementSetNumber: 1, revolutionAtEpoch: 1 },
    }
  })
}

test('a burn of the other object of an open event is told with the event, and only to those who have one', async () => {
  const desk = await planAt(api, 'silent-other')
  const { store, turn, listed } = watching('silent-other')
  const [event] = await desk.ada.events()
  const tcaMs = Date.parse(event!.conjunctionData.tca)
  const at = tcaMs - DAY_MS
  const otherId = Number(event!.object2.designator)
  await store(setsWith(otherId, { endMs: at, burnMs: at - 3 * DAY_MS, alongMps: 0.05 }))
  await store(setsWith(77_777, { endMs: at, burnMs: at - 3 * DAY_MS, alongMps: 0.05 }))
  await turn(at)
  await turn(at)
  expect(await listed(at)).toMatchObject([{ noradId: otherId, satelliteId: null, direction: 'along-track' }])
  const told = (await desk.notices()).filter(({ finding }) => finding?.code === 'silent-burn')
  const { object2, conjunctionData } = event!
  const values = { object: object2.name, count: 1, tcaAt: conjunctionData.tca, direction: 'along-track' }
  expect(told).toMatchObject([{ level: 'caution', finding: { values } }])
  expect(told[0]!.message).toMatch(/ show a burn of at least 0\.0\d+ m\/s along the track, between /)
  // Whoever has no event with it hears nothing of it.
  const others = watching('silent-nobody')
  await sitDown(api, 'silent-nobody').addSatellite(50_111)
  await others.turn(at)
  expect(await others.listed(at)).toEqual([])
}, 120_000)
