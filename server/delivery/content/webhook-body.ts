import { WEBHOOK_VERSION, type WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import type { DeliveryContent } from './facts.ts'

/** Returns the body of a webhook: the notification as the API shows it, in an envelope of Standard Webhooks. */
export function webhookEvent({
  kind,
  notification,
  url,
  tries,
  isSimulated,
  acknowledgeUrl,
}: DeliveryContent): WebhookEvent {
  // The state for one reader has no meaning for a program.
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
