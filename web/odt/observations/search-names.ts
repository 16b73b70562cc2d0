/** The search parameters of the screen: what is listed, what is in hand, and the dialog with what it begins with. */
export const SEARCH_NAMES = [
  'q',
  'status',
  'sensor',
  'when',
  'dates',
  'from',
  'to',
  'view',
  'request',
  'dialog',
  'satellite',
  'event',
  'type',
  'passes',
] as const
