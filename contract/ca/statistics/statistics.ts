import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { Compliance } from './compliance.ts'
import { EventContext } from './event-context.ts'
import { LOADED_HISTORY_LIMITS, LoadedHistory } from './loaded-history.ts'
import { ANNUAL_EXAMPLE } from './statistics-example.data.ts'

/** The limitations that statistics can have, for example that untracked objects are missing. */
export const STATISTICS_LIMITS = [
  'untracked-objects',
  'short-history',
  'history-cut',
  'loaded-history',
  'history-gap',
  'flux-disagrees',
  'rough-errors',
  'simulated-messages',
] as const

const share = (what: string) => z.number().meta({ description: `${what}, 0 to 1` })
const count = (what: string) => z.int().meta({ description: what })
const Band = z
  .strictObject({
    median: z.number().meta({ description: 'Median of the resamples' }),
    lower: z.number().meta({ description: 'Lower end of the interval of 95 %' }),
    upper: z.number().meta({ description: 'Upper end of the interval of 95 %' }),
  })
  .meta({ id: 'StatisticsBand', description: 'Median of the resamples, and the ends of the interval of 95 %' })

const Rates = z
  .strictObject({
    threshold: z.number().meta({ description: 'Accepted collision probability' }),
    manoeuvresPerYear: z.number().meta({ description: 'Events that reach the threshold when one decides, a year' }),
    riskPerYear: z.number().meta({ description: 'Expected collisions a year without a manoeuvre' }),
    avoidedPerYear: z.number().meta({ description: 'Of these, prevented; what the burns leave is taken off' }),
    residualPerYear: z.number().meta({ description: 'Of these, left' }),
    falseAlarmsPerYear: z.number().meta({ description: 'Manoeuvres in front of which no collision stood' }),
    manoeuvresPerCollisionAvoided: z.number().nullable().meta({ description: 'Null: none is avoided' }),
    residualIfGoalIsStatedPerYear: z.number().meta({
      description: 'Left where a burn reaches its goal by the stated errors only; differs where errorFactor is not 1',
    }),
  })
  .meta({ id: 'ThresholdRates', description: 'What flying with one accepted probability means, a year' })

const Flux = z.strictObject({
  count: count('Crossings'),
  perM2Year: z.number().meta({ description: 'Objects that cross a square metre in a year' }),
  lower: z.number().meta({ description: 'Lower end of its interval of 95 %' }),
  upper: z.number().meta({ description: 'Upper end of its interval of 95 %' }),
})

const Part = z.strictObject({
  name: z.string().meta({ description: 'payload, rocket-body, debris, unknown; or the diameter' }),
  events: count('Events of the history'),
  fluxPerM2Year: z.number(),
  medianSigmaMinorM: z.number().nullable().meta({ description: 'In the conjunction plane, m; for a reader only' }),
  medianSigmaMajorM: z.number().nullable().meta({ description: 'In the conjunction plane, m; for a reader only' }),
  rates: Rates,
})

const Varied = z.array(
  z.strictObject({
    value: z.number().meta({ description: 'A factor; for commit the hours before TCA' }),
    rates: Rates,
  }),
)

const Solved = {
  kind: z.enum(['threshold', 'none-needed', 'out-of-reach']),
  threshold: z.number().nullable().meta({ description: 'The largest that meets the limit over the life' }),
}

const Costs = z.strictObject({
  manoeuvres: z.number(),
  deltaVMps: z.number(),
  propellantKg: z.number().nullable().meta({ description: 'Null: the mass or the specific impulse is not known' }),
  outageHours: z.number(),
})

