/**
 * Finds out if a regular expression can take more than linear time. Each letter or class in it is a place, and two places are joined if one may
 * follow the other (Glushkov 1961). A search without an anchor has an additional place, which takes any character and starts again. Time is more than
 * linear if two ways read the same text: if a place leads back to itself in two ways (exponential), or if a place reads a text back to itself and
 * also leads to another place that reads the same text back to itself (polynomial; Weideman et al. 2016). The function finds a text that shows this.
 * The text counts only if the expression does not match it, because otherwise the search never tries a second way.
 */
export type Slow = {
  readonly prefix: string
  readonly pump: string
  readonly suffix: string
  readonly isExponential: boolean
}

/** A place, with the pattern of the characters that it takes. */
type Place = { readonly takes: RegExp }
/** A condition of the expression on the preceding character; '' means the beginning of the text. */
type Before = (last: string) => boolean
type Step = { readonly to: number; readonly before: readonly Before[] }
type Ends = { readonly place: number; readonly before: readonly Before[] }
/** A part of an expression: if it may be empty, and its first and last places. */
type Part = {
  readonly empty: readonly (readonly Before[])[]
  readonly first: readonly Ends[]
  readonly last: readonly Ends[]
}

/** The number of copies that represent an expression that is repeated a fixed number of times: more copies would find nothing new. */
const MOST_COPIES = 2
const MOST_STEPS = 40_000
/** A text of this length is long enough that nothing is found by chance, and so short that the trial of an exponential expression ends. */
const PUMPED_CHARACTERS = 12
/** Letters, digits, blanks and signs of several scripts; any other character of a class behaves as one of these. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
  ...['\t', '\n', '\r', '\0', '\u00a0', 'é', 'Ж', '×', '–', '\u2028', '漢', '\ufeff', '٣'],
]

class Reader {
  readonly places: Place[] = []
  readonly next: Step[][] = []
  readonly source: string
  readonly flags: string
  at = 0

  constructor(source: string, flags: string) {
    this.source = source
    this.flags = flags.replace(/[gyd]/g, '')
  }

  /** Reads alternatives up to a closing bracket or the end. */
  readChoice(): Part {
    const parts = [this.readRow()]
    while (this.source[this.at] === '|') {
      this.at += 1
      parts.push(this.readRow())
    }
    return {
      empty: parts.flatMap(({ empty }) => empty),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    }
  }

  readRow(): Part {
    let row: Part = EMPTY
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? ''))
      row = this.join(row, this.readPiece())
    return row
  }

  join(a: Part, b: Part): Part {
    this.link(a.last, b.first)
    return {
      empty: pairs(a.empty, b.empty),
      first: [
        ...a.first,
        ...b.first.flatMap((end) => a.empty.map((before) => ({ ...end, before: [...before, ...end.before] }))),
      ],
      last: [
        ...b.last,
        ...a.last.flatMap((end) => b.empty.map((before) => ({ ...end, before: [...end.before, ...before] }))),
      ],
    }
  }

  link(last: readonly Ends[], first: readonly Ends[]): void {
    for (const end of last)
      for (const begin of first)
        this.next[end.place]?.push({ to: begin.place, before: [...end.before, ...begin.before] })
  }

  /** Reads one element with its repetitions; for copies, the same text is read again. */
  readPiece(): Part {
    const start = this.at
    const part = this.readThing()
    const times = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.source.slice(this.at))
    if (times === null) return part
    const after = this.at + times[0].length
    const [sign, least, comma, most] = [times[0][0], times[1], times[2], times[3]]
    const isEndless = sign === '*' || sign === '+' || (comma !== undefined && most === '')
    const mayBeNone = sign === '*' || sign === '?' || Number(least) === 0
    let row = part
    if (!isEndless && sign === '{' && Math.max(Number(least), Number(most ?? least)) > 1) {
      for (let copy = 1; copy < MOST_COPIES; copy++) {
        this.at = start
        row = this.join(row, orNothing(this.readThing()))
      }
    }
    this.at = after
    if (isEndless) this.link(row.last, row.first)
    return mayBeNone ? orNothing(row) : row
  }

  readThing(): Part {
    const rest = this.source.slice(this.at)
    if (rest.startsWith('(')) return this.readGroup(rest)
    const [sign] =
      /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\k<[^>]*>|\\c[A-Z]|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/u.exec(
        rest,
      ) ?? ['']
    this.at += sign.length
    if (sign === '^')
      return condition(
        this.flags.includes('m') ? (last) => last === '' || /[\n\r\u2028\u2029]/.test(last) : (last) => last === '',
      )
    // The following character is not known here; the trial of the whole expression shows if it is the end.
    if (sign === '$' || sign === '\\B' || sign === '\\b') return EMPTY
    // The text that a group captured can have any length; the trial shows its effect.
    if (/^\\(?:[1-9]|k<)/.test(sign)) return EMPTY
    return this.place(new RegExp(`^(?:${sign})$`, this.flags.includes('m') ? this.flags.replace('m', '') : this.flags))
  }

  place(takes: RegExp): Part {
    this.places.push({ takes })
    this.next.push([])
    const ends = [{ place: this.places.length - 1, before: [] }]
    return { empty: [], first: ends, last: ends }
  }

  readGroup(rest: string): Part {
    const [open, kind] = /^\((\?(?:[:=!]|<[=!]|<[^>]*>|[ims-]+:))?/.exec(rest) ?? ['(', undefined]
    this.at += open.length
    const start = this.at
    const inner = this.readChoice()
    const body = this.source.slice(start, this.at)
    this.at += 1
    if (kind === '?=' || kind === '?!') return { empty: [[]], first: inner.first, last: [] }
    if (kind === '?<=' || kind === '?<!') {
      // A condition on one character is checked exactly; one on several characters is treated as if any character may stand there.
      if (!/^(?:\[(?:\\.|[^\]\\])*\]|\\?[^()[\]]|\\[pP]\{[^}]*\}|\^(?:\|.*)?|.*\|\^)$/u.test(body)) return EMPTY
      const wanted = new RegExp(`(?:${body})$`, this.flags)
      return condition((last) => wanted.test(last) === (kind === '?<='))
    }
    return inner
  }
}

