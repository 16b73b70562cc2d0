import { parseTdm } from '@apsis/ccsds/tdm/tdm.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { ownTrackText } from '../testing/own-track.ts'
import { readTrack } from './read-track.ts'

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const TCA_MS = Date.parse('2026-11-24T12:00:00Z')

test('the delay of the air is removed from the ranges of a radar only once: here, or by its operator', () => {
  const [segment] = parseTdm(ownTrackText({ tcaMs: TCA_MS, sensorCode: 'RADAR' })).segments
  const airOf = (isRangeCorrected: boolean) => {
    const track = readTrack(segment!, { ...example, sensorType: 'RADAR_ACTIVE', isRangeCorrected })
    const ranges = track?.observations.filter(({ kind }) => kind === 'range') ?? []
    expect(ranges.length).toBeGreaterThan(1)
    return new Set(ranges.map((one) => 'air' in one && one.air !== undefined))
  }
  expect(airOf(false)).toEqual(new Set([true]))
  expect(airOf(true)).toEqual(new Set([false]))
})

test('a magnitude has the noise that its sensor states', () => {
  const text = ownTrackText({ tcaMs: TCA_MS, sensorCode: 'ROOF' })
  const [first] = /\d{4}-\d{2}-\d{2}T[\d:.]+/.exec(text.slice(text.indexOf('DATA_START'))) ?? []
  const [segment] = parseTdm(text.replace('DATA_STOP', `MAG = ${first} 9.5\nDATA_STOP`)).segments
  const sigmaOf = (sigmaMagnitude: number | null) =>
    readTrack(segment!, { ...example, sigmaMagnitude })?.magnitudes.map(({ magnitude, sigma }) => [magnitude, sigma])
  expect(sigmaOf(0.08)).toEqual([[9.5, 0.08]])
  expect(sigmaOf(null)).toEqual([[9.5, null]])
})
