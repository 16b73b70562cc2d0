import type { Receiver } from './replay.ts'

const RULE = { leastLevel: 'ok' } as const

/** Three receivers: a person without rules, a person with quiet hours, and a program that takes only CRITICAL notices. */
export const RECEIVERS: readonly Receiver[] = [
  { channel: 'email', rules: { rules: [], timeZone: 'UTC', quietHours: null, situationReportAt: [] } },
  {
    channel: 'msteams',
    rules: { rules: [], timeZone: 'Europe/Madrid', quietHours: { from: '22:00', to: '06:00' }, situationReportAt: [] },
  },
  {
    channel: 'webhook',
    rules: {
      rules: [
        { ...RULE, types: [], satellites: [], statuses: [], channels: [], leastLevel: 'critical', way: 'now' },
        { ...RULE, types: [], satellites: [], statuses: [], channels: [], way: 'never' },
      ],
      timeZone: 'UTC',
      quietHours: null,
      situationReportAt: [],
    },
  },
]