const EMPTY: Part = { empty: [[]], first: [], last: [] }
const condition = (before: Before): Part => ({ empty: [[before]], first: [], last: [] })
const orNothing = (part: Part): Part => ({ ...part, empty: part.empty.length > 0 ? part.empty : [[]] })
const pairs = (a: Part['empty'], b: Part['empty']) => a.flatMap((one) => b.map((two) => [...one, ...two]))

/** Returns the text on which an expression takes more than linear time, or undefined if there is none. */
export function slowOn(source: string, flags: string): Slow | undefined {
  const reader = new Reader(source, flags)
  const whole = reader.readChoice()
  const begin = reader.places.length
  const search = begin + 1
  const isSticky = flags.includes('y')
  const firsts = whole.first.map(({ place, before }) => ({ to: place, before }))
  const again = isSticky ? [] : [{ to: search, before: [] }]
  const takes = [...reader.places.map((one) => one.takes), /$^/, /^[\s\S]$/u]
  const next: readonly (readonly Step[])[] = [...reader.next, [...firsts, ...again], [...firsts, ...again]]
  const letters = representatives(reader.places)
  const isTaken = takes.map((pattern) => new Set(letters.filter((letter) => pattern.test(letter))))
  const step = (from: number, last: string, letter: string): number[] =>
    (next[from] ?? []).flatMap(({ to, before }) =>
      isTaken[to]?.has(letter) && before.every((holds) => holds(last)) ? [to] : [],
    )
  const automaton: Automaton = {
    step,
    letters,
    begin,
    size: takes.length,
    befores: kindsBefore(letters, next.flat()),
  }
  const regex = new RegExp(source, flags.replace(/[gy]/g, ''))
  const loops = loopsOf(automaton, next)
  return exponential(automaton, loops, regex) ?? polynomial(automaton, loops, regex)
}

type Automaton = {
  readonly step: (from: number, last: string, letter: string) => readonly number[]
  readonly letters: readonly string[]
  readonly begin: number
  readonly size: number
  /** The kind of each character: characters that the expression's conditions on the preceding character treat alike have the same kind. */
  readonly befores: ReadonlyMap<string, string>
}

/** Returns one character of each set that all places treat alike. */
function representatives(places: readonly Place[]): string[] {
  const marks = places.map(({ takes }) => takes)
  const kinds = Map.groupBy(
    CHARACTERS,
    (one) =>
      `${marks.map((takes) => Number(takes.test(one))).join('')}${/[\n\r\u2028]/.test(one)}${/[\p{L}\p{N}]/u.test(one)}`,
  )
  return [...kinds.values()].flatMap(([one]) => one ?? [])
}

function kindsBefore(letters: readonly string[], steps: readonly Step[]): ReadonlyMap<string, string> {
  const asked = [...new Set(steps.flatMap(({ before }) => before))]
  return new Map(['', ...letters].map((letter) => [letter, asked.map((holds) => Number(holds(letter))).join('')]))
}

/** Returns the places that lead back to themselves. */
function loopsOf({ size }: Automaton, next: readonly (readonly Step[])[]): number[] {
  const reach = (from: number): Set<number> => {
    const found = new Set<number>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const { to } of next[at] ?? [])
        if (!found.has(to)) {
          found.add(to)
          open.push(to)
        }
    return found
  }
  return Array.from({ length: size }, (_, place) => place).filter((place) => reach(place).has(place))
}

