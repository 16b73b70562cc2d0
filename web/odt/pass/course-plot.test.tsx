import { type PassPrediction, predictPasses, type TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { boxOfText } from '../../chart/label-places.ts'
import { Course, edgesText, lightsOf, scaleOf } from './course-plot.tsx'
import type { Span } from './track.ts'

const passExamples: unknown = predictPasses.response.element.meta()?.examples
const sensorExamples: unknown = listSensors.response.element.meta()?.examples
const [prediction] = passExamples as readonly [PassPrediction]
const [sensor] = sensorExamples as readonly [Sensor]

const BEGIN_MS = Date.parse('2020-03-01T00:00:00.000Z')
const SIZE = { width: 704, height: 380 }
/** Between its axes the drawing is 600 px wide, so one second of the ten minutes is one pixel. */
const LEFT_PX = 48

const PLACE: TrackPlace = {
  time: '',
  azimuth: 0,
  elevation: 0,
  range: 1_000_000,
  sunElevation: -30,
  moonAzimuth: 0,
  moonElevation: 0,
  moonSeparation: 90,
  phaseAngle: 90,
  isSunlit: true,
  magnitude: null,
}
const trackOf = (...places: readonly (Partial<TrackPlace> & { readonly s: number })[]) =>
  places.map(({ s, ...own }): TrackPlace => ({ ...PLACE, time: new Date(BEGIN_MS + s * 1_000).toISOString(), ...own }))

function pageOf(track: readonly TrackPlace[], own?: Sensor, eclipses?: readonly Span[]) {
  return renderToStaticMarkup(<Course {...{ track, eclipses }} scale={scaleOf(SIZE, track)} sensor={own} />)
}
/** Returns the points of the lines, each as [x, y]. */
const linesOf = (page: string) =>
  [...page.matchAll(/<polyline points="([^"]+)" class="([^"]*)"/g)].map(([, points, look]) => ({
    look: look ?? '',
    places: (points ?? '').split(' ').map((pair) => pair.split(',').map(Number) as [number, number]),
  }))
/** Returns the height of a number's mark on the axis at the left. */
const markOf = (page: string, label: string) =>
  [...page.matchAll(/y1="([\d.]+)" y2="\1"[^>]*><\/line><text [^>]*>([\d]+)<\/text>/g)]
    .filter(([, , text]) => text === label)
    .map(([, y]) => Number(y))

const RISE = trackOf({ s: 0 }, { s: 150, elevation: 30 }, { s: 300, elevation: 90 }, { s: 600, elevation: 60 })

test('the marks of the range at the right are at the heights of their values', () => {
  const track = trackOf(
    { s: 0, range: 1_200_000 },
    { s: 300, elevation: 60, range: 800_000 },
    { s: 600, range: 1_600_000 },
  )
  const { range, area } = scaleOf(SIZE, track)
  const marks = [
    ...pageOf(track).matchAll(/<text x="([\d.]+)" y="([\d.]+)" class="[^"]*wordTwo[^"]*">([\d\s]+)<\/text>/g),
  ]
    .map(([, x, y, text]) => ({ x: Number(x), y: Number(y), km: Number((text ?? '').replace(/\s/g, '')) }))
    .filter(({ x }) => x > area.right)
  expect(marks).toHaveLength(2)
  for (const { y, km } of marks) expect(y - 4).toBeCloseTo(range(km * 1_000), 6)
  expect(marks[1]?.km).toBe(2 * (marks[0]?.km ?? 0))
})

test('the elevation is drawn at its time, and at the height that the axis has for it', () => {
  const page = pageOf(RISE)
  const places = linesOf(page).find(({ look }) => look.includes('lit'))?.places ?? []
  expect(places.map(([x]) => x)).toEqual([0, 150, 300, 600].map((s) => LEFT_PX + s))
  for (const [at, label] of ['0', '30', '90', '60'].entries())
    expect(places[at]?.[1]).toBeCloseTo(markOf(page, label)[0] ?? Number.NaN, 6)
  const { elevation, area } = scaleOf(SIZE, RISE)
  const heights = [0, 30, 60, 90].map((degrees) => (area.bottom - elevation(degrees)) / (area.bottom - area.top))
  for (const [at, part] of [0, 1 / 3, 2 / 3, 1].entries()) expect(heights[at]).toBeCloseTo(part, 9)
})

test('the lowest elevation of the sensor is drawn at its value on the axis', () => {
  const page = pageOf(RISE, { ...sensor, minimumElevation: 30 })
  const y = Number(/<line [^>]*y1="([\d.]+)"[^>]*dash-5-3/.exec(page)?.[1])
  expect(y).toBeCloseTo(markOf(page, '30')[0] ?? Number.NaN, 6)
})

test('the axis does not strike through the text of the lowest elevation, however low that is', () => {
  for (const minimumElevation of [0, 5, 20, 85]) {
    const page = pageOf(RISE, { ...sensor, minimumElevation })
    const foot = markOf(page, '0')[0] ?? Number.NaN
    const y = Number(/y="([\d.]+)"[^>]*>lowest /.exec(page)?.[1])
    const box = boxOfText('lowest 5°', { x: 100, y, align: 'end' })
    expect(box.bottom <= foot, `${minimumElevation}`).toBe(true)
  }
})

test('twice the distance is twice as high, and phase and Moon use the axis of angles', () => {
  const { range, phase, area, lower } = scaleOf(SIZE, trackOf({ s: 0, range: 2e6 }, { s: 600, range: 4e6 }))
  expect(area.bottom - range(4e6)).toBeCloseTo(2 * (area.bottom - range(2e6)), 9)
  expect(range(4e6)).toBeGreaterThan(area.top)
  expect([phase(0), phase(180)]).toEqual([lower.bottom, lower.top])
  expect(phase(90)).toBeCloseTo((lower.top + lower.bottom) / 2, 9)
})

test('the line of the Moon is drawn at its times, as high as its distance, and differs from the line of the phase', () => {
  const track = trackOf(
    { s: 0, moonSeparation: 180, phaseAngle: 20 },
    { s: 150, moonSeparation: 90, phaseAngle: 40 },
    { s: 600, moonSeparation: 0, phaseAngle: 60 },
  )
  const page = pageOf(track)
  const moon = linesOf(page).find(({ look }) => look.includes('dash-1-3'))?.places ?? []
  expect(moon.map(([x]) => x - LEFT_PX)).toEqual([0, 150, 600])
  for (const [at, label] of ['180', '90', '0'].entries())
    expect(moon[at]?.[1]).toBeCloseTo(markOf(page, label).at(-1) ?? Number.NaN, 6)
})

test('a brighter point is higher, inside its own part of the drawing', () => {
  const track = trackOf({ s: 0, magnitude: 9 }, { s: 300, magnitude: 5 }, { s: 600, magnitude: 7 })
  const { magnitude, lower } = scaleOf(SIZE, track)
  expect(magnitude(5)).toBeLessThan(magnitude(9))
  expect(magnitude(7)).toBeCloseTo((magnitude(5) + magnitude(9)) / 2, 9)
  expect(magnitude(5)).toBeGreaterThanOrEqual(lower.top)
  expect(magnitude(9)).toBeLessThanOrEqual(lower.bottom)
})

/** The Sun sets at three degrees per minute, from 5 degrees; no place of the track is at an edge. */
const DUSK = trackOf(...Array.from({ length: 41 }, (_, nth) => ({ s: nth * 15, sunElevation: 5 - (nth * 15) / 20 })))

test('the shading changes from one twilight to the next when the Sun passes 0, 6, 12 and 18 degrees', () => {
  const { x } = scaleOf(SIZE, DUSK)
  const lights = lightsOf(DUSK, x).map(({ kind, left, right }) => ({
    kind,
    s: [left, right].map((px) => px - LEFT_PX),
  }))
  expect(lights.map(({ kind }) => kind)).toEqual(['civil', 'nautical', 'astronomical', 'night'])
  for (const [nth, [from, to]] of [
    [100, 220],
    [220, 340],
    [340, 460],
    [460, 600],
  ].entries()) {
    expect(lights[nth]?.s[0]).toBeCloseTo(from ?? 0, 3)
    expect(lights[nth]?.s[1]).toBeCloseTo(to ?? 0, 3)
  }
})

test('the band of the shadow, and the dashed line below it, begin and end with the eclipse', () => {
  const page = pageOf(DUSK, undefined, [{ fromMs: BEGIN_MS + 137_000, toMs: BEGIN_MS + 351_000 }])
  const [, x, width] = /<rect x="([\d.]+)" width="([\d.]+)" [^>]*class="[^"]*fill-muted/.exec(page) ?? []
  expect([Number(x) - LEFT_PX, Number(width)]).toEqual([137, 214])
  const dark = linesOf(page).filter(({ look }) => look.includes('dark'))
  expect(dark.map(({ places }) => [places[0]?.[0], places.at(-1)?.[0]])).toEqual([[LEFT_PX + 137, LEFT_PX + 351]])
})

