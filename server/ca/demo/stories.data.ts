// The content of the demo: four events with given probabilities, a burn, and the distribution of all others.
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'

/** A message of a story: its hours before TCA, and its miss, given by its probability or by its Mahalanobis distance. */
export interface StoryMessage {
  readonly hoursBefore: number
  readonly probability?: number
  readonly mahalanobis?: number
}

export const STORIES = ['rising', 'flipping', 'falling', 'diluted'] as const
export type StoryName = (typeof STORIES)[number]

export interface Story {
  readonly name: StoryName
  readonly noradId: number
  /** The hours from the opening of the demo to TCA. */
  readonly hoursToTca: number
  /** The direction of the miss in the plane, in units of σ. */
  readonly directionDeg: number
  /** The factor by which the uncertainty of the secondary is multiplied. */
  readonly uncertainty: number
  /** True: the secondary is no longer observed, so its uncertainty does not shrink. */
  readonly isLost: boolean
  readonly messages: readonly StoryMessage[]
}

const by = (hoursBefore: number, probability: number): StoryMessage => ({ hoursBefore, probability })
const away = (hoursBefore: number, mahalanobis: number): StoryMessage => ({ hoursBefore, mahalanobis })

export const DEMO_STORIES: readonly Story[] = [
  {
    name: 'rising',
    // The owner can avoid this approach: the satellite has thrusters.
    noradId: 90_002,
    hoursToTca: 31.18,
    directionDeg: 70,
    uncertainty: 1.25,
    isLost: false,
    messages: [
      by(72.6, 2.4e-6),
      by(64.6, 1.6e-6),
      by(56.6, 1.5e-5),
      by(48.6, 5e-5),
      by(40.6, 1.02e-4),
      by(32.6, 2.12e-4),
      by(28.6, 2.6e-4),
      by(24.6, 3.3e-4),
      by(20.6, 4.1e-4),
      by(16.6, 4e-4),
      by(12.6, 5.2e-4),
      by(8.6, 6e-4),
      by(4.6, 7e-4),
    ],
  },
  {
    name: 'flipping',
    noradId: 90_001,
    hoursToTca: 34.39,
    directionDeg: 24,
    uncertainty: 1,
    isLost: false,
    messages: [
      by(91.8, 3e-5),
      by(83.8, 1.4e-4),
      by(75.8, 4e-5),
      by(67.8, 1.7e-4),
      by(59.8, 6e-5),
      by(51.8, 1.25e-4),
      by(43.8, 3.4e-5),
      by(35.8, 1.9e-5),
      by(31.8, 6e-5),
      by(27.8, 1.3e-4),
      by(23.8, 2.2e-5),
      by(19.8, 8e-6),
      by(15.8, 3e-6),
      by(11.8, 6e-7),
      by(7.8, 8e-8),
      by(3.8, 4e-9),
    ],
  },
  {
    name: 'falling',
    noradId: 90_003,
    hoursToTca: 46.12,
    directionDeg: 20,
    uncertainty: 1,
    isLost: false,
    messages: [
      by(95.3, 3.1e-5),
      by(87.3, 4.2e-5),
      by(79.3, 1.6e-5),
      by(71.3, 3e-6),
      by(63.3, 4e-7),
      by(55.3, 6e-8),
      by(47.3, 5.1e-9),
      by(43.3, 9e-10),
      by(35.3, 1e-11),
      by(27.3, 1e-14),
      by(19.3, 1e-20),
      by(11.3, 1e-30),
      by(5.3, 1e-40),
    ],
  },
  {
    name: 'diluted',
    noradId: 90_001,
    hoursToTca: 76.4,
    directionDeg: 8,
    uncertainty: 5.4,
    isLost: true,
    messages: [
      away(117.6, 0.6),
      away(109.6, 0.52),
      away(101.6, 0.55),
      away(93.6, 0.47),
      away(85.6, 0.42),
      away(77.6, 0.4),
      away(69.6, 0.4),
      away(61.6, 0.38),
      away(49.6, 0.4),
      away(37.6, 0.36),
      away(25.6, 0.38),
      away(13.6, 0.37),
    ],
  },
]

/**
 * A burn that is in the operator's ephemeris and in no message. It is before the last event of the satellite's week and after all other
 * events, so that only the last event has two different orbits. By the time of that event, the burn has moved the satellite some 3 km along
 * its track, 4 to 5 times the σ of both.
 */
export const DEMO_BURN = { noradId: 90_001, hoursAfterOpening: 152, alongMps: 0.025 } as const

/** The levels of the events at the opening, without the stories, and their satellites; the seed shuffles each list. */
export const FUTURE_LEVELS: readonly (readonly [level: RiskLevel, count: number])[] = [
  ['MEDIUM', 9],
  ['LOW', 32],
  ['UNKNOWN', 3],
]
export const FUTURE_SATELLITES: readonly (readonly [noradId: number, count: number])[] = [
  [90_001, 8],
  [90_002, 9],
  [90_003, 9],
  [90_004, 10],
  [90_005, 4],
  [90_006, 4],
]
/** The one HIGH event that is not a story. */
export const HIGH_EVENT = { noradId: 90_002, hoursToTca: 85.2 } as const
export const PAST_LEVELS: readonly (readonly [level: RiskLevel, count: number])[] = [
  ['HIGH', 1],
  ['MEDIUM', 2],
  ['LOW', 8],
]
/** The probability that a later event has a level one day before its TCA. */
export const STREAM_LEVELS: readonly (readonly [level: RiskLevel, share: number])[] = [
  ['CRITICAL', 0.02],
  ['HIGH', 0.05],
  ['MEDIUM', 0.19],
  ['UNKNOWN', 0.04],
  ['LOW', 0.7],
]
/** The range of probabilities of a level, at the message that sets the level. */
export const LEVEL_PROBABILITIES: Readonly<Record<Exclude<RiskLevel, 'UNKNOWN'>, readonly [number, number]>> = {
  LOW: [1e-10, 6e-8],
  MEDIUM: [1.6e-7, 7e-6],
  HIGH: [1.3e-5, 6e-5],
  CRITICAL: [1.4e-4, 6e-4],
}
