/** Ways to a person outside the application (spec §2, §3). */
export const CHANNEL_NAMES = ['email', 'msteams', 'slack', 'webhook'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]
