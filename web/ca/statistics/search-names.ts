/** What the address of the statistics carries: the assumptions, and what is shown of the answer. */
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
