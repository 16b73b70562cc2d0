import * as contract from '@apsis/contract/notifications/digest.ts'
import { endDigest, isDigestEnded } from '../delivery/digest.service.ts'
import { readSubscription } from '../delivery/subscription.service.ts'
import { ApiError } from '../platform/api-error.ts'
import { bindFile, type Call, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { DIGEST_WORDS } from './digest-words.data.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

type Link = Call<typeof contract.getUnsubscription> | Call<typeof contract.unsubscribe>

export function digestRoutes(door: Door, { db, box, now }: Platform): void {
  bindFile(door, contract.getUnsubscription, async (call) => {
    const subscription = subscriptionOf(call)
    return unsubscribePage(call, await isDigestEnded(db, subscription), DIGEST_WORDS)
  })
  bindFile(door, contract.unsubscribe, async (call) => {
    await endDigest({ db, now }, { ...subscriptionOf(call), requestId: call.requestId })
    return unsubscribePage(call, true, DIGEST_WORDS)
  })

  function subscriptionOf({ params }: Link) {
    const subscription = readSubscription({ box, what: 'digest' }, params['digest-token'])
    if (subscription === undefined) throw new ApiError('not-found', 'This link is not known.')
    return subscription
  }
}
