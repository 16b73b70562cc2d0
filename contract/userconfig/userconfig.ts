import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Statuses that a user may be told of (decisions.md 7); COMPLETE is taken as a synonym of COMPLETED_OK. */
export const NOTIFY_STATUSES = ['COMPLETED_OK', 'CANCELLED', 'PENDING', 'IN_PROGRESS'] as const
export const DEFAULT_NOTIFY_STATUSES = ['CANCELLED', 'COMPLETED_OK'] as const
export const EMAIL_MESSAGE = 'Email address must be a valid address.'

export const NotifyStatus = z.enum(NOTIFY_STATUSES)
export type NotifyStatus = z.infer<typeof NotifyStatus>

const MAX_TARGETS = 10
const printable = /^\P{Cc}*$/u
const Address = z.union([z.literal(''), z.email({ error: EMAIL_MESSAGE }).max(254)], { error: EMAIL_MESSAGE })
// The URL checks of spec §5 never fail, so any printable text is stored; the delivery log tells what could not be reached.
const Url = z.string().max(2048).regex(printable, 'must not contain control characters')
const enabled = z.boolean().meta({ description: 'True exactly when a target is set: the server derives it' })

export const EmailChannel = z.strictObject({
  enabled: enabled.optional(),
  addresses: z
    .array(Address)
    .max(MAX_TARGETS)
    .meta({ examples: [['flight@operator.example']] }),
})
export const UrlChannel = z.strictObject({
  enabled: enabled.optional(),
  url: z
    .array(Url)
    .max(MAX_TARGETS)
    .meta({ examples: [['https://hooks.operator.example/apsis']] }),
})

const filled = (targets: readonly string[]) => targets.map((target) => target.trim()).filter((target) => target !== '')

/** A channel is enabled exactly when it has a target (spec §5); targets without text are dropped. */
export function emailChannel(addresses: readonly string[]): Required<z.output<typeof EmailChannel>> {
  const targets = filled(addresses)
  return { enabled: targets.length > 0, addresses: targets }
}

/** As `emailChannel`, for the channels whose targets are URLs. */
export function urlChannel(urls: readonly string[]): Required<z.output<typeof UrlChannel>> {
  const targets = filled(urls)
  return { enabled: targets.length > 0, url: targets }
}

/** How one user is told of events (spec §3). */
export const NotificationSettings = z
  .strictObject({
    // Who leaves one out has it without a target, and the statuses of spec §3.
    email: EmailChannel.default({ addresses: [] }),
    msteams: UrlChannel.default({ url: [] }),
    slack: UrlChannel.default({ url: [] }),
    webhook: UrlChannel.default({ url: [] }),
    statuses: z
      .array(z.preprocess((value) => (value === 'COMPLETE' ? 'COMPLETED_OK' : value), NotifyStatus))
      .max(NOTIFY_STATUSES.length)
      .default([...DEFAULT_NOTIFY_STATUSES])
      .meta({ description: 'COMPLETED_OK: ended COMPLETE with at least one SUCCESSFUL pass; COMPLETE is a synonym' }),
  })
  .meta({ id: 'NotificationSettings', description: 'Channels and statuses of which a user is told' })
export type NotificationSettings = z.output<typeof NotificationSettings>

const EXAMPLE = {
  email: { enabled: true, addresses: ['flight@operator.example'] },
  msteams: { enabled: false, url: [] },
  slack: { enabled: false, url: [] },
  webhook: { enabled: true, url: ['https://hooks.operator.example/apsis'] },
  statuses: ['CANCELLED', 'COMPLETED_OK'],
}
const SUBJECT = '0b8f7c1e-3d7a-4f5e-9a55-6f1b2c3d4e5f'

const _id = z.string().meta({ description: 'The identity subject', examples: [SUBJECT] })

/** User configuration of on-demand tracking (spec §3, type odt). */
export const OdtUserconfig = z.strictObject({ _id: _id.optional(), notifications: NotificationSettings }).meta({
  id: 'OdtUserconfig',
  description: 'User configuration of on-demand tracking',
  examples: [{ _id: SUBJECT, notifications: EXAMPLE }],
})
export type OdtUserconfig = z.output<typeof OdtUserconfig>

/** User configuration of collision avoidance (spec §3, type ca): the same structure under `notifications.default`. */
export const CaUserconfig = z
  .strictObject({ _id: _id.optional(), notifications: z.strictObject({ default: NotificationSettings }) })
  .meta({
    id: 'CaUserconfig',
    description: 'User configuration of collision avoidance',
    examples: [{ _id: SUBJECT, notifications: { default: EXAMPLE } }],
  })
export type CaUserconfig = z.output<typeof CaUserconfig>

/** What a user has who never saved anything: no channel, default statuses (spec §9). */
export const DEFAULT_SETTINGS: NotificationSettings = {
  email: { enabled: false, addresses: [] },
  msteams: { enabled: false, url: [] },
  slack: { enabled: false, url: [] },
  webhook: { enabled: false, url: [] },
  statuses: [...DEFAULT_NOTIFY_STATUSES],
}

const configId = z.strictObject({
  'config-id': z.string().min(1).max(255).meta({ description: 'The identity subject of the caller' }),
})

export const getUserconfig = endpoint({
  method: 'GET',
  path: '/api/v1/userconfig/{config-id}',
  summary: 'Read the tracking user configuration',
  description:
    'The configuration of the caller; the defaults where nothing was saved yet. Reading stores nothing. The ETag is its version. Another subject answers like an unknown one.',
  tags: ['userconfig'],
  access: [],
  rate: 'read',
  params: configId,
  response: OdtUserconfig,
})

export const updateUserconfig = endpoint({
  method: 'PUT',
  path: '/api/v1/userconfig/{config-id}',
  summary: 'Save the tracking user configuration',
  description:
    'Replaces the configuration of the caller, creating it where there was none. A channel is enabled exactly when it has a target. With If-Match the save is refused when somebody saved in between.',
  tags: ['userconfig'],
  access: [],
  rate: 'write',
  params: configId,
  body: OdtUserconfig,
  response: OdtUserconfig,
  errors: ['version-stale'],
})
