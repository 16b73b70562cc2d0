/**
 * Checks that each constant of spec §9 is used where a user or a reader of the log sees it; the table names the place. The lunar distance is used
 * nowhere, and astro/constants.ts says why.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run/step.ts'

const PLACES: readonly (readonly [constant: string, file: string, text: RegExp])[] = [
  ['token refresh threshold 30 s', 'web/session/renewal.ts', /REFRESH_BELOW_S = 30\n/],
  ['a token below it is renewed first', 'web/session/session.ts', /isTokenExpired\(REFRESH_BELOW_S\)/],
  [
    'toast timeout and fresh-to-unread 12 s',
    'web/notifications/shown-clock.ts',
    /FRESH_FOR_MS = 12_000\n[\s\S]*FRESH_FOR_MS/,
  ],
  ['query cache stale after 3 minutes', 'web/api/queries.ts', /STALE_MS = 180_000\n[\s\S]*staleTime: STALE_MS/],
  ['refetch on mount', 'web/api/queries.ts', /refetchOnMount: true/],
  ['no refetch on window focus', 'web/api/queries.ts', /refetchOnWindowFocus: false/],
  ['no retries', 'web/api/queries.ts', /retry: false/],
  [
    'clock of 1 s, 5 s, 30 s, 1 min, 5 min',
    'web/clock/clock.ts',
    /1_000,[^,]*5_000,[^,]*30_000,[^,]*60_000,[^,]*300_000/,
  ],
  ['short animation 400 ms', 'web/ui/tokens.css', /--t-short: 400ms;/],
  ['the sidebar opens in the short time', 'web/shell/frame/sidebar.module.css', /transition: width var\(--t-short\)/],
  ['long animation 800 ms', 'web/ui/tokens.css', /--t-long: 800ms;/],
  [
    'the bar of a pane that is read passes in the long time',
    'web/ui/page/pane.module.css',
    /animation: pass var\(--t-long\)/,
  ],
  ['message re-post 1000 ms', 'web/notifications/repost.ts', /REPOST_MS = 1_000\n[\s\S]*>= REPOST_MS/],
  ['date formats, in UTC', 'web/clock/format.test.ts', /2026-11-20 07:02:27 Z[\s\S]*27\.125 Z[\s\S]*20261120_070227_Z/],
  ['Earth radius 6378.137 km', 'astro/constants.ts', /WGS84_RADIUS_M = 6_378_137\n/],
  ['the Earth is drawn with that radius', 'web/space/globe/globe-canvas.ts', /WGS84_RADIUS_M/],
  ['default locale English', 'web/ui/preference/preference.ts', /language: \['en', 'de'\]/],
  ['tooltips allow HTML', 'web/ui/button/tooltip.tsx', /<RichText/],
  ['help tooltip at most 300 px wide', 'web/ui/button/tooltip.module.css', /max-width: 300px/],
  ['help tooltip hides after 400 ms', 'web/ui/button/hint.tsx', /HIDE_DELAY_MS = 400\n[\s\S]*HIDE_DELAY_MS/],
  ['documentation scroll offset 60 px', 'web/docs/guide/article.module.css', /scroll-margin-top: 60px/],
  [
    'path in the log cut at 80 characters',
    'server/platform/log.ts',
    /PATH_CHARACTERS = 80\n[\s\S]*log: withShortPaths/,
  ],
  ['month of 30 days', 'astro/statistics/periods.ts', /DAYS_PER_MONTH = 30\n/],
  ['year of 365.25 days', 'astro/statistics/periods.ts', /DAYS_PER_YEAR = 365\.25\n/],
  [
    'both are printed with every statistic',
    'server/ca/statistics/statistics.service.ts',
    /daysPerMonth: DAYS_PER_MONTH, daysPerYear: DAYS_PER_YEAR/,
  ],
  ['arcseconds in a radian', 'astro/frames/angle.ts', /RAD_PER_ARCSEC = Math\.PI \/ 648_000\n/],
  ['association threshold in 4 digits', 'cli/commands/associate.ts', /fit\.thresholdArcsec\.toPrecision\(4\)/],
  ['lunar distance, not used', 'astro/constants.ts', /lunar distance of spec §9 \(384,000 km\)/],
]

test.each(PLACES)('%s: %s', (_, file, text) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(text)
})
