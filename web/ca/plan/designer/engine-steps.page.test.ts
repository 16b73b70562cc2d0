import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../../../testing/caller.ts'
import { go, nowIn, page as open, pane, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo'
const call = callerOf(world.nothing, WHO)

const OWN = { number: 90_643, name: 'OWN 90643' }
const HOUR_MS = 3_600_000
/** The engines start at full minutes, and burn for multiples of a second or of ten. */
const IMPULSES = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1, startStepS: 60, cutOffStepS: 1 }
const ARCS = {
  type: 'CONTINUOUS',
  thrustN: 0.1,
  ispS: 1_500,
  dutyCycle: 0.5,
  maxThrustPerOrbitS: 5_000,
  leadTimeH: 1,
  startStepS: 60,
  cutOffStepS: 10,
}

async function eventOf(propulsion: object, place: number): Promise<Conjunction> {
  const [known] = await call<Satellite[]>('GET', `satellites?norad-id=${OWN.number}`)
  const satellite = known ?? (await ownSatellite(call, OWN.number))
  const configuration = { ...satellite.configuration, wetMass: 260, propulsion }
  await call('PUT', 'satellites', { ...satellite, configuration })
  const nowMs = await nowIn(world.nothing)
  const text = changedMessage({
    messageId: `STEPS-${place}`,
    createdMs: nowMs - HOUR_MS,
    // The closest approach is not at a full minute, so a burn half a revolution before it is not at a full minute either.
    tcaMs: nowMs - (nowMs % HOUR_MS) + (40 + place) * HOUR_MS + 23_456,
    primary: OWN,
    secondary: { number: 891_060 + place, name: `STEPS DEB ${place}` },
    covarianceFactor: 0.43,
  })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  if (!event) throw new Error('The message opened no event.')
  return event
}

/** Returns the value that the designer shows for the chosen burn, which is in the first column. */
async function shownOf(page: Page, name: string): Promise<string> {
  const row = pane(page, 'Candidate A')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  return (await seen(row.getByRole('cell').first())).innerText()
}

for (const [place, propulsion] of [IMPULSES, ARCS].entries())
  test(`the designer shows the same values for a burn of an engine with steps as its plan: ${propulsion.type}`, async () => {
    const page = await open(world.nothing, WHO, '/services', { reducedMotion: 'reduce' })
    const { satelliteId, conjunctionId } = await eventOf(propulsion, place)
    await go(page, `/ca/manoeuvre/${satelliteId}/${conjunctionId}`)
    await seen(pane(page, 'Candidate A').getByText('Reaches the target'))
    const save = page.getByRole('button', { name: 'Save as plan' })
    const placeAtFirst = await save.boundingBox()
    const [ignition, deltaV, thrust] = [
      await shownOf(page, 'Ignition, UTC'),
      await shownOf(page, 'Δv, m/s'),
      await shownOf(page, 'Thrust time, s'),
    ]
    const pc = await pane(page, 'Candidate A').locator('dl dd').nth(1).innerText()
    // Meanwhile the picture of the plane and the suggestions have arrived, and the button has not moved.
    await seen(pane(page, 'Candidate A').getByText('Plane, 1σ'))
    expect(await save.boundingBox()).toEqual(placeAtFirst)
    await save.click()
    // The server shows a refusal there, so that a failure of this test contains it.
    const refusal = page.getByRole('alert').and(page.locator('main *'))
    await expect.poll(async () => [page.url(), ...(await refusal.allInnerTexts())].join(' ')).toContain('tab=manoeuvre')
    const [plan] = await call<EventPlan[]>('GET', `manoeuvres?conjunction-id=${conjunctionId}`)
    if (!plan) throw new Error('There is no plan.')
    const { ignitionEpoch, deltaVMagnitude, totalThrustingTime, after } = plan
    expect(ignitionEpoch.slice(16)).toBe(':00.000000Z')
    expect([ignition, deltaV, thrust]).toEqual([
      ignitionEpoch.slice(5, 16).replace('T', ' '),
      deltaVMagnitude.toFixed(4),
      totalThrustingTime?.toFixed(1),
    ])
    expect(totalThrustingTime).toBeCloseTo(Math.round(totalThrustingTime ?? 0), 3)
    // The number is written 2.94 × 10−6, with a minus that is not a hyphen.
    const shown = pc.replace(/\s*×\s*10\s*/, 'e').replace('−', '-')
    expect(shown).toBe(after.probability?.toExponential(2))
    // A screening has no risk, so it is done without a dialog, and is undone as easily (operator F15).
    const stateOf = async () => (await call<EventPlan>('GET', `manoeuvres/${plan.manoeuvreId}`)).state
    await page.getByRole('button', { name: 'Screen', exact: true }).click()
    const undo = await seen(page.getByRole('button', { name: 'Undo', exact: true }))
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await stateOf()).toBe('SCREENED')
    await undo.click()
    await expect.poll(stateOf).toBe('DRAFT')
  })
