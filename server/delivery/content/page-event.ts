import { type DeliveryContent, factsOf, isMarked, subjectOf } from './facts.ts'

/** Limits of the PagerDuty Events API v2 (developer.pagerduty.com, "Send an alert event"). */
const MOST_SUMMARY = 1_024
const SEVERITIES = { critical: 'critical', serious: 'error', caution: 'warning' } as const

export type Page = {
  readonly content: DeliveryContent
  readonly action: 'trigger' | 'acknowledge' | 'resolve'
  /** The key, which is the same for all messages about one event. */
  readonly dedupKey: string
  readonly routingKey: string
  /** The host of the platform. */
  readonly source: string
}

/** Returns an event in the form that on-call systems accept: PagerDuty Events API v2. */
export function pageEvent({ content, action, dedupKey, routingKey, source }: Page): object {
  const head = { routing_key: routingKey, event_action: action, dedup_key: dedupKey }
  if (action !== 'trigger') return head
  const { notification, url } = content
  const { level, finding, message, timestamp } = notification
  const { satellite, level: riskLevel } = finding?.values ?? {}
  return {
    ...head,
    client: 'Apsis',
    client_url: url,
    links: [{ href: url, text: 'Open the event in Apsis' }],
    payload: {
      summary: subjectOf(content).slice(0, MOST_SUMMARY),
      source,
      severity: level !== undefined && level in SEVERITIES ? SEVERITIES[level as keyof typeof SEVERITIES] : 'info',
      timestamp,
      ...(satellite === undefined ? {} : { component: String(satellite) }),
      group: 'collision avoidance',
      class: riskLevel === undefined ? 'test' : String(riskLevel),
      custom_details: {
        message,
        ...Object.fromEntries(factsOf(content).map(({ name, value }) => [name, value])),
        simulated: isMarked(content),
      },
    },
  }
}
