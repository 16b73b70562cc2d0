import type { FaultCode, FaultLog } from '../fault.ts'
import type { Bracket, LineSink, MessageLine } from './line.ts'

/** The limits of reading a message (reliability.md §2.5 and §9.1). If one is exceeded, reading ends with a fault that has a place. */
export interface Limits {
  readonly lines: number
  readonly comments: number
  readonly lineLength: number
  /** The maximum number of states and covariances of an ephemeris, of observations in tracking data, or of rows in an OCM. */
  readonly points: number
  readonly segments: number
  /** The maximum number of sections of an OCM: trajectories, covariances, manoeuvres and others. */
  readonly sections: number
  /** The maximum depth of nesting in XML and JSON. */
  readonly depth: number
  readonly attributes: number
  /** The maximum number of members of a JSON object, and of items of an array inside an object. */
  readonly members: number
  /** The maximum number of characters between two XML events: the text of an element, a comment, a tag. */
  readonly textLength: number
  readonly characterReferences: number
  /** The maximum number of characters of JSON or CSV, which contain many small messages. */
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

/** The limits for a reader that stores nothing, such as a converter: only the size of one line or element is limited. */
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
 * Keywords whose value is a name. The examples of CCSDS have at most some tens of characters; lists, notices and mails contain the names of many
 * messages.
 */
const NAME_KEYWORD =
  /^(?:CATALOG_NAME|INTERNATIONAL_DESIGNATOR|MESSAGE_(?:FOR|ID)|OBJECT_(?:DESIGNATOR|ID|NAME|TYPE)|OPERATOR_ORGANIZATION|ORIGINATOR|PARTICIPANT_\d|STATION_NAME)$/
const MOST_NAME_CHARACTERS = 100

/** Passes on the lines of one message until it has more comments than allowed, or a text that is too long, whatever its notation is. */
export function limitLines(sink: LineSink, log: FaultLog, limits: Limits): LineSink {
  let comments = 0
  return (line) => {
    if (line.kind === 'comment') {
      comments += 1
      if (comments > limits.comments) {
        refuseExcess(log, { line: line.line, code: 'too-many-comments', limit: `${limits.comments} comments` })
      }
    }
    // No name may be longer than this, so most lines need no further check.
    if ('text' in line && line.text.length > MOST_NAME_CHARACTERS) requireLength(line, log, limits)
    sink(line)
  }
}

/** XML and JSON have no lines of their own: a value may be as long as the line of KVN with the same content. */
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

/** Ends the reading of a message that exceeds a limit. */
export function refuseExcess(log: FaultLog, { line, column = 1, code, limit }: Excess): never {
  log.fatal({ line, column, keyword: null, code, message: `the message has more than ${limit}` })
}
