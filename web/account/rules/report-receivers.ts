import type { Channel } from '@apsis/contract/notifications/channel.ts'

/** Returns the channels by which a user receives a situation report. */
export const reportReceivers = (channels: readonly Channel[]): readonly Channel[] =>
  channels.filter(
    ({ channel, services, isConfirmed, suspendedAt }) =>
      channel === 'email' && services.includes('ca') && isConfirmed && suspendedAt === null,
  )
