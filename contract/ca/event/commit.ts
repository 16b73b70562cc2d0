import { z } from 'zod'
import { CommandOpportunity } from '../contact/contact.ts'

export const COMMIT_SOURCES = ['LAST_CONTACT', 'NO_CONTACTS', 'NOT_YET_KNOWN', 'NO_CONTACT_BEFORE'] as const
export type CommitSource = (typeof COMMIT_SOURCES)[number]

/** The source of the time to decide. */
export const Commit = z
  .strictObject({
    source: z.enum(COMMIT_SOURCES).meta({
      description:
        'LAST_CONTACT: the last contact that sends commands before TCA less hours; the time is when sending has to begin. All others: TCA less hours, since no contacts are known (NO_CONTACTS), none yet of that time (NOT_YET_KNOWN), or none lies before it (NO_CONTACT_BEFORE)',
    }),
    hours: z.number().meta({ description: 'commitHours of the satellite, h' }),
    contact: CommandOpportunity.shape.contact.meta({ description: 'That contact; null: the hours alone count' }),
  })
  .meta({ id: 'Commit', description: 'What the time to decide follows from' })
export type Commit = z.output<typeof Commit>
