/** The search parameters of the screen; all its state is in them (ux.md R8). The table of routes reads nothing else of it. */
export const SEARCH_NAMES = [
  'tab',
  'message',
  'compare',
  'zoom',
  'unit',
  'lock',
  'view',
  'hbr',
  'scale1',
  'scale2',
  'own',
  'format',
  'at',
  'grid',
  'plan',
] as const
