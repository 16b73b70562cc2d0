import { Buffer } from 'node:buffer'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { faultsOnWall } from '../wall-room.ts'
import { ephemerisText } from './testing/ephemeris.ts'
import { callerOf, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()
const who = account('demo-other')
leavesNothing(who)

/** An object of the simulated catalogue. */
const KNOWN = 90_003
const visitor = () => newVisitor({ reducedMotion: 'reduce' })

test('a search is kept as a watch, shown with its answer, paused, removed and restored; a clear answer says among which objects', async () => {
  const page = await visitAs(await visitor(), who, `/ca/find?object=${KNOWN}&km=100`)
  await seen(page.getByText(/close approach(es)? of .* within 100 km/).first())
  const nearer = page.getByLabel('What if nearer')
  await nearer.press('Home')
  await seen(page.getByText(/^within 1\.00 km: \d+ of \d+$/))
  await nearer.press('End')
  await seen(page.getByText(/^within 100 km: (\d+) of \1$/))
  const watches = pane(page, 'Watches')
  await seen(watches.getByText(/^No watch yet\./))
  await page.getByRole('button', { name: 'Save as watch' }).click()
  const watch = watches.getByRole('listitem')
  await seen(watch.getByText('within 100 km, 24 h ahead, against all'))
  await seen(watch.getByText(/close approach/))
  await seen(watch.getByText(/^asked \d{4}-.* · next after \d{4}-/))
  await seen(page.getByRole('button', { name: 'Watched' }))
  expect(await faultsOnWall(page, { left: 'Close approaches', right: 'Watches', rows: 20 })).toEqual([])
  expect(await graveFindings(page)).toEqual([])

  await watch.getByRole('button', { name: 'Pause' }).click()
  await seen(watch.getByText(/· paused$/))
  await watch.getByRole('button', { name: 'Resume' }).click()
  await seen(watch.getByRole('button', { name: 'Pause' }))

  await watch.getByRole('button', { name: 'Remove' }).click()
  await seen(watches.getByText(/^Watch of .* removed\./))
  await seen(watches.getByText(/^No watch yet\./))
  await watches.getByRole('button', { name: 'Undo' }).click()
  await seen(watch.getByText('within 100 km, 24 h ahead, against all'))
  // A click leads back to the search of a watch.
  await page.goto(`${ADDRESS}/ca/find`)
  await watch.getByRole('link').click()
  await page.waitForURL(/\/ca\/find\?.*object=/)
  await seen(page.getByText(/close approach(es)? of .* within 100 km/).first())

  // A clear answer states the numbers of objects by kind.
  await page.goto(`${ADDRESS}/ca/find?object=${KNOWN}&km=0.1&hours=1`)
  const counted =
    /^Clear among [\d\s]+ SIMULATED objects \(payloads [\d\s]+, rocket bodies [\d\s]+, debris [\d\s]+, unknown/
  await seen(page.getByText(counted))
  expect(await graveFindings(page)).toEqual([])
})

test('a screening is repeated with a smaller distance and compared with the one before; several files are each checked', async () => {
  const page = await visitAs(await visitor(), who, '/services')
  const call = await callerOf(page)
  const { satelliteId } = await ownSatellite(call, KNOWN)
  const asked = { 'satellite-id': satelliteId, hours: 12, thresholdM: 150_000 }
  const { screeningId } = await call<Screening>('POST', 'screenings', asked)
  await page.goto(`${ADDRESS}/screening?screening=${screeningId}`)
  await seen(page.getByText(/close approach(es)? within 150 km/).first())
  await page.getByRole('button', { name: 'Screen again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Screen again…' })
  await seen(dialog.getByText(/^From .* as before/))
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByLabel('Within, km').fill('120')
  await dialog.getByRole('button', { name: 'Start screening' }).click()

  await seen(page.getByText(/close approach(es)? within 120 km/).first())
  const changes = pane(page, 'What has changed')
  // Both screenings have found everything that came nearer than 120 km.
  await seen(changes.getByText('Nothing has changed. Span or volume differ: compared is what both could find.'))
  expect(await graveFindings(page)).toEqual([])
  // The changes, and the candidates that were left out, are next to the results.
  expect(await faultsOnWall(page, { left: 'Close approaches', right: 'What has changed', rows: 20 })).toEqual([])
  expect(await faultsOnWall(page, { left: 'Close approaches', right: 'Not screened' })).toEqual([])

  // Several files at once are each checked and screened, or refused with the reason.
  const { name, noradId } = await ownSatellite(call, 90_316)
  const about = { name, id: String(noradId), fromMs: Math.floor(productNow() / 60_000) * 60_000, hours: 6 }
  const fileOf = (file: string, text: string) => ({ name: file, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.goto(`${ADDRESS}/screening`)
  await page
    .getByLabel('Screen files…')
    .setInputFiles([
      fileOf('own.oem', ephemerisText(about)),
      fileOf('foreign.oem', ephemerisText({ ...about, name: 'ELSE', id: '77777' })),
      fileOf('broken.oem', ephemerisText({ ...about, goesBackAt: 30 })),
    ])
  const files = pane(page, 'Dropped files')
  await seen(
    files.getByRole('listitem').filter({ hasText: 'foreign.oem' }).getByText('Of 77777, no satellite of yours.'),
  )
  // META_STOP is in line 12, so the state whose time goes back is the 31st.
  await seen(
    files
      .getByRole('listitem')
      .filter({ hasText: 'broken.oem' })
      .getByText(/^Line 43: /),
  )
  expect(await graveFindings(page)).toEqual([])
  await files.getByRole('listitem').filter({ hasText: 'own.oem' }).getByRole('link').click()
  await seen(page.getByRole('heading', { name: `${name}, own.oem` }))
})
