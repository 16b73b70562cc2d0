/** The channels on which a person is reached outside the application (spec §2, §3). */
export const CHANNEL_NAMES = ['email', 'msteams', 'slack', 'webhook'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** The channels on which a person is reached outside the application: those in the settings, and the telephone of persons who may be called. */
export const PERSON_CHANNELS = [...CHANNEL_NAMES, 'phone'] as const
export type PersonChannel = (typeof PERSON_CHANNELS)[number]
