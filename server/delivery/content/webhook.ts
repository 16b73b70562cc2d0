import { WEBHOOK_VERSION, type WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { type DeliveryContent, isMarked } from './facts.ts'

/** Returns the body of a webhook: the notification as in the API, in an envelope of Standard Webhooks. */
export function webhookEvent(content: DeliveryContent): WebhookEvent {
  const { kind, notification, url, tries, acknowledgeUrl } = content
  // The state belongs to one reader, so a program does not need it.
  const { state: _, ...data } = notification
  return {
    type: kind === 'test' ? 'test' : 'notification',
    version: WEBHOOK_VERSION,
    timestamp: notification.timestamp,
    attempt: tries,
    simulated: isMarked(content),
    data: { ...data, url, ...(acknowledgeUrl !== undefined && { acknowledgeUrl }) },
  }
}
