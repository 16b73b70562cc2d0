/** Changes that no test can notice, with the reason: by file, the text of the line, and what becomes of what. */
export type Equivalent = {
  readonly file: string
  readonly line: string
  readonly before: string
  readonly after: string
  readonly because: string
}

const SHORTCUT = 'what the shortcut does not take is read by parseTime(), which gives the same'

/** Limits of iterations that halve a bracket or square what is left in each round: they come to rest long before. */
const UNREACHED = [
  ['astro/orbit/lambert-root.ts', 'for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {'],
  ['astro/orbit/lambert-root.ts', 'for (let iteration = 0; iteration < 200; iteration += 1) {'],
  ['astro/orbit/lambert-root.ts', 'for (let n = 0; n < 500 && Math.abs(term) > 1e-17 * Math.abs(sum); n += 1) {'],
  ['astro/orbit/anomaly.ts', 'for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {'],
  ['astro/orbit/two-body.ts', 'for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {'],
  ['astro/orbit/equinoctial.ts', 'for (let step = 0; step < 60; step += 1) {'],
  ['astro/symmetric.ts', 'for (let sweep = 0; sweep < 60; sweep += 1) {'],
  ['astro/dynamics/event.ts', 'for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {'],
  ['astro/binomial-interval.ts', 'for (let step = 0; step < 200 && high - low > Number.EPSILON * high; step += 1) {'],
  [
    'astro/conjunction/closest-approach.ts',
    'for (let step = 0; step < 100 && high.seconds - low.seconds > TIME_TOLERANCE_S; step += 1) {',
  ],
  ['astro/error-function.ts', 'for (let step = 0; step < 8; step += 1) {'],
  [
    'astro/error-function.ts',
    'for (let step = 0; step < 8; step += 1) x -= ((erf(x) - value) * SQRT_PI) / (2 * Math.exp(-x * x))',
  ],
] as const
const MORE_ROUNDS = [
  ['<', '<='],
  ['0', '1'],
  ['8', '9'],
  ['60', '120'],
  ['100', '200'],
  ['200', '400'],
  ['500', '1000'],
] as const

const GENERAL = 'what the exact powers of ten are not used for is read the general way, to the same bits'
const NEXT_END = 'an end of line that is still ahead is found again where it is'

