import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Finding } from '../finding.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from '../tle/catalogue-holding.ts'

/** The service levels, from no service to the worst (spec §4). */
export const STATUS_LEVELS = ['inactive', 'pending', 'ok', 'caution', 'serious', 'critical'] as const
export const StatusLevel = z.enum(STATUS_LEVELS)
export type StatusLevel = z.infer<typeof StatusLevel>

/** Returns the worst of several levels; inactive if there are none. */
export function worst(levels: readonly StatusLevel[]): StatusLevel {
  return STATUS_LEVELS[Math.max(0, ...levels.map((level) => STATUS_LEVELS.indexOf(level)))] ?? 'inactive'
}

/** The label of an account in the sidebar; it gives no rights (decisions.md 10). */
export const AccountLabel = z.enum(['demo', 'test'])
export type AccountLabel = z.infer<typeof AccountLabel>

export const Check = z
  .object({
    name: z.string(),
    level: StatusLevel,
    message: z.string().meta({ description: 'One sentence for a person' }),
    value: z.number().optional().meta({ description: 'What was measured, in the unit that follows' }),
    unit: z.string().optional(),
    lastAt: z.iso.datetime().optional().meta({ description: 'When the work that comes back was last done' }),
    nextAt: z.iso.datetime().optional().meta({ description: 'When it will be done again at the latest' }),
    finding: Finding.optional().meta({ description: 'What was found, as data' }),
    isLate: z.boolean().optional().meta({ description: 'Whether it should have been done by now' }),
  })
  .meta({ id: 'StatusCheck' })
export type Check = z.infer<typeof Check>

export const Status = z
  .object({
    level: StatusLevel.meta({ description: 'The worst of the services' }),
    asOf: z.iso.datetime(),
    version: z.string(),
    labels: z.array(AccountLabel).meta({
      description: 'Labels of the account that asks, from its user name or a claim; no right follows from them',
    }),
    catalogue: CatalogueHolding.nullable().meta({
      description: 'The public catalogue by kind of object, and what it lacks; null: none is stored',
    }),
    services: z.array(z.object({ service: z.string(), level: StatusLevel, checks: z.array(Check) })),
  })
  .meta({
    id: 'Status',
    description: 'How the platform and its services are',
    examples: [
      {
        level: 'ok',
        asOf: '2026-11-20T10:00:00.000Z',
        version: '0.3.4',
        labels: ['demo'],
        catalogue: EXAMPLE_HOLDING,
        services: [
          {
            service: 'jobs',
            level: 'ok',
            checks: [{ name: 'backlog', level: 'ok', message: 'Jobs run without delay.', value: 0, unit: 's' }],
          },
        ],
      },
    ],
  })
export type Status = z.infer<typeof Status>

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/v1/status',
  summary: 'Read the status of the services',
  description:
    'Each service with its level (inactive, pending, ok, caution, serious, critical) and the checks behind it; those of collision avoidance, on-demand tracking and payments for their users alone.',
  tags: ['status'],
  access: [],
  rate: 'read',
  response: Status,
})
