/**
 * The search parameters of the requests: the filters, the chosen request, the dialog with its first values, and the part of its passes that is
 * drawn.
 */
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
  'sensors',
  'count',
  'priority',
  'elevation',
  'zoom',
  'at',
  'light',
  'sky',
  'look',
] as const

/** The search parameters of passes: the question, the part and the form of the drawing, the pass that is read, and those that are chosen. */
export const PASSES_SEARCH = [
  'object',
  'satellite',
  'sensors',
  'from',
  'days',
  'elevation',
  'least',
  'pass',
  'chosen',
  'zoom',
  'at',
  'light',
  'sky',
  'sort',
  'columns',
] as const
