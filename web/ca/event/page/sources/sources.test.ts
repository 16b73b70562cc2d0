import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { Connection } from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import { estimateWords } from '../../estimates-words.data.ts'
import {
  apartText,
  closestText,
  remarksOf,
  silenceText,
  sourceName,
  standingText,
  unfoundRemarks,
} from './source-text.ts'
import { sourceWords } from './source-words.data.ts'
import { type EventSource, silentSources, sourcesOf } from './sources.ts'

const PUBLISHED = {
  source: 'api.starlink.com',
  file: 'MEME_100001_STARLINK-38128_3240742_Operational_1479540180_UNCLASSIFIED.txt',
  madeAt: '2030-01-01T00:00:00.000Z',
  until: '2030-01-04T00:00:00.000Z',
  isEnvelope: false,
} as const

function estimate(given: Partial<Estimate>): Estimate {
  return {
    estimateId: '1',
    source: 'PROVIDER',
    madeAt: '2030-01-01T00:00:00.000Z',
    tca: '2030-01-03T00:00:00.000Z',
    missM: 200,
    miss: null,
    relativeSpeedMps: 10_000,
    probability: 1e-6,
    method: null,
    maximumProbability: null,
    sigma: null,
    riskLevel: 'LOW',
    state: 'COUNTS',
    weakness: null,
    endedAt: null,
    cdmId: null,
    messageId: null,
    originator: null,
    screeningId: null,
    oemFileId: null,
    fileName: null,
    ownCovariance: null,
    against: null,
    neighbour: null,
    isEmergencyReportable: null,
    isSimulated: false,
    ...given,
  }
}

const ofMessage = (cdmId: string, originator: string, given: Partial<Estimate> = {}) =>
  estimate({ cdmId, originator, messageId: cdmId, ...given })
const ofScreening = (against: Estimate['against'], given: Partial<Estimate> = {}) =>
  estimate({ source: 'OWN_SCREENING', against, oemFileId: 'file', fileName: 'own.oem', ...given })

function message(cdmId: string, source: 'upload' | 'space-track' | 'space-track-staging' | 'tracking', given = {}) {
  return {
    cdmId,
    source,
    originator: 'CSPOC',
    creationDate: '2030-01-01T00:00:00.000Z',
    withdrawnAt: null as string | null,
    isSimulated: false,
    conjunctionData: {
      tca: '2030-01-03T00:00:00.000Z',
      totalMissDistance: 90,
      probabilityOfCollision: 2e-4,
      riskLevel: 'CRITICAL',
    },
    assessment: { maximumProbability: 3e-4 },
    ...given,
  } as Parameters<typeof sourcesOf>[1][number]
}

const only = ([first, ...others]: readonly EventSource[]): EventSource => {
  if (first === undefined || others.length > 0) throw new Error('There is not exactly one source.')
  return first
}

test('sourcesOf() has one entry for each originator and way, each kind of screening, and our recomputation', () => {
  const sources = sourcesOf(
    [
      ofMessage('m1', 'CSPOC'),
      ofMessage('m1', 'CSPOC', { source: 'RECOMPUTED' }),
      ofMessage('m2', 'CSPOC'),
      ofMessage('m3', 'KAYHAN'),
      ofScreening('CAT'),
      ofScreening('CAT', { oemFileId: null, fileName: null, state: 'WEAK', weakness: 'ELEMENT_SET' }),
      ofScreening('EPH', { neighbour: PUBLISHED }),
    ],
    [message('m1', 'space-track'), message('m2', 'upload'), message('m3', 'space-track')],
  )
  expect(sources.map(({ system }) => system).sort()).toEqual(
    [
      'CAT elements',
      'CAT ephemeris',
      'CSPOC space-track',
      'CSPOC upload',
      'EPH ephemeris',
      'KAYHAN space-track',
      'RECOMPUTED',
    ].sort(),
  )
})

