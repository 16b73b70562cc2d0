/**
 * The rooms of a folder from top to bottom: a room imports only rooms that stand below it.
 * `.` are the loose files of the folder; where it is not named, they stand above all rooms.
 */
export const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  astro: [
    'statistics',
    'screening',
    'manoeuvre',
    'conjunction',
    'measurement',
    'dynamics',
    'visibility',
    'ephemeris',
    'sky',
    'frames',
    'kernel',
    'sgp4',
    'orbit',
    'time',
    'body',
    '.',
  ],
  'server/ca': [
    'demo',
    'feed',
    'statistics',
    'handover',
    'find',
    'satellite',
    'ephemeris',
    'screening',
    'import',
    'cdm',
    'conjunction',
    'message',
    'ephemeris-file',
    'fleet',
    'operator',
    '.',
  ],
  'server/platform': ['http', 'operation', 'auth', 'thread', 'jobs', 'database', 'backup', 'postgres', 'process', '.'],
  ccsds: [
    'ephemeris',
    'message',
    'ilrs',
    'cdm',
    'tdm',
    'meme',
    'stk',
    'ocm',
    'omm',
    'opm',
    'oem',
    'block',
    'notation',
    '.',
  ],
  cli: ['commands', 'statistics', 'screen', 'input', 'terminal'],
  identity: ['routes', 'provider', 'guard', 'context', 'pages', 'accounts', 'assets'],
}

/** Folders that still hold more files than a room, each with what makes it smaller. The list ends empty. */
export const FOLDERS_STILL_LARGER: Readonly<Record<string, string>> = {
  'web/ca/conjunction': 'Parts shared by the screens of events move down.',
  'web/ca/conjunctions': 'Parts shared by the screens of events move down.',
  'web/ca/plots': 'The plots move below the screens that show them.',
  'web/ca/satellite': 'The parts of the page get rooms.',
  'web/docs': 'The pages of the documentation get rooms.',
  'web/shell': 'Header, menus and dialogs get rooms.',
  'web/ui': 'The kinds of parts get rooms.',
}

/** Arrows `from → to` between files or rooms that still close a circle, each with how it is cut. The list ends empty. */
export const CIRCLES_LEFT: Readonly<Record<string, string>> = {
  'web/ui/status-shape.data.ts → web/ui/status-symbol.tsx': 'The names of the shapes go below the symbol.',
  'web/session → web/api': 'What is kept in the browser goes below both.',
  'web/ca/plots → web/ca/conjunction': 'What screens of events share goes below the plots.',
  'web/ca/plots → web/ca/conjunctions': 'What screens of events share goes below the plots.',
  'web/ca/satellite → web/ca/assets': 'What both screens share goes below them.',
}
