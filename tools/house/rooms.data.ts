/**
 * The rooms of a folder from top to bottom: a room imports only rooms that stand below it.
 * `.` are the loose files of the folder; where it is not named, they stand above all rooms.
 */
export const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  astro: [
    'statistics',
    'screening',
    'conjunction',
    'dynamics',
    'visibility',
    'ephemeris',
    'sky',
    'frames',
    'kernel',
    'sgp4',
    'measurement',
    'orbit',
    'time',
    'body',
    '.',
  ],
}

/** Folders that still hold more files than a room, each with what makes it smaller. The list ends empty. */
export const FOLDERS_STILL_LARGER: Readonly<Record<string, string>> = {
  ccsds: 'Each message gets its room.',
  cli: 'Each command gets its room.',
  identity: 'Accounts, sign-in and guard get rooms.',
  'server/ca': 'Each noun gets its room.',
  'server/platform': 'HTTP, jobs, database, operation and backup get rooms.',
  'server/platform/testing': 'The helpers go to the rooms they serve.',
  'tools/reference': 'The builders go to rooms by their truth.',
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
  'ccsds/ocm-rows.ts → ccsds/ocm.ts': 'The types of a message go below its parts.',
  'ccsds/oem-checks.ts → ccsds/oem.ts': 'The types of a message go below its parts.',
  'ccsds/oem-covariance.ts → ccsds/oem.ts': 'The types of a message go below its parts.',
  'ccsds/oem-records.ts → ccsds/oem.ts': 'The types of a message go below its parts.',
  'ccsds/oem-state.ts → ccsds/oem.ts': 'The types of a message go below its parts.',
  'ccsds/stk-lines.ts → ccsds/stk.ts': 'The types of a file go below its parts.',
  'cli/pc-text.ts → cli/pc.ts': 'The types of an answer go below its text.',
  'cli/completion.ts → cli/run-apsis.ts': 'The list of commands goes below what prints it.',
  'cli/man.ts → cli/run-apsis.ts': 'The list of commands goes below what prints it.',
  'server/platform/job-work.ts → server/platform/jobs.ts': 'The types of a job go below the queue.',
  'server/platform/watchdog-thread.ts → server/platform/watchdog.ts': 'The messages of the thread go below both.',
  'server/ca/fold-event.ts → server/ca/derive-cdm.ts': 'The record of an encounter goes below both.',
  'server/ca/ephemeris/facts.ts → server/ca/ephemeris/reading.ts': 'The facts go below the reading.',
  'server/ca/ephemeris/read-task.ts → server/ca/ephemeris/work.ts': 'The messages of the thread go below both.',
  'web/ui/status-shape.data.ts → web/ui/status-symbol.tsx': 'The names of the shapes go below the symbol.',
  'web/session → web/api': 'What is kept in the browser goes below both.',
  'web/ca/plots → web/ca/conjunction': 'What screens of events share goes below the plots.',
  'web/ca/plots → web/ca/conjunctions': 'What screens of events share goes below the plots.',
  'web/ca/satellite → web/ca/assets': 'What both screens share goes below them.',
}
