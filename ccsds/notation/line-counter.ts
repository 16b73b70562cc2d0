/** A place in a text; line and column count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/**
 * Returns the lines of places in a text; the places must be given in ascending order. Lines end with CR, LF or both, as in `splitLines`. The next end
 * of line is searched for only after the previous one was passed, so that the text is searched only once, however many places are given.
 */
export function lineCounter(text: string): (at: number) => Place {
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  let line = 1
  let start = 0
  return (at) => {
    for (;;) {
      const end = feed === -1 || (carriage !== -1 && carriage < feed) ? carriage : feed
      if (end === -1 || end >= at) return { line, column: at - start + 1 }
      start = end + (isOtherHalf(text.charAt(end), text.charAt(end + 1)) ? 2 : 1)
      line += 1
      if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
      if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
    }
  }
}

/** Returns true if two characters are one end of line: CR LF, or LF CR. */
export function isOtherHalf(first: string, second: string): boolean {
  return (first === '\r' && second === '\n') || (first === '\n' && second === '\r')
}

/** Returns a value that extends over several lines as one line: each end of line is replaced by one blank, together with the blanks around it. */
export function joinLines(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text.trim()
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
