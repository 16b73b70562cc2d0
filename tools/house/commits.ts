import { spawnSync } from 'node:child_process'

/** Commits before this instant were made under a looser custom. */
const JUDGED_FROM = '2026-11-22T06:00:00Z'
const LONGEST_SUBJECT = 72

/** A commit as git tells it. */
export type Commit = {
  readonly hash: string
  readonly subject: string
  readonly body: string
}

/** Returns the faults of a commit, a sentence each (docs/house.md §3.12). */
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

/** The commits since the instant that are judged, without merges. None where there is no git or no history. */
export function judgedCommits(root: string): Commit[] {
  const format = `--format=${RECORD}%H${FIELD}%s${FIELD}%b`
  const args = ['log', `--since=${JUDGED_FROM}`, '--no-merges', format]
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return git.status === 0 ? parseLog(git.stdout) : []
}

/** The commits of a log in the format above. */
export function parseLog(text: string): Commit[] {
  return text.split(RECORD).flatMap((entry) => {
    const [hash = '', subject, body = ''] = entry.split(FIELD)
    return subject === undefined ? [] : [{ hash, subject, body }]
  })
}