/** The statistics of one satellite for the coming year. */
export const AnnualStatistics = z
  .strictObject({
    satelliteId: Id,
    satelliteName: z.string(),
    computedAt: Instant.meta({ description: 'An answer is kept until one of its inputs changes, an hour at most' }),
    newestMessageAt: Instant.nullable().meta({ description: 'Creation of the newest message that counts' }),
    isSimulated: z.boolean().meta({ description: 'At least one of the messages is simulated' }),
    conventions: z.strictObject({ daysPerMonth: z.number(), daysPerYear: z.number(), confidence: z.number() }),
    assumptions: z.strictObject({
      threshold: z.number().meta({ description: 'Accepted probability that is looked at' }),
      commitHours: z.number(),
      considerHours: z.number(),
      from: Instant.meta({ description: 'Begin of the history: that asked for, or the first event' }),
      to: Instant,
      years: z.number().meta({ description: 'Length of life looked at' }),
      limit: z.number().meta({ description: 'Collision probability over the life that is allowed' }),
      growth: z.number(),
      radiusFactor: z.number(),
      sigmaFactor: z.number(),
      errorFactor: z.number(),
      deltaVMps: z.number(),
      outageHours: z.number(),
      massKg: z.number().nullable(),
      specificImpulseS: z.number().nullable(),
      box: z
        .strictObject({ radialM: z.number(), alongTrackM: z.number(), crossTrackM: z.number() })
        .nullable()
        .meta({ description: 'In which approaches are reported, half sizes; null: everything is taken to be' }),
    }),
    counts: z.strictObject({
      messages: count('Messages of the history, with the rows of a loaded table'),
      events: count('Events with their closest approach in the history'),
      decidable: count('Of these, with a message between consider and commit'),
      withErrors: count('Of these, with a covariance'),
      rough: count('Of these, with a hard body larger than the minor sigma: the closed form is rough there'),
    }),
    isShort: z.boolean().meta({ description: 'The history is shorter than a month: show bands, not lines' }),
    loaded: LoadedHistory.nullable().meta({ description: 'Past events from a table; null: none was loaded' }),
    longer: z
      .array(
        z.strictObject({ satelliteId: Id, name: z.string(), days: z.number().meta({ description: 'Of history' }) }),
      )
      .meta({
        description:
          'Where the history is short or empty: up to three other satellites whose own is longer than a month',
      }),
    flux: z.strictObject({
      discs: z.array(Flux.extend({ withinM: z.number() })),
      slices: z.array(Flux.extend({ fromM: z.number(), toM: z.number() })).meta({ description: 'By radial miss' }),
      chosenM: z.number().nullable().meta({ description: 'The disc that counts; null: none has ten crossings' }),
      doDisagree: z.boolean().meta({ description: 'The discs differ by more than their intervals' }),
    }),
    closed: z
      .strictObject({
        curve: z.array(Rates),
        own: Rates.meta({ description: 'At the threshold that is looked at' }),
        riskOverLife: share('Collision probability over the life without manoeuvres'),
        residualOverLife: share('The same with manoeuvres'),
        byKind: z.array(Part),
        bySize: z.array(Part),
        sensitivity: z.strictObject({
          radius: Varied,
          errors: Varied.meta({ description: 'True errors in units of the stated ones' }),
          sigmas: Varied.meta({ description: 'Other stated errors' }),
          growth: Varied,
          commit: Varied,
        }),
        solved: z.strictObject(Solved),
        solvedAround: z
          .array(z.strictObject({ limit: share('Limit over the life'), ...Solved, rates: Rates.nullable() }))
          .meta({ description: 'The same for limits from five times to a tenth of the own one' }),
        wished: z
          .strictObject({
            manoeuvresPerYear: z.number().meta({ description: 'As it was asked for' }),
            kind: z.enum(['threshold', 'always-fewer']).meta({
              description: 'always-fewer: not even answering everything down to 1e-12 takes so many',
            }),
            threshold: z.number().nullable().meta({ description: 'The smallest that takes no more than wished' }),
            rates: Rates.nullable(),
          })
          .optional()
          .meta({ description: 'Absent: no number of manoeuvres was asked for' }),
        agreement: z.strictObject({
          predictedPerYear: z.number(),
          observed: count('Events of the history that reached the threshold'),
          lower: z.number().meta({ description: 'Rate a year that so many events allow at 95 %' }),
          upper: z.number().meta({ description: 'Rate a year that so many events allow at 95 %' }),
          verdict: z.enum(['inside', 'prediction-higher', 'prediction-lower']),
        }),
      })
      .nullable()
      .meta({ description: 'Null: too few crossings, or no covariance' }),
    bootstrap: z.strictObject({
      rates: z.array(
        z.strictObject({
          threshold: z.number(),
          observed: count('Events of the history at and above it'),
          manoeuvresPerYear: Band,
          residualOverLife: Band,
        }),
      ),
      riskOverLife: Band,
      solved: Band.nullable().meta({ description: 'The thresholds of the list that meet the limit; null: none does' }),
    }),
    costs: z
      .strictObject({ perYear: Costs, overLife: Costs })
      .meta({ description: 'By the closed form; without one, by the median of the bootstrap' }),
    months: z
      .array(
        z.strictObject({
          from: Instant,
          to: Instant,
          events: count('Events'),
          decidable: count('Events that could be decided'),
          reached: count('Events that reached the threshold'),
          largestProbability: z.number().nullable(),
        }),
      )
      .meta({ description: 'Own history in months of 30 days, the newest last' }),
    limits: z.array(z.enum(STATISTICS_LIMITS)).meta({
      description:
        'What the numbers do not hold: objects that nobody tracks are never in them; history-cut: only the newest 200,000 messages are; loaded-history: a part comes from a table that somebody loaded; history-gap: nothing is known of some time between that table and the messages, which is left out of the rates',
    }),
  })
  .meta({
    id: 'AnnualStatistics',
    description: 'The year ahead of one satellite, from its own messages',
    examples: [ANNUAL_EXAMPLE],
  })
