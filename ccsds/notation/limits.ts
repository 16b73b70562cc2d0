import type { FaultCode, FaultLog } from '../fault.ts'
import type { Bracket, LineSink, MessageLine } from './line.ts'

/** What a message may cost to read (reliability.md §2.5 and §9.1). Beyond it, reading ends with a located fault. */
export interface Limits {
  readonly lines: number
  readonly comments: number
  readonly lineLength: number
  /** States and covariances of an ephemeris, observations of tracking data, rows of an OCM. */
  readonly points: number
  readonly segments: number
  /** Sections of an OCM: trajectories, covariances, manoeuvres and the others. */
  readonly sections: number
  /** Nesting of XML and JSON. */
  readonly depth: number
  readonly attributes: number
  /** Members of a JSON object, and items of an array inside of one. */
  readonly members: number
  /** Characters between two XML events: the text of an element, a comment, a tag. */
  readonly textLength: number
  readonly characterReferences: number
  /** Characters of JSON or CSV, which hold many small messages. */
  readonly characters: number
}

export const LIMITS: Limits = {
  lines: 500_000,
  comments: 10_000,
  lineLength: 4_096,
  points: 200_000,
  segments: 1_000,
  sections: 10_000,
  depth: 32,
  attributes: 64,
  members: 10_000,
  textLength: 131_072,
  characterReferences: 1_000_000,
  characters: 50 * 1_048_576,
}

/** For a reader that keeps nothing, such as a converter: only what one line or element may cost is limited. */
export const STREAMING_LIMITS: Limits = {
  ...LIMITS,
  lines: Number.MAX_SAFE_INTEGER,
  points: Number.MAX_SAFE_INTEGER,
  characters: Number.MAX_SAFE_INTEGER,
}

interface Excess {
  readonly line: number
  readonly column?: number
  readonly code: FaultCode
  readonly limit: string
}

/**
 * Keywords that name somebody or something. CCSDS examples have some tens of characters at most; lists, notices and letters hold the
 * names of many messages.
 */
const NAME_KEYWORD =
  /^(?:CATALOG_NAME|INTERNATIONAL_DESIGNATOR|MESSAGE_(?:FOR|ID)|OBJECT_(?:DESIGNATOR|ID|NAME|TYPE)|OPERATOR_ORGANIZATION|ORIGINATOR|PARTICIPANT_\d|STATION_NAME)$/
const MOST_NAME_CHARACTERS = 100

/**
 * Hands on the lines of one message as far as it has no more comments than it may have, and no text that is longer than it may be,
 * whatever its notation.
 */
export function limitLines(sink: LineSink, log: FaultLog, limits: Limits): LineSink {
  let comments = 0
  return (line) => {
    if (line.kind === 'comment') {
      comments += 1
      if (comments > limits.comments) {
        refuseExcess(log, { line: line.line, code: 'too-many-comments', limit: `${limits.comments} comments` })
      }
    }
    // Nothing that a name may have is shorter than this: of most lines no more is asked.
    if ('text' in line && line.text.length > MOST_NAME_CHARACTERS) requireLength(line, log, limits)
    sink(line)
  }
}

/** XML and JSON have no lines of their own: what they hold may be as long as the line of KVN that says the same. */
function requireLength(line: Exclude<MessageLine, Bracket>, log: FaultLog, { lineLength }: Limits): void {
  const keyword = line.kind === 'assignment' ? line.keyword : line.kind === 'comment' ? 'COMMENT' : null
  const most = keyword !== null && NAME_KEYWORD.test(keyword) ? MOST_NAME_CHARACTERS : lineLength
  if (line.text.length <= most) return
  log.fatal({
    line: line.line,
    column: 'column' in line ? line.column : 1,
    keyword,
    code: 'text-too-long',
    message: `${line.text.length.toLocaleString('en')} characters`,
    found: line.text,
    expected: `at most ${most.toLocaleString('en')}`,
  })
}

/** Ends the reading of a message that has more of something than it may. */
export function refuseExcess(log: FaultLog, { line, column = 1, code, limit }: Excess): never {
  log.fatal({ line, column, keyword: null, code, message: `the message has more than ${limit}` })
}
