import { readFile, writeFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import { zstdCompressSync } from 'node:zlib'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import { asSuperuser } from '@apsis/server/platform/testing/test-database.ts'
import type { Page } from 'playwright-core'
import { degreesLat, degreesLong, ecfToLookAngles, eciToGeodetic, geodeticToEcf, gstime } from 'satellite.js'
import { beforeAll, expect, test } from 'vitest'
import { stateByOtherProgram } from '../space/testing/other-sgp4.ts'
import { callerOf } from '../testing/caller.ts'
import { type CircleOem, circleState } from '../testing/oem.ts'
import { afresh, another, apiOf, go, nowIn, page as open, prefer, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const call = callerOf(world.nothing, 'demo')
const HOUR_MS = 3_600_000

let elements: CatalogueElements
let atMs = 0
let own: Satellite
let event: Conjunction

beforeAll(async () => {
  await workOnce(world.nothing, 'tle.refresh', 'demo')
  elements = await call<CatalogueElements>('GET', '../tle/catalogue/elements')
  own = await call<Satellite>('POST', 'satellites', { name: 'SPACE-1', noradId: elements.noradId[0] })
  const nowMs = await nowIn(world.nothing)
  atMs = Math.floor(nowMs / 60_000) * 60_000 + 2 * HOUR_MS
  const secondary = { number: elements.noradId[9] ?? 0, name: elements.name[9] ?? '' }
  const message = changedMessage({
    messageId: `GLOBE-${nowMs}`,
    createdMs: nowMs - HOUR_MS,
    tcaMs: nowMs + 40 * HOUR_MS,
    primary: { number: own.noradId, name: 'SPACE-1' },
    secondary,
    covarianceFactor: 0.43,
  })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', message)
  const [opened] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  if (!opened) throw new Error('The message opened no event.')
  event = opened
})

const instant = () => new Date(atMs).toISOString().replace('.000Z', 'Z')
const globe = (page: Page) => page.getByRole('application', { name: /^Globe with / })
const drawnAt = (page: Page) => page.locator('canvas').getAttribute('data-drawn-at')
const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const openGlobe = async (query: string) => {
  const page = await open(world.nothing, 'demo', `/ca/space?view=globe&${query}`, { reducedMotion: 'reduce' })
  await seen(globe(page))
  await expect.poll(() => drawnAt(page)).not.toBeNull()
  return page
}

type Point = { readonly x: number; readonly y: number }
/** Returns the position of a mark on the globe, px; undefined if it is hidden. */
async function markAt(page: Page, id: string): Promise<Point | undefined> {
  const mark = page.locator(`[data-mark="${id}"]`)
  if ((await mark.count()) === 0) return undefined
  const [, x, y] = /translate\(([-\d.e]+) ([-\d.e]+)\)/.exec((await mark.getAttribute('transform')) ?? '') ?? []
  return { x: Number(x), y: Number(y) }
}

/** Returns the position of an object of the catalogue by satellite.js, in the frame of the Earth, km. */
function byOtherProgram(k: number, ms = atMs): readonly [number, number, number] | undefined {
  const state = stateByOtherProgram(elements, k, ms)
  if (!state) return undefined
  const [x, y, z] = state.r
  const angle = gstime(new Date(ms))
  return [Math.cos(angle) * x + Math.sin(angle) * y, Math.cos(angle) * y - Math.sin(angle) * x, z]
}

/** Returns the pixel of a point for a camera above a place, at a distance r in km from the Earth's centre; the shorter side spans 30°. */
function pixelOf(
  [x, y, z]: readonly [number, number, number],
  { lat, lon, r }: { readonly lat: number; readonly lon: number; readonly r: number },
  { width, height }: { readonly width: number; readonly height: number },
): Point {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
  const out = Math.cos(north) * (Math.cos(east) * x + Math.sin(east) * y) + Math.sin(north) * z
  const right = Math.cos(east) * y - Math.sin(east) * x
  const up = Math.cos(north) * z - Math.sin(north) * (Math.cos(east) * x + Math.sin(east) * y)
  const focal = Math.min(width, height) / 2 / Math.tan(Math.PI / 12)
  return { x: width / 2 + (focal * right) / (r - out), y: height / 2 - (focal * up) / (r - out) }
}

/** A projected position is within half a pixel of the position by an independent SGP4 (issue 49). */
const HALF_PX = 0.5

test('a picked object stands where another program has it, in both frames, and a press at that place picks it', async () => {
  const k = 100
  const place = byOtherProgram(k)
  if (!place) throw new Error('satellite.js has no state.')
  const [lat, lon] = [
    Math.round((Math.atan2(place[2], Math.hypot(place[0], place[1])) * 180) / Math.PI) + 10,
    Math.round((Math.atan2(place[1], place[0]) * 180) / Math.PI) - 12,
  ]
  const camera = { lat, lon, r: 31_500 }
  const page = await openGlobe(`t=${instant()}&pick=${elements.noradId[k]}&lat=${lat}&lon=${lon}&r=31500`)
  const boxNow = async () => (await globe(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const expected = pixelOf(place, camera, await boxNow())
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  const away = async () => {
    const at = await markAt(page, `object ${k}`)
    return at ? Math.hypot(at.x - expected.x, at.y - expected.y) : Number.POSITIVE_INFINITY
  }
  expect(await away()).toBeLessThan(HALF_PX)
  // The other frame has the same picture at this instant.
  await page.keyboard.press('x')
  await expect.poll(() => search(page, 'frame')).toBe('in')
  expect(await away()).toBeLessThan(HALF_PX)
  await page.keyboard.press('x')

  await globe(page).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => search(page, 'pick')).toBeNull()
  // Without the inspector the globe is wider.
  const box = await boxNow()
  const wider = pixelOf(place, camera, box)
  await page.mouse.click(box.x + wider.x, box.y + wider.y)
  const list = page.getByRole('region', { name: /objects under the pointer$/ })
  await expect.poll(async () => search(page, 'pick') ?? ((await list.count()) > 0 ? 'several' : '')).not.toBe('')
  if (search(page, 'pick') === null)
    await list.getByRole('button', { name: new RegExp(`${elements.noradId[k]}$`) }).click()
  await expect.poll(() => search(page, 'pick')).toBe(String(elements.noradId[k]))
})

/** Returns true for each point at which, or beside which, the picture has ink: a dot that differs from the empty space. */
function inkAt(page: Page, png: string, points: readonly Point[]): Promise<readonly boolean[]> {
  return page.evaluate(
    async ({ png: text, points: all }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const green = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[1] ?? 0
      const empty = green(2, 2)
      return all.map(({ x, y }) =>
        [-1, 0, 1].some((down) =>
          [-1, 0, 1].some((across) => Math.abs(green(Math.floor(x) + across, Math.floor(y) + down) - empty) > 20),
        ),
      )
    },
    { png, points },
  )
}

test('between two sets of states the shader draws low objects where another program has them', async () => {
  // At this speed sets are half a minute apart, and the time is midway between two. With reduced motion a picture stays for a second.
  const fromMs = atMs + 15_000
  const t = new Date(fromMs).toISOString().replace('.000Z', 'Z')
  const camera = { lat: 0, lon: 0, r: 31_500 }
  const page = await openGlobe(`t=${t}&shell=500&lat=0&lon=0&r=31500`)
  for (const _ of [10, 60]) await page.keyboard.press('>')
  await seen(page.getByText(/States each 30 s, drawn < 1 m from SGP4/))
  const box = (await globe(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  let [png, drawnMs] = ['', 0]
  await expect
    .poll(async () => {
      drawnMs = Number(await drawnAt(page))
      png = (await page.locator('canvas').screenshot()).toString('base64')
      return drawnMs > fromMs && Number(await drawnAt(page)) === drawnMs
    })
    .toBe(true)
  expect((drawnMs - atMs) % 30_000).toBe(15_000)
  const earthPx = pixelOf([0, 6_378, 0], camera, box).x - box.width / 2
  const beside = (ms: number) =>
    elements.noradId.flatMap((_, k) => {
      const revolutions = elements.meanMotionRevPerDay[k] ?? 0
      const place = revolutions > 15.3 && (elements.eccentricity[k] ?? 1) < 0.003 ? byOtherProgram(k, ms) : undefined
      const at = place && pixelOf(place, camera, box)
      return at && Math.hypot(at.x - box.width / 2, at.y - box.height / 2) > 1.05 * earthPx ? [at] : []
    })
  const share = async (ms: number) => {
    const found = await inkAt(page, png, beside(ms))
    return { count: found.length, share: found.filter(Boolean).length / found.length }
  }
  const exact = await share(drawnMs)
  expect(exact.count).toBeGreaterThan(30)
  expect(exact.share).toBe(1)
  // At their positions in the previous set, some pixels away, many have no ink: the test would notice a shader without interpolation.
  expect((await share(drawnMs - 15_000)).share).toBeLessThan(0.7)
})

test('an object is drawn and picked where its operator publishes it, and not where its element set has it', async () => {
  // Above all low orbits there is nothing else near the published circle.
  const k = elements.meanMotionRevPerDay.findIndex((revolutions) => revolutions < 1.1)
  const noradId = elements.noradId[k] ?? 0
  const circle = {
    noradId,
    name: 'PUBLISHED',
    fromMs: atMs - 2 * HOUR_MS,
    hours: 6,
    radiusM: 7_000_000,
    inclinationDeg: 60,
  }
  await publish(circle)
  const [x, y, z] = circleState(circle, atMs).r.map((metres) => metres / 1_000)
  const angle = gstime(new Date(atMs))
  const place = [Math.cos(angle) * x! + Math.sin(angle) * y!, Math.cos(angle) * y! - Math.sin(angle) * x!, z!] as const
  // The camera is a quarter of a turn to the east of it, so that it stands beside the Earth.
  const camera = { lat: 0, lon: Math.round((Math.atan2(place[1], place[0]) * 180) / Math.PI) + 90, r: 31_500 }
  const page = await openGlobe(`t=${instant()}&shell=geo&lat=0&lon=${camera.lon}&r=31500`)
  await seen(page.getByText(/ objects, 1 of them by ephemeris$/))
  const box = (await globe(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = pixelOf(place, camera, box)
  await expect
    .poll(async () => inkAt(page, (await page.locator('canvas').screenshot()).toString('base64'), [at]))
    .toEqual([true])
  await page.mouse.click(box.x + at.x, box.y + at.y)
  await expect.poll(() => search(page, 'pick')).toBe(String(noradId))
})

/** Stores an ephemeris as if the operator of a neighbour of the own satellite had published it. */
async function publish(circle: CircleOem): Promise<void> {
  const states = Array.from({ length: 60 * circle.hours + 1 }, (_, minute) => {
    const ms = circle.fromMs + 60_000 * minute
    const { r, v } = circleState(circle, ms)
    return { epoch: parseTime(new Date(ms).toISOString()), r, v }
  })
  const segments = makeEphemeris([{ frame: 'TEME', states }]).segments.map(({ segment }) => segment)
  // This is the format in which server/ca/ephemeris/record/packed-orbit.ts stores an orbit.
  const packed = zstdCompressSync(serialize({ format: 2, shape: {}, segments: serialize(segments) }))
  const [from, to] = [circle.fromMs, circle.fromMs + circle.hours * HOUR_MS].map((ms) => new Date(ms).toISOString())
  const { database } = await apiOf(world.nothing)
  await asSuperuser(database.superuserUrl, async (client) => {
    const { rows } = await client.query('select tenant_id from ca.satellite where id = $1', [own.satelliteId])
    const address = 'https://published.example/MANIFEST.txt'
    await client.query('insert into neighbours.source (address) values ($1)', [address])
    await client.query(
      `insert into neighbours.file (address, name, norad_id, object_name, made_at, received_at, start_at, stop_at, usable_from,
         usable_to, has_covariance, envelope_from, is_simulated, change, packed)
       values ($1, 'published.txt', $2, $3, $4, $4, $4, $5, $4, $5, false, null, true, null, $6)`,
      [address, circle.noradId, circle.name, from, to, packed],
    )
    await client.query(
      `insert into neighbours.near (tenant_id, satellite_id, norad_id, tca, miss_m, found_at) values ($1, $2, $3, $4, 640, $5)`,
      [rows[0]?.tenant_id, own.satelliteId, circle.noradId, to, from],
    )
  })
}

test('by keys alone the globe opens, turns, picks, follows and lets go; its camera is in the address and comes back', async () => {
  const page = await open(world.nothing, 'demo', `/ca/space?t=${instant()}`, { reducedMotion: 'reduce' })
  await seen(page.getByRole('slider', { name: /^Map of / }))
  await page.keyboard.press('3')
  await seen(globe(page))
  await expect.poll(() => search(page, 'view')).toBe('globe')
  await globe(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  // A key that needs an object says so.
  await page.keyboard.press('c')
  await seen(page.getByText('Pick an object to follow it.'))
  await page.keyboard.press('+')
  // The height above the equator, 25 121.863 km, decreases by a fifth.
  await expect.poll(() => search(page, 'r')).toBe('26475.6')
  expect([search(page, 'lat'), search(page, 'lon')]).toEqual(['21', '5'])
  await page.keyboard.press('Tab')
  const first = page.getByRole('button', { name: /^SPACE-1, / })
  await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page, 'pick')).toBe(String(own.noradId))
  await page.keyboard.press('c')
  await seen(page.getByText(/^Following .*\. Esc lets go\.$/))
  await expect.poll(() => search(page, 'at')).toBe('pick')
  const box = (await globe(page).boundingBox()) ?? { width: 0, height: 0 }
  const middle = async () => {
    const at = await markAt(page, 'object 0')
    return at ? Math.hypot(at.x - box.width / 2, at.y - box.height / 2) : Number.POSITIVE_INFINITY
  }
  await expect.poll(middle).toBeLessThan(20)
  await page.keyboard.press('.')
  await expect.poll(() => drawnAt(page)).toBe(String(atMs + 60_000))
  await expect.poll(middle).toBeLessThan(20)
  await globe(page).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => search(page, 'at')).toBeNull()
  expect(search(page, 'pick')).toBe(String(own.noradId))
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => search(page, 'lon')).toBe('-5')
  const before = await markAt(page, 'object 0')
  await page.reload()
  await seen(globe(page))
  await expect.poll(() => markAt(page, 'object 0')).toEqual(before)
})

test('the frame of an event shows both paths around its TCA, and once more the encounter itself by its message', async () => {
  const page = await openGlobe(`t=${instant()}`)
  const box = (await globe(page).boundingBox()) ?? { width: 0, height: 0 }
  const middle = async () => {
    const at = await markAt(page, event.conjunctionId)
    return at ? Math.hypot(at.x - box.width / 2, at.y - box.height / 2) : Number.POSITIVE_INFINITY
  }
  await expect.poll(() => page.getByRole('button', { name: 'Event', exact: true }).count()).toBe(1)
  await page.keyboard.press('f')
  await expect.poll(() => search(page, 'at')).toBe(event.conjunctionId)
  await expect.poll(middle).toBeLessThan(HALF_PX)
  // The time stays the same. An object moves about 4 000 km in the nine minutes before TCA, and in the nine minutes after it.
  expect(await drawnAt(page)).toBe(String(atMs))
  expect(Number(search(page, 'r'))).toBeGreaterThan(10_000)
  if (process.env.APSIS_TEST_PICTURES)
    await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/globe-event.png` })
  // The page of the event and the search lead to the same picture.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('SPACE-1 in space')
  await page.getByRole('menuitem', { name: /^SPACE-1 × .* in space$/ }).click()
  const tcaMs = Date.parse(event.conjunctionData.tca)
  await expect.poll(async () => Math.abs(Number(await drawnAt(page)) - tcaMs)).toBeLessThan(1_000)
  await expect.poll(() => search(page, 'at')).toBe(event.conjunctionId)
  await expect.poll(middle).toBeLessThan(HALF_PX)
  await page.keyboard.press('f')
  await seen(page.getByText(/, by message$/).first())
  await expect.poll(async () => Math.abs(Number(await drawnAt(page)) - tcaMs)).toBeLessThan(1_000)
  await expect.poll(() => Number(search(page, 'r'))).toBeLessThan(5)
  const [one, two] = [await markAt(page, 'body 0'), await markAt(page, 'body 1')]
  expect(Math.hypot((one?.x ?? 0) - box.width / 2, (one?.y ?? 0) - box.height / 2)).toBeLessThan(HALF_PX)
  await seen(page.getByText(/^By the states of the message: miss distance 55\.\d m, /))
  // The objects are 55 m apart, which sets the largest number of pixels at the distance in the address.
  const focal = Math.min(box.width, box.height) / 2 / Math.tan(Math.PI / 12)
  const apartPx = Math.hypot((one?.x ?? 0) - (two?.x ?? 0), (one?.y ?? 0) - (two?.y ?? 0))
  expect(apartPx).toBeGreaterThan(1)
  expect(apartPx).toBeLessThan((1.2 * focal * 0.055) / Number(search(page, 'r')))
  if (process.env.APSIS_TEST_PICTURES)
    await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/globe-near.png` })
})

test('who has not asked for less motion flies to an event, with it always in the picture; who has is there at once', async () => {
  const page = await open(world.nothing, 'demo', `/ca/space?view=globe&t=${instant()}`)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  await seen(page.getByRole('button', { name: 'Event', exact: true }))
  /** Presses f, and returns where the mark of the event was in each frame of the next two seconds, as shares of the picture. */
  const fly = async (): Promise<(readonly [number, number])[]> => {
    const places = page.evaluate(
      (id) =>
        new Promise<[number, number][]>((resolve) => {
          const found: [number, number][] = []
          const until = performance.now() + 2_000
          const look = () => {
            const mark = document.querySelector(`[data-mark="${id}"]`)
            const box = mark?.closest('[role=application]')?.getBoundingClientRect()
            const [, x, y] = /translate\(([-\d.e]+) ([-\d.e]+)\)/.exec(mark?.getAttribute('transform') ?? '') ?? []
            if (box && x !== undefined) found.push([Number(x) / box.width, Number(y) / box.height])
            if (performance.now() < until) requestAnimationFrame(look)
            else resolve(found)
          }
          requestAnimationFrame(look)
        }),
      event.conjunctionId,
    )
    await page.keyboard.press('f')
    return places
  }
  const different = (places: readonly (readonly [number, number])[]) => new Set(places.map(String)).size
  const flown = await fly()
  await expect.poll(() => search(page, 'at')).toBe(event.conjunctionId)
  // A busy machine draws few frames of a flight.
  expect(different(flown)).toBeGreaterThan(2)
  expect(flown.flat().filter((share) => share < 0 || share > 1)).toEqual([])
  const atOnce = await page.emulateMedia({ reducedMotion: 'reduce' }).then(async () => {
    await page.keyboard.press('0')
    await expect.poll(() => search(page, 'at')).toBeNull()
    return fly()
  })
  expect(different(atOnce)).toBeLessThanOrEqual(2)
})

test('without WebGL the flat map is shown with a sentence, and a lost picture can be drawn again', async () => {
  const withoutWebGl = () => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...rest])
    } as typeof getContext
  }
  const bare = await another(world.nothing, 'demo', '/tnc', {}, (context) => context.addInitScript(withoutWebGl))
  await go(bare, `/ca/space?view=globe&t=${instant()}`)
  await seen(bare.getByText('This browser has no WebGL, which draws the globe. The map says the same.'))
  await seen(bare.getByRole('slider', { name: /^Map of / }))

  const page = await openGlobe(`t=${instant()}`)
  await page.locator('canvas').evaluate((canvas) => {
    ;(canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await seen(page.getByText('The graphics card has dropped the picture.'))
  await page.getByRole('button', { name: 'Redraw' }).click()
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  expect(await page.getByText('The graphics card has dropped the picture.').count()).toBe(0)
})

/** Returns the number of dots that differ clearly between two pictures of the same size. */
function changedDots(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (texts) => {
      const dotsOf = async (text: string) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
        context?.drawImage(picture, 0, 0)
        return context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray()
      }
      const [first, second] = await Promise.all(texts.map(dotsOf))
      let changed = 0
      for (let at = 0; at < (first?.length ?? 0); at += 4)
        if (Math.abs((first?.[at] ?? 0) - (second?.[at] ?? 0)) > 24) changed += 1
      return changed
    },
    [one.toString('base64'), other.toString('base64')],
  )
}

