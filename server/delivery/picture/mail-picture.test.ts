/** Compares the picture of the encounter in a mail, pixel by pixel, with the figures of its message. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@apsis/contract/finding.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from '../testing/delivering.ts'
import { PICTURE_COLOURS } from './plane-picture.ts'
import { type ReadPicture, readPng } from './testing/read-png.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

const FILE = join(import.meta.dirname, '..', '..', '..', 'ccsds', 'cdm', 'cdm.reference.json')
const { messages } = JSON.parse(readFileSync(FILE, 'utf8')) as { messages: { path: string; text: string }[] }
/** A published message about a nearly head-on encounter, in the format of the German Space Situational Awareness Centre. */
const PUBLISHED = messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))?.text ?? ''

/** Returns a mail about the event of a message, as it was sent over SMTP. */
async function mailAbout(organisation: string, text: string, finding?: Finding): Promise<string> {
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const address = `${organisation}@operator.example`
  await world.save(who, { email: [address] })
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${organisation}'`,
  )
  const [taken] = await asOperator(world.api, organisation).take(text)
  const said = finding === undefined ? { title: 'Look at it' } : { finding }
  await world.tell(organisation, { ...said, level: 'critical', matter: taken!.conjunctionId! })
  const title = finding === undefined ? 'Look at it' : 'Risk raised to CRITICAL'
  const arrived = () => world.smtp.mails.find(({ to, data }) => to.includes(address) && data.includes(title))?.data
  await vi.waitFor(() => expect(arrived()).toBeDefined(), PATIENCE)
  return arrived() ?? ''
}

const pictureIn = (mail: string) =>
  /Content-Type: image\/png[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+?)\r\n--/.exec(mail)?.[1]?.replace(/\s/g, '')

