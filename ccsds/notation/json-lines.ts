import type { FaultLog } from '../fault.ts'
import { type JsonValue, parseJsonItems } from './json.ts'
import { LIMITS, type Limits, refuseExcess } from './limits.ts'
import type { LineSink, Scanner } from './line.ts'
import { emitRecord, type Field, type FlatRecord } from './record.ts'

/** Reads a message that is one JSON object of keywords and values, or an array with one such object. */
export function scanFlatJson(log: FaultLog, sink: LineSink, limits: Limits = LIMITS): Scanner {
  return gatherText(log, limits, (text) => {
    // At most two members of an array are read.
    const [first, second] = parseRecords(text, log, limits)
    if (second !== undefined) {
      const { line = 1, column = 1 } = second[0] ?? {}
      const message = 'a second message begins here'
      log.fatal({ line, column, keyword: null, code: 'second-message', message, expected: 'one message' })
    }
    if (first !== undefined) emitRecord(first, sink)
  })
}

/** Collects the pieces of a text, up to the limits, and passes on the complete text at its end. */
export function gatherText(log: FaultLog, limits: Limits, take: (text: string) => void): Scanner {
  const pieces: string[] = []
  let characters = 0
  return {
    write(chunk) {
      characters += chunk.length
      if (characters > limits.characters) {
        refuseExcess(log, { line: 1, code: 'too-large', limit: `${limits.characters} characters` })
      }
      pieces.push(chunk)
    },
    end() {
      take(pieces.join(''))
    },
  }
}

/** Yields the records of a JSON text one by one: an object, or an array of objects, whose members are texts, numbers, or null. */
export function* parseRecords(text: string, log: FaultLog, limits: Limits): Generator<FlatRecord> {
  for (const object of parseJsonItems(text, log, limits)) yield recordOf(object, log)
}

function recordOf(object: JsonValue, log: FaultLog): FlatRecord {
  if (object.kind !== 'object') {
    const { line, column } = object
    const message = 'a message in JSON is an object of keywords and values'
    log.fatal({ line, column, keyword: null, code: 'bad-json', message })
  }
  const seen = new Set<string>()
  return object.members.flatMap(({ name, value }): Field[] => {
    const { line, column } = value
    if (seen.has(name)) {
      log.error({
        line,
        column,
        keyword: name,
        code: 'duplicate-keyword',
        message: 'the keyword stands already in this object',
      })
      return []
    }
    seen.add(name)
    if (value.kind === 'object' || value.kind === 'array') {
      // Space-Track's COMMENT may be a list.
      if (value.kind === 'array' && value.items.every((item) => item.kind === 'text') && name === 'COMMENT') {
        return value.items.map((item) => ({ name, text: item.text, line: item.line, column: item.column }))
      }
      log.error({ line, column, keyword: name, code: 'bad-value', message: 'the value is no text and no number' })
      return []
    }
    if (value.kind === 'literal' && value.text === 'null') return []
    return [{ name, text: value.text, line, column }]
  })
}
