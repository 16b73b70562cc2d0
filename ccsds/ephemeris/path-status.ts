/** Which path of a satellite a file holds, as operators name them (NASA CARA's file names): beside the one that is planned. */
export const PATH_CASES = ['NOMINAL', 'NO_BURN', 'HOT', 'COLD', 'POSSIBLE'] as const
export type PathCase = (typeof PATH_CASES)[number]

/** What name and comments of an ephemeris file say of its standing. */
export interface PathStatus {
  /** Null: neither name nor comments tell it. */
  readonly case: PathCase | null
  /** The words by which it is no path that is flown; null: nothing speaks against it. */
  readonly study: string | null
}

/** So much of the beginning of a file is read for its comments: they stand before the states. */
export const HEAD_BYTES = 65_536
/** Longer lines are states, or are made to be slow to search. */
const LONGEST_LINE = 1_000

const CASES: Readonly<Record<string, PathCase>> = {
  nominal: 'NOMINAL',
  hot: 'HOT',
  cold: 'COLD',
  possible: 'POSSIBLE',
  noburn: 'NO_BURN',
}
/** Words of a name that say that the path is not flown. */
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

/** A comment that begins so. */
const ENDED = /^(draft|superseded|withdrawn|rejected|aborted|cancelled|off-nominal|without the manoeuvre)\b/i
/** A comment that says so anywhere. */
const FORBIDDEN = /\bdo not (?:execute|command|fly|use)\b/i
/** What the product writes of a plan: its name and its case. */
const OF_PLAN = /^Manoeuvre \S{1,200}, (nominal|hot|cold|no-burn),/

/**
 * What an ephemeris file says of its own standing, by its name and by the comments at its beginning: a draft, a plan that ended, or a case
 * that is compared with the one that is flown. `ownNames` are names of the satellite, which say nothing (HOT BIRD). In the names of
 * Space-Track (MEME_number_name_time_operational or special) the fifth field tells: a special one holds burns that may never happen.
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
  const isSpecial = words[0] === 'meme' && words.includes('special')
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
  // The whole name of the satellite is left out, and no word of it that stands elsewhere.
  return ownNames.map(split).reduce((left, own) => {
    const at = left.findIndex((_, from) => own.length > 0 && own.every((word, place) => left[from + place] === word))
    return at < 0 ? left : left.toSpliced(at, own.length)
  }, words)
}

/**
 * The comments of KVN, of XML, and of texts that begin them with #. A file may be written in two bytes a character: of ordinary letters one
 * of them is zero, and is left out.
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
