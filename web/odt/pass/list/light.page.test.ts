import { readFileSync } from 'node:fs'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { nowIn, page as open, PHONE, pane, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/**
 * The orbit is circular, 700 km high, with a period of 98.8 minutes. The object is in the cylinder of the Earth's shadow for 2 acos(cos ρ /
 * cos β) of a revolution, where sin ρ = 6378/7077 (Wertz, Space Mission Analysis and Design, 5.1). In the plane of the equator β is the
 * declination of the Sun, between 0° and 23.5°, so the time is 33.9 to 35.3 minutes. A margin of a minute to both sides allows for the
 * cone, whose penumbra lasts about ten seconds.
 */
const ECLIPSE_MIN = [32.9, 36.3] as const
/** There are 14.57 revolutions per day, and the two eclipses at the ends of the day may count or not. */
const ECLIPSES_A_DAY = [13, 16] as const
/** The limit is the declination of the Sun plus 0.1° for the orbit. */
const LARGEST_BETA_DEG = 23.6

/** Returns a line of a two-line element set with its checksum digit: the sum of its digits, and one for each minus. */
const summed = (line: string) =>
  `${line}${[...line].reduce((sum, char) => sum + (char === '-' ? 1 : Number(char) || 0), 0) % 10}`

/** Returns a two-line element set of the orbit, with this moment as epoch. */
function elements(nowMs: number): string {
  const year = new Date(nowMs).getUTCFullYear()
  const day = (nowMs - Date.UTC(year, 0, 0)) / DAY_MS
  const epoch = `${String(year).slice(2)}${day.toFixed(8).padStart(12, '0')}`
  return [
    summed(`1 90340U 24001A   ${epoch}  .00000000  00000-0  00000-0 0  999`),
    summed('2 90340   0.1000   0.0000 0001000   0.0000   0.0000 14.57000000    1'),
  ].join('\n')
}

const pathOf = async () => `/odt/passes?object=${encodeURIComponent(elements(await nowIn(world.nothing)))}&days=1`

test('the light at an object is shown below its passes, can be saved, and agrees with its orbit', async () => {
  const page = await open(world.nothing, 'demo', await pathOf(), { reducedMotion: 'reduce' })
  const light = pane(page, 'Sunlight')
  await seen(light.getByText(/^\d+ eclipses, \d+ % of the time, the longest /))
  await seen(light.getByText(/Conical shadow, without air\./))
  expect(await graveFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Menu of Sunlight' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ])
  const rows = readFileSync(await download.path(), 'utf8')
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const eclipses = rows.filter(([what]) => what === 'eclipse')
  expect(eclipses.length).toBeGreaterThanOrEqual(ECLIPSES_A_DAY[0])
  expect(eclipses.length).toBeLessThanOrEqual(ECLIPSES_A_DAY[1])
  // The first and the last eclipse may be cut by the ends of the day.
  for (const [, start = '', end = '', umbraStart = '', umbraEnd = ''] of eclipses.slice(1, -1)) {
    const minutes = (Date.parse(end) - Date.parse(start)) / MINUTE_MS
    expect(minutes).toBeGreaterThan(ECLIPSE_MIN[0])
    expect(minutes).toBeLessThan(ECLIPSE_MIN[1])
    expect(Date.parse(umbraStart)).toBeGreaterThan(Date.parse(start))
    expect(Date.parse(umbraEnd)).toBeLessThan(Date.parse(end))
  }
  const angles = rows.filter(([what]) => what === 'beta').map((row) => Math.abs(Number(row[5])))
  expect(angles.length).toBeGreaterThan(1)
  expect(Math.max(...angles)).toBeLessThan(LARGEST_BETA_DEG)
})

test('in German, on a phone, the light is not wider than the screen', async () => {
  const page = await open(world.nothing, 'demo', await pathOf(), { ...PHONE, language: 'de' })
  await seen(pane(page, 'Sonnenlicht').getByText(/Verfinsterungen, \d+ % der Zeit/))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
