import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, hideNotices, ownSatellite } from '../../../testing/caller.ts'
import { go, nowIn, page as open, pane, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)

const OWN = { number: 90_641, name: 'OWN 90641' }
const OTHER = { number: 891_041, name: 'BROKEN DEB' }
const HOUR_MS = 3_600_000
/** A negative variance is invalid, and nothing can be computed from such a covariance. */
const BROKEN = -1

test('an event whose message has an invalid covariance keeps its level, and its unknown probability is not shown as harmless', async () => {
  const page = await open(world.nothing, WHO, '/services', { reducedMotion: 'reduce' })
  await ownSatellite(call, OWN.number)
  const nowMs = await nowIn(world.nothing)
  const tcaMs = nowMs + 40 * HOUR_MS
  const send = async (place: number, covarianceFactor: number) => {
    const createdMs = nowMs - (9 - place) * HOUR_MS
    const change = { messageId: `BROKEN-${place}`, createdMs, tcaMs, primary: OWN, secondary: OTHER, covarianceFactor }
    const [taken] = await call<CdmIntake[]>('POST', 'cdms', changedMessage(change))
    const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
    return event
  }
  expect(await send(1, 0.43)).toMatchObject({ conjunctionData: { riskLevel: 'CRITICAL' } })
  await hideNotices(call)
  const event = await send(2, BROKEN)
  expect(event).toMatchObject({
    action: 'ACT',
    needsData: true,
    levelCauses: ['no-probability', 'held-unknown'],
    conjunctionData: { riskLevel: 'CRITICAL', probabilityOfCollision: null },
  })

  await go(page, `/ca/conjunction/${event?.satelliteId}/${event?.conjunctionId}`)
  const verdict = await seen(pane(page, 'Verdict'))
  await seen(verdict.getByText(/^Act\. Decide before/))
  await seen(
    verdict.getByText(/^Critical by the message of .* Z: Pc 4\.41\s×\s10⁻³\. The probability is not known: .* Held/),
  )
  await seen(verdict.getByText('Probability not known: a covariance is beyond repair'))
  await seen(verdict.getByText('Reported, CSpOC, method FOSTER-1992'))
  await seen(verdict.getByText('the combined one gives nothing'))
  expect(await verdict.innerText()).not.toMatch(/clipped|diluted/)
  expect(await graveFindings(page)).toEqual([])

  const isOfEvent = ({ link }: Notification) => link?.endsWith(`/${event?.conjunctionId}`) === true
  const told = (await call<Notification[]>('GET', '../notifications?limit=200')).filter(isOfEvent)
  expect(told.map(({ level, title }) => [level, title.split(',')[0]])).toEqual([
    ['critical', 'Act: OWN 90641 × BROKEN DEB'],
  ])
  expect(told[0]?.message).toMatch(
    /^Tracking data needed\. .*probability not known \(the originator reports 4\.45e-3\)/,
  )
  expect(told[0]?.message).not.toContain('diluted')
})
