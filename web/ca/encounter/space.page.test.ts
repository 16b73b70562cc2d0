import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import { another, go, nowIn, page as open, pane, prefer, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo'
const call = callerOf(world.nothing, WHO)

const OWN = { number: 90_672, name: 'OWN 90672' }
const SECONDARY = { number: 891_072, name: 'SPACE DEB' }
const HOUR_MS = 3_600_000
/** The miss distance from the states of the message, and the accuracy of the miss distance in the message: one metre. */
const [MISS_M, WRITTEN_TO_M] = [55, 1]
/** The largest difference between the closest approach of the states and the TCA in the message, s. */
const WRITTEN_TO_S = 0.02
const PHONE = { width: 390, height: 844 }

async function eventOf(): Promise<Conjunction> {
  await call('POST', 'satellites', {
    name: OWN.name,
    noradId: OWN.number,
    configuration: { wetMass: 260, propulsion: { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 } },
  })
  const nowMs = await nowIn(world.nothing)
  const times = { createdMs: nowMs - HOUR_MS, tcaMs: nowMs + 40 * HOUR_MS }
  const messageId = `SPACE-${nowMs}`
  const [taken] = await call<CdmIntake[]>(
    'POST',
    'cdms',
    changedMessage({ messageId, ...times, primary: OWN, secondary: SECONDARY, covarianceFactor: 0.43 }),
  )
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  if (event === undefined) throw new Error('The message opened no event.')
  return event
}

async function openSpace(page: Page) {
  await pane(page, 'Conjunction plane').getByRole('button', { name: '3D: the encounter in space' }).click()
  return seen(page.getByRole('dialog', { name: 'Encounter in space' }))
}

/** Returns the dialog as the browser lays it out for paper: its text, and the share of its picture that is nearly black. */
function onPaper(page: Page) {
  return page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    const sheet = document.querySelector<HTMLCanvasElement>('[role="dialog"] canvas[role="img"]')
    const { data } = sheet?.getContext('2d')?.getImageData(0, 0, sheet.width, sheet.height) ?? { data: [] }
    let dark = 0
    for (let k = 0; k < data.length; k += 4)
      if ((data[k + 3] ?? 0) > 200 && (data[k] ?? 0) + (data[k + 1] ?? 0) + (data[k + 2] ?? 0) < 200) dark += 1
    const text = document.querySelector<HTMLElement>('[role="dialog"]')?.innerText ?? ''
    dispatchEvent(new Event('afterprint'))
    return { text, inkShare: data.length === 0 ? 0 : (4 * dark) / data.length }
  })
}

/** Returns the share of dots that differ clearly between two pictures in PNG of the same size. */
function changedShare(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const dotsOf = async (text: string) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
        context?.drawImage(picture, 0, 0)
        return context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray()
      }
      const [first, second] = await Promise.all(pictures.map(dotsOf))
      const changed = first?.reduce((sum, value, k) => sum + Number(Math.abs(value - (second?.[k] ?? 0)) > 48), 0)
      return (changed ?? 1) / (first?.length ?? 1)
    },
    [one, other],
  )
}

const sheetsOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

/** Returns the first number of metres of a sentence. */
const metresIn = (text: string) => Number(/([\d,]+\.\d) m\b/.exec(text)?.[1]?.replaceAll(',', ''))
/** Returns the time in the words on paper, in ISO 8601. */
const timeIn = (text: string) => / at (\S+) (\S+) Z,/.exec(text)?.slice(1).join('T').concat('Z') ?? ''

