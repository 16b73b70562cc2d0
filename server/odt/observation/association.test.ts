import { readFileSync } from 'node:fs'
import { SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DownloadServer, sends, startDownloadServer } from '../../platform/testing/download-server.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { downloadCatalogue } from '../../tle/testing/download-catalogue.ts'

const OBSERVATIONS = '/api/v1/odt/observations'
const ADMIN = { subject: 'ada', organisation: 'association', roles: ['odt:admin'] }

type PublishedCase = {
  readonly case: string
  readonly track: string
  readonly catalogue: string
  readonly n_obs: number
  readonly start: string
  readonly end: string
  readonly sensor: string
  readonly expected_norad_id: number
  readonly derived_median_angular_distance_arcsec: number
  readonly derived_rms_angular_distance_arcsec: number
  readonly derived_tle_age_days: number
  readonly derived_range_km: readonly [number, number]
}
const isHere = hasCollection('association')
/** A sensor of the service is on the ground; the other tracks of the set were made in space. */
const onGround = (isHere ? (JSON.parse(read('expected.json')) as { cases: PublishedCase[] }).cases : []).filter(
  ({ sensor }) => sensor.startsWith('ground'),
)

/** The tolerance of the set (expected.json): its frames and rotations differ from ours. */
const ANGLE_ARCSEC = 3
/** The age is published in days with three decimals, and the service answers whole seconds. */
const AGE_S = 0.0005 * 86_400 + 1
/**
 * The share of the light time by which the offset may differ: the range, and with it the light time, changes by half
 * along the track, but one offset applies to the whole track.
 */
const LIGHT_TIME_SHARE = 0.35

function read(name: string): string {
  return readFileSync(collectionPath(`association/${name}`), 'utf8')
}
const isoOf = (ms: number) => new Date(ms).toISOString()

/** Returns the published track as its operator would write it, and the position of the site, which the set gives in GCRF. */
function trackOf({ case: name, track }: PublishedCase) {
  const rows = read(track).trim().split('\n').slice(1)
  const measured = rows.map((row) => row.split(','))
  const [utc = '', , , ...place] = measured[0] ?? []
  const toGround = rotationBetween('GCRF', 'ITRF', earthAt(parseTime(utc), { outside: 'hold' })).matrix
  const [x = 0, y = 0, z = 0] = place.map((km) => Number(km) * 1000)
  const { latRad, lonRad, heightM } = toGeodetic(transform(toGround, [x, y, z]))
  const angles = measured.flatMap(([at = '', ra, dec]) => {
    const time = at.replace('Z', '')
    return [`ANGLE_1 = ${time} ${ra}`, `ANGLE_2 = ${time} ${dec}`]
  })
  const text = [
    ...['CCSDS_TDM_VERS = 2.0', 'CREATION_DATE = 2022-06-01T00:00:00', 'ORIGINATOR = OPERATOR', 'META_START'],
    ...['TIME_SYSTEM = UTC', `PARTICIPANT_1 = CASE-${name}`, 'PARTICIPANT_2 = UNKNOWN', 'MODE = SEQUENTIAL'],
    ...['PATH = 2,1', 'ANGLE_TYPE = RADEC', 'REFERENCE_FRAME = EME2000', 'META_STOP', 'DATA_START', ...angles],
    ...['DATA_STOP', ''],
  ].join('\n')
  const sensor = {
    sensorCode: `CASE-${name}`,
    groundSensorName: name,
    sensorType: 'OPTICAL_PASSIVE',
    latitude: radToDeg(latRad),
    longitude: radToDeg(lonRad),
    altitude: heightM,
  }
  return { text, sensor }
}

let api: TestApi
let source: DownloadServer
beforeAll(async () => {
  source = await startDownloadServer()
  api = await startTestApi()
})
afterAll(async () => {
  await api.close()
  await source.close()
})

/** Makes this catalogue the current one by a download, as it is done every two hours. */
async function publish(text: string, atMs: number): Promise<void> {
  source.mood = sends(text, { type: 'text/plain', etag: `"${source.requests.length}"` })
  const { db, queue, log } = api.api.platform
  const platform = { db, queue, log, now: () => atMs, signal: new AbortController().signal }
  const { result, objects } = await downloadCatalogue(platform, source.url)
  expect([result, objects]).toEqual(['new', text.trim().split('\n').length / 2])
}

