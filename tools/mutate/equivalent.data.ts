/** Changes that no test can notice, with the reason: by file, the text of the line, and what becomes of what. */
export type Equivalent = {
  readonly file: string
  readonly line: string
  readonly before: string
  readonly after: string
  readonly because: string
}

const SHORTCUT = 'what the shortcut does not take is read by parseTime(), which gives the same'

export const EQUIVALENT: readonly Equivalent[] = [
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
]
