import { expect, test } from 'vitest'
import { lightLegend } from './light-legend.tsx'
import { betaIn, captionOfLight, gapsAround, knownParts } from './light-strip.tsx'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * HOUR_MS).toISOString()
const asked = { fromMs: Date.parse(at(0)), toMs: Date.parse(at(24)) }
const beta = (toHours: number) => [0, toHours].map((hours) => ({ time: at(hours), angle: 30 }))

test('the caption names unknown light, and a share refers to the known time', () => {
  expect(captionOfLight({ eclipses: [], beta: beta(24) }, asked, asked)).toContain('In full sunlight all the time')
  const short = captionOfLight({ eclipses: [], beta: beta(6) }, asked, asked)
  expect(short).not.toContain('all the time')
  expect(short).toContain('else the light is not known')
  // The eclipse is three of six hours.
  const dark = captionOfLight({ eclipses: [{ start: at(1), end: at(4), umbra: null }], beta: beta(6) }, asked, asked)
  expect(dark).toContain('50 % of the time')
  expect(dark).toContain('The light is known from')
})

test('the caption of the light is for the drawn part of the time', () => {
  const hour = (hours: number) => Date.parse(at(hours))
  const eclipses = [
    { start: at(1), end: at(2), umbra: null },
    { start: at(8), end: at(12), umbra: null },
  ]
  const turning = { eclipses, beta: [0, 12, 24].map((hours) => ({ time: at(hours), angle: 10 + hours })) }
  // The part is six hours with the second half of the second eclipse.
  const part = captionOfLight(turning, { fromMs: hour(10), toMs: hour(16) }, asked)
  expect(part).toContain('Drawn: 2026-11-20 10:00:00')
  expect(part).toContain('1 eclipse, 33 % of the time')
  expect(part).toContain('The Sun stands 20.0° to 26.0° from the orbital plane.')
  expect(captionOfLight(turning, { fromMs: hour(3), toMs: hour(7) }, asked)).toContain('In full sunlight all the time')
  expect(captionOfLight(turning, asked, asked)).toContain('2 eclipses, 21 % of the time')
  expect(captionOfLight(turning, asked, asked)).not.toContain('Drawn from')
  // The part is after the end of the ephemeris.
  const short = { eclipses: [], beta: beta(6) }
  expect(captionOfLight(short, { fromMs: hour(8), toMs: hour(14) }, asked)).toContain(
    'The light is not known in this time.',
  )
})

test('times before and after the known orbit are gaps, but not the seconds of a rounded minute', () => {
  const hour = (hours: number) => Date.parse(at(hours))
  expect(gapsAround({ fromMs: hour(2), toMs: hour(6) }, asked)).toEqual([
    { fromMs: hour(0), toMs: hour(2) },
    { fromMs: hour(6), toMs: hour(24) },
  ])
  expect(gapsAround({ fromMs: hour(0) + 30_000, toMs: hour(24) }, asked)).toEqual([])
})

test('the line of the angle extends to the ends of the drawing', () => {
  const atMs = Date.UTC(2026, 10, 23)
  const beta = [0, 6, 12].map((hours) => ({ time: new Date(atMs + hours * HOUR_MS).toISOString(), angle: hours }))
  const drawn = betaIn({ beta }, { fromMs: atMs + HOUR_MS, toMs: atMs + 8 * HOUR_MS })
  expect(drawn.map(({ angle }) => angle)).toEqual([1, 6, 8])
  expect(betaIn({ beta }, { fromMs: atMs - HOUR_MS, toMs: atMs + 20 * HOUR_MS })).toHaveLength(3)
})

test('in a gap of the orbit the light is unknown: the gap is not sunlight, and not part of a share', () => {
  const hole = { fromMs: Date.parse(at(6)), toMs: Date.parse(at(12)) }
  expect(knownParts(asked, [hole])).toEqual([
    { fromMs: asked.fromMs, toMs: hole.fromMs },
    { fromMs: hole.toMs, toMs: asked.toMs },
  ])
  expect(knownParts(asked, [])).toEqual([asked])
  // Nine hours of shadow in the eighteen known hours are half.
  const eclipses = [{ start: at(12), end: at(21), umbra: null }]
  expect(captionOfLight({ eclipses, beta: beta(24) }, asked, asked, [hole])).toMatch(/\b50 %/)
  const sunny = captionOfLight({ eclipses: [], beta: beta(24) }, asked, asked, [hole])
  expect(sunny).toMatch(
    /^In full sunlight from 2026-11-20 00:00:00\S* Z? ?to 2026-11-20 06:00:00.* and from 2026-11-20 12:00:00/,
  )
  // The drawn time is inside the gap: the angles at the edges of the gap do not belong to it.
  const within = { fromMs: Date.parse(at(7)), toMs: Date.parse(at(11)) }
  expect(captionOfLight({ eclipses: [], beta: beta(24) }, within, asked, [hole])).toContain(
    'The light is not known in this time.',
  )
  const turning = { eclipses: [], beta: [0, 6, 12, 24].map((hours) => ({ time: at(hours), angle: 10 + hours })) }
  const edge = { fromMs: Date.parse(at(3)), toMs: Date.parse(at(9)) }
  expect(captionOfLight(turning, edge, asked, [hole])).toContain(
    'The Sun stands 13.0° to 16.0° from the orbital plane.',
  )
})

test('the legend names the shades that are drawn, and no others', () => {
  const textsOf = (...given: Parameters<typeof lightLegend>) => lightLegend(...given).map(({ text }) => text)
  const eclipse = { start: at(1), end: at(2), umbra: null }
  expect(textsOf({ eclipses: [] }, false)).toEqual(['sunlight'])
  expect(textsOf({ eclipses: [eclipse] }, false)).toEqual(['sunlight', 'penumbra'])
  const full = { ...eclipse, umbra: { start: at(1.1), end: at(1.9) } }
  expect(textsOf({ eclipses: [eclipse, full] }, true)).toEqual(['sunlight', 'penumbra', 'umbra', 'not known'])
})