/** Returns the number of dots of a picture in the colour of other objects and of fragments. */
function pinkDots(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
    let dots = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (red > 100 && red - green > 40 && blue > green + 15) dots += 1
    }
    return dots
  }, picture.toString('base64'))
}

/** A hundred thousand fragments are computed in a thread: seconds, more beside other tests. */
const CLOUD_MS = 60_000
/** Pictures are dear, and would take the time of the thread. */
const POLL_CLOUD = { timeout: CLOUD_MS, interval: 2_000 }

test('the fragments of a breakup are on the globe, its picture is a file, and on paper there is the flat map', {
  timeout: 2 * CLOUD_MS,
}, async () => {
  const later = `t=${new Date(atMs + 20 * HOUR_MS).toISOString().replace('.000Z', 'Z')}&lat=0&lon=0&r=31500`
  const page = await openGlobe(later)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs + 20 * HOUR_MS))
  const without = await page.locator('canvas').screenshot()
  await go(page, `/ca/space?view=globe&${later}&breakup=${elements.noradId[100]},explosion,1000,${instant()}`)
  await seen(page.getByText(/ modelled fragments/))
  // After 20 h the fragments are around the whole orbit: the Earth hides a half, and many share a dot. Notices may lie over the globe, so
  // only dots of the fragments' colour count.
  const before = await pinkDots(page, without)
  await expect
    .poll(async () => (await pinkDots(page, await page.locator('canvas').screenshot())) - before, POLL_CLOUD)
    .toBeGreaterThan(3_000)
  if (process.env.APSIS_TEST_PICTURES)
    await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/globe-breakup.png` })

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Globe' }).press('Enter')
  await page.getByRole('menuitem', { name: 'PNG' }).press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^space_SIMULATED_\d{8}_\d{6}_Z\.png$/)
  const png = await readFile(await file.path())
  // The picture has twice the size of the globe, with three lines of text below it.
  const box = (await globe(page).boundingBox()) ?? { width: 0, height: 0 }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(Math.abs(width - 2 * box.width)).toBeLessThan(3)
  expect(Math.abs(height - 2 * (box.height + 26 + 32))).toBeLessThan(3)
  if (process.env.APSIS_TEST_PICTURES) await writeFile(`${process.env.APSIS_TEST_PICTURES}/globe-file.png`, png)

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await seen(page.getByRole('slider', { name: /^Map of / }))
  expect(await globe(page).count()).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await seen(globe(page))
})

/** Both programs turn the Earth alike; times are shown to a second, in which a low object rises by 0.1° at the mask. */
const ELEVATION_DEG = 0.15

test('the pass of an own satellite is a cone, and its times are those at which another program has it at the mask', async () => {
  const [x, y, z] = byOtherProgram(0) ?? [0, 0, 0]
  const { latitude, longitude } = eciToGeodetic({ x, y, z }, 0)
  // The station is below the satellite at the shown instant, or as far to the north and south as rounding has it.
  const station = {
    name: 'UNDER',
    latitude: Math.round(degreesLat(latitude)),
    longitude: Math.round(degreesLong(longitude)),
    altitude: 0,
    minimumElevation: 10,
  }
  await call('POST', 'ground-stations', station)
  const elevationAt = (ms: number) => {
    const [px = 0, py = 0, pz = 0] = byOtherProgram(0, ms) ?? []
    const [north, east] = [(station.latitude * Math.PI) / 180, (station.longitude * Math.PI) / 180]
    return (
      (ecfToLookAngles({ latitude: north, longitude: east, height: 0 }, { x: px, y: py, z: pz }).elevation * 180) /
      Math.PI
    )
  }
  const page = await openGlobe(`t=${instant()}&pick=${own.noradId}`)
  const inspector = page.getByRole('region', { name: elements.name[0] ?? '' })
  await seen(inspector.getByText(/^UNDER until /))
  const [, sets = '', highest = ''] =
    /UNDER until ([\d:]{8}) Z, up to (\d+)° \(from 10°\)/.exec(await inspector.innerText()) ?? []
  const onDay = (text: string) => {
    const ms = Date.parse(`${new Date(atMs).toISOString().slice(0, 11)}${text}Z`)
    return ms < atMs ? ms + 24 * HOUR_MS : ms
  }
  expect(Math.abs(elevationAt(onDay(sets)) - 10)).toBeLessThan(ELEVATION_DEG)
  // A degree of rounding is 111 km on the ground.
  expect(Number(highest)).toBeGreaterThan(50)
  if (process.env.APSIS_TEST_PICTURES)
    await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/globe-cone.png` })
  await page.keyboard.press('m')
  await expect.poll(() => page.locator('[data-rim]').count()).toBeGreaterThan(0)
  if (process.env.APSIS_TEST_PICTURES)
    await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/map-cone.png` })
})

test('without a pass the page says why: no station serves the satellite, or stations and burns could not be read', async () => {
  const address = `/ca/space?view=globe&t=${instant()}&pick=${own.noradId}`
  const served = { stationId: own.satelliteId, name: 'OTHERS', satelliteIds: [event.conjunctionId] }
  const place = { latitude: 0, longitude: 0, altitude: 0, minimumElevation: 5, horizon: [], canCommand: true }
  // Earlier answers are kept in the browser, so this is another one.
  const page = await another(world.nothing, 'demo', '/tnc', { reducedMotion: 'reduce' }, async (context) => {
    await context.route(/ca\/ground-stations/, (route) => route.fulfill({ json: [{ ...served, ...place }] }))
    await context.route(/ca\/manoeuvres/, (route) => route.abort())
  })
  const inspector = page.getByRole('region', { name: elements.name[0] ?? '' })
  await go(page, address)
  await seen(inspector.getByText('–, no ground station serves this satellite'))
  await seen(inspector.getByText('The burns of plans could not be read: none is drawn.'))
  await page.route(/ca\/ground-stations/, (route) => route.abort())
  await afresh(page, address)
  await seen(inspector.getByText('–, the ground stations could not be read'))
  expect(await inspector.getByText(/none in the next|is configured/).count()).toBe(0)
})

test('the ellipsoid of a picked object is as long on the picture as its numbers say, and only where it is asked for', async () => {
  const k = 100
  const camera = `t=${instant()}&pick=${elements.noradId[k]}&at=pick&lat=0&lon=0&r=10`
  const page = await openGlobe(camera)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  const box = (await globe(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // Around the object, below the sentence on the ellipsoid.
  const clip = { x: box.x + box.width / 2 - 120, y: box.y + box.height / 2 - 60, width: 240, height: 120 }
  const without = await page.screenshot({ clip })
  expect(await page.getByText(/true to scale, half axes/).count()).toBe(0)
  await page.getByRole('checkbox', { name: /^Ellipsoid of 1σ/ }).press('Space')
  await expect.poll(() => search(page, 'sigma')).toBe('1')
  const note = await seen(page.getByText(/true to scale, half axes/))
  const [, along = '', radial = '', px = ''] =
    /half axes ([\d.]+) km along the track, ([\d.]+) radially, .* it is ([\d.]+) px long/.exec(
      await note.innerText(),
    ) ?? []
  const focal = Math.min(box.width, box.height) / 2 / Math.tan(Math.PI / 12)
  // Lengths are shown to 10 m, pixels to two digits.
  expect(Math.abs(Number(px) / ((2 * Number(along) * focal) / 10) - 1)).toBeLessThan(0.1)
  const filled = await changedDots(page, without, await page.screenshot({ clip }))
  const area = Math.PI * ((Number(along) * focal) / 10) * ((Number(radial) * focal) / 10)
  // Along and radial are across the sight; the mark of the object covers some dots, and a faint edge is not counted.
  expect(filled / area).toBeGreaterThan(0.5)
  expect(filled / area).toBeLessThan(1.3)
  if (process.env.APSIS_TEST_PICTURES)
    await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/globe-ellipsoid.png` })
})

