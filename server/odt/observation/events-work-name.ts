/** Adds tracks to the events of their objects; put on the list by every file that is kept. */
export const EVENTS_WORK = 'odt.events'
export const EVENTS_EVERY_S = 15
/** Holds the tracks of each object beside one orbit; put on the list by every file that is kept or withdrawn. */
export const HISTORY_WORK = 'odt.track-history'
export const HISTORY_EVERY_S = 60
