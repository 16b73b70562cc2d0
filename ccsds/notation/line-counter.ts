/** A place of a text; line and column count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/**
 * Tells the lines of places in a text, asked for in rising order. Lines end with CR, LF or both, as in `splitLines`. The
 * next end of line is looked for only after the one before it was passed: however many places are asked for, and wherever
 * the ends of lines are, the text is walked through once.
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

/** Whether two characters are one end of line: CR LF, or LF CR. */
export function isOtherHalf(first: string, second: string): boolean {
  return (first === '\r' && second === '\n') || (first === '\n' && second === '\r')
}

/** A value that stands over several lines, as one line: the ends of lines with the blanks around them are one blank. */
export function joinLines(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text.trim()
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