export type AnnualStatistics = z.output<typeof AnnualStatistics>

/** The realism of the covariances of one originator for one kind of object. */
export const CovarianceRealism = z
  .strictObject({
    originator: z.string(),
    kind: z.string().meta({ description: 'Of the secondary, by OBJECT_TYPE' }),
    count: count('Pairs of successive messages whose errors can be compared'),
    scale: z
      .number()
      .nullable()
      .meta({ description: 'Factor on every stated sigma that describes the errors best; null: fewer than 20 pairs' }),
    low: z.number().nullable().meta({ description: '5th percentile of the ranked factors' }),
    median: z.number().nullable().meta({ description: 'Median of the ranked factors' }),
    high: z.number().nullable().meta({ description: '95th percentile of the ranked factors' }),
    isRealistic: z.boolean().nullable().meta({ description: 'The stated covariances pass the test at 2 %' }),
    skipped: count('Pairs whose newer covariance is no refinement of the older one'),
  })
  .meta({
    id: 'CovarianceRealism',
    description: 'How honest the covariances of one originator are',
    examples: [
      {
        originator: 'CSPOC',
        kind: 'DEBRIS',
        count: 214,
        scale: 1.32,
        low: 0.71,
        median: 1.28,
        high: 2.4,
        isRealistic: false,
        skipped: 35,
      },
    ],
  })
export type CovarianceRealism = z.output<typeof CovarianceRealism>

const common = { tags: ['statistics'], access: [CA_USER], rate: 'write' } as const
const factor = (what: string) =>
  z.coerce
    .number()
    .min(0.1)
    .max(10)
    .default(1)
    .meta({ description: `${what}; 0.1 to 10` })
const history = {
  'satellite-id': Id,
  'history-days': z.coerce
    .number()
    .min(1)
    .max(3_652.5)
    .default(365.25)
    .meta({ description: 'How far back messages count, days; a year has 365.25' }),
}

export const getAnnualStatistics = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/statistics/annual',
  summary: 'Read the annual statistics of a satellite',
  description:
    'What each accepted probability costs and leaves, a year and over the life: in closed form from the flux and errors of the own messages, and by drawing the own history again. Objects that nobody tracks are not in it.',
  query: z.strictObject({
    ...history,
    pacc: z.coerce
      .number()
      .min(1e-10)
      .max(0.1)
      .optional()
      .meta({ description: 'Accepted probability to look at; absent: that of the satellite' }),
    'commit-hours': z.coerce
      .number()
      .min(0.5)
      .max(240)
      .optional()
      .meta({ description: 'Decide so many hours before TCA; absent: as the satellite does' }),
    years: z.coerce.number().min(0.1).max(50).default(5).meta({ description: 'Life ahead, years of 365.25 days' }),
    limit: z.coerce
      .number()
      .min(1e-9)
      .max(0.5)
      .default(1e-3)
      .meta({ description: 'Collision probability over the life that a licence allows' }),
    'manoeuvres-per-year': z.coerce
      .number()
      .min(0.01)
      .max(1_000)
      .optional()
      .meta({ description: 'Which threshold takes no more manoeuvres a year than this: `closed.wished` answers' }),
    growth: factor('Mean number of objects over the life, in units of today’s'),
    'radius-factor': factor('On the combined hard-body radius'),
    'sigma-factor': factor('On the stated errors'),
    'error-factor': factor('True errors in units of the stated ones'),
    'delta-v': z.coerce
      .number()
      .min(0)
      .max(100)
      .default(0.05)
      .meta({ description: 'Of one manoeuvre with its way back, m/s; an assumption' }),
    'outage-hours': z.coerce
      .number()
      .min(0)
      .max(240)
      .default(3)
      .meta({ description: 'Payload time lost with one manoeuvre, h; an assumption' }),
  }),
  response: AnnualStatistics,
  errors: ['not-found', 'unprocessable'],
})

