import { Buffer } from 'node:buffer'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventEstimates } from '@apsis/contract/ca/event/estimate.ts'
import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'
import { hasFleet } from './testing/demo-fleet.ts'
import { ephemerisText } from './testing/ephemeris.ts'
import { type Call, callerOf, hideNotices, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()
const who = account('demo-other')
leavesNothing(who)
hasFleet(who)

/** A satellite that is 25 ms late is about 190 m behind: a few times the σ of its first days. */
const LATE_MS = 25
const HOUR_MS = 3_600_000
/** The demo writes its whole history first and then its ephemerides, each of which is screened twice; on a busy machine that takes minutes. */
const SLOW_MS = 300_000
const SLOW = { timeout: SLOW_MS - 30_000, interval: 1_000 }

const start = async (path = '/services') => visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, path)
const pathOf = ({ satelliteId, object1, conjunctionId }: Conjunction) =>
  `${ADDRESS}/ca/conjunction/${satelliteId ?? object1.designator}/${conjunctionId}`
const rankOf = (level: Conjunction['conjunctionData']['riskLevel']) => RISK_LEVELS.indexOf(level)

/** Returns, as text for a failure, the satellite of an event, the distance between message and ephemeris, and the event's sources. */
async function sourcesOf(call: Call, event: Conjunction): Promise<string> {
  const { estimates } = await call<EventEstimates>('GET', `conjunctions/${event.conjunctionId}/estimates`)
  const sources = estimates.map(({ source, state, madeAt, tca, messageId, fileName }) =>
    [source, state, madeAt, tca, messageId, fileName].join(' '),
  )
  const { object1, object2, comparison } = event
  return `${object1.name} and ${object2.name}: ${comparison?.distanceM} m, ${comparison?.mahalanobis} σ\n${sources.join('\n')}`
}

/** Checks that the page shows the estimates: strip, plot and table. */
async function seesThreeKinds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show estimates' }).first().click()
  const plot = await seen(pane(page, 'Probability and miss by estimate'))
  for (const source of ['Provider', 'Recomputed', 'Own screening'])
    await seen(plot.getByText(source, { exact: true }).first())
  const table = page.getByRole('grid', { name: 'All estimates' })
  for (const source of ['Provider', 'Recomputed', 'Own screening'])
    await seen(table.getByText(source, { exact: true }).first())
}

test(
  'the demo has a burn that its messages do not know: one event, an alarm with words, and the worse level counts',
  async () => {
    const page = await start()
    const call = await callerOf(page)
    const contradicted = async () =>
      (await call<Conjunction[]>('GET', 'conjunctions')).filter(({ comparison }) => comparison?.isDisagreement)
    await expect.poll(async () => (await contradicted()).length, SLOW).toBeGreaterThan(0)
    const found = await contradicted()
    const texts = await Promise.all(found.map((one) => sourcesOf(call, one)))
    expect(texts).toEqual([expect.stringMatching(/^SAT-1 /)])
    const [event] = found
    expect(rankOf(event!.conjunctionData.riskLevel)).toBeGreaterThanOrEqual(rankOf(event!.ownScreening!.riskLevel))
    await hideNotices(call)
    await page.goto(pathOf(event!))
    await seen(page.getByText(/^Message and own ephemeris contradict each other: .* m apart at TCA/))
    await seesThreeKinds(page)
    await seen(page.getByText(/Mainly along the track: drag, or a burn/))
    expect(await graveFindings(page)).toEqual([])
  },
  SLOW_MS,
)