/** Sends the track and reads its report by both metrics. */
async function handIn(text: string) {
  const sent = await api.call(ADMIN, `POST ${OBSERVATIONS}`, { body: text, headers: { 'content-type': 'text/plain' } })
  expect(sent.status, await sent.clone().text()).toBe(201)
  const [file] = await bodyOf<Observation[]>(sent)
  const report = (metric: string) =>
    api.call(ADMIN, `GET ${OBSERVATIONS}/report/${file!.observationFileId}?metric=${metric}`)
  return {
    file: file!,
    angular: await bodyOf<ObservationReport>(await report('ANGULAR_DISTANCE')),
    mahalanobis: await bodyOf<ObservationReport>(await report('MAHALANOBIS_DISTANCE')),
  }
}

test.skipIf(!isHere)(
  'the published track from the ground is matched to its object in the whole catalogue, and to none if the object is missing',
  async () => {
    expect(onGround.map(({ case: name }) => name)).toEqual(['A3'])
    const published = onGround[0]!
    const { text, sensor } = trackOf(published)
    const made = await api.call(ADMIN, 'POST /api/v1/odt/sensors', { body: JSON.stringify(sensor) })
    expect(made.status, await made.clone().text()).toBe(201)
    const catalogue = read(published.catalogue)
    const startMs = Date.parse(published.start)
    await publish(catalogue, startMs)

    const { file, angular, mahalanobis } = await handIn(text)
    const { expected_norad_id: catalogueId } = published
    expect(file).toMatchObject({ catalogueIdBestAssociation: catalogueId, isUncorrelated: false, isAmbiguous: false })
    expect(file).toMatchObject({ numberOfMeasurements: published.n_obs, isSimulated: false })
    expect([file.start, file.end]).toEqual([isoOf(startMs), isoOf(Date.parse(published.end))])
    expect(angular).toMatchObject({
      catalogueIdBestAssociation: catalogueId,
      associationResults: { associationMetric: 'ANGULAR_DISTANCE', associationCriterion: 'MEDIAN', isAmbiguous: false },
    })
    const best = angular.t2oAssociationResults.find(({ isAssociated }) => isAssociated)!
    expect(best.measurementAssociationResults).toHaveLength(published.n_obs)
    const medianOff = best.associationValue - published.derived_median_angular_distance_arcsec
    expect(Math.abs(medianOff)).toBeLessThan(ANGLE_ARCSEC)
    const rms = Math.hypot(angular.rms!.ra, angular.rms!.dec)
    expect(Math.abs(rms - published.derived_rms_angular_distance_arcsec)).toBeLessThan(ANGLE_ARCSEC)
    const { orbitDataAge } = angular.associationResults
    expect(Math.abs(orbitDataAge! - published.derived_tle_age_days * 86_400)).toBeLessThan(AGE_S)
    // The track was simulated without light time, which a measured track has, so the object seems early by the light time.
    const [nearKm, farKm] = published.derived_range_km
    const lightTimeS = ((nearKm + farKm) / 2) * (1000 / SPEED_OF_LIGHT)
    expect(Math.abs(Math.abs(best.alongTrackTimeOffset) - lightTimeS)).toBeLessThan(LIGHT_TIME_SHARE * lightTimeS)
    expect(mahalanobis.catalogueIdBestAssociation).toBe(catalogueId)

    const lines = catalogue.trim().split(/\r?\n/)
    const without = lines.filter((line) => Number(line.slice(2, 7)) !== catalogueId)
    expect(without).toHaveLength(lines.length - 2)
    await publish(without.join('\n'), startMs + 3 * 3_600_000)
    const nobody = await handIn(text)
    expect(nobody.file).toMatchObject({ catalogueIdBestAssociation: null, isUncorrelated: true })
    expect(nobody.angular.t2oAssociationResults.filter(({ isAssociated }) => isAssociated)).toEqual([])
  },
)
