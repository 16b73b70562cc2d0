import { spawnSync } from 'node:child_process'

/** Commits before this instant were made under a looser custom. */
const JUDGED_FROM = '2026-11-22T06:00:00Z'
const LONGEST_SUBJECT = 72
const MOST_CHANGED_LINES = 600
/** Tables, truth and recorded data come whole, whatever their length. Moved lines do not count: git sees renames. */
const NOT_WRITTEN_BY_HAND = /\.(data\.ts|reference\.json|csv)$|(^|\/)package-lock\.json$|\/upgrade\/|\/samples\//

/** A commit as git tells it. */
export type Commit = {
  readonly hash: string
  readonly subject: string
  readonly body: string
  readonly files: readonly { readonly path: string; readonly lines: number }[]
}

/** What is wrong with a commit, a sentence each (docs/house.md §3.12). */
export function faultsOf({ subject, body, files }: Commit): string[] {
  const lines = files.filter(({ path }) => !NOT_WRITTEN_BY_HAND.test(path)).reduce((sum, file) => sum + file.lines, 0)
  return [
    ...(/^[^:\s][^:]*: \S/.test(subject) ? [] : ['The subject is not of the form "path: what changes".']),
    ...(subject.length > LONGEST_SUBJECT
      ? [`The subject has ${subject.length} characters of ${LONGEST_SUBJECT}.`]
      : []),
    ...(body.trim().split(/\s+/).length < 4 ? ['The body does not say why.'] : []),
    ...(lines > MOST_CHANGED_LINES ? [`It changes ${lines} lines of at most ${MOST_CHANGED_LINES}.`] : []),
  ]
}

const RECORD = '\u001e'
const FIELD = '\u001f'

/**
 * The commits since the instant that are judged. None where there is no git or no history. Merges and commits without a
 * parent are left out: the last one of a shallow clone seems to add every file.
 */
export function judgedCommits(root: string): Commit[] {
  const format = `--format=${RECORD}%H${FIELD}%P${FIELD}%s${FIELD}%b${FIELD}`
  const args = ['log', `--since=${JUDGED_FROM}`, '--no-merges', '-M', '--numstat', format]
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return git.status === 0 ? parseLog(git.stdout) : []
}

/** The commits of a log in the format above. */
export function parseLog(text: string): Commit[] {
  return text.split(RECORD).flatMap((entry) => {
    const [hash = '', parents = '', subject = '', body = '', numbers = ''] = entry.split(FIELD)
    if (parents.trim() === '') return []
    const files = numbers.split('\n').flatMap((line) => {
      const [added, removed, path] = line.split('\t')
      return path === undefined ? [] : [{ path, lines: (Number(added) || 0) + (Number(removed) || 0) }]
    })
    return [{ hash, subject, body, files }]
  })
}
