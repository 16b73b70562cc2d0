import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { SATELLITE_ID } from '../message/conjunction-example.data.ts'
import { StationName } from './ground-station.ts'

const DAY_MS = 86_400_000

export const CONTACT_LIMITS = {
  /** The maximum number of contacts of one satellite, and the maximum size of one file. */
  contacts: 2_000,
  bytes: 1024 * 1024,
  /** The longest contact; a contact with a geostationary satellite is entered month by month. */
  days: 31,
  /** The longest span of a request, and the span in which plans look for contacts. */
  spanDays: 14,
  /**
   * The minimum length of a computed contact that can command, because the station needs this time to find the signal. This value is a convention.
   */
  leastComputedS: 60,
} as const

export const CONTACT_SOURCES = ['ENTERED', 'CSV', 'ICAL', 'COMPUTED'] as const
/** BOOKED: entered or from a file; booked contacts have precedence over computed ones. NONE: neither contacts nor stations are known. */
export const CONTACT_BASES = ['BOOKED', 'COMPUTED', 'NONE'] as const

const span = {
  from: Instant.meta({ description: 'Begin' }),
  to: Instant.meta({ description: 'End' }),
  station: StationName.meta({ description: 'Name of the ground station', examples: ['SIM North'] }),
}
const canCommand = z.boolean().meta({ description: 'Whether commands can be sent; false: it only receives' })

const EXAMPLE_SPAN = { from: '2026-11-20T06:12:00.000Z', to: '2026-11-20T06:22:00.000Z', station: 'SIM North' }

/** A contact as an input. */
export const NewContact = z
  .strictObject({ ...span, canCommand: canCommand.default(true) })
  .refine(({ from, to }) => Date.parse(to) > Date.parse(from), { message: 'has to be after from', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= CONTACT_LIMITS.days * DAY_MS, {
    message: `has to be ${CONTACT_LIMITS.days} days after from at most`,
    path: ['to'],
  })
  .meta({ id: 'NewContact', description: 'A contact with a satellite', examples: [EXAMPLE_SPAN] })
export type NewContact = z.output<typeof NewContact>

export const Contact = z
  .strictObject({
    contactId: Id.nullable().meta({ description: 'null: it is computed' }),
    ...span,
    canCommand,
    source: z.enum(CONTACT_SOURCES),
    maximumElevation: z.number().nullable().meta({ description: 'Of one that is computed, deg' }),
  })
  .meta({
    id: 'Contact',
    description: 'A contact with a satellite',
    examples: [{ contactId: null, ...EXAMPLE_SPAN, canCommand: true, source: 'COMPUTED', maximumElevation: 41.3 }],
  })
export type Contact = z.output<typeof Contact>

/**
 * Returns true if a burn can be commanded during a contact: the contact can send commands and is long enough. A booked contact is always long enough.
 */
export function isCommanding({ canCommand, source, from, to }: Contact): boolean {
  const lengthS = (Date.parse(to) - Date.parse(from)) / 1_000
  return canCommand && (source !== 'COMPUTED' || lengthS >= CONTACT_LIMITS.leastComputedS)
}

export const SatelliteContacts = z
  .strictObject({
    basis: z.enum(CONTACT_BASES).meta({
      description:
        'BOOKED: some are entered or from a file and not over: those alone count. COMPUTED: over the ground stations. NONE: no contacts known',
    }),
    orbit: z
      .strictObject({
        source: z.string().meta({ description: 'What they are computed from' }),
        epoch: Instant.nullable().meta({ description: 'Of the element set; null: it is an ephemeris' }),
        endsAt: Instant.nullable().meta({ description: 'Where the orbit ends before the span does' }),
        isSimulated: z.boolean(),
      })
      .nullable()
      .meta({ description: 'null: nothing is computed' }),
    contacts: z.array(Contact).meta({ description: 'Those that count, by their begin' }),
  })
  .meta({
    id: 'SatelliteContacts',
    description: 'The contacts of a satellite that count',
    examples: [
      {
        basis: 'COMPUTED',
        orbit: { source: 'element set', epoch: '2026-11-20T01:12:00.000Z', endsAt: null, isSimulated: true },
        contacts: [{ contactId: null, ...EXAMPLE_SPAN, canCommand: true, source: 'COMPUTED', maximumElevation: 41.3 }],
      },
    ],
  })
export type SatelliteContacts = z.output<typeof SatelliteContacts>

/** The opportunity to command a burn, as known when the plan was made. */
export const CommandOpportunity = z
  .strictObject({
    basis: z.enum(CONTACT_BASES).meta({ description: 'NONE: no contacts known, leadTimeH alone counts' }),
    contact: z.strictObject(span).nullable().meta({
      description:
        'The last contact by which the burn can be commanded; null: no contacts known, or none yet that reaches the burn',
    }),
  })
  .meta({
    id: 'CommandOpportunity',
    description: 'The last contact by which a burn can be commanded, as it was known when the plan was made',
    examples: [{ basis: 'COMPUTED', contact: EXAMPLE_SPAN }],
  })
export type CommandOpportunity = z.output<typeof CommandOpportunity>

const common = { tags: ['contacts'], access: [CA_USER] } as const
const satelliteId = Id.meta({ description: 'The satellite', examples: [SATELLITE_ID] })

export const listContacts = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/contacts',
  summary: 'Read the contacts of a satellite',
  description:
    'The contacts that count: those that are entered or from a file, where one of them is not over; else those that are computed over the ground stations, from the operational ephemeris or the newest element set. Plans are commanded by them.',
  rate: 'read',
  query: z.strictObject({
    'satellite-id': satelliteId,
    from: Instant.optional().meta({ description: 'Absent: now' }),
    to: Instant.optional().meta({ description: `Absent: 7 days after from; ${CONTACT_LIMITS.spanDays} at most` }),
  }),
  response: SatelliteContacts,
  errors: ['not-found', 'unprocessable'],
})

export const createContact = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/contacts',
  summary: 'Enter a contact',
  description: `A satellite has ${CONTACT_LIMITS.contacts} contacts at most; those over for a week are removed.`,
  rate: 'write',
  query: z.strictObject({ 'satellite-id': satelliteId }),
  body: NewContact,
  response: Contact,
  status: 201,
  errors: ['not-found', 'unprocessable'],
})

export const loadContacts = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/contacts/file',
  summary: 'Load the contacts of a satellite',
  description:
    'A CSV file with a line of heads (from, to, and station; can_command if you like; comma or semicolon), or a calendar (iCalendar, RFC 5545: DTSTART and DTEND or DURATION in UTC, the station in LOCATION or SUMMARY; of several revisions of an event the last counts; events that are cancelled or tentative are left out, repeated ones refused). It replaces every contact of the satellite that came from a file; entered ones stay. All or none: what is wrong is told by line.',
  rate: 'upload',
  query: z.strictObject({ 'satellite-id': satelliteId }),
  upload: {
    media: ['text/csv', 'text/calendar', 'application/octet-stream'],
    maxBytes: CONTACT_LIMITS.bytes,
    sample: { file: 'contacts.csv' },
  },
  response: z
    .strictObject({
      loaded: z.int().meta({ description: 'Contacts of the file' }),
      removed: z.int().meta({ description: 'Contacts of earlier files' }),
    })
    .meta({ examples: [{ loaded: 2, removed: 0 }] }),
  errors: ['not-found', 'unprocessable'],
})

export const removeContact = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/contacts/{contact-id}',
  summary: 'Remove a contact',
  description: 'One that is entered or from a file.',
  rate: 'write',
  params: z.strictObject({ 'contact-id': Id }),
})
