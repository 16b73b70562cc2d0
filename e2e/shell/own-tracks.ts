import type { Page } from 'playwright-core'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf } from '../ca/testing/own-satellite.ts'
import { OWN_RADAR, ownTrackText, tcaOfTrackUntil, withoutAngles } from '../ca/testing/own-track.ts'
import { positionsBefore } from '../odt/testing/own-positions.ts'
import { productNow } from '../product-now.ts'

const HOUR_MS = 3_600_000
const SIGMA_M = 5

/** Adds positions of an own satellite on the page of observations; returns the id of their file. */
export async function sendPositions(page: Page): Promise<string> {
  const call = await callerOf(page)
  const [primary, secondary] = [
    { number: 90_617, name: 'OWN 90617' },
    { number: 891_017, name: 'POSITIONS DEB' },
  ]
  await call('POST', 'satellites', { name: primary.name, noradId: primary.number })
  const tcaMs = Math.floor((productNow() + 2 * HOUR_MS) / 1_000) * 1_000
  const about = { messageId: 'POSITIONS-1', createdMs: productNow() - 6 * HOUR_MS, tcaMs, primary, secondary }
  await call('POST', 'cdms', changedMessage(about))
  const oem = positionsBefore({ tcaMs, objectId: String(primary.number), objectName: primary.name })
  const buffer = Buffer.from(oem)
  await page.getByLabel('Add a track…').setInputFiles([{ name: 'own.oem', mimeType: 'text/plain', buffer }])
  await page.getByRole('textbox', { name: 'σ of each axis' }).fill(String(SIGMA_M))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Sends ranges of an object whose orbit comes from a message, from the page of observations; returns the id of their file. */
export async function sendRanges(page: Page): Promise<string> {
  const call = await callerOf(page)
  const [primary, secondary] = [
    { number: 90_615, name: 'OWN 90615' },
    { number: 891_013, name: 'RANGES DEB' },
  ]
  await call('POST', 'satellites', { name: primary.name, noradId: primary.number })
  const [known] = await call<unknown[]>('GET', `../odt/sensors?sensor-code=${OWN_RADAR.sensorCode}`)
  if (known === undefined) await call('POST', '../odt/sensors', OWN_RADAR)
  const tcaMs = tcaOfTrackUntil(productNow() - 10 * 60_000)
  const about = { messageId: 'RANGES-2', createdMs: productNow() - 8 * 3_600_000, tcaMs, primary, secondary }
  await call('POST', 'cdms', changedMessage(about))
  const buffer = Buffer.from(withoutAngles(ownTrackText(secondary.number, tcaMs, 0)))
  await page.getByLabel('Add a track…').setInputFiles([{ name: 'ranges.tdm', mimeType: 'text/plain', buffer }])
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