type Vector = readonly [number, number, number]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Vector): Vector => {
  const length = Math.sqrt(dot(a, a))
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** The rotation of the Earth, rad/s (IERS Conventions 2010, table 1.2): the states of the message are in a frame that rotates with it. */
const ROTATION = 7.292_115e-5

/** Reads the figures of a message line by line, without any code of the product. */
function figuresOf(text: string) {
  const parts = text.split(/^OBJECT\s*=.*$/m)
  const of = (part: number, name: string) =>
    Number(new RegExp(`^${name}\\s*=\\s*([-+.\\dEe]+)`, 'm').exec(parts[part] ?? '')?.[1] ?? Number.NaN)
  const all = (part: number, names: readonly string[]) => names.map((name) => of(part, name)) as unknown as Vector
  const sides = [1, 2].map((part) => {
    const r = all(part, ['X', 'Y', 'Z'])
    const v = all(part, ['X_DOT', 'Y_DOT', 'Z_DOT'])
    const still: Vector = [v[0] - ROTATION * r[1], v[1] + ROTATION * r[0], v[2]]
    const [R, N] = [unit(r), unit(cross(r, still))]
    const [rr, tr, tt, nr, nt, nn] = ['CR_R', 'CT_R', 'CT_T', 'CN_R', 'CN_T', 'CN_N'].map((name) => of(part, name))
    const rows = [all(0, []), [rr, tr, nr], [tr, tt, nt], [nr, nt, nn]].slice(1) as unknown as Vector[]
    return { r, v: still, axes: [R, cross(N, R), N] as const, rows }
  })
  const [one, other] = sides as [(typeof sides)[number], (typeof sides)[number]]
  const relative = all(0, ['RELATIVE_POSITION_R', 'RELATIVE_POSITION_T', 'RELATIVE_POSITION_N'])
  const z = unit([other.v[0] - one.v[0], other.v[1] - one.v[1], other.v[2] - one.v[2]])
  const x = unit(cross(z, one.r))
  const y = cross(z, x)
  const inPlane = (a: Vector, b: Vector) =>
    sides.reduce((sum, { axes, rows }) => {
      const [ownA, ownB] = [a, b].map((way) => axes.map((axis) => dot(axis, way)) as unknown as Vector)
      return sum + rows.reduce((part, row, i) => part + ownA![i as 0]! * dot(row, ownB!), 0)
    }, 0)
  const along = (way: Vector) => one.axes.reduce((sum, axis, i) => sum + dot(axis, way) * (relative[i as 0] ?? 0), 0)
  return {
    missM: [along(x), along(y)] as const,
    sigmaM: [Math.sqrt(inPlane(x, x)), Math.sqrt(inPlane(y, y))] as const,
    /** The off-diagonal entry divided by both sigmas, which gives the tilt of the ellipse. */
    correlation: inPlane(x, y) / Math.sqrt(inPlane(x, x) * inPlane(y, y)),
  }
}

/** Returns all pixels of a picture that have a colour and are nearly opaque. */
function pointsOf(picture: ReadPicture, colour: string): [x: number, y: number][] {
  const points: [number, number][] = []
  for (let row = 0; row < picture.height; row++)
    for (let column = 0; column < picture.width; column++) {
      const { colour: found, opacity } = picture.at(column, row)
      if (found === colour && opacity > 0.5) points.push([column + 0.5, row + 0.5])
    }
  return points
}
const boxOf = (points: readonly (readonly [number, number])[]) => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** A line is 4 pixels wide, and the ends of the bar are 3 pixels wide. */
const [LINE_PX, BAR_PX] = [4, 3]
/** The position of an edge is known to this many pixels. */
const EDGE_PX = 1.5

test('a mail contains the picture of its encounter, in which every pixel is where the figures of the message place it', async () => {
  const mail = await mailAbout('picture', PUBLISHED)
  const png = Buffer.from(pictureIn(mail) ?? '', 'base64')
  expect(png.length).toBeLessThan(30_000)
  const picture = readPng(png)
  const bar = pointsOf(picture, PICTURE_COLOURS.bar).filter(([, y]) => y > picture.height - 30)
  const barPx = boxOf(bar).right - boxOf(bar).left + 1 - BAR_PX
  // The text below the picture gives the length of the bar.
  const text = mail.replace(/=\r\n/g, '').replaceAll('=C2=A0', ' ').replaceAll('\u00a0', ' ')
  const barM = Number(/the bar ([\d.]+) m long/.exec(text)?.[1])
  const pxPerM = barPx / barM
  const { missM, sigmaM, correlation } = figuresOf(PUBLISHED)

  const body = boxOf(pointsOf(picture, PICTURE_COLOURS.body))
  const origin = [(body.left + body.right) / 2, (body.top + body.bottom) / 2] as const
  const near = pointsOf(picture, PICTURE_COLOURS.near)
  const ellipse = boxOf(near)
  const middle = [(ellipse.left + ellipse.right) / 2, (ellipse.top + ellipse.bottom) / 2] as const
  // In the plane y points up, in a picture it points down.
  expect(Math.abs(middle[0] - origin[0] - missM[0] * pxPerM)).toBeLessThan(EDGE_PX)
  expect(Math.abs(origin[1] - middle[1] - missM[1] * pxPerM)).toBeLessThan(EDGE_PX)
  expect(Math.abs((ellipse.right - ellipse.left + 1 - LINE_PX) / 2 - sigmaM[0] * pxPerM)).toBeLessThan(EDGE_PX)
  expect(Math.abs((ellipse.bottom - ellipse.top + 1 - LINE_PX) / 2 - sigmaM[1] * pxPerM)).toBeLessThan(EDGE_PX)
  // The height at which the ellipse touches its right edge results from the tilt of its covariance.
  const touching = near.filter(([x]) => x > ellipse.right - 1).map(([, y]) => y)
  const touchY = (Math.min(...touching) + Math.max(...touching)) / 2
  const leanPx = correlation * sigmaM[1] * pxPerM
  expect(Math.abs(middle[1] - touchY - leanPx)).toBeLessThan(2 * EDGE_PX)
  // The ellipse is tilted enough for the check to be meaningful.
  expect(Math.abs(leanPx)).toBeGreaterThan(4 * EDGE_PX)
})

test('a mail gives the miss distance along R, T and N as in the message', async () => {
  const stated = (name: string) => Number(new RegExp(`^${name}\\s*=\\s*([-.\\d]+)`, 'm').exec(PUBLISHED)?.[1])
  const parts = ['R', 'T', 'N'].map((axis) => stated(`RELATIVE_POSITION_${axis}`))
  const values = {
    satellite: 'ION SCV-008',
    secondary: 'STARLINK-1233',
    level: 'CRITICAL',
    // The root is 55.8 m; MISS_DISTANCE says 55.
    missM: Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0)),
    tcaAt: '2023-07-05T20:31:15.893Z',
    decideAt: '2023-07-04T20:31:15.893Z',
  }
  const mail = await mailAbout('parts', PUBLISHED, { code: 'risk-raised', values })
  const bytes = mail
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (one) => Buffer.from(one.replaceAll('=', ''), 'hex').toString())
  const [, told = ''] = /^R, T, N +(.+) m\r$/m.exec(bytes) ?? []
  const read = told.split(', ').map((part) => Number(part.replace('\u2212', '-')))
  // Figures are shown in whole metres; the message has one decimal.
  for (const [axis, part] of parts.entries())
    expect(Math.abs((read[axis] ?? Number.NaN) - part)).toBeLessThan(0.5 + 0.05)
  expect(read).toHaveLength(3)
})

test('the page of a mail shows its picture, with a text for readers who see no picture; a message without a covariance has no picture', async () => {
  const mail = await mailAbout('words', cdmText({ objects: ['1', '2'], missM: 200, sigmaM: 50 }))
  expect(mail).toMatch(/Content-Type: multipart\/related/)
  const cid = /Content-ID: <([^>]+)>/i.exec(mail)?.[1]
  expect(cid).toMatch(/^encounter\.[0-9a-f-]{36}@/)
  const text = mail.replace(/=\r\n/g, '').replaceAll('=3D', '=').replaceAll('=C2=A0', ' ').replaceAll('\u00a0', ' ')
  expect(text).toContain(`src="cid:${cid}"`)
  expect(text).toMatch(/Content-Disposition: inline; filename="?encounter\.png/)
  // Two circles of 50 m combine to √2 × 50 m = 71 m.
  const size = '1 sigma of both positions together is 71 m by 71 m, the combined hard body has a radius of 10 m.'
  expect(text.split(size)).toHaveLength(3)
  expect(text).toContain(`alt="Conjunction plane, across the relative velocity: ${size}"`)
  const bare = await mailAbout('bare', cdmText({ objects: ['3', '4'], sigmaM: 0 }))
  expect(bare).not.toContain('image/png')
  expect(bare).not.toContain('Conjunction plane')
})
