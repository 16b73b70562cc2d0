import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { changedMessage } from '../../ca/testing/messages.ts'
import { callerOf } from '../../ca/testing/own-satellite.ts'
import { PROJECT_DIR } from '../../product.ts'
import { productNow } from '../../product-now.ts'

type Reference = {
  /** Seconds to closest approach, and the place in km, fixed to Earth. */
  readonly positions: readonly (readonly [number, number, number, number])[]
}
const FILE = join(PROJECT_DIR, 'server', 'odt', 'testing', 'own-positions.reference.json')
const reference = JSON.parse(readFileSync(FILE, 'utf8')) as Reference

type About = { readonly tcaMs: number; readonly objectId: string; readonly objectName: string }

/** What the receiver on board of object 1 of `changedMessage` had before closest approach: positions alone, as an OEM. */
export function positionsBefore({ tcaMs, objectId, objectName }: About): string {
  const time = (beforeS: number) => new Date(tcaMs - beforeS * 1_000).toISOString().slice(0, 23)
  const rows = reference.positions.map(([beforeS, ...place]) => [time(beforeS), ...place].join(' '))
  const [first = 0, last = 0] = [reference.positions[0]?.[0], reference.positions.at(-1)?.[0]]
  return [
    ...['CCSDS_OEM_VERS = 2.0', `CREATION_DATE = ${time(last)}`, 'ORIGINATOR = OPERATOR', 'META_START'],
    ...[`OBJECT_NAME = ${objectName}`, `OBJECT_ID = ${objectId}`, 'CENTER_NAME = EARTH', 'REF_FRAME = ITRF2000'],
    ...['TIME_SYSTEM = UTC', `START_TIME = ${time(first)}`, `STOP_TIME = ${time(last)}`, 'META_STOP', ...rows, ''],
  ].join('\n')
}

const HOUR_MS = 3_600_000
const SIGMA_M = 5

/** Adds positions of an own satellite on the page of observations; answers the id of their file. */
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
