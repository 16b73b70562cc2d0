import { type PassPrediction, predictPasses, type TrackPlace } from '@apsis/contract/odt/passprediction.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Course, lightsOf, scaleOf } from './course-plot.tsx'

const passExamples: unknown = predictPasses.response.element.meta()?.examples
const sensorExamples: unknown = listSensors.response.element.meta()?.examples
const [prediction] = passExamples as readonly [PassPrediction]
const [sensor] = sensorExamples as readonly [Sensor]

const BEGIN_MS = Date.parse('2020-03-01T00:00:00.000Z')
const SIZE = { width: 704, height: 380 }
/** Between its axes the drawing is 600 wide: a second is a pixel of the ten minutes that are drawn. */
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

function pageOf(track: readonly TrackPlace[], own?: Sensor) {
  return renderToStaticMarkup(<Course track={track} scale={scaleOf(SIZE, track)} sensor={own} />)
}
/** The places of the lines, each as [x, y]. */
const linesOf = (page: string) =>
  [...page.matchAll(/<polyline points="([^"]+)" class="([^"]*)"/g)].map(([, points, look]) => ({
    look: look ?? '',
    places: (points ?? '').split(' ').map((pair) => pair.split(',').map(Number) as [number, number]),
  }))
/** Where an axis at the left has the mark of a number. */
const markOf = (page: string, label: string) =>
  [...page.matchAll(/y1="([\d.]+)" y2="\1"[^>]*><\/line><text [^>]*>([\d]+)<\/text>/g)]
    .filter(([, , text]) => text === label)
    .map(([, y]) => Number(y))

const RISE = trackOf({ s: 0 }, { s: 150, elevation: 30 }, { s: 300, elevation: 90 }, { s: 600, elevation: 60 })

test('the elevation stands at its time, and at the height that the axis has for it', () => {
  const page = pageOf(RISE)
  const places = linesOf(page).find(({ look }) => look.includes('lit'))?.places ?? []
  expect(places.map(([x]) => x)).toEqual([0, 150, 300, 600].map((s) => LEFT_PX + s))
  for (const [at, label] of ['0', '30', '90', '60'].entries())
    expect(places[at]?.[1]).toBeCloseTo(markOf(page, label)[0] ?? Number.NaN, 6)
  const { elevation, area } = scaleOf(SIZE, RISE)
  const heights = [0, 30, 60, 90].map((degrees) => (area.bottom - elevation(degrees)) / (area.bottom - area.top))
  for (const [at, part] of [0, 1 / 3, 2 / 3, 1].entries()) expect(heights[at]).toBeCloseTo(part, 9)
})

test('the lowest elevation of the sensor lies where the axis has it', () => {
  const page = pageOf(RISE, { ...sensor, minimumElevation: 30 })
  const y = Number(/<line [^>]*y1="([\d.]+)"[^>]*threshold/.exec(page)?.[1])
  expect(y).toBeCloseTo(markOf(page, '30')[0] ?? Number.NaN, 6)
})

test('twice the distance is twice as high, and phase and Moon stand on the axis of angles', () => {
  const { range, phase, area, lower } = scaleOf(SIZE, trackOf({ s: 0, range: 2e6 }, { s: 600, range: 4e6 }))
  expect(area.bottom - range(4e6)).toBeCloseTo(2 * (area.bottom - range(2e6)), 9)
  expect(range(4e6)).toBeGreaterThan(area.top)
  expect([phase(0), phase(180)]).toEqual([lower.bottom, lower.top])
  expect(phase(90)).toBeCloseTo((lower.top + lower.bottom) / 2, 9)
})

test('what is brighter stands higher, inside its own part', () => {
  const track = trackOf({ s: 0, magnitude: 9 }, { s: 300, magnitude: 5 }, { s: 600, magnitude: 7 })
  const { magnitude, lower } = scaleOf(SIZE, track)
  expect(magnitude(5)).toBeLessThan(magnitude(9))
  expect(magnitude(7)).toBeCloseTo((magnitude(5) + magnitude(9)) / 2, 9)
  expect(magnitude(5)).toBeGreaterThanOrEqual(lower.top)
  expect(magnitude(9)).toBeLessThanOrEqual(lower.bottom)
})

test('the shading goes over from one twilight to the next where the Sun passes 0, 6, 12 and 18 degrees', () => {
  const suns = [1, -1, -5, -7, -11, -13, -17, -19, -25]
  const track = trackOf(...suns.map((sunElevation, place) => ({ s: place * 75, sunElevation })))
  const { x } = scaleOf(SIZE, track)
  const lights = lightsOf(track, x).map(({ kind, left }) => ({ kind, s: left - LEFT_PX }))
  expect(lights).toEqual([
    { kind: 'civil', s: 75 },
    { kind: 'nautical', s: 225 },
    { kind: 'astronomical', s: 375 },
    { kind: 'night', s: 525 },
  ])
})

test('the example of the contract is drawn', () => {
  const track = prediction.passes.find((pass) => pass.track !== null)?.track ?? RISE
  expect(pageOf(track)).not.toContain('NaN')
})
