import type { FaultLog } from '../fault.ts'
import { scanFlatJson } from './json-lines.ts'
import { scanKvn } from './kvn.ts'
import type { Limits } from './limits.ts'
import type { LineSink, Notation, Scanner } from './line.ts'
import { scanXml } from './xml.ts'

interface Scanning {
  readonly log: FaultLog
  readonly sink: LineSink
  readonly limits: Limits
}

/** Reads KVN, XML or JSON, depending on how the text begins: `<` is XML, `{` or `[` is JSON. */
export function scanText(scanning: Scanning): Scanner & { notation(): Notation } {
  let begin = ''
  let inner: Scanner | null = null
  let notation: Notation = 'KVN'
  function start(): Scanner {
    const { log, sink, limits } = scanning
    notation = notationOf(begin)
    if (notation === 'XML') return scanXml(log, sink, limits)
    return notation === 'JSON' ? scanFlatJson(log, sink, limits) : scanKvn(log, sink, limits)
  }
  return {
    write(chunk) {
      if (inner !== null) {
        inner.write(chunk)
        return
      }
      begin += chunk
      if (/^[\ufeff\s]*$/.test(begin) && begin.length < scanning.limits.lineLength) return
      inner = start()
      inner.write(begin)
    },
    end() {
      if (inner === null) {
        inner = start()
        inner.write(begin)
      }
      inner.end()
    },
    notation: () => notation,
  }
}

/** Returns the notation of a text from its first character that is not blank. */
export function notationOf(text: string): Notation {
  const first = /[^\s\ufeff]/.exec(text)?.[0]
  if (first === '<') return 'XML'
  return first === '{' || first === '[' ? 'JSON' : 'KVN'
}
