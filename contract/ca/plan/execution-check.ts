import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { EXECUTION_SOURCES } from './execution-source.ts'

/** The orbit without the burn, with which the new data were compared. */
export const EXECUTION_REFERENCES = ['SAME_FILE', 'OWN_EPHEMERIS', 'PLAN_MESSAGE', 'HISTORY'] as const
export const EXECUTION_VERDICTS = ['AS_PLANNED', 'DIFFERENT', 'MISSED', 'NOT_YET'] as const

const Rtn = z.tuple([z.number(), z.number(), z.number()])

/** A burn as one source of data shows it, and the planned burn. */
export const ExecutionCheck = z
  .strictObject({
    source: z.enum(EXECUTION_SOURCES),
    sourceId: Id.nullable().meta({ description: 'Of the file or message; null: element sets' }),
    name: z.string().meta({ description: 'File, message, or how many element sets' }),
    reference: z.enum(EXECUTION_REFERENCES).meta({
      description:
        'Held against: SAME_FILE: the states of the same file before the burn; OWN_EPHEMERIS: an earlier own file; PLAN_MESSAGE: the message of the plan; HISTORY: the element sets before',
    }),
    dataAt: Instant.meta({ description: 'When the data came' }),
    at: Instant.meta({ description: 'When it was derived' }),
    deltaVRtn: Rtn.meta({ description: 'Found, velocity after minus before in R, T, N at the burn, m/s' }),
    sigmaRtn: Rtn.meta({ description: '1σ of each component, m/s' }),
    deltaVMps: z.number().meta({ description: 'Size of what was found, m/s' }),
    sigmaMps: z.number().meta({ description: '1σ along the planned direction, m/s' }),
    lateS: z
      .number()
      .nullable()
      .meta({ description: 'Found start after the planned one, s; null: the data do not tell' }),
    lateSigmaS: z.number().nullable().meta({ description: '1σ of it, s; null: as the file says' }),
    misfit: z
      .number()
      .nullable()
      .meta({ description: 'What one burn leaves of the difference, in sigmas; null: not known' }),
    verdict: z.enum(EXECUTION_VERDICTS).meta({
      description:
        'AS_PLANNED: within 3σ, with 1σ of at most 10 % of the planned Δv; MISSED: nothing found, with that 1σ; NOT_YET: not yet verifiable (flight rule F17)',
    }),
  })
  .meta({ id: 'ManoeuvreExecutionCheck', description: 'What one source of data says of a burn after it' })
export type ExecutionCheck = z.output<typeof ExecutionCheck>
