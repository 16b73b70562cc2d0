/** The search parameters of the requests: what is listed, what is in hand, the dialog with what it begins with, and what of its passes is drawn. */
export const REQUESTS_SEARCH = [
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
  'zoom',
  'at',
  'light',
] as const

/** The search parameters of passes: the question, what of the answer is drawn, and the pass that is read. */
export const PASSES_SEARCH = [
  'object',
  'satellite',
  'sensors',
  'from',
  'days',
  'elevation',
  'least',
  'pass',
  'zoom',
  'at',
  'light',
] as const
