import { spawnSync } from 'node:child_process'

/** Commits before this time were made under looser rules. */
const JUDGED_FROM = '2026-11-22T06:00:00Z'
const LONGEST_SUBJECT = 72

/** A commit as git reports it. */
export type Commit = {
  readonly hash: string
  readonly subject: string
  readonly body: string
}

/** Returns the faults of a commit, one sentence for each (docs/house.md §3.12). */
export function faultsOf({ subject, body }: Commit): string[] {
  return [
    ...(/^[^:\s][^:]*: \S/.test(subject) ? [] : ['The subject is not of the form "path: what changes".']),
    ...(subject.length > LONGEST_SUBJECT
      ? [`The subject has ${subject.length} characters of ${LONGEST_SUBJECT}.`]
      : []),
    ...(body.trim().split(/\s+/).length < 4 ? ['The body does not say why.'] : []),
  ]
}

const RECORD = '\u001e'
const FIELD = '\u001f'

/** Returns the commits since the time from which they are judged, without merges; none if there is no git or no history. */
export function judgedCommits(root: string): Commit[] {
  const format = `--format=${RECORD}%H${FIELD}%s${FIELD}%b`
  const args = ['log', `--since=${JUDGED_FROM}`, '--no-merges', format]
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return git.status === 0 ? parseLog(git.stdout) : []
}

/** Reads the commits from a log in the format above. */
export function parseLog(text: string): Commit[] {
  return text.split(RECORD).flatMap((entry) => {
    const [hash = '', subject, body = ''] = entry.split(FIELD)
    return subject === undefined ? [] : [{ hash, subject, body }]
  })
}
