/** The channels to a person outside the application (spec §2, §3). */
export const CHANNEL_NAMES = ['email', 'msteams', 'slack', 'webhook'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** The channels to a person outside the application: those of the settings, and the telephone of persons who may be called. */
export const PERSON_CHANNELS = [...CHANNEL_NAMES, 'phone'] as const
export type PersonChannel = (typeof PERSON_CHANNELS)[number]