test('apartText() and unfoundRemarks() name the distance, the volume and the files of a screening that found no approach', () => {
  const unfound = {
    screeningId: 's',
    madeAt: '2030-01-02T00:00:00.000Z',
    tca: '2030-01-03T00:00:00.000Z',
    volume: { r: 2_000, t: 44_000, n: 51_000 },
    distanceM: 12_700,
    oemFileId: 'file',
    fileName: 'own.oem',
    neighbour: PUBLISHED,
    isSimulated: false,
  }
  expect(apartText(unfound, sourceWords)).toBe('12.7 km apart at the TCA')
  expect(apartText({ ...unfound, distanceM: null }, sourceWords)).toBeUndefined()
  const [volume, own, published] = unfoundRemarks(unfound, sourceWords)
  expect([volume, own]).toEqual(['screening volume ±2.0 × ±44.0 × ±51.0 km', 'own: own.oem'])
  expect(published).toContain(PUBLISHED.file)
  expect(unfoundRemarks({ ...unfound, fileName: null }, sourceWords)).toContain('own: element set')
})

test('sourcesOf() begins with the gravest level, whatever became of its statement', () => {
  const levels = (['LOW', 'CRITICAL', 'UNKNOWN', 'HIGH', 'MEDIUM'] as const).map((riskLevel) =>
    ofMessage(riskLevel, riskLevel, { riskLevel, state: riskLevel === 'CRITICAL' ? 'SUPERSEDED' : 'COUNTS' }),
  )
  expect(sourcesOf(levels, []).map(({ riskLevel }) => riskLevel)).toEqual([
    'CRITICAL',
    'HIGH',
    'MEDIUM',
    'LOW',
    'UNKNOWN',
  ])
})

test('of sources of one level, one that holds comes first, then the larger probability', () => {
  const sources = sourcesOf(
    [
      ofMessage('old', 'OLD', { probability: 1e-3, state: 'SUPERSEDED' }),
      ofMessage('less', 'LESS', { probability: 1e-7 }),
      ofMessage('none', 'NONE', { probability: null }),
      ofMessage('more', 'MORE', { probability: 1e-5 }),
    ],
    [],
  )
  expect(sources.map(({ originator }) => originator)).toEqual(['MORE', 'LESS', 'NONE', 'OLD'])
})

test('a system stands with its newest statement, but with one that counts if there is one', () => {
  const older = ofScreening('CAT', { madeAt: '2030-01-01T00:00:00.000Z', missM: 1, state: 'SUPERSEDED' })
  const newer = ofScreening('CAT', { madeAt: '2030-01-01T06:00:00.000Z', missM: 2, state: 'WITHDRAWN' })
  expect(only(sourcesOf([older, newer], [])).missM).toBe(2)
  expect(only(sourcesOf([{ ...older, state: 'COUNTS' }, newer], [])).missM).toBe(1)
  expect(
    only(
      sourcesOf(
        [
          { ...older, state: 'WEAK' },
          { ...newer, state: 'COUNTS' },
        ],
        [],
      ),
    ).missM,
  ).toBe(2)
})

test('of two statements of a system that count at the same time, as for two own satellites, the gravest stands', () => {
  const grave = ofScreening('OPS', { riskLevel: 'HIGH', fileName: 'one.oem' })
  const newer = ofScreening('OPS', { riskLevel: 'LOW', fileName: 'other.oem', madeAt: '2030-01-02T00:00:00.000Z' })
  expect(only(sourcesOf([newer, grave], [])).fileName).toBe('one.oem')
})

test('a message whose track was withdrawn is a source that no longer holds', () => {
  const withdrawn = message('m1', 'tracking', { withdrawnAt: '2030-01-02T08:00:00.000Z', originator: 'APSIS' })
  const source = only(sourcesOf([], [withdrawn]))
  expect(sourceName(source, sourceWords)).toBe('APSIS, from a track of yours')
  expect(standingText(source, sourceWords, estimateWords)).toBe('withdrawn 2030-01-02 08:00:00 Z')
})

