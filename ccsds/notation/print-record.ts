import type { OutLine } from './print.ts'

/**
 * Returns the lines of a message as one JSON object of texts, as Space-Track writes them: `prefix` returns the text before each keyword of a segment;
 * each keyword OBJECT begins the next segment. The unit of KEYWORD is in KEYWORD_UNIT, and comments are COMMENT_1, COMMENT_2 and so on.
 */
export function printRecord(lines: readonly OutLine[], prefix: (segment: number) => string): string {
  const members: (readonly [string, string])[] = []
  let segment = 0
  let comments = 0
  // Comments precede the keywords to which they belong: comments before the OBJECT of an object belong to that object.
  let pending: string[] = []
  const flush = () => {
    for (const text of pending) {
      comments += 1
      members.push([`${prefix(segment)}COMMENT_${comments}`, text])
    }
    pending = []
  }
  for (const line of lines) {
    if (line.kind === 'comment') pending.push(line.text)
    if (line.kind !== 'assignment') continue
    if (line.keyword === 'OBJECT') segment += 1
    flush()
    const name = `${prefix(segment)}${line.keyword}`
    members.push([name, line.value])
    if (line.unit !== null) members.push([`${name}_UNIT`, line.unit])
  }
  flush()
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`
}
