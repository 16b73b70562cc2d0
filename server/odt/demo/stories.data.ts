import type { NewRequest } from '@apsis/contract/odt/request/request.ts'
import type { RequestStatus } from '@apsis/contract/odt/request/request-status.ts'

/** The results of the passes before the opening, in their order: a track, or clouds; every further pass has a track. */
export type Fate = 'track' | 'clouds'

export type Story = {
  /** The name never changes: the id of the request is derived from it. */
  readonly name: string
  /** The status of the request at the opening. */
  readonly becomes: RequestStatus
  /** The first of these satellites that has the passes is used: the time of the year decides which ones a telescope can see. */
  readonly noradIds: readonly number[]
  /** The time of the request, hours before the opening of the demo. */
  readonly askedH: number
  readonly windowH: number
  /** The window begins this long after the request, h. */
  readonly windowFromH?: number
  readonly body: Partial<Pick<NewRequest, 'measurementType' | 'fileCompressionType' | 'priority'>>
  /** The numbers of named passes before and after the opening; null: no pass is named, and the best two are requested. */
  readonly passes: { readonly over: number; readonly ahead: number } | null
  /** True: the passes before the opening are the latest ones, not the first ones. */
  readonly isLatest?: boolean
  readonly fates?: readonly Fate[]
  /** The request is cancelled this long after it was made, h. */
  readonly cancelledH?: number
}

const [LOW, POLAR, SUN_SYNCHRONOUS, SMALL, MEDIUM, GEO] = [90_001, 90_002, 90_003, 90_004, 90_005, 90_006] as const
/** Telescopes see low satellites only at dusk and dawn, and higher ones the whole night. */
const SEEN_AT_NIGHT = [LOW, POLAR, SUN_SYNCHRONOUS, MEDIUM] as const

/** A pass and the three that may replace it are all clouded. */
const ALL_CLOUDS: readonly Fate[] = ['clouds', 'clouds', 'clouds', 'clouds']

/** Requests of the last days for the simulated fleet, at least one in each status of domain.md C20. */
export const DEMO_STORIES: readonly Story[] = [
  {
    name: 'geo-by-radar',
    becomes: 'INFEASIBLE',
    noradIds: [GEO],
    askedH: 118,
    windowH: 72,
    body: { measurementType: 'RADAR' },
    passes: null,
  },
  {
    name: 'two-echoes',
    becomes: 'COMPLETE',
    noradIds: [LOW, POLAR],
    askedH: 112,
    windowH: 72,
    body: { measurementType: 'RADAR', fileCompressionType: 'GZIP' },
    passes: { over: 2, ahead: 0 },
  },
  {
    name: 'three-tracks',
    becomes: 'COMPLETE',
    noradIds: SEEN_AT_NIGHT,
    askedH: 104,
    windowH: 90,
    body: { priority: 'next-night' },
    passes: { over: 3, ahead: 0 },
  },
  {
    name: 'called-off',
    becomes: 'CANCELLED',
    noradIds: [SMALL],
    askedH: 92,
    windowH: 90,
    windowFromH: 6,
    body: { measurementType: 'RADAR' },
    passes: null,
    cancelledH: 1,
  },
  {
    name: 'clouds-first',
    becomes: 'COMPLETE',
    noradIds: [MEDIUM, LOW, POLAR],
    askedH: 84,
    windowH: 84,
    body: { fileCompressionType: 'ZIP' },
    passes: { over: 2, ahead: 0 },
    fates: ['clouds'],
  },
  {
    name: 'only-clouds',
    becomes: 'UNSUCCESSFUL',
    noradIds: SEEN_AT_NIGHT,
    askedH: 66,
    windowH: 66,
    body: {},
    passes: { over: 1, ahead: 0 },
    fates: ALL_CLOUDS,
  },
  {
    name: 'pass-by-pass',
    becomes: 'PARTIAL',
    noradIds: [POLAR, SUN_SYNCHRONOUS],
    askedH: 30,
    windowH: 120,
    body: { measurementType: 'RADAR' },
    passes: { over: 2, ahead: 2 },
  },
  {
    name: 'echo-of-today',
    becomes: 'COMPLETE',
    noradIds: [SMALL, SUN_SYNCHRONOUS],
    askedH: 15,
    windowH: 15,
    body: { measurementType: 'RADAR' },
    passes: { over: 1, ahead: 0 },
  },
  {
    name: 'clouds-now',
    becomes: 'IN_PROGRESS',
    noradIds: SEEN_AT_NIGHT,
    askedH: 30,
    windowH: 120,
    body: {},
    passes: { over: 1, ahead: 1 },
    isLatest: true,
    fates: ALL_CLOUDS,
  },
  {
    name: 'to-come',
    becomes: 'APPROVED',
    noradIds: SEEN_AT_NIGHT.toReversed(),
    askedH: 0.2,
    windowH: 96,
    body: { priority: 'urgent' },
    passes: { over: 0, ahead: 2 },
  },
  {
    name: 'next-week',
    becomes: 'PENDING',
    noradIds: [LOW],
    askedH: 3,
    windowH: 168,
    windowFromH: 192,
    body: {},
    passes: null,
  },
]
