/** The parameters of the address of the statistics: the assumptions, and the display of the result. */
export const SEARCH_NAMES = [
  'pacc',
  'commit',
  'years',
  'limit',
  'radius',
  'sigma',
  'error',
  'growth',
  'dv',
  'outage',
  'days',
  'wish',
  'show',
  'split',
  'period',
] as const
