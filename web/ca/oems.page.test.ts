import { Buffer } from 'node:buffer'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { ephemerisText } from '@apsis/e2e/ca/testing/ephemeris.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { formatInstant } from '../clock/format.ts'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { apiOf, go, nowIn, page as open, pane, seen, workOnce } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)
const at = (path: string) => open(world.nothing, WHO, path, { reducedMotion: 'reduce' })
const now = () => nowIn(world.nothing)
const minuteNow = async () => Math.floor((await now()) / 60_000) * 60_000
const HOUR_MS = 3_600_000
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('a file is checked before it leaves the browser, sent, deactivated and kept', async () => {
  const { name, noradId } = await ownSatellite(call, 90_314)
  const fromMs = (await minuteNow()) - HOUR_MS
  const page = await at('/ca/oems')
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/ca/ephemeris/file')) sent.push(one.url())
  })
  await page.getByRole('button', { name: 'Upload ephemeris' }).first().click()
  const upload = pane(page, 'Upload an ephemeris')
  const choose = upload.locator('input[type="file"]')
  const about = { name, id: String(noradId), fromMs, hours: 24 }

  await choose.setInputFiles(fileOf('bad.oem', ephemerisText({ ...about, timeSystem: 'TAI', goesBackAt: 30 })))
  await seen(upload.getByText(/^\d faults: the server would refuse it\.$/))
  await seen(upload.getByText('To do: Write times in UTC and TIME_SYSTEM = UTC.'))
  // META_STOP is on line 12, so the 31st state, whose time decreases, is on line 43.
  await upload.getByRole('button', { name: 'line 43' }).first().click()
  await seen(upload.getByRole('button', { name: 'Line 43, fault' }))
  expect(await graveFindings(page)).toEqual([])
  expect(sent).toEqual([])

  await choose.setInputFiles(fileOf('good.oem', ephemerisText(about)))
  await seen(upload.getByText('Nothing speaks against sending.'))
  // The file names the satellite, so it need not be chosen.
  const satellite = upload.getByRole('button', { name: new RegExp(`^${name} ${noradId}`) })
  await satellite.click()
  expect(await page.getByRole('option', { name: 'Choose a satellite' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await seen(upload.getByText(`1 segment, ${formatInstant(fromMs)} to `, { exact: false }))
  await upload.getByRole('button', { name: 'Send', exact: true }).click()

  const view = page.getByRole('region', { name: 'good.oem', exact: true })
  await seen(view.getByRole('heading', { name: 'good.oem' }))
  expect(sent).toHaveLength(1)
  await view.getByRole('tab', { name: 'Uncertainty' }).click()
  await seen(view.getByText('25 covariances', { exact: false }))
  expect(await graveFindings(page)).toEqual([])

  await view.getByRole('button', { name: 'Take out of use' }).click()
  await seen(view.getByText('not in use', { exact: false }))
  await view.getByRole('button', { name: 'Undo' }).click()
  await seen(view.getByRole('button', { name: 'Take out of use' }))

  await view.getByRole('button', { name: 'Remove' }).click()
  await seen(page.getByText('good.oem is removed for good in 12 s.'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await seen(page.getByRole('grid', { name: 'Files' }).getByText('good.oem').first())
  expect(await graveFindings(page)).toEqual([])
})

test('a file is compared with the previous one, in a sentence and a plot, and screened from its view', async () => {
  const { name, noradId } = await ownSatellite(call, 90_315)
  const about = { name, id: String(noradId), fromMs: (await minuteNow()) - HOUR_MS, hours: 12 }
  const page = await at('/ca/oems')
  const send = async (file: string, aheadRad: number) => {
    await go(page, '/ca/oems?dialog=upload')
    const upload = pane(page, 'Upload an ephemeris')
    await upload.locator('input[type="file"]').setInputFiles(fileOf(file, ephemerisText({ ...about, aheadRad })))
    await seen(upload.getByText('Nothing speaks against sending.'))
    await seen(upload.getByRole('button', { name: new RegExp(`^${name} ${noradId}`) }))
    await upload.getByRole('button', { name: 'Send', exact: true }).click()
    const view = page.getByRole('region', { name: file, exact: true })
    await seen(view.getByRole('heading', { name: file }))
    return view
  }
  const first = await send('first.oem', 0)
  await first.getByRole('tab', { name: 'Difference' }).click()
  await seen(first.getByText('No earlier ephemeris overlaps it.'))

  // On a circle of 7000 km a ten-thousandth of a radian is a chord of 700 m, nearly all of it along the track.
  const second = await send('second.oem', 1e-4)
  await second.getByRole('tab', { name: 'Difference' }).click()
  const said = second.getByText(
    /^At most 700 m from first\.oem, at .* \(R [−-]0\.035, T 700, N 0\.000 m\); rms 700 m over /,
  )
  await seen(said.first())
  await seen(pane(page, 'Difference to the earlier one'))
  expect(await graveFindings(page)).toEqual([])

  // The file is screened against the catalogue.
  await workOnce(world.nothing, 'tle.refresh', WHO)
  await second.getByRole('button', { name: 'Screen now' }).click()
  await expect.poll(() => page.url()).toMatch(/\/screening\?screening=/)
  await seen(page.getByRole('heading', { name: new RegExp(`^${name}, second\\.oem`) }))
})

test('a file that contradicts the last message becomes operational only after a checkbox is ticked', async () => {
  const { name, noradId, satelliteId } = await ownSatellite(call, 90_316)
  const nowMs = await now()
  const [primary, secondary] = [
    { number: noradId, name },
    { number: 891_016, name: 'PASSING DEB' },
  ]
  const tcaMs = nowMs + 6 * HOUR_MS
  await call(
    'POST',
    'cdms',
    changedMessage({ messageId: 'ELSEWHERE-1', createdMs: nowMs - HOUR_MS, tcaMs, primary, secondary }),
  )
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'CANDIDATE')
  const about = { name, id: String(noradId), fromMs: nowMs - HOUR_MS, hours: 12 }
  form.set('file', new Blob([ephemerisText(about)]), 'elsewhere.oem')
  const api = await apiOf(world.nothing)
  const sent = await api.call(person(WHO), 'POST /api/v1/ca/ephemeris/file', { body: form })
  const { oemFileId } = (await sent.json()) as EphemerisFile
  const page = await at(`/ca/oems?file=${oemFileId}`)
  const view = page.getByRole('region', { name: 'elsewhere.oem', exact: true })
  await view.getByRole('button', { name: 'Make operational' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make elsewhere.oem operational' })
  await seen(dialog.getByText(/^Message ELSEWHERE-1 of .* m apart at TCA /))
  await dialog.getByRole('button', { name: 'Take it all the same' }).click()
  await seen(dialog.getByText('Tick that you have seen it.'))
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByText('I have seen it: the file is right.').click()
  await dialog.getByRole('button', { name: 'Take it all the same' }).click()
  await seen(view.getByText('elsewhere.oem is operational; the one before is superseded.'))

  await go(page, '/ca/oems?dialog=upload')
  const upload = pane(page, 'Upload an ephemeris')
  await upload.locator('input[type="file"]').setInputFiles(fileOf('again.oem', ephemerisText(about)))
  await seen(upload.getByText('Nothing speaks against sending.'))
  await upload.getByRole('button', { name: 'Send', exact: true }).click()
  await seen(upload.getByText(/^Message ELSEWHERE-1 of .* m apart at TCA /))
  await upload.getByRole('button', { name: 'Take it all the same' }).click()
  await seen(upload.getByText('Tick that you have seen it.'))
  await upload.getByText('I have seen it: the file is right.').click()
  await upload.getByRole('button', { name: 'Take it all the same' }).click()
  await seen(page.getByRole('heading', { name: 'again.oem' }))
})

test('a draft of a plan is not sent as operational, with the reason in a sentence, but is accepted as a draft', async () => {
  const { name, noradId } = await ownSatellite(call, 90_317)
  const about = { name, id: String(noradId), fromMs: (await minuteNow()) - HOUR_MS, hours: 12 }
  // The product writes the same mark into the ephemerides of plans that are not approved.
  const draft = ephemerisText(about).replace(
    'CREATION_DATE',
    'COMMENT DRAFT. Nobody has approved this manoeuvre. DO NOT EXECUTE.\nCREATION_DATE',
  )
  const page = await at('/ca/oems?dialog=upload')
  const upload = pane(page, 'Upload an ephemeris')
  await upload.locator('input[type="file"]').setInputFiles(fileOf('plan.oem', draft))
  await seen(upload.getByRole('button', { name: new RegExp(`^${name} ${noradId}`) }))
  await seen(upload.getByText(/^A study, not what is flown: .* say “DRAFT\. Nobody has approved this manoeuvre/))
  const send = upload.getByRole('button', { name: 'Send', exact: true })
  expect(await send.isDisabled()).toBe(true)
  expect(await graveFindings(page)).toEqual([])

  await upload.getByRole('button', { name: 'Operational' }).click()
  await page.getByRole('option', { name: 'Hypothetical' }).click()
  await seen(upload.getByText('Nothing speaks against sending.'))
  await send.click()
  const view = page.getByRole('region', { name: 'plan.oem', exact: true })
  await seen(view.getByRole('heading', { name: 'plan.oem' }))
})

test('a file that has ended is marked as ended before a satellite is chosen, and is not offered as operational (operator F21)', async () => {
  await ownSatellite(call, 90_318)
  const page = await at('/ca/oems?dialog=upload')
  const upload = pane(page, 'Upload an ephemeris')
  const old = ephemerisText({ name: 'ELSEWHERE', id: '99999', fromMs: Date.UTC(2017, 3, 12), hours: 2 })
  await upload.locator('input[type="file"]').setInputFiles(fileOf('old.oem', old))
  await seen(upload.getByText('Ended 2017-04-12: can be kept, not screened.'))
  // The check of the span is shown as ended, not as passed.
  const spans = upload.getByRole('listitem').filter({ hasText: 'ended' })
  expect(await spans.count()).toBe(1)
  expect(await spans.innerText()).not.toContain('passed')
  await upload.getByRole('button', { name: 'Hypothetical' }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Candidate', 'Hypothetical'])
})
