/** Mutations of messages, each from its own stream of random numbers: a text that broke a reader once can be made again. */

/** Pieces that readers stumble over: signs of the notations, numbers at the edge, names with a meaning. */
const PIECES = [
  ...['=', '\n', '\r', '[', ']', '<', '>', '</', '/>', '&', '"', "'", ',', '{', '}', ':', ' ', '\t', '-', '+'],
  ...['&#0;', '&lol;', '<!DOCTYPE x>', '<![CDATA[', '<!--', ']]>', '<a>', '<COMMENT>', '<segment>', '</data>'],
  ...['\u0000', '\ufeff', '\ud800', 'é', '😀', '__proto__ = 1\n', 'constructor', '"__proto__":1,'],
  ...['1e999', 'NaN', 'Infinity', '1e-400', '9'.repeat(400), '0x1', '-0', '.', '1.7976931348623157e308'],
  ...['2026-13-45T99:99:99', '23:59:60', '0000-01-01T00:00:00', '9999-365T23:59:59.999999999999999999'],
  ...['COMMENT ', 'META_START\n', 'META_STOP\n', 'DATA_START\n', 'COVARIANCE_START\n', 'TRAJ_START\n'],
  ...['CCSDS_OEM_VERS = 2.0\n', 'OBJECT = OBJECT2\n', 'EPOCH = 2026-01-01T00:00:00\n', 'x'.repeat(5000)],
]

/** Texts that replace a value. */
const VALUES = [
  ...['0', '-0.0', '1e308', '-1e-320', '1e86', 'NaN', '', '00', '1.', '.5', '+7', '12345678901234567890', '4.9E-324'],
  ...['UTC', 'TDB', 'GMST', 'utc', 'RTN', 'ITRF', 'KM', 'YES', 'OBJECT1', 'SGP4', 'CARTP', 'X Y', 'a [b]', '[', 'é'],
  ...['1972-01-01T00:00:00', '1971-12-31T23:59:59', '2016-12-31T23:59:60', '2026-366T00:00:00', '2028-366T00:00:00.1Z'],
] as const

/** The distance from a place within which a word is searched. */
const REACH = 200
const MOST_CHANGES = 4
const MOST_CUT = 60
const ASCII = 128

/** The text with one to four changes: a cut, a piece put in, a character changed, a line doubled, moved or left out. */
export function mutate(text: string, random: () => number): string {
  const changes = 1 + below(MOST_CHANGES, random)
  let mutated = text
  for (let done = 0; done < changes; done += 1) mutated = change(mutated, random)
  return mutated
}

function change(text: string, random: () => number): string {
  const at = below(text.length + 1, random)
  const cut = below(MOST_CUT, random)
  switch (below(12, random)) {
    case 0:
      return text.slice(0, at) + text.slice(at + cut)
    case 1:
      return text.slice(0, at) + pick(PIECES, random) + text.slice(at)
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(ASCII, random)) + text.slice(at + 1)
    case 3:
      return text.slice(0, at)
    case 4:
      return text.slice(0, at) + pick(PIECES, random) + text.slice(at + cut)
    case 5:
    case 6:
    case 7:
      return changeLines(text.split('\n'), random).join('\n')
    default:
      return changeWord(text, at, random)
  }
}

/** Replaces the word or number at a place by another of the text or by an extreme one, so that brackets and tags stay whole. */
function changeWord(text: string, at: number, random: () => number): string {
  const words = text.slice(at, at + REACH).match(/[\w.:+-]+/g)
  const [word] = words ?? []
  if (word === undefined) return text
  const start = text.indexOf(word, at)
  const other = below(2, random) === 0 ? pick(words ?? [], random) : pick(VALUES, random)
  return text.slice(0, start) + other + text.slice(start + word.length)
}

/** A line left out, doubled, or moved to another place. */
function changeLines(lines: readonly string[], random: () => number): string[] {
  const from = below(lines.length, random)
  const line = lines[from] ?? ''
  const rest = lines.filter((_, index) => index !== from)
  const to = below(lines.length, random)
  const kind = below(3, random)
  if (kind === 0) return rest
  const others = kind === 1 ? lines : rest
  return [...others.slice(0, to), line, ...others.slice(to)]
}

/** One of the items. */
export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[below(items.length, random)]
  if (item === undefined) throw new RangeError('there is nothing to pick from')
  return item
}

/** A whole number in [0, `limit`). */
function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit)
}