export const EQUIVALENT: readonly Equivalent[] = [
  ...UNREACHED.flatMap(([file, line]) =>
    MORE_ROUNDS.map(([before, after]) => ({
      ...{ file, line, before, after },
      because: 'the iteration comes to rest long before its limit',
    })),
  ),
  ...(
    [
      ['astro/orbit/lambert-root.ts', 'const MAX_ITERATIONS = 200', '200', '400'],
      ['astro/orbit/two-body.ts', 'const MAX_ITERATIONS = 100', '100', '200'],
      ['astro/orbit/anomaly.ts', 'const MAX_ITERATIONS = 60', '60', '120'],
      ['astro/dynamics/event.ts', 'const ITERATIONS = 100', '100', '200'],
    ] as const
  ).map(([file, line, before, after]) => ({
    ...{ file, line, before, after },
    because: 'the iteration comes to rest long before its limit',
  })),
  {
    file: 'astro/maximise.ts',
    line: 'while (high - low > end) {',
    before: '>',
    after: '>=',
    because: 'an interval of exactly the tolerance is as good as a shorter one',
  },
  {
    file: 'engine/build.ts',
    line: "if (typeof contents !== 'string') binary = contents",
    before: "typeof contents !== 'string'",
    after: 'true',
    because: 'with these options the compiler writes the module alone',
  },
  {
    file: 'engine/kernel-sources.ts',
    line: "const name = hash.digest('hex').slice(0, 16)",
    before: '16',
    after: '32',
    because: 'a name is as good with more digits',
  },
  {
    file: 'astro/kernel/kernel.ts',
    line: 'if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))',
    before: '>',
    after: '>=',
    because: 'growing by no page changes nothing',
  },
  {
    file: 'astro/frames/parse-eop.ts',
    line: 'if (day !== undefined) days.push(heading >= 0 && index > heading ? { ...day, predicted: true } : day)',
    before: '>',
    after: '>=',
    because: 'the heading itself is no day',
  },
  {
    file: 'astro/dynamics/nrlmsise-00-variation.ts',
    line: '[0, 0, 0, p33, p34, p35, (11 * c * p35 - 8 * p34) / 3],',
    before: '0',
    after: '1',
    because: 'of the third order only degrees 3, 4 and 6 are read',
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'const start = next + 1',
    before: '+',
    after: '-',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (code < ZERO || code > NINE) break',
    before: '>',
    after: '>=',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (text.charCodeAt(next) === POINT) {',
    before: 'text.charCodeAt(next) === POINT',
    after: 'false',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/unit.ts',
    line: 'if (!found || String(candidate).length < String(best).length) best = candidate',
    before: '<',
    after: '<=',
    because: 'of texts that are equally short and read as the same number any will do',
  },
  {
    file: 'ccsds/tdm-checks.ts',
    line: 'if (!isResolved(epoch)) continue',
    before: '!isResolved(epoch)',
    after: 'false',
    because: 'such a time has no number, and no comparison with nothing is true',
  },
  {
    file: 'ccsds/ocm-checks.ts',
    line: 'const order: number = last === null ? -1 : compareEpochs(last, epoch)',
    before: '1',
    after: '2',
    because: 'any negative number says that the times rise',
  },
  {
    file: 'ccsds/meme.ts',
    line: 'if (noradId === undefined || objectName === undefined) return null',
    before: '||',
    after: '&&',
    because: 'the expression finds both parts of the name or none',
  },
  {
    file: 'ccsds/ephemeris-file.ts',
    line: "} else if (row === 'TRAJ_STOP' || row === '</traj>') current = undefined",
    before: "row === 'TRAJ_STOP' || row === '</traj>'",
    after: 'false',
    because: 'lines that follow the rows of a trajectory are never asked for',
  },
  {
    file: 'ccsds/ephemeris-motion.ts',
    line: 'for (let index = times.length - 1; index >= order; index -= 1) {',
    before: '-',
    after: '+',
    because: 'differences behind the last time are made of nothing, and never read',
  },
  {
    file: 'ccsds/stk-lines.ts',
    line: 'const [t = 0, x = 0, y = 0, z = 0, xDot = 0, yDot = 0, zDot = 0, xDdot = 0, yDdot = 0, zDdot = 0] = values',
    before: '0',
    after: '1',
    because: 'the row has been counted: what its form does not have is not read',
  },
  {
    file: 'ccsds/meme.ts',
    line: 'const [x = 0, y = 0, z = 0, xDot = 0, yDot = 0, zDot = 0] = numbers',
    before: '0',
    after: '1',
    because: 'the row has been counted: there are six',
  },
  {
    file: 'ccsds/notation/kvn.ts',
    line: "if (feed !== -1 && feed < start) feed = text.indexOf('\\n', start)",
    before: 'feed !== -1 && feed < start',
    after: 'true',
    because: NEXT_END,
  },
  {
    file: 'ccsds/notation/kvn.ts',
    line: "if (feed !== -1 && feed < start) feed = text.indexOf('\\n', start)",
    before: '<',
    after: '<=',
    because: NEXT_END,
  },
  {
    file: 'ccsds/notation/kvn.ts',
    line: "if (carriage !== -1 && carriage < start) carriage = text.indexOf('\\r', start)",
    before: 'carriage !== -1 && carriage < start',
    after: 'true',
    because: NEXT_END,
  },
  {
    file: 'ccsds/notation/kvn.ts',
    line: "if (carriage !== -1 && carriage < start) carriage = text.indexOf('\\r', start)",
    before: '<',
    after: '<=',
    because: NEXT_END,
  },
  {
    file: 'ccsds/format-block.ts',
    line: 'if (blank === undefined || open === undefined) return version',
    before: '||',
    after: '&&',
    because: 'a block that is there begins with both',
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (!(date.length === separator && text.startsWith(date))) {',
    before: '!(date.length === separator && text.startsWith(date))',
    after: 'true',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (!(hour < 24 && minute < 60 && second < 60)) return null',
    before: '!(hour < 24 && minute < 60 && second < 60)',
    after: 'true',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return null',
    before: 'text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON',
    after: 'true',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (next < text.length && !(next === text.length - 1 && text.charCodeAt(next) === ZULU)) return null',
    before: 'next < text.length && !(next === text.length - 1 && text.charCodeAt(next) === ZULU)',
    after: 'true',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/instant-reader.ts',
    line: 'if (digits === 0) return null',
    before: 'digits === 0',
    after: 'true',
    because: SHORTCUT,
  },
  {
    file: 'ccsds/notation/decimal.ts',
    line: 'if (mantissa > MOST_MANTISSA) isExact = false',
    before: '>',
    after: '>=',
    because: GENERAL,
  },
  {
    file: 'ccsds/notation/decimal.ts',
    line: 'if (mantissa > MOST_MANTISSA) isExact = false',
    before: 'mantissa > MOST_MANTISSA',
    after: 'true',
    because: GENERAL,
  },
  {
    file: 'ccsds/notation/decimal.ts',
    line: 'if (isExact && size <= MOST_POWER) {',
    before: 'isExact && size <= MOST_POWER',
    after: 'false',
    because: GENERAL,
  },
  {
    file: 'ccsds/notation/decimal.ts',
    line: 'if (isExact && size <= MOST_POWER) {',
    before: '<=',
    after: '<',
    because: GENERAL,
  },
  {
    file: 'ccsds/covariance.ts',
    line: "return { keyword, field: keyword, kind: 'number', need: 'must', ...(unit === undefined ? {} : { unit }) }",
    before: 'unit === undefined',
    after: 'false',
    because: 'every entry of a covariance has a unit',
  },
  {
    file: 'ccsds/ocm.ts',
    line: 'const [x = 0, y = 0, z = 0, xDot = 0, yDot = 0, zDot = 0, ...rest] = values.map(kiloOf)',
    before: '0',
    after: '1',
    because: 'the row has been counted: there are six or nine',
  },
  {
    file: 'web/encounter/compare.ts',
    line: 'if (one.missM < nearest.missM) closer.push({ before: nearest, after: one })',
    before: '<',
    after: '<=',
    because: 'those that are equally far were left out in the line before',
  },
  {
    file: 'web/ca/satellite/propulsion-sense.ts',
    line: "if (propulsion.type === 'NONE' || propulsion.type === 'UNKNOWN') return []",
    before: '||',
    after: '&&',
    because: 'where nothing is claimed there are no numbers, and no comparison with nothing is true',
  },
  {
    file: 'web/api/call.ts',
    line: "else signal.addEventListener('abort', fail, { once: true })",
    before: 'true',
    after: 'false',
    because: 'a signal aborts once',
  },
  {
    file: 'web/api/call.ts',
    line: "signal.removeEventListener('abort', fail)",
    before: "signal.removeEventListener('abort', fail)",
    after: ';',
    because: 'a promise that has ended takes no second end',
  },
  {
    file: 'web/ca/changed-events.ts',
    line: 'const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)',
    before: '0',
    after: '1',
    because: 'an event is once in a list: no two ids are the same',
  },
  {
    file: 'web/ca/changed-events.ts',
    line: 'const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)',
    before: '>',
    after: '>=',
    because: 'an event is once in a list: no two ids are the same',
  },
  {
    file: 'web/ca/conjunctions/event-row.ts',
    line: '(a.id < b.id ? -1 : Number(a.id > b.id))',
    before: '1',
    after: '2',
    because: 'of what compares two rows only the sign counts',
  },
  {
    file: 'web/ca/watched.ts',
    line: '.toSorted((a, b) => b.rank - a.rank || a.tcaMs - b.tcaMs || (a.id < b.id ? -1 : 1))',
    before: '<',
    after: '<=',
    because: 'an event is once in a list: no two ids are the same',
  },
]
