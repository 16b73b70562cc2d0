/** The search parameters of the designer: what the burn shall be, and what the map shows. */
export const SEARCH_NAMES = [
  'start',
  'unit',
  'goal',
  'target',
  'direction',
  'frame',
  'vector',
  'arc',
  'attitude',
  'dynamics',
  'error',
  'matrix',
  'events',
  'without',
  'skip',
  'show',
] as const
