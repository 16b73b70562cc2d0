import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EmailChannel, UrlChannel } from '../notifications/channel.ts'
import { DEFAULT_NOTIFY_STATUSES, NOTIFY_STATUSES, NotifyStatus } from '../notifications/notify-status.ts'
import { ConjunctionViews, EXAMPLE_VIEW } from './conjunction-view.ts'

/** The notification settings of one user (spec §3). */
export const NotificationSettings = z
  .strictObject({
    // A missing channel has no target, and missing statuses are those of spec §3.
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

const _id = z
  .string()
  .max(255)
  .meta({ description: 'The identity subject', examples: [SUBJECT] })

/** The user configuration of on-demand tracking (spec §3, type odt). */
export const OdtUserconfig = z.strictObject({ _id: _id.optional(), notifications: NotificationSettings }).meta({
  id: 'OdtUserconfig',
  description: 'User configuration of on-demand tracking',
  examples: [{ _id: SUBJECT, notifications: EXAMPLE }],
})
export type OdtUserconfig = z.output<typeof OdtUserconfig>

/**
 * The user configuration of collision avoidance (spec §3, type ca): the same structure under `notifications.default`, and the views of the list of
 * conjunctions.
 */
export const CaUserconfig = z
  .strictObject({
    _id: _id.optional(),
    notifications: z.strictObject({ default: NotificationSettings }),
    conjunctionViews: ConjunctionViews.optional().meta({
      description:
        'Views of the list of conjunctions that the caller has saved. Who leaves them out keeps what is stored; an empty list removes them. An answer always has them',
    }),
  })
  .meta({
    id: 'CaUserconfig',
    description: 'User configuration of collision avoidance',
    examples: [{ _id: SUBJECT, notifications: { default: EXAMPLE }, conjunctionViews: [EXAMPLE_VIEW] }],
  })
export type CaUserconfig = z.output<typeof CaUserconfig>

/** The settings of a user who never saved anything: no channel, default statuses (spec §9). */
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
  headers: { etag: true },
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
  headers: { ifMatch: 'optional', etag: true },
  params: configId,
  body: OdtUserconfig,
  response: OdtUserconfig,
  errors: ['version-stale'],
})
