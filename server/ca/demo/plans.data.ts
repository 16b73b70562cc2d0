// The plans that the demo opens with: the steps taken for two events, by whom and when, as hours before the closest approach.
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { DEMO_STORIES, HIGH_EVENT } from './stories.data.ts'

/** A step of a plan, hours before TCA. A step without `why` needs no reason. */
export type PlanStory = {
  readonly event: { readonly noradId: number; readonly hoursToTca: number }
  readonly createdH: number
  /** The start of the burn, hours before TCA: the first of these times outside blackouts at which the screening does not fail. */
  readonly ignitionH: readonly [number, ...number[]]
  readonly steps: readonly { readonly state: PlanState; readonly hoursBefore: number; readonly why?: string }[]
  /** The Δv found after the burn, as a share of the planned one. */
  readonly foundShare?: number
}

const story = DEMO_STORIES.find(({ name }) => name === 'flipping')
if (story === undefined) throw new RangeError('the demo has no event that flips')
const flipping = { noradId: story.noradId, hoursToTca: story.hoursToTca }

const OUTSIDE = 'SIMULATED: the outside screening answered that it sees no conjunction.'
const LOOKED_AT = 'SIMULATED: the part of the path outside the volume was looked at by hand.'
const step = (state: PlanState, hoursBefore: number, why?: string) =>
  why === undefined ? { state, hoursBefore } : { state, hoursBefore, why }

/** The steps from a draft to a sent file, within twenty minutes. */
const sentOut = (createdH: number) => [
  step('SCREENED', createdH - 0.1),
  step('APPROVED', createdH - 0.2, LOOKED_AT),
  step('EXPORTED', createdH - 0.3, OUTSIDE),
]

/**
 * One event has a plan in each state except APPROVED: only one plan of an event can be approved or exported, and here it is the exported one. The
 * approved plan belongs to the other event. Each plan is made on the message that applied then, and is approved when no other plan of its event is
 * on its way. If a burn would meet another object at this opening, it starts at another time.
 */
export const DEMO_PLANS: readonly PlanStory[] = [
  {
    event: flipping,
    createdH: 91.6,
    ignitionH: [60],
    steps: [step('REJECTED', 91.2, 'SIMULATED: too early, the next message decides.')],
  },
  {
    event: flipping,
    createdH: 83.6,
    ignitionH: [77],
    foundShare: 0.4,
    steps: [...sentOut(83.6), step('EXECUTED', 76.9), step('PARTIAL', 76.2, 'SIMULATED: a valve closed too early.')],
  },
  {
    event: flipping,
    createdH: 75.6,
    ignitionH: [69],
    steps: [...sentOut(75.6), step('ABORTED', 70, 'SIMULATED: the star tracker was blinded.')],
  },
  {
    event: flipping,
    createdH: 67.6,
    ignitionH: [61],
    foundShare: 1.02,
    steps: [...sentOut(67.6), step('EXECUTED', 60.9), step('VERIFIED', 60.2)],
  },
  {
    event: flipping,
    createdH: 59.6,
    ignitionH: [20],
    steps: [step('SCREENED', 59.4), step('SUPERSEDED', 51.7, 'A newer message counts: plan it anew.')],
  },
  {
    event: flipping,
    createdH: 51.6,
    ignitionH: [45.3],
    steps: [
      ...sentOut(51.6).slice(0, 2),
      step('EXPIRED', 51.2, 'SIMULATED: nobody was there to send it before the last time for a command.'),
    ],
  },
  {
    event: flipping,
    createdH: 43.6,
    ignitionH: [35],
    steps: [...sentOut(43.6), step('EXECUTED', 34.9)],
  },
  { event: flipping, createdH: 34.8, ignitionH: [14, 13.2, 16, 20, 10], steps: sentOut(34.8) },
  { event: flipping, createdH: 34.48, ignitionH: [12, 11.2], steps: [step('SCREENED', 34.45)] },
  { event: flipping, createdH: 34.44, ignitionH: [6], steps: [] },
  {
    event: { noradId: HIGH_EVENT.noradId, hoursToTca: HIGH_EVENT.hoursToTca },
    createdH: 85.6,
    ignitionH: [30, 29.2, 40, 20],
    steps: [step('SCREENED', 85.5), step('APPROVED', 85.4, LOOKED_AT)],
  },
]

/**
 * A burn that nobody announced: it is in the element sets of the satellite and in no plan. Its time is in days before the opening of the demo; its
 * Δv is twice the smallest that a history of element sets in low orbit shows reliably (flight rule F17).
 */
export const SILENT_BURN = { noradId: 90_002, daysBeforeOpening: 3.1, alongMps: 0.02 } as const
/** Element sets are published four times a day; `days` is the length of the history. */
export const SILENT_HISTORY = { days: 15, setsPerDay: 4 } as const
/** The days of element sets of all other satellites: the demo shows tracks of the five days before its opening. */
export const FLEET_HISTORY_DAYS = 6

/** Two burns of orbit raising without an event, in hours after the opening. The exported plan of the satellite's event shares their path. */
export const ROUTINE_BURNS = {
  noradId: flipping.noradId,
  why: 'SIMULATED: orbit raising, as each month.',
  burns: [
    { hoursAfterOpening: 100, durationS: 0, frame: 'VNB', vector: [0.03, 0, 0] },
    { hoursAfterOpening: 100.8, durationS: 42, frame: 'RTN', vector: [0, 0.03, 0] },
  ],
} as const