/**
 * Walks from several places at once: each step reads the same character from all of them, until all have reached their targets. Returns the text that
 * was read.
 */
function walk(
  { step, letters, befores }: Automaton,
  {
    from,
    to,
    last,
    isApart = false,
    endsIn,
  }: {
    readonly from: readonly number[]
    readonly to: readonly number[]
    readonly last: string
    readonly isApart?: boolean
    readonly endsIn?: string | undefined
  },
): string | undefined {
  type Open = { readonly at: readonly number[]; readonly text: string; readonly isParted: boolean }
  const keyOf = ({ at, text, isParted }: Open) => `${at.join()}|${befores.get(text.at(-1) ?? last)}|${isParted}`
  let open: Open[] = [{ at: from, text: '', isParted: false }]
  const seen = new Set<string>()
  let steps = 0
  while (open.length > 0) {
    const following: Open[] = []
    for (const { at, text, isParted } of open) {
      for (const letter of letters) {
        const choices = at.map((place) => step(place, text.at(-1) ?? last, letter))
        if (choices.some((one) => one.length === 0)) continue
        for (const chosen of combinations(choices)) {
          steps += 1
          if (steps > MOST_STEPS) return undefined
          const parts =
            isParted ||
            chosen.places.some((place) => place !== chosen.places[0]) ||
            (isApart && chosen.ways.some((way) => way !== chosen.ways[0]))
          const one = { at: chosen.places, text: text + letter, isParted: parts }
          if (
            (!isApart || parts) &&
            (endsIn === undefined || endsIn === befores.get(letter)) &&
            to.every((place, n) => place === one.at[n])
          )
            return one.text
          const key = keyOf(one)
          if (seen.has(key)) continue
          seen.add(key)
          following.push(one)
        }
      }
    }
    open = following
  }
  return undefined
}

function combinations(choices: readonly (readonly number[])[]): { places: number[]; ways: number[] }[] {
  return choices.reduce<{ places: number[]; ways: number[] }[]>(
    (all, one) =>
      all.flatMap(({ places, ways }) =>
        one.map((place, way) => ({ places: [...places, place], ways: [...ways, way] })),
      ),
    [{ places: [], ways: [] }],
  )
}

/** Returns the ways to reach a place, with a character for each; without a condition on the character before, any way will do. */
function waysTo(
  automaton: Automaton,
  place: number,
): { readonly prefix: string; readonly endsIn: string | undefined }[] {
  const { begin, letters, befores } = automaton
  const kinds = new Set(letters.flatMap((letter) => befores.get(letter) ?? []))
  const wanted = kinds.has('') ? [undefined] : [...kinds]
  return wanted.flatMap((endsIn) => {
    const prefix =
      place === begin + 1 && endsIn === undefined
        ? ''
        : walk(automaton, { from: [begin], to: [place], last: '', ...(endsIn !== undefined && { endsIn }) })
    return prefix === undefined ? [] : [{ prefix, endsIn }]
  })
}

function exponential(automaton: Automaton, loops: readonly number[], regex: RegExp): Slow | undefined {
  for (const place of loops)
    for (const { prefix, endsIn } of waysTo(automaton, place)) {
      const both = [place, place]
      const pump = walk(automaton, { from: both, to: both, last: prefix.at(-1) ?? '', isApart: true, endsIn })
      const suffix = pump === undefined ? undefined : failing(regex, { prefix, pump, letters: automaton.letters })
      if (pump !== undefined && suffix !== undefined) return { prefix, pump, suffix, isExponential: true }
    }
  return undefined
}

function polynomial(automaton: Automaton, loops: readonly number[], regex: RegExp): Slow | undefined {
  const search = automaton.begin + 1
  for (const place of loops)
    for (const { prefix, endsIn } of waysTo(automaton, place))
      for (const other of loops) {
        if (other === place || other === search) continue
        const [from, to] = [
          [place, place, other],
          [place, other, other],
        ]
        const pump = walk(automaton, { from, to, last: prefix.at(-1) ?? '', endsIn })
        const suffix = pump === undefined ? undefined : failing(regex, { prefix, pump, letters: automaton.letters })
        if (pump !== undefined && suffix !== undefined) return { prefix, pump, suffix, isExponential: false }
      }
  return undefined
}

type Trial = { readonly prefix: string; readonly pump: string; readonly letters: readonly string[] }

/** Returns a text that makes the expression fail to match, or undefined if it matches in any case. */
function failing(regex: RegExp, { prefix, pump, letters }: Trial): string | undefined {
  const text = prefix + pump.repeat(Math.ceil(PUMPED_CHARACTERS / pump.length))
  return ['', ...letters, ...letters.map((one) => `${one}\u0001`), '\u0001'].find(
    (suffix) => !regex.test(text + suffix),
  )
}
