import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Call, callerOf } from '../../ca/testing/own-satellite.ts'
import { PROJECT_DIR } from '../../product.ts'
import { SITE } from './site.ts'

/** Sends a track of the organisation's own sensor that matches no object; returns the id of its file. */
export async function sendTrack(page: Page): Promise<string> {
  const call = await callerOf(page)
  await addSite(call)
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'track.tdm'))
  const file = { name: 'track.tdm', mimeType: 'text/plain', buffer: sample }
  await page.getByLabel('Add a track…').setInputFiles([file])
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Adds the sensor that made the sample; takes one that an earlier journey left. */
export async function addSite(call: Call): Promise<void> {
  const [known] = await call<unknown[]>('GET', '../odt/sensors?sensor-code=SITE')
  if (known === undefined) await call('POST', '../odt/sensors', SITE)
}
