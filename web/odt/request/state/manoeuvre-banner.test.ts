import type { TrackHistory } from '@apsis/contract/odt/tracking/track-history.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../../ui/preference/preference.ts')
const { manoeuvreText } = await import('./manoeuvre-banner.tsx')

const track = (epoch: string) => ({
  observationFileId: '5f3a1f60-6d0e-4c8e-9d55-0b6a5f4e3d21',
  sensorCode: 'RAD',
  epoch,
  lateS: 1,
  sigmaS: 0.01,
  expectedSigmaS: 0.3,
})
const history: TrackHistory = {
  catalogueId: 71_000,
  lookedAt: '2026-11-25T10:00:00.000Z',
  orbitEpoch: '2026-11-20T03:00:00.000Z',
  isJudged: true,
  tracks: ['2026-11-22T03:12:00.000Z', '2026-11-23T04:00:00.000Z', '2026-11-24T04:00:00.000Z'].map(track),
  manoeuvre: {
    from: '2026-11-22T03:12:00.000Z',
    to: '2026-11-23T04:00:00.000Z',
    deltaVMps: 0.0498,
    sigmaMps: 0.002,
    direction: 'against-track',
    score: 20,
  },
  orbitSince: null,
}

test('F23: tracks that leave their orbit from a date on are described with size, direction and time; other tracks are not', () => {
  expect(manoeuvreText({ ...history, manoeuvre: null })).toBeUndefined()
  expect(manoeuvreText(history)).toMatch(
    /^Possible manoeuvre: .* about 0\.050 m\/s against the track, between 2026-11-22 03:12 Z and 2026-11-23 04:00 Z\. .* The 2 tracks since then /,
  )
  choose('language', 'de')
  expect(manoeuvreText(history)).toMatch(/^Manöver möglich: .* gegen die Flugrichtung, /)
  choose('language', 'en')
})
