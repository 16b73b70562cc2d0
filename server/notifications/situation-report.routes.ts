import * as contract from '@apsis/contract/notifications/situation-report.ts'
import { areReportsEnded, endReports, sendReport } from '../delivery/situation-report.service.ts'
import { readSubscription } from '../delivery/subscription.service.ts'
import { ApiError } from '../platform/api-error.ts'
import { bind, bindFile, type Call, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { SITUATION_REPORT_WORDS } from './situation-report-words.data.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

type Link = Call<typeof contract.getSituationReportUnsubscription> | Call<typeof contract.unsubscribeSituationReport>

export function situationReportRoutes(door: Door, { db, box, now }: Platform): void {
  bind(door, contract.sendSituationReport, ({ caller, requestId }) => sendReport({ db, now }, { caller, requestId }))
  bindFile(door, contract.getSituationReportUnsubscription, async (call) => {
    const subscription = subscriptionOf(call)
    return unsubscribePage(call, await areReportsEnded(db, subscription), SITUATION_REPORT_WORDS)
  })
  bindFile(door, contract.unsubscribeSituationReport, async (call) => {
    await endReports({ db, now }, { ...subscriptionOf(call), requestId: call.requestId })
    return unsubscribePage(call, true, SITUATION_REPORT_WORDS)
  })

  function subscriptionOf({ params }: Link) {
    const subscription = readSubscription({ box, what: 'situation-report' }, params['report-token'])
    if (subscription === undefined) throw new ApiError('not-found', 'This link is not known.')
    return subscription
  }
}
