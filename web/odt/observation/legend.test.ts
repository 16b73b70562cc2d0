import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import type { Curve } from './brightness-drawing.tsx'
import { notDrawn } from './brightness-plot.tsx'
import { captionOfFiles } from './legend.tsx'
import { saidOfOrbit, saidOfSky } from './residuals-plot.tsx'

const series = (name: string, values: readonly number[]) => ({
  name,
  outliers: new Set<number>(),
  shown: values.map((value, at) => ({ atMs: at, values: [value, -value], text: '' })),
})

test('the caption of two drawn files names each; the caption of a single file does not', () => {
  const [own, beside] = [series('18:15 ABC01', [3, 3]), series('19:27 ABC02', [5, 5, 5])]
  expect(captionOfFiles([own].map(saidOfSky), ['How.'])).toBe('2 residuals, RMS 3.000″ and 3.000″. How.')
  const both = captionOfFiles([own, beside].map(saidOfSky), ['How.'])
  expect(both).toBe(
    '18:15 ABC01: 2 residuals, RMS 3.000″ and 3.000″. 19:27 ABC02: 3 residuals, RMS 5.000″ and 5.000″. How.',
  )
})

test('along the orbit the caption of each file gives its own offset, and says whether its range was measured', () => {
  const file = (isRangeMeasured: boolean, alongTrackOffset: number | null) => ({
    fileId: 'f',
    catalogueId: 1,
    alongTrackOffset,
    isSimulated: true,
    measurements: [{ epoch: '2026-11-22T18:15:00.000Z', radial: 1, inTrack: 2, crossTrack: 3, isRangeMeasured }],
  })
  const optical = saidOfOrbit(file(false, 12.34)).join(' ')
  expect(optical).toContain('A direction is 0 along the line of sight')
  expect(optical).toContain('+12.3 m in-track, is taken off')
  const radar = saidOfOrbit(file(true, null)).join(' ')
  expect(radar).toContain('the range’s residual')
  expect(radar).not.toContain('taken off')
})

const place: TrackPlace = {
  time: '2026-11-22T18:15:00.000Z',
  azimuth: 180,
  elevation: 45,
  range: 1_000_000,
  sunElevation: -20,
  moonAzimuth: 0,
  moonElevation: -5,
  moonSeparation: 90,
  phaseAngle: 60,
  isSunlit: true,
  magnitude: 8,
}
const atMs = Date.parse(place.time) + 1_000
const curve = (name: string, given: Partial<Curve> = {}): Curve => ({
  name,
  magnitudes: [{ atMs, atS: atMs / 1_000, magnitude: 8 }],
  track: [place, { ...place, time: '2026-11-22T18:16:00.000Z' }],
  isReading: false,
  ...given,
})

test('a compared light curve that cannot be drawn has a reason', () => {
  const own = curve('own')
  expect(notDrawn([own, curve('other')], true)).toEqual([])
  const [without] = notDrawn([own, curve('other', { track: [] })], true)
  expect(without).toBe('other is not drawn: distance and phase angle are not known.')
  // A measured magnitude needs no geometry; while the geometry is computed, no reason is given.
  expect(notDrawn([own, curve('other', { track: [] })], false)).toEqual([])
  expect(notDrawn([own, curve('other', { track: [], isReading: true })], true)).toEqual([])
  expect(notDrawn([own, curve('other', { magnitudes: [] })], false)).toEqual(['other is not drawn: no magnitudes.'])
})