test(
  'an uploaded ephemeris of the operator comes nearer than a message: its event gets the worse level at once, with the reason',
  async () => {
    const page = await start()
    const call = await callerOf(page)
    const ofDemo = async () =>
      (await call<EphemerisFile[]>('GET', 'ephemeris?limit=100')).find(
        ({ name, active }) => active && name.startsWith('sat-3'),
      )
    await expect.poll(ofDemo, SLOW).toBeDefined()
    const own = (await ofDemo())!
    const answer = await fetch(`${ADDRESS}/api/v1/ca/ephemeris/file/${own.oemFileId}`, {
      headers: { Authorization: `Bearer ${await tokenOf(page)}` },
    })
    const late = (time: string) => new Date(Date.parse(`${time}Z`) + LATE_MS).toISOString().slice(0, 23)
    const text = (await answer.text()).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, late)
    await page.goto(`${ADDRESS}/ca/oems?dialog=upload`)
    const upload = pane(page, 'Upload an ephemeris')
    const file = { name: 'late.oem', mimeType: 'text/plain', buffer: Buffer.from(text) }
    await upload.locator('input[type="file"]').setInputFiles(file)
    await seen(upload.getByText('Nothing speaks against sending.'))
    await upload.getByRole('button', { name: 'Send', exact: true }).click()
    // The file would replace the one before, and disagrees with the last messages about the satellite's position, so the person is asked first.
    await seen(upload.getByText(/^It disagrees with the last messages\./))
    await seen(upload.getByText(/^Message .* of .*: [\d\u202f]+ m apart at TCA /).first())
    await upload.getByRole('button', { name: 'Take it all the same' }).click()
    await seen(upload.getByText('Tick that you have seen it.'))
    expect(await ofDemo()).toMatchObject({ oemFileId: own.oemFileId, active: true })
    await upload.getByText('I have seen it: the file is right.').click()
    expect(await graveFindings(page)).toEqual([])
    await upload.getByRole('button', { name: 'Take it all the same' }).click()
    await seen(page.getByRole('heading', { name: 'late.oem' }))
    const worse = async () =>
      (await call<Conjunction[]>('GET', 'conjunctions')).filter(
        ({ levelFrom, comparison }) => levelFrom === 'OWN_SCREENING' && comparison?.isDisagreement,
      )
    await expect.poll(async () => (await worse()).length, SLOW).toBeGreaterThan(0)
    // A file is screened twice, and the second screening may still change which estimate leads.
    const isUnderWay = ({ state }: Screening) => state === 'queued' || state === 'running'
    await expect.poll(async () => (await call<Screening[]>('GET', 'screenings')).some(isUnderWay), SLOW).toBe(false)
    const [event] = (await worse()).toSorted(
      (a, b) => rankOf(b.conjunctionData.riskLevel) - rankOf(a.conjunctionData.riskLevel),
    )
    expect(event!.conjunctionData.riskLevel).toBe(event!.ownScreening!.riskLevel)
    await hideNotices(call)
    await page.goto(pathOf(event!))
    // The sources begin with the gravest estimate, which is the screening of the file.
    await seen(
      pane(page, 'Sources')
        .getByRole('listitem')
        .first()
        .getByText(/^Own screening: /),
    )
    await seesThreeKinds(page)
    expect(await graveFindings(page)).toEqual([])
  },
  SLOW_MS,
)

test("an event without a provider's message can be acknowledged, decided and recorded like any other", async () => {
  const page = await start()
  const call = await callerOf(page)
  const fromMs = Math.floor(productNow() / 60_000) * 60_000 - HOUR_MS
  // Two satellites of the operator on the same circle meet twice per revolution.
  const meeting = [
    { noradId: 90_416, inclinationRad: 0 },
    { noradId: 90_417, inclinationRad: Math.PI },
  ]
  const satellites: Satellite[] = []
  for (const { noradId, inclinationRad } of meeting) {
    const satellite = await ownSatellite(call, noradId)
    satellites.push(satellite)
    const form = new FormData()
    form.set('satellite-id', satellite.satelliteId)
    form.set('kind', 'OPERATIONAL')
    const text = ephemerisText({ name: satellite.name, id: String(noradId), fromMs, hours: 5, inclinationRad })
    form.set('file', new Blob([text]), `${noradId}.oem`)
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const sent = await fetch(`${ADDRESS}/api/v1/ca/ephemeris/file`, { method: 'POST', headers, body: form })
    expect(sent.status).toBe(201)
  }
  const asked = { 'satellite-id': satellites[0]!.satelliteId, against: 'OPS', hours: 2 }
  const { screeningId } = await call<Screening>('POST', 'screenings', asked)
  await expect.poll(async () => (await call<Screening>('GET', `screenings/${screeningId}`)).state, SLOW).toBe('done')
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const event = events.find(({ messages, object1 }) => messages === 0 && object1.name === satellites[0]!.name)!
  await hideNotices(call)
  await page.goto(pathOf(event))
  await seen(page.getByText('Only your own screening knows this event: no message came.'))
  await page.keyboard.press('a')
  await page.getByRole('main').getByRole('button', { name: 'Decide', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await seen(dialog.getByText(/^On your screening of /))
  await dialog.getByRole('button', { name: /Choose/ }).click()
  await page.getByRole('option', { name: /^manoeuvre/ }).click()
  await dialog.getByRole('textbox', { name: 'Why' }).fill('we move one of the two')
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
  await seen(page.getByText(/^manoeuvre, .* Reopens when /))
  await page.getByRole('button', { name: 'Record (2)' }).click()
  await seen(page.getByRole('dialog').getByText('we move one of the two'))
  expect(await graveFindings(page)).toEqual([])
})
