/** Stands in the address for the request of a track that has none: a track of the organisation's own. */
export const OWN_TRACK = 'own'
