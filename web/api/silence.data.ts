/**
 * All failures that raise no notification, each with its reason (docs/domain/page.md). A house rule checks that no other failure stays
 * silent (tools/house/silence.ts).
 */

/** The calls of spec §8, by the path of the endpoint in the contract, whatever code makes them (decisions.md 12). */
export const SILENT_PATHS: Readonly<Record<string, string>> = {
  '/api/v1/userconfig/{config-id}': 'The settings form keeps what was entered and shows the failure.',
  '/api/v1/ca/userconfig': 'Spec §8: user configuration raises no notification.',
  '/api/v1/ca/userconfig/{user-config-id}': 'Spec §8: user configuration raises no notification.',
  '/api/v1/ca/satellites/operator/{noradId}': 'Spec §8: where nobody knows the operator, its place says so.',
  '/api/v1/tle/catalogue':
    'Spec §8: element sets raise no notification; the page of the catalogue says that it could not be read.',
  '/api/v1/tle/catalogue/elements':
    'Spec §8: element sets raise no notification; what draws them says that they are missing.',
  '/api/v1/tle/tle': 'Spec §8: what is computed from an element set says that it has none.',
  '/api/v1/tle/tle-set': 'Spec §8: element sets raise no notification.',
  '/api/v1/tle/history': 'Spec §8: the page of the history says that it could not be read.',
  '/api/v1/tle/objects/{norad-id}':
    'Spec §8: the page of the object says that it could not be read, or that the number is not known.',
}

/** Reads and writes of the cache whose `meta.silent` names the reason why the cache raises no notification for them. */
export const SILENT_WORK = {
  'add-satellites': 'Each row of the table says what became of it, and what stopped the rest stands below.',
  'make-operational': 'A dialog shows with which messages the file disagrees; any other failure is told.',
  'move-plan': 'The dialog of the step shows the failure above its fields; once it is closed, a notice does.',
  'offer-plan': 'The strip that offers a new plan shows the failure.',
  'design-burn': 'The designer says what could not be computed; no request is made.',
  'drag-map': 'The place of the map says why there is none.',
  'drag-preview': 'The place of the plot says why nothing can be planned so.',
  'archived-reports': 'The dialog says that the list could not be read, and reads it again when asked.',
  'copy-opm': 'The designer tells the failure itself, in the words of a plan that is refused.',
  'save-plan': 'The pane of the candidate shows the failure and keeps what was entered.',
  'pass-on': 'Read beside an event; the dialog shows the failure above its field.',
  'change-views':
    'The dialog of saved views shows the failure and keeps what was entered; once it is closed, a notice does.',
  'record-step': 'The dialog of the decision shows the failure above its fields.',
  'save-form': 'The form shows the failure and keeps what was entered.',
  'test-connection': 'The dialog of the test shows why it could not be made.',
  'manage-channel': 'The pane of the channels shows the failure above the list.',
  'set-paging': 'The pane of the on-call system or its dialog shows the failure.',
  'set-telephone': 'The pane of the telephone, that of its bridge, or their dialog shows the failure.',
  'open-payments-demo': 'The failure stands above the button.',
  'book-invoice': 'The pane of the invoices shows the failure.',
  'keep-orbit': 'The pane of initial orbits shows why it was not kept.',
  'remove-analyst-object': 'The pane of initial orbits shows why the object stays.',
  'send-track': 'The list of requests shows why the file was not taken.',
  'predict-passes': 'The place of the passes says what could not be computed, and why.',
  'send-request': 'The dialog of the request shows the failure and keeps the draft.',
  'request-cost':
    'The dialog of the request, and the tracking of an event, say nothing of the price, or that it is not known.',
  'import-messages': 'The dialog of the import shows the failure, and each file what is wrong with it.',
  'near-fleet': 'The filter of the page of space says that nothing is left out, and why.',
  'find-conjunctions': 'The page of the search says what could not be searched, and why.',
  'load-file': 'The place of the file shows what was wrong with it, line by line.',
  'remove-size': 'The dialog of sizes and masses shows the failure above its table.',
  'withdraw-import': 'The strip of the unfinished import says why it was not withdrawn.',
  'remove-burn-notice': 'The list of the announced burns shows the failure above its lines.',
  'remove-history': 'The dialog of past events says it.',
  'remove-contact': 'The pane of the contacts shows the failure above its table.',
  'remove-station': 'The dialog of the ground stations shows the failure below its table.',
  'open-demo': 'The failure stands beside the button.',
  'upload-ephemeris': 'The upload pane shows the failure beside the file.',
  'inspect-upload': 'The upload pane shows why the chosen file could not be read; no request is made.',
  'compare-ephemerides': 'The comparison shows the failure in its own place, with a button to try again.',
  'start-screening': 'The place of the screening shows the failure.',
  'screen-dropped-file': 'The row of the dropped file shows the failure.',
  'what-if': 'The pane of the trial shows why it has no result; the texts it reads raise their own notification.',
  'closed-event': 'The page shows the failure and a button to try again; that there is no record is an answer.',
  'ahead-of-outage':
    'Read before anybody has asked for it; the screen that shows it reads it again and raises its own.',
  'bar-events': 'Read in the background for the bar, which says that nothing is known; the lists raise their own.',
  'bar-newest-message':
    'Read in the background for the bar, which shows the age of the newest message or that none is known.',
} as const

export type SilentWork = keyof typeof SILENT_WORK

/** Files that catch the failure of a call without raising or rethrowing it, each with the place where the failure is shown. */
export const CAUGHT: Readonly<Record<string, string>> = {
  'web/dev/3d/states-pane.tsx': 'The pane shows the failure in place of what it measures.',
  'web/ca/event/queries.ts': 'The whole list is read instead, and that read raises its own failure.',
  'web/docs/reference/try-it.tsx': 'The answer of a trial call is what the page shows, whatever its status.',
  'web/notifications/notifications.ts':
    'A notification that did not move is shown again; a notification about it would not move either.',
  'web/space/use-states.ts': 'The page says that the thread ended, and offers to start it again.',
  'web/screening/dropped.tsx': 'The row of the dropped file shows the failure.',
}

/** True if a failure of this endpoint is not reported, by its path in the contract. */
export function isSilentPath(path: string | undefined): boolean {
  return path !== undefined && path in SILENT_PATHS
}
