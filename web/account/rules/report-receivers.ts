import type { Channel } from '@apsis/contract/notifications/channel.ts'

/** The channels by which a situation report reaches a person. */
export const reportReceivers = (channels: readonly Channel[]): readonly Channel[] =>
  channels.filter(
    ({ channel, services, isConfirmed, suspendedAt }) =>
      channel === 'email' && services.includes('ca') && isConfirmed && suspendedAt === null,
  )
