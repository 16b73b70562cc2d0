import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import {
  BURN_RADARS,
  burnTracks,
  FLOWN_RTN_MPS,
  IGNITION_BEFORE_TCA_MS,
  SEEN_UNTIL_MS,
} from '../ca/testing/burn-tracks.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { type Call, callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const [AUTHOR, ADMIN] = [account('demo'), account('demo-admin')]
leavesNothing(AUTHOR)
afterAll(async () => {
  const call = await callerOf(await visitAs(await newVisitor(), ADMIN, '/services'))
  const sensors = await call<Sensor[]>('GET', '../odt/sensors')
  for (const { sensorCode } of BURN_RADARS)
    if (sensors.some((one) => one.sensorCode === sensorCode))
      await call('DELETE', `../odt/sensors?sensor-code=${sensorCode}`)
})

const OWN = { number: 90_655, name: 'OWN 90655' }
const SECONDARY = { number: 891_055, name: 'SEEN DEB' }
const HOUR_MS = 3_600_000
/** The job that checks plans runs every 10 s; on a busy machine it takes longer. */
const WATCHED_WITHIN_MS = 60_000
/** The time from the planning of the burn to its beginning: enough to screen, approve and export it. */
const FLOWN_IN_MS = 60_000
/** The burn that the radars have seen then brings the objects to about this distance (burn-tracks.reference.json). */
const MISS_M = 3_000

/** Makes a plan of a burn against the direction of flight that begins in a minute, and exports it. */
async function exportedPlan(call: Call): Promise<Plan> {
  const ignitionMs = Math.ceil((productNow() + FLOWN_IN_MS) / 1000) * 1000
  await call('POST', 'satellites', {
    name: OWN.name,
    noradId: OWN.number,
    configuration: {
      wetMass: 260,
      propulsion: { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 0 },
      thresholds: { commitHours: 0.5, considerHours: 12 },
    },
  })
  const tcaMs = ignitionMs + IGNITION_BEFORE_TCA_MS
  const createdMs = productNow() - 8 * HOUR_MS
  const text = changedMessage({
    messageId: `SEEN-BURN-${ignitionMs}`,
    createdMs,
    tcaMs,
    primary: OWN,
    secondary: SECONDARY,
  })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  const plan = await call<Plan>('POST', 'manoeuvres', {
    'conjunction-id': taken?.conjunctionId,
    start: { unit: 'DATE', value: new Date(ignitionMs).toISOString() },
    target: { kind: 'MISS_DISTANCE', value: MISS_M },
    direction: { deltaVDirection: 'XYZ', deltaVReferenceFrame: 'RTN', vector: [0, 1, 0] },
  })
  const agreement = {
    mover: 'US',
    with: SECONDARY.name,
    at: new Date(productNow()).toISOString(),
    channel: 'telephone',
  }
  const steps = [
    { state: 'SCREENED' },
    { state: 'APPROVED', why: 'The path was checked by hand.' },
    { state: 'EXPORTED', why: 'None was asked: exercise.', agreement },
  ]
  const path = `manoeuvres/${plan.manoeuvreId}`
  let last = plan
  for (const step of steps) last = await call<Plan>('PATCH', path, step, `"${last.version}"`)
  return last
}

async function addTrack(page: Page, code: string, text: string): Promise<void> {
  await page.goto(`${ADDRESS}/odt/observations`)
  const file = { name: `${code}.tdm`, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel('Add a track…').setInputFiles([file])
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  await seen(page.getByText(new RegExp(`\\b${code}\\b`)).first())
}

test("tracks of the operator's own radars alone verify an exported burn, while the page of its event is open", async () => {
  const watcher = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), AUTHOR, '/services')
  const call = await callerOf(watcher)
  const station = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), ADMIN, '/services')
  const make = await callerOf(station)
  for (const radar of BURN_RADARS) await make('POST', '../odt/sensors', radar)
  const plan = await exportedPlan(call)
  // The planned burn equals the one that the radars will see, to within a hundredth.
  for (const [k, part] of plan.deltaVRtn.entries()) expect(part).toBeCloseTo(FLOWN_RTN_MPS[k] ?? Number.NaN, 2)
  await hideNotices(call)

  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${plan.conjunctionId}`)
  await watcher.goto(`${ADDRESS}/ca/conjunction/${event?.satelliteId}/${plan.conjunctionId}?tab=manoeuvre`)
  await seen(pane(watcher, 'Plans'))
  const state = async () => (await call<Plan>('GET', `manoeuvres/${plan.manoeuvreId}`)).state
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const overMs = ignitionMs + SEEN_UNTIL_MS
  await expect
    .poll(() => productNow() > overMs, { timeout: FLOWN_IN_MS + SEEN_UNTIL_MS + 10_000, interval: 1_000 })
    .toBe(true)
  expect(await state()).toBe('EXPORTED')

  // Each radar sends its track; no other information about the burn is ever sent.
  for (const { code, text } of burnTracks(OWN.number, ignitionMs)) await addTrack(station, code, text)
  await expect.poll(state, { timeout: WATCHED_WITHIN_MS }).toBe('VERIFIED')
  const check = pane(watcher, 'Execution check')
  await check.getByText('as planned', { exact: true }).waitFor({ timeout: WATCHED_WITHIN_MS })
  // The job may check the plan before the last track has arrived.
  await seen(check.getByText(/^TDM BURN[ABC](, BURN[ABC])*$/))
  await seen(check.getByRole('columnheader', { name: 'Tracks', exact: true }))
  expect(await graveFindings(watcher)).toEqual([])

  const settled = await call<Plan>('GET', `manoeuvres/${plan.manoeuvreId}`)
  expect(settled.checks.map(({ source, verdict }) => ({ source, verdict }))).toEqual([
    { source: 'TRACKS', verdict: 'AS_PLANNED' },
  ])
  // Flight rule F17: the burn found is within 3σ of the true one, and 1σ is at most a tenth of it.
  const [flownMps, found] = [Math.hypot(...FLOWN_RTN_MPS), settled.checks[0]]
  expect(found?.sigmaMps).toBeLessThan(flownMps / 10)
  expect(Math.abs((found?.deltaVMps ?? 0) - flownMps)).toBeLessThan(3 * (found?.sigmaMps ?? 0))
})
