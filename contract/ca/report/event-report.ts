import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { RiskLevel } from '../message/cdm.ts'
import { ID as CONJUNCTION_ID } from '../message/conjunction-example.data.ts'

const ID = '1f8a2f0c-6c0e-4f7e-9a0b-3f1a5d2c7b90'
export const REPORT_LANGUAGES = ['en', 'de'] as const
/** The maximum number of archived reports of an event. */
export const MOST_REPORTS = 100
/** The maximum total size of the zip files of an organisation's reports, bytes: 1 GiB. Reports cannot be deleted. */
export const MOST_REPORT_BYTES = 1_073_741_824
/** The maximum number of messages in one report, and their total size, 32 MiB; an ordinary message has some thousand bytes. */
export const MOST_REPORT_MESSAGES = 1_000
export const MOST_REPORT_MESSAGE_BYTES = 33_554_432

/** An archived report of an event: it never changes, whatever happens to its data. */
export const EventReport = z
  .strictObject({
    reportId: Id,
    conjunctionId: Id,
    number: z.int().meta({ description: 'Of this event, from 1 on' }),
    at: Instant,
    by: z.string().meta({ description: 'User name' }),
    note: z.string(),
    language: z.enum(REPORT_LANGUAGES).meta({ description: 'Of the page in it' }),
    pair: z.string().meta({ description: 'Names of both objects' }),
    tca: Instant,
    riskLevel: RiskLevel.meta({ description: 'When it was archived' }),
    probability: z.number().nullable().meta({ description: 'The value to decide on, 0 to 1, when it was archived' }),
    messages: z.int().meta({ description: 'Messages in it, each as it came' }),
    isSimulated: z.boolean(),
    productVersion: z.string(),
    bytes: z.int().meta({ description: 'Size of the zip' }),
    sha256: z.string().meta({ description: 'Of the zip' }),
  })
  .meta({
    id: 'EventReport',
    description: 'An archived report of an event',
    examples: [
      {
        reportId: ID,
        conjunctionId: CONJUNCTION_ID,
        number: 1,
        at: '2026-11-20T06:00:00.000Z',
        by: 'demo',
        note: 'For the review of 21 November.',
        language: 'en',
        pair: 'SAT-3 × SIM DEB',
        tca: '2026-11-21T14:13:07.000Z',
        riskLevel: 'CRITICAL',
        probability: 2.12e-4,
        messages: 12,
        isSimulated: true,
        productVersion: '0.3.4',
        bytes: 41_220,
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
    ],
  })
export type EventReport = z.output<typeof EventReport>

const common = { tags: ['conjunctions'], access: [CA_USER] } as const

export const listEventReports = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/event-reports',
  summary: 'List archived reports of events',
  description: `Newest first; of one event or of all. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'conjunction-id': Id.optional(),
    ...sortOf(['at', 'tca'], '-at'),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(EventReport),
})

export const createEventReport = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/event-reports',
  summary: 'Archive a report of an event',
  description:
    'Keeps the event as it stands now for ever: a page to present, event, record, estimates and plans as the API gives them, and every message as it came, in one zip with the SHA-256 of each file. Nobody can change or remove it; a newer report has the next number. 409 where an event has 100, or where its messages are more than 1,000 or 32 MiB.',
  rate: 'write',
  body: z
    .strictObject({
      'conjunction-id': Id,
      note: z.string().trim().max(2_000).default('').meta({ description: 'Why it is archived' }),
      language: z.enum(REPORT_LANGUAGES).default('en').meta({ description: 'Of the page' }),
    })
    .meta({ examples: [{ 'conjunction-id': CONJUNCTION_ID, note: 'For the review.', language: 'en' }] }),
  response: EventReport,
  status: 201,
  errors: ['conflict'],
})

export const getEventReportFile = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/event-reports/{report-id}/file',
  summary: 'Read an archived report',
  description:
    'The whole report as a zip, whose SHA-256 is in the list and in the entity tag, or the page in it alone (`content=page`), which needs nothing else to be shown or printed. Never changes.',
  rate: 'read',
  headers: { etag: true, ifNoneMatch: true },
  params: z.strictObject({ 'report-id': Id }),
  query: z.strictObject({ content: z.enum(['zip', 'page']).default('zip') }),
  file: ['application/zip', 'text/html'],
})
