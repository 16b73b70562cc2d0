import type { OutLine } from './print.ts'

/**
 * The lines of a message as one JSON object of texts, as Space-Track writes them: `prefix` gives what stands before the
 * keywords of a segment, counted by the keyword OBJECT; the unit of KEYWORD is in KEYWORD_UNIT, comments are COMMENT_1,
 * COMMENT_2 and so on.
 */
export function printRecord(lines: readonly OutLine[], prefix: (segment: number) => string): string {
  const members: (readonly [string, string])[] = []
  let segment = 0
  let comments = 0
  // Comments stand before the keywords they belong to: those of an object before its OBJECT are its own.
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
