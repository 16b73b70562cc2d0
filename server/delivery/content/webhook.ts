import { WEBHOOK_VERSION, type WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import type { DeliveryContent } from './facts.ts'

/** Returns the body of a webhook: the notification as in the API, in an envelope of Standard Webhooks. */
export function webhookEvent({
  kind,
  notification,
  url,
  tries,
  isSimulated,
  acknowledgeUrl,
}: DeliveryContent): WebhookEvent {
  // The state is that of one reader, so a program does not need it.
  const { state: _, ...data } = notification
  return {
    type: kind === 'test' ? 'test' : 'notification',
    version: WEBHOOK_VERSION,
    timestamp: notification.timestamp,
    attempt: tries,
    simulated: isSimulated,
    data: { ...data, url, ...(acknowledgeUrl !== undefined && { acknowledgeUrl }) },
  }
}
