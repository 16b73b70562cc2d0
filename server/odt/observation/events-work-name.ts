/** Adds tracks to the events of their objects; put on the list by every file that is kept. */
export const EVENTS_WORK = 'odt.events'
export const EVENTS_EVERY_S = 15
