import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Creates all metrics, in the format of Prometheus. */
export function createMetrics(info: { readonly process: string; readonly version: string }) {
  const registry = new Registry()
  registry.setDefaultLabels({ process: info.process })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const build = new Gauge({ name: 'apsis_build_info', help: 'Version that runs', labelNames: ['version'], registers })
  build.set({ version: info.version }, 1)
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests by route, method and status class',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    inFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests under way', registers }),
    refusedTokens: new Counter({
      name: 'auth_failures_total',
      help: 'Tokens refused',
      labelNames: ['reason'],
      registers,
    }),
    denied: new Counter({
      name: 'authz_denied_total',
      help: 'Calls refused for want of a role',
      labelNames: ['route'],
      registers,
    }),
    limited: new Counter({
      name: 'rate_limited_total',
      help: 'Calls refused by a rate limit',
      labelNames: ['policy'],
      registers,
    }),
    up: new Gauge({
      name: 'apsis_process_up',
      help: 'Whether another process of this machine told its figures for this answer',
      labelNames: ['kind', 'pid'],
      registers,
    }),
    listeners: new Gauge({ name: 'event_streams', help: 'Event streams that are open', registers }),
    connections: new Gauge({
      name: 'db_pool_connections',
      help: 'Database connections',
      labelNames: ['state'],
      registers,
    }),
    pool: new Gauge({
      name: 'pool_tasks',
      help: 'Tasks that read what users have written, by state',
      labelNames: ['state'],
      registers,
    }),
    poolEnds: new Counter({
      name: 'pool_ends_total',
      help: 'Pieces of work refused, tasks killed by a limit or cancelled, and processes lost',
      labelNames: ['how'],
      registers,
    }),
    jobs: new Gauge({ name: 'jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'], registers }),
    deliveries: new Histogram({
      name: 'delivery_try_duration_seconds',
      help: 'Duration of tries to deliver a notice, by channel and result',
      labelNames: ['channel', 'result'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    blocked: new Counter({
      name: 'ssrf_blocked_total',
      help: 'Notices that were not sent because the guard refused their target, by channel and reason',
      labelNames: ['channel', 'reason'],
      registers,
    }),
    bounces: new Counter({
      name: 'mail_bounces_total',
      help: 'Mails that came back, by what became of them',
      labelNames: ['outcome'],
      registers,
    }),
    clockOffset: new Gauge({
      name: 'clock_offset_seconds',
      help: 'How far the clock of the database, which is used, is ahead of that of the machine, but for what it was moved by on purpose; 0: by a second at most',
      registers,
    }),
    catalogueObjects: new Gauge({
      name: 'catalogue_objects',
      help: 'Objects of the public catalogue by kind: payloads, rocketBodies, debris, unknown',
      labelNames: ['kind'],
      registers,
    }),
    forcedEnds: new Counter({
      name: 'watchdog_ends_total',
      help: 'Processes of the whole installation that their watchdog ended because they stood still, by kind; as the database counts them',
      labelNames: ['kind'],
      registers,
    }),
    oldestJob: new Gauge({
      name: 'jobs_oldest_waiting_seconds',
      help: 'Age of the oldest job that may run and waits',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