test('the text gives the changes of light and shadow to the second, in the order of time', () => {
  const eclipses = [{ fromMs: BEGIN_MS + 137_000, toMs: BEGIN_MS + 351_000 }]
  expect(edgesText(DUSK, eclipses)).toEqual([
    'From 00:01:40 Z: civil twilight at the sensor.',
    'In shadow from 00:02:17 Z.',
    'From 00:03:40 Z: nautical twilight at the sensor.',
    'From 00:05:40 Z: astronomical twilight at the sensor.',
    'Out of shadow from 00:05:51 Z.',
    'From 00:07:40 Z: night at the sensor.',
  ])
  expect(edgesText(RISE, [])).toEqual([])
  expect(edgesText(RISE, undefined)).toEqual([])
  // The object is in shadow during the complete pass: it neither enters nor leaves it.
  expect(edgesText(RISE, [{ fromMs: BEGIN_MS - 1, toMs: BEGIN_MS + 700_000 }])).toEqual([])
})

test('the brightness is not drawn during the shadow', () => {
  const track = trackOf(
    ...[9, 8, null, null, 7, 6].map((magnitude, nth) => ({ s: nth * 120, magnitude, isSunlit: magnitude !== null })),
  )
  const page = pageOf(track, undefined, [{ fromMs: BEGIN_MS + 180_000, toMs: BEGIN_MS + 420_000 }])
  const bright = linesOf(page).filter(({ look }) => look.includes('dash-2-3'))
  expect(bright.map(({ places }) => places.map(([x]) => x - LEFT_PX))).toEqual([
    [0, 120],
    [480, 600],
  ])
})

test('the example of the contract is drawn', () => {
  const track = prediction.passes.find((pass) => pass.track !== null)?.track ?? RISE
  expect(pageOf(track)).not.toContain('NaN')
})
