import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { ROOT } from './run/step.ts'

/**
 * The files that take longest, half of the time of all server tests. Each run of `npm test` runs those in whose folder something has changed, and
 * about a quarter of the others, drawn by the commit; `npm run tool -- campaigns dear-tests` runs all of them.
 */
export const DEAR_TESTS: readonly string[] = [
  'server/ca/demo/demo.service.test.ts',
  'server/ca/demo/history.test.ts',
  'server/ca/demo/plans.test.ts',
  'server/ca/feed/mailbox-work.test.ts',
  'server/ca/feed/space-track-limits.test.ts',
  'server/ca/message/cdm-kill.test.ts',
  'server/ca/neighbour/neighbour-work.test.ts',
  'server/ca/plan/check/before-burn-work.test.ts',
  'server/ca/plan/check/check-work.test.ts',
  'server/ca/plan/design/drag-map.test.ts',
  'server/ca/plan/design/drag-plan.test.ts',
  'server/ca/plan/design/move-planned.test.ts',
  'server/ca/plan/design/separation.test.ts',
  'server/ca/plan/life/group.test.ts',
  'server/ca/plan/life/own-burn.test.ts',
  'server/ca/plan/plan-kill.test.ts',
  'server/ca/screening/own-covariance.test.ts',
  'server/ca/screening/run/part.job.test.ts',
  'server/delivery/campaign.test.ts',
  'server/delivery/sending-kill.test.ts',
  'server/delivery/slow-organisations.test.ts',
  'server/installation/parts.test.ts',
  'server/installation/scale-out.test.ts',
  'server/odt/demo/demo-requests.test.ts',
  'server/odt/request/callback.test.ts',
  'server/odt/request/no-standstill.test.ts',
  'server/odt/request/provider-kill.test.ts',
  'server/odt/request/request-kill.test.ts',
  'server/odt/tracking/burn-tracks.test.ts',
  'server/odt/tracking/own-positions.test.ts',
  'server/odt/tracking/own-track.test.ts',
  'server/odt/tracking/track-history.test.ts',
  'server/odt/tracking/track-kill.test.ts',
  'server/payments/concurrent-orders.test.ts',
  'server/platform/backup/backup.test.ts',
  'server/platform/http/slow-body.test.ts',
  'server/platform/jobs/jobs.test.ts',
  'server/platform/thread/pool.test.ts',
  'server/tle/address-source.test.ts',
  'server/tle/space-track-source.test.ts',
]

/** One in this number of files is drawn. */
const SHARE = 4

/** Returns the expensive tests that a run leaves to other commits: tests that are not drawn, and whose folders have not changed. */
export function leftOut(commit: string, changed: readonly string[]): string[] {
  const isChanged = (file: string) => changed.some((one) => one.startsWith(`${dirname(file)}/`))
  const isDrawn = (file: string) =>
    createHash('sha256').update(`${commit} ${file}`).digest().readUInt32BE() % SHARE === 0
  return DEAR_TESTS.filter((file) => !isChanged(file) && !isDrawn(file))
}

/** The files that determine the places and widths of all tables and drawings. */
const LAYOUT_SOURCES = /^web\/(ui|chart)\/|^web\/.*\.css$|^e2e\/(shell\/tables\.e2e|cut-numbers|table-room|paper)\.ts$/

/** True if a change may be visible at any size: then `npm test` checks all layouts, and not only the smallest and largest ones. */
export const changesLayouts = (changed: readonly string[]): boolean => changed.some((file) => LAYOUT_SOURCES.test(file))

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Returns the tested commit, or zeros if there is no git. */
export const commitHere = (): string => git('rev-parse', 'HEAD') ?? '0'.repeat(40)

/**
 * Returns the files that differ from a base, whether committed or not: the base is the commit at which the branch left the main one, or, on the main
 * branch itself, the previous commit. Undefined if git cannot tell, as in a folder without its history.
 */
export function changedFiles(): { readonly since: string; readonly files: readonly string[] } | undefined {
  const left = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main')
  const since = left !== undefined && left !== commitHere() ? left : git('rev-parse', 'HEAD~1')
  const differing = since === undefined ? undefined : git('diff', '--name-only', since)
  const added = git('ls-files', '--others', '--exclude-standard')
  if (since === undefined || differing === undefined || added === undefined) return undefined
  return { since, files: `${differing}\n${added}`.split('\n').filter((file) => file !== '') }
}

/** Returns the files of the working tree that differ from every commit; deleted files are left out. */
export function uncommittedFiles(): string[] {
  const names = [
    git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  return names.flatMap((text) => (text ?? '').split('\n')).filter((file) => file !== '')
}
