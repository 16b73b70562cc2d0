import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CHANNEL_NAMES } from './channel-names.ts'
import { NOTICE_TYPES } from './notice-type.ts'
import { NotifyStatus } from './notify-status.ts'

export const MOST_RULES = 20
/** The maximum number of situation reports a day: one every three hours. */
export const MOST_REPORTS_A_DAY = 8
const MOST_SATELLITES = 100

/** The lowest levels that a rule can have. */
export const RULE_LEVELS = ['ok', 'caution', 'serious', 'critical'] as const

/** The languages of deliveries outside the application. */
export const RECEIVER_LANGUAGES = ['en', 'de'] as const
export type ReceiverLanguage = (typeof RECEIVER_LANGUAGES)[number]

export const RULE_WAYS = ['now', 'digest', 'never'] as const

export const NoticeRule = z
  .strictObject({
    types: z
      .array(z.enum(NOTICE_TYPES))
      .max(NOTICE_TYPES.length)
      .default([])
      .meta({ description: 'Of what it tells; empty: of anything' }),
    leastLevel: z.enum(RULE_LEVELS).default('ok').meta({ description: 'This level and those above it' }),
    satellites: z
      .array(z.string().min(1).max(100))
      .max(MOST_SATELLITES)
      .default([])
      .meta({ description: 'satelliteId of own satellites that it is about; empty: of any' }),
    statuses: z.array(NotifyStatus).max(4).default([]).meta({
      description: 'Statuses of requests and jobs; empty: the rule is about all other notices, and about no request',
    }),
    way: z.enum(RULE_WAYS).meta({
      description:
        'now: sent at once; digest: gathered in one e-mail a day, and by no other channel; never: not sent, but shown on the page. What is CRITICAL is sent at once all the same; so is, by e-mail, what would be gathered until it is too late to act on it',
    }),
    channels: z
      .array(z.enum(CHANNEL_NAMES))
      .max(CHANNEL_NAMES.length)
      .default([])
      .meta({ description: 'By which it is sent; empty: by all' }),
  })
  .meta({ id: 'NoticeRule', description: 'Which notices go by which channel' })
export type NoticeRule = z.output<typeof NoticeRule>

const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')

/** Returns true if this program knows a time zone with this name. */
export function isTimeZone(name: string): boolean {
  // An offset like +02:00 is not a place, because its clock never changes.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const EXAMPLE = {
  rules: [
    {
      types: ['risk', 'decision'],
      leastLevel: 'serious',
      satellites: [],
      statuses: [],
      way: 'now',
      channels: ['email', 'msteams'],
    },
    { types: ['watch'], leastLevel: 'ok', satellites: [], statuses: [], way: 'never', channels: [] },
  ],
  timeZone: 'Europe/Madrid',
  quietHours: { from: '22:00', to: '06:00' },
  digestAt: '07:00',
  situationReportAt: ['06:00', '14:00', '22:00'],
  language: 'de',
}

const DigestAt = LocalTime.nullable().meta({
  description: 'When the digest is sent, by the clock of the time zone; null: there is none',
})
const SituationReportAt = z
  .array(LocalTime)
  .max(MOST_REPORTS_A_DAY)
  .refine((times) => new Set(times).size === times.length, 'must name each time once')
  .meta({
    description:
      'When a situation report is sent, by the clock of the time zone: all open events as they stand, also where nothing has changed. It goes by e-mail, and quiet hours do not delay it. Empty: none is sent',
  })
const Language = z.enum(RECEIVER_LANGUAGES).meta({
  description:
    'Language of what is sent to people: mails, cards, calls and text messages. Webhooks are as the API has it',
})

export const NoticeRules = z
  .strictObject({
    rules: z
      .array(NoticeRule)
      .max(MOST_RULES)
      .default([])
      .meta({ description: 'The first that fits a notice decides; where none fits, the statuses of the form do' }),
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Madrid')
      .default('UTC')
      .meta({ description: 'Name of the IANA time zone database, by whose clock the times below are meant' }),
    quietHours: z
      .strictObject({ from: LocalTime, to: LocalTime })
      .refine(({ from, to }) => from !== to, 'must end at another time than it begins')
      .nullable()
      .default(null)
      .meta({
        description:
          'What is not CRITICAL waits for their end, but for what would then be too late to act on; null: there are none',
      }),
    digestAt: DigestAt.default('07:00'),
    situationReportAt: SituationReportAt.default([]),
    language: Language.default('en'),
  })
  .meta({
    id: 'NoticeRules',
    description: 'Which notices the caller is sent, by what and when',
    examples: [EXAMPLE],
  })
export type NoticeRules = z.output<typeof NoticeRules>

/**
 * The change that a save contains. A program that was written before the digest, the situation report and the language existed sends none of them:
 * they stay unchanged, so that such a program does not undo a choice that a person made in another way, such as ending a digest.
 */
const NoticeRulesChange = NoticeRules.extend({
  digestAt: DigestAt.optional().meta({ description: 'As in the answer; absent: as it is stored' }),
  situationReportAt: SituationReportAt.optional().meta({ description: 'As in the answer; absent: as it is stored' }),
  language: Language.optional().meta({ description: 'As in the answer; absent: as it is stored' }),
}).meta({
  id: 'NoticeRulesChange',
  description: 'Rules for notices as they are saved',
  examples: [EXAMPLE],
})
export type NoticeRulesChange = z.output<typeof NoticeRulesChange>

/** The defaults for a person who never saved anything: all urgent notices are sent at once. */
export const DEFAULT_RULES: NoticeRules = {
  rules: [],
  timeZone: 'UTC',
  quietHours: null,
  digestAt: '07:00',
  situationReportAt: [],
  language: 'en',
}

const common = { path: '/api/v1/notifications/rules', tags: ['notifications'], access: [] } as const

export const getRules = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read the rules for notices',
  description:
    'Which notices the caller is sent, by what and when; the defaults where nothing was saved. The ETag is its version.',
  rate: 'read',
  headers: { etag: true },
  response: NoticeRules,
})

export const updateRules = endpoint({
  ...common,
  method: 'PUT',
  summary: 'Save the rules for notices',
  description:
    'Replaces the rules of the caller; digestAt, situationReportAt and language stay as they are stored where they are absent. Rules never keep back what is CRITICAL: it is sent at once, at least by one channel. With If-Match the save is refused when somebody saved in between.',
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  body: NoticeRulesChange,
  response: NoticeRules,
  errors: ['version-stale'],
})
