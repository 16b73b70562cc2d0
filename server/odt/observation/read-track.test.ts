import { parseTdm } from '@apsis/ccsds/tdm/tdm.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor.ts'
import { expect, test } from 'vitest'
import { ownTrackText } from '../testing/own-track.ts'
import { readTrack } from './read-track.ts'

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const TCA_MS = Date.parse('2026-11-24T12:00:00Z')

test('the delay of the air is taken off the ranges of a radar once: here, or by its operator', () => {
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