test('measured tracks are read where somebody asks for them, and the page says that there are none', async () => {
  const page = await openGlobe(`t=${instant()}&pick=${elements.noradId[100]}`)
  expect(await page.getByRole('region', { name: 'Measured tracks' }).count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Measured tracks' }).press('Space')
  await expect.poll(() => search(page, 'tracks')).toBe('1')
  await seen(page.getByText('None of your tracks belongs to this object.'))
  await page.route(/odt\/observations/, (route) => route.abort())
  await page
    .getByRole('textbox', { name: /^Find/ })
    .or(page.getByRole('searchbox', { name: /^Find/ }))
    .first()
    .fill(String(elements.noradId[101]))
  await page.keyboard.press('Enter')
  await seen(page.getByText('The tracks could not be read: what is drawn is not all.'))
  await page.unroute(/odt\/observations/)
})

/** Keeps what the vertex shader computes for the points of the catalogue: the program itself is asked, by transform feedback. */
function keepCorners() {
  const { linkProgram, drawArrays } = WebGL2RenderingContext.prototype
  const gl = WebGL2RenderingContext.prototype
  gl.linkProgram = function (program) {
    this.transformFeedbackVaryings(program, ['gl_Position'], this.INTERLEAVED_ATTRIBS)
    linkProgram.call(this, program)
  }
  gl.drawArrays = function (mode, first, count) {
    if (mode !== this.POINTS || count < 1_000) return drawArrays.call(this, mode, first, count)
    const corners = new Float32Array(4 * count)
    const buffer = this.createBuffer()
    this.bindBufferBase(this.TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
    this.bufferData(this.TRANSFORM_FEEDBACK_BUFFER, corners.byteLength, this.STREAM_READ)
    this.beginTransformFeedback(this.POINTS)
    drawArrays.call(this, mode, first, count)
    this.endTransformFeedback()
    this.getBufferSubData(this.TRANSFORM_FEEDBACK_BUFFER, 0, corners)
    this.bindBufferBase(this.TRANSFORM_FEEDBACK_BUFFER, 0, null)
    this.deleteBuffer(buffer)
    Object.assign(globalThis, { corners })
  }
}

/** Issue 49: what is drawn is less than this from SGP4, 32-bit floats included. */
const DRAWN_M = 10

test('at a thousand times real time the shader itself has every object within 10 m of another program', async () => {
  const page = await another(world.nothing, 'demo', '/tnc', { reducedMotion: 'reduce' }, (context) =>
    context.addInitScript(keepCorners),
  )
  await go(page, `/ca/space?view=globe&t=${instant()}&frame=in&lat=0&lon=0&r=31500`)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  for (const _ of [10, 60, 300, 1_000]) await page.keyboard.press('>')
  await seen(page.getByText(/States each 120 s, drawn < 1 m from SGP4/))
  const picture = () =>
    page.locator('canvas').evaluate((canvas) => ({
      atMs: Number(canvas.dataset.drawnAt),
      // Whole pixels: the box around it may have parts of one.
      width: canvas.clientWidth,
      height: canvas.clientHeight,
      corners: [...(globalThis as unknown as { corners: Float32Array }).corners],
    }))
  // Midway between two sets; with reduced motion shown time goes on by whole minutes.
  let { corners, width, height, atMs: drawnMs } = await picture()
  await expect
    .poll(async () => {
      ;({ corners, width, height, atMs: drawnMs } = await picture())
      return drawnMs > atMs && drawnMs % 120_000
    })
    .toBe(60_000)
  const focal = Math.min(width, height) / 2 / Math.tan(Math.PI / 12)
  const errors = elements.noradId.flatMap((_, k) => {
    const [x = 0, y = 0, z = 0, w = 0] = corners.slice(4 * k, 4 * k + 4)
    const state = stateByOtherProgram(elements, k, drawnMs)
    // What is hidden or drawn by itself is put outside of the picture, with a depth that nothing else has.
    if (z !== 0 || !state) return []
    // The camera looks from the x axis of TEME: y is to its right, z is up.
    const [out, right, up] = state.r.map((km) => 1_000 * km) as [number, number, number]
    return [Math.hypot((x * width) / (2 * focal) - right, (y * height) / (2 * focal) - up, 31_500_000 - w - out)]
  })
  expect(errors.length).toBeGreaterThan(2_000)
  expect(Math.max(...errors)).toBeLessThan(DRAWN_M)
})

test('a station and a burn stand at their place over the ground', async () => {
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 }
  const [now] = await call<Satellite[]>('GET', 'satellites')
  await call('PUT', 'satellites', { ...now, configuration: { ...now?.configuration, wetMass: 300, propulsion } })
  const burnMs = atMs + 20 * HOUR_MS
  const burn = { ignition: new Date(burnMs).toISOString(), frame: 'RTN', vector: [0, 0.05, 0] }
  const plan = await call<Plan>('POST', 'manoeuvres/burns', { 'satellite-id': own.satelliteId, burns: [burn] })
  const overBurn = byOtherProgram(0, burnMs)
  if (!overBurn) throw new Error('satellite.js has no state.')
  const [lat, lon] = [
    Math.round((Math.atan2(overBurn[2], Math.hypot(overBurn[0], overBurn[1])) * 180) / Math.PI),
    Math.round((Math.atan2(overBurn[1], overBurn[0]) * 180) / Math.PI),
  ]
  // The station is where the burn can be seen from the same camera.
  const latitude = lat > 0 ? lat - 9 : lat + 9
  const station = await call<GroundStation>('POST', 'ground-stations', {
    name: 'Beside',
    latitude,
    longitude: lon,
    altitude: 0,
    minimumElevation: 5,
  })
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const onGround = geodeticToEcf({ latitude: radians(latitude), longitude: radians(lon), height: 0 })
  const page = await openGlobe(`t=${instant()}&lat=${lat}&lon=${lon}&r=31500`)
  const box = (await globe(page).boundingBox()) ?? { width: 0, height: 0 }
  for (const [id, place] of [
    [`burn ${plan.manoeuvreId}`, overBurn],
    [station.stationId, [onGround.x, onGround.y, onGround.z]],
  ] as const) {
    const expected = pixelOf(place, { lat, lon, r: 31_500 }, box)
    const away = async () => {
      const at = await markAt(page, id)
      return at ? Math.hypot(at.x - expected.x, at.y - expected.y) : Number.POSITIVE_INFINITY
    }
    await expect.poll(away).toBeLessThan(HALF_PX)
  }
  await seen(page.locator('svg').getByText('Beside, mask 5°').first())
  const listed = page
    .getByRole('list', { name: 'On the globe' })
    .getByRole('button', { name: /^Beside, station that commands, / })
  await expect.poll(() => listed.count()).toBe(1)
})

test('if the thread of the positions ends, the globe stands still, says since when, and states no time after that', async () => {
  const page = await openGlobe('')
  const shown = () => page.getByRole('region', { name: 'Time' }).locator('time').getAttribute('datetime')
  const thread = page.workers().find((worker) => worker.url().includes('states-worker'))
  await thread?.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory')
    })
  })
  const strip = await seen(page.getByText(/^Positions stopped at .* Z: the thread that computes them ended/))
  expect(await strip.innerText()).toContain('out of memory')
  const [, stopped = ''] = /stopped at (.*? Z):/.exec(await strip.innerText()) ?? []
  const before = await drawnAt(page)
  const later = Date.parse((await shown()) ?? '') + 3_000
  await expect.poll(async () => Date.parse((await shown()) ?? '')).toBeGreaterThan(later)
  expect(await drawnAt(page)).toBe(before)
  await seen(page.getByText(new RegExp(`; ${stopped}, Earth-fixed`)))
  expect(await page.getByText(/drawn < .* m from SGP4/).count()).toBe(0)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect.poll(async () => Number(await drawnAt(page))).toBeGreaterThan(later)
  await seen(page.getByText(/drawn < 1 m from SGP4/))
})

const SIZES = [
  [1440, 900],
  [390, 844],
] as const

test('a fixed instant fits a desk and a phone in both themes, and has no grave findings', {
  timeout: 120_000, // The globe is drawn at two sizes in both themes, and axe checks every theme.
}, async () => {
  const page = await openGlobe(`t=${instant()}&pick=${elements.noradId[3]}`)
  for (const theme of ['dark', 'light'] as const)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await prefer(page, 'theme', theme)
      await expect.poll(() => drawnAt(page)).toBe(String(atMs))
      const aside = await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)
      expect(aside, `${width} × ${height}, ${theme}`).toBe(0)
      if (process.env.APSIS_TEST_PICTURES)
        await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/globe-${width}-${theme}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await graveFindingsInThemes(page)).toEqual([])
  await prefer(page, 'language', 'de')
  await seen(page.getByRole('button', { name: 'Erdfest' }))
})
