import { z } from 'zod'

/** What the platform can find and tell of itself and of events; whoever shows it says it in the language of the reader. */
export const FINDING_CODES = [
  'welcome',
  'welcome-simulated',
  'risk-raised',
  'risk-lowered',
  'risk-grew',
  'tca-moved',
  'data-needed',
  'decision-reopened',
  'estimates-contradict',
  'not-found-again',
  'decision-due',
  'event-silent',
  'ephemeris-ended',
  'ephemeris-missing',
  'feed-silent',
  'feed-back',
  'duty-called',
  'duty-gap',
  'watch-found',
  'database-answers',
  'workers',
  'no-worker',
  'jobs-in-time',
  'jobs-late',
  'no-dead-jobs',
  'dead-jobs',
  'provider-answers',
  'provider-silent',
  'changes-at-once',
  'changes-late',
  'no-data',
  'no-feed',
  'feeds-for-users',
  'feed-read',
  'feed-never-read',
  'catalogue-none',
  'catalogue',
  'fleet-pending',
  'fleet-screened',
  'fleet-tried',
  'fleet-nothing',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** A finding as data: what it is, and what was measured. */
export const Finding = z
  .object({
    code: z.enum(FINDING_CODES),
    values: z.record(z.string(), z.union([z.string(), z.number()])).meta({
      description: 'What was measured, by name: metres end in M, seconds in S, times (ISO 8601, UTC) in At',
    }),
  })
  .meta({ id: 'Finding', description: 'What was found, as data, for those who say it in words of their own' })
export type Finding = z.infer<typeof Finding>