test('a report without covariances is a source of its own, which says that it cannot be recomputed', () => {
  const report = estimate({ source: 'REPORTED', originator: 'Space-Track', weakness: 'NOT_RECOMPUTABLE' })
  const source = only(sourcesOf([report], []))
  expect(sourceName(source, sourceWords)).toBe('Space-Track, public report')
  expect(standingText(source, sourceWords, estimateWords)).toBe(`counts: ${estimateWords('NOT_RECOMPUTABLE')}`)
  expect(remarksOf(source, sourceWords, estimateWords)).toEqual([])
  const urgent = only(sourcesOf([{ ...report, isEmergencyReportable: true }], []))
  expect(remarksOf(urgent, sourceWords, estimateWords)).toEqual(['an emergency to the service'])
})

test('a statement from the staging of Space-Track says so', () => {
  const staging = only(
    sourcesOf([ofMessage('m1', 'CSPOC', { isSimulated: true })], [message('m1', 'space-track-staging')]),
  )
  expect(sourceName(staging, sourceWords)).toBe('CSPOC, by Space-Track staging')
  expect(remarksOf(staging, sourceWords, estimateWords)).toEqual(['staging: data for tests, counted as simulated'])
})

test('a screening against a published ephemeris names its file and host, and says that its covariance is an envelope', () => {
  const source = only(sourcesOf([ofScreening('EPH', { neighbour: { ...PUBLISHED, isEnvelope: true } })], []))
  const text = remarksOf(source, sourceWords, estimateWords).join('; ')
  expect(text).toContain(`other: ${PUBLISHED.file} of api.starlink.com, made 2030-01-01 00:00:00 Z`)
  expect(text).toContain('is a flat envelope at the TCA')
  const known = only(sourcesOf([ofScreening('EPH', { neighbour: PUBLISHED })], []))
  expect(remarksOf(known, sourceWords, estimateWords).join('; ')).not.toContain('envelope')
})

test('standingText() gives the reason why a statement does not count', () => {
  const weak = only(sourcesOf([ofScreening('CAT', { state: 'WEAK', weakness: 'OTHER_WITHOUT_COVARIANCE' })], []))
  expect(standingText(weak, sourceWords, estimateWords)).toBe('too weak to count: catalogue object without covariance')
  const gone = only(sourcesOf([ofScreening('CAT', { state: 'WITHDRAWN', endedAt: '2030-01-02T08:00:00.000Z' })], []))
  expect(standingText(gone, sourceWords, estimateWords)).toBe('not found any more since 2030-01-02 08:00:00 Z')
})

test('silentSources() names each feed in doubt, and none of those that bring what they should', () => {
  const [given] = (Connection.meta()?.examples as unknown[] | undefined) ?? []
  const example = Connection.parse(given)
  const feed = example.feeds[0]
  if (feed === undefined) throw new Error('The example has no feed.')
  const withDoubt = (doubt: typeof feed.doubt, lastReadAt = feed.lastReadAt) =>
    silentSources([{ ...example, feeds: [{ ...feed, doubt, lastReadAt }] }]).map((one) => silenceText(one, sourceWords))
  expect(withDoubt(null)).toEqual([])
  expect(withDoubt('SILENT')).toEqual(['Space-Track: silent since 2026-11-22 05:41:07 Z (messages)'])
  expect(withDoubt('SILENT', null)).toEqual(['Space-Track: nothing read yet (messages)'])
  expect(withDoubt('NOTHING')).toEqual(['Space-Track: read, and has brought nothing for a day (messages)'])
  expect(withDoubt('HALF')).toEqual(['Space-Track: brings less than half of what is usual (messages)'])
})

test('closestText() has the date of a TCA only if it is on another day than that of the event', () => {
  const event = '2030-01-03T00:00:10.000Z'
  expect(closestText('2030-01-03T00:00:12.000Z', event)).toBe('00:00:12 Z')
  expect(closestText('2030-01-02T23:59:58.000Z', event)).toBe('2030-01-02 23:59:58 Z')
})
