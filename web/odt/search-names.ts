/**
 * The search parameters of the requests: the filters, the chosen request, the dialog with its initial values, and the drawn part of its
 * passes.
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

/** The search parameters of passes: the query, the part and the form of the drawing, the pass that is read, and the chosen passes. */
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
