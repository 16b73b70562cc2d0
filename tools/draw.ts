import { spawnSync } from 'node:child_process'
import { ROOT } from './run/step.ts'

/** The files that kill processes while they work: each run of `npm test` runs two of them, `npm run campaigns` all. */
export const KILL_TESTS = [
  'server/ca/message/cdm-kill.test.ts',
  'server/ca/plan/plan-kill.test.ts',
  'server/delivery/campaign.test.ts',
  'server/delivery/sending-kill.test.ts',
  'server/odt/request/provider-kill.test.ts',
  'server/odt/request/request-kill.test.ts',
  'server/odt/tracking/track-kill.test.ts',
  'server/payments/concurrent-orders.test.ts',
] as const

const PAIRS = KILL_TESTS.flatMap((one, place) => KILL_TESTS.slice(place + 1).map((other) => [one, other]))
/** The number of hexadecimal digits of a commit hash that are read as a number. */
const DIGITS = 8

/** Returns two of the kill tests, drawn by the hash of the commit, and those that were changed; each pair is equally likely. */
export function drawKillTests(commit: string, changed: readonly string[]): string[] {
  const pair = PAIRS[Number.parseInt(commit.slice(0, DIGITS), 16) % PAIRS.length] ?? []
  return KILL_TESTS.filter((file) => pair.includes(file) || changed.includes(file))
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
