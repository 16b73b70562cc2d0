import { DATA_TYPES, parseEphemerisName } from '../meme/ephemeris-name.ts'

/** The kinds of path that a file can contain, as operators name them (NASA CARA's file names): the planned path and its alternatives. */
export const PATH_CASES = ['NOMINAL', 'NO_BURN', 'HOT', 'COLD', 'POSSIBLE'] as const
export type PathCase = (typeof PATH_CASES)[number]

/** The status of an ephemeris file according to its name and its comments. */
export interface PathStatus {
  /** Null if neither the name nor the comments state the kind of path. */
  readonly case: PathCase | null
  /** The words that show that the path is not the real one; null: there are none. */
  readonly study: string | null
}

/** The comments of a file are looked for in this many bytes at its beginning, because they precede the states. */
export const HEAD_BYTES = 65_536
/** A longer line is a state, or was made in order to slow down the search. */
const LONGEST_LINE = 1_000

const CASES: Readonly<Record<string, PathCase>> = {
  nominal: 'NOMINAL',
  hot: 'HOT',
  cold: 'COLD',
  possible: 'POSSIBLE',
  noburn: 'NO_BURN',
}
/** Words in a name that show that the path is not the real one. */
const STUDIES = [
  'draft',
  'study',
  'whatif',
  'hypothetical',
  'candidate',
  'withdrawn',
  'superseded',
  'rejected',
  'aborted',
  'cancelled',
]

/** A comment that begins like this shows that the path is not the real one. */
const ENDED = /^(draft|superseded|withdrawn|rejected|aborted|cancelled|off-nominal|without the manoeuvre)\b/i
/** A comment that contains this anywhere shows that the path is not the real one. */
const FORBIDDEN = /\bdo not (?:execute|command|fly|use)\b/i
/** The comment that the product writes about a plan: its name and its case. */
const OF_PLAN = /^Manoeuvre \S{1,200}, (nominal|hot|cold|no-burn),/

/**
 * Returns what an ephemeris file says about its own status, in its name and in the comments at its beginning: that it is a draft, a plan that has
 * ended, or a case that is compared with the real path. `ownNames` are names of the satellite, which have no such meaning (HOT BIRD). In
 * Space-Track's file names one field says whether the file is special; a special file contains burns that may never be executed. If the rest of a
 * name with a data type is invalid, the word `special` alone is enough.
 */
export function pathStatusOfFile({
  name,
  head,
  ownNames,
}: {
  name: string
  head: string
  ownNames: readonly string[]
}): PathStatus {
  const words = wordsOf(name, ownNames)
  const named = parseEphemerisName(name)
  const isSpecial = named.ok
    ? named.name.kind === 'special'
    : DATA_TYPES.some((type) => type.toLowerCase() === words[0]) && words.includes('special')
  const comments = commentsIn(head)
  const ofPlan = comments.flatMap((text) => OF_PLAN.exec(text)?.[1] ?? [])[0]?.replace('-', '')
  const word = ofPlan ?? words.find((one) => Object.hasOwn(CASES, one))
  const found = (word === undefined ? null : CASES[word]) ?? (isSpecial ? 'POSSIBLE' : null)
  const said =
    comments.find((text) => ENDED.test(text) || FORBIDDEN.test(text)) ??
    words.find((one) => STUDIES.includes(one)) ??
    (isSpecial ? 'special' : undefined)
  const ofCase = found === null || found === 'NOMINAL' ? null : (word ?? 'special')
  return { case: found, study: said ?? ofCase }
}

function wordsOf(name: string, ownNames: readonly string[]): string[] {
  const split = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]/)
      .filter((word) => word !== '')
  const words = split(name.slice(0, LONGEST_LINE).replace(/no[-_ ]burn/gi, 'noburn'))
  // Only the complete name of the satellite is removed; single words of it that occur elsewhere are kept.
  return ownNames.map(split).reduce((left, own) => {
    const at = left.findIndex((_, from) => own.length > 0 && own.every((word, place) => left[from + place] === word))
    return at < 0 ? left : left.toSpliced(at, own.length)
  }, words)
}

/**
 * Returns the comments of KVN, of XML, and of texts in which comments begin with #. If the file has two bytes for each character, one of the two
 * bytes of an ordinary letter is zero, and is removed.
 */
function commentsIn(head: string): string[] {
  const lines = head.replaceAll('\0', '').split(/\r\n|\r|\n/)
  return lines.flatMap((line) => {
    if (line.length > LONGEST_LINE) return []
    const text = line.trim()
    const [mark] = ['COMMENT', '<COMMENT>', '#'].filter((one) => text.startsWith(one))
    return mark === undefined ? [] : [text.slice(mark.length).replace('</COMMENT>', '').trim()]
  })
}