export const listCovarianceRealism = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/statistics/realism',
  summary: 'Read how honest stated covariances are',
  description:
    'Scale factors by originator and kind of secondary, from successive messages of the same events: what the miss moved by, beside the difference of the covariances.',
  query: z.strictObject(history),
  response: z.array(CovarianceRealism),
  errors: ['not-found', 'unprocessable'],
})

export const getCompliance = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/statistics/compliance',
  summary: 'Read what a licence asks of a satellite',
  description:
    'Cumulative collision probability over a reporting period and over the mission, by size of the other object; events and manoeuvres by threshold; and the years ahead. Objects that nobody tracks are not in it.',
  query: z.strictObject({
    'satellite-id': Id,
    from: Instant.optional().meta({ description: 'Begin of the reporting period; absent: 365.25 days before its end' }),
    to: Instant.optional().meta({ description: 'End of the reporting period; absent: the last full hour' }),
    'mission-from': Instant.optional().meta({ description: 'Begin of the mission; absent: the first event' }),
    years: z.coerce
      .number()
      .min(0.1)
      .max(50)
      .default(5)
      .meta({ description: 'Life ahead after the period, years of 365.25 days' }),
    limit: z.coerce
      .number()
      .min(1e-9)
      .max(0.5)
      .default(1e-3)
      .meta({ description: 'Collision probability over the mission that a licence allows' }),
  }),
  response: Compliance,
  errors: ['not-found', 'unprocessable'],
})

export const getEventContext = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/statistics/event-context',
  summary: 'Read an event in its context',
  description:
    'Both objects with their orbit, size and force models, and their place in their class among the stored messages; as each message has them, with the quality of their orbits; the probability with and without a scale factor on the covariances; what changed from message to message beside the stated errors; the pieces that a collision would make; and how often events that stood like this one reached the accepted probability.',
  query: z.strictObject({ 'conjunction-id': Id }),
  response: EventContext,
  errors: ['not-found', 'unprocessable'],
})

export const loadHistory = endpoint({
  ...common,
  path: '/api/v1/ca/statistics/history',
  method: 'POST',
  summary: 'Load past events of a satellite',
  description:
    'A CSV table of events from before their messages came here, for the annual statistics and for what a licence asks. A row for each message: event (its name), created, tca, probability (empty: not known); and, as far as known, sigmaMinorM, sigmaMajorM (one sigma along the axes of the conjunction plane, m), radiusM (combined), radialM, horizontalM (miss), otherRadiusM, kind (payload, rocket-body, debris, unknown), decision (MANOEUVRE, or any other word). It replaces the table before it. Events at or after the first event of the messages do not count: messages tell of that time themselves. All or none: what is wrong is told by line and column.',
  rate: 'upload',
  query: z.strictObject({ 'satellite-id': Id }),
  upload: {
    media: ['text/csv', 'application/octet-stream'],
    maxBytes: LOADED_HISTORY_LIMITS.bytes,
    sample: { file: 'history.csv' },
  },
  response: z
    .strictObject({
      events: z.int().meta({ description: 'Events of the table' }),
      messages: z.int().meta({ description: 'Rows of the table' }),
    })
    .meta({ examples: [{ events: 12, messages: 24 }] }),
  errors: ['not-found', 'unprocessable'],
})

export const removeHistory = endpoint({
  ...common,
  path: '/api/v1/ca/statistics/history',
  method: 'DELETE',
  summary: 'Remove the past events of a satellite',
  description: 'The table that was loaded; messages stay. 404: there is none.',
  query: z.strictObject({ 'satellite-id': Id }),
  errors: ['not-found'],
})
