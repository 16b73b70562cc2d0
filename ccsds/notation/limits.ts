import type { FaultCode, FaultLog } from '../fault.ts'
import type { LineSink } from './line.ts'

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

/** Hands on the lines of one message as far as it has no more comments than it may have, whatever its notation. */
export function limitComments(sink: LineSink, log: FaultLog, limits: Limits): LineSink {
  let comments = 0
  return (line) => {
    if (line.kind === 'comment') {
      comments += 1
      if (comments > limits.comments) {
        refuseExcess(log, { line: line.line, code: 'too-many-comments', limit: `${limits.comments} comments` })
      }
    }
    sink(line)
  }
}

/** Ends the reading of a message that has more of something than it may. */
export function refuseExcess(log: FaultLog, { line, column = 1, code, limit }: Excess): never {
  log.fatal({ line, column, keyword: null, code, message: `the message has more than ${limit}` })
}
