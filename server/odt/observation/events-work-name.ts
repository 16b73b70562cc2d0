/** The work that adds tracks to the events of their objects; every stored file puts it on the list. */
export const EVENTS_WORK = 'odt.events'
export const EVENTS_EVERY_S = 15
/** The work that compares the tracks of each object with one orbit; every stored or withdrawn file puts it on the list. */
export const HISTORY_WORK = 'odt.track-history'
export const HISTORY_EVERY_S = 60