test('the encounter opens in space, keys move its time, and its miss distance equals that of the page, without the burn and with it', async () => {
  const event = await eventOf()
  const address = `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`
  const page = await open(world.nothing, WHO, address, { reducedMotion: 'reduce' })
  let dialog = await openSpace(page)
  const slider = dialog.getByRole('slider', { name: 'Seconds from closest approach' })
  await seen(slider)
  await seen(dialog.getByText('No plan with a burn.'))
  const missM = metresIn(await dialog.getByText(/^Miss distance: /).innerText())
  expect(Math.abs(missM - event.conjunctionData.totalMissDistance)).toBeLessThan(WRITTEN_TO_M)
  expect(Math.abs(missM - MISS_M)).toBeLessThan(WRITTEN_TO_M)
  const apart = async () => metresIn(await dialog.locator('output').innerText())
  // The middle of the slider is the closest approach; to either side the objects are farther apart.
  expect(await apart()).toBe(missM)
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(apart).toBeGreaterThan(missM)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(apart).toBeGreaterThan(missM)
  await page.keyboard.press('ArrowRight')
  await expect.poll(apart).toBe(missM)
  // The largest half axis of object 1: the root of 0.43 × 9738.8 m² along its track.
  const table = dialog.getByRole('region', { name: /Ellipsoids of 1σ/ })
  const [, length] = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
  expect(Math.abs(Number(length) - Math.sqrt(0.43 * 9_738.8))).toBeLessThan(0.1)
  const drawn = () =>
    dialog
      .locator('canvas')
      .screenshot()
      .then((picture) => picture.toString('base64'))
  await dialog.getByRole('application').focus()
  const before = await drawn()
  await page.keyboard.press('ArrowRight')
  await expect.poll(drawn).not.toBe(before)
  expect(await graveFindings(page)).toEqual([])
  // Keys choose the centre of the picture and its arrows; buttons show the state, and the legend names the drawn arrows.
  const legend = dialog.getByRole('list', { name: 'Legend' })
  const isOn = (name: string) => dialog.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  await seen(legend.getByText(`v₁: velocity of ${OWN.name}`))
  await seen(legend.getByText('To the Sun'))
  await page.keyboard.press('v')
  await expect.poll(() => isOn('Velocities')).toBe('false')
  await expect.poll(() => legend.getByText('velocity').count()).toBe(0)
  for (const [key, name] of [
    ['m', 'Around the miss vector'],
    ['1', 'Around object 1'],
    ['2', 'Around object 2'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => isOn(name)).toBe('true')
  }
  // The tables contain every arrow; the direction to the Sun has no speed.
  const directions = dialog.getByRole('region', { name: /Directions/ })
  await expect.poll(() => directions.getByRole('row').count()).toBe(5)

  // Another person who opens the address sees the same picture of the same moment.
  await dialog.getByRole('button', { name: '3σ' }).click()
  await slider.focus()
  await page.keyboard.press('PageUp')
  const asked = () => [...new URL(page.url()).searchParams.keys()].toSorted()
  await expect.poll(asked).toEqual(['arrows', 'camera', 'second', 'sigma', 'space'])
  const moment = await dialog.locator('output').innerText()
  const turned = await drawn()
  await page.reload()
  dialog = await seen(page.getByRole('dialog', { name: 'Encounter in space' }))
  await seen(dialog.getByText(moment, { exact: true }))
  await expect.poll(() => isOn('Around object 2')).toBe('true')
  // The camera in the address is rounded to six digits, which moves the drawing by less than a dot.
  const asBefore = await changedShare(page, before, turned)
  await expect.poll(async () => changedShare(page, await drawn(), turned)).toBeLessThan(asBefore / 10)

  // On paper there is the picture, dark on white although the screen is dark, and a description of it as text.
  const paper = await onPaper(page)
  expect(paper.inkShare).toBeGreaterThan(0)
  expect(paper.text).toContain(`Without burn. ${OWN.name} and ${SECONDARY.name} at `)
  expect(paper.text).toMatch(/Ellipsoids of 3σ\. [\d.,\s]+ m wide at SPACE DEB\./)
  expect(paper.text).toContain('To the Sun')
  expect(paper.text).toContain(`${metresIn(moment)} m apart; miss distance ${missM} m.`)
  const secondsLater = (Date.parse(timeIn(paper.text)) - Date.parse(event.conjunctionData.tca)) / 1_000
  expect(Math.abs(secondsLater - Number(moment.split(' ')[0]?.replace('+', '')))).toBeLessThan(WRITTEN_TO_S)
  const withSpace = await sheetsOf(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(asked).toEqual([])
  // The picture is printed after the report of the event, on a separate sheet.
  expect(withSpace).toBe((await sheetsOf(page)) + 1)

  // With the burn of a plan the miss equals the miss in the plan.
  const plan = await call<EventPlan>('POST', 'manoeuvres', { 'conjunction-id': event.conjunctionId })
  await go(page, address)
  dialog = await openSpace(page)
  await dialog.getByRole('button', { name: 'With burn' }).click()
  const said = await seen(dialog.getByText(/^With the burn: /))
  expect(Math.abs(metresIn(await said.innerText()) - plan.after.missM)).toBeLessThan(0.1)
  expect(plan.after.missM).toBeGreaterThan(2 * missM)
  await seen(dialog.getByText('Thin line: without the burn.', { exact: false }))
})

test('a browser without WebGL is reported beside the numbers; on a phone in German nothing overflows the screen', async () => {
  const events = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
  const event = events.find(({ object1 }) => object1.name === OWN.name)
  const address = `/ca/conjunction/${event?.satelliteId}/${event?.conjunctionId}`
  const withoutWebGl = () => {
    HTMLCanvasElement.prototype.getContext = () => null
  }
  const page = await another(world.nothing, WHO, '/tnc', { viewport: PHONE }, (context) =>
    context.addInitScript(withoutWebGl),
  )
  await prefer(page, 'language', 'de')
  await go(page, address)
  await page.getByRole('button', { name: '3D: die Begegnung im Raum' }).click()
  const dialog = await seen(page.getByRole('dialog', { name: 'Begegnung im Raum' }))
  await seen(dialog.getByText('Kein WebGL in diesem Browser.'))
  await seen(dialog.getByText(/^Die Konjunktionsebene zeigt sie flach/))
  await seen(dialog.getByText(/55,\d m/).first())
  const paper = await onPaper(page)
  expect(paper.inkShare).toBe(0)
  expect(paper.text).toMatch(/Ohne Manöver\. .* m Abstand; größte Annäherung 55,\d m\. Ellipsoide von 1σ\./)
  expect(paper.text).not.toContain('breit')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})
