import { expect, test } from 'vitest'
import cdm from '../cdm/cdm.reference.json' with { type: 'json' }
import type { Fault } from '../fault.ts'
import ocm from '../ocm/ocm.reference.json' with { type: 'json' }
import oem from '../oem/oem.reference.json' with { type: 'json' }
import omm from '../omm/omm.reference.json' with { type: 'json' }
import opm from '../opm/opm.reference.json' with { type: 'json' }
import tdm from '../tdm/tdm.reference.json' with { type: 'json' }
import { readMessages } from './read-messages.ts'

const plain = [cdm, oem, opm, omm, ocm, tdm].flatMap(({ messages }) =>
  messages.filter(({ expect: told, text }) => told === 'valid' && /^\s*CCSDS_/m.test(text)),
)

function faultsOf(text: string): readonly Fault[] {
  const { messages, faults } = readMessages(text, { strict: true })
  return [...faults, ...messages.flatMap(({ reading }) => (reading.ok ? reading.warnings : reading.errors))]
}

/** Yields, for each line, the text in which a value of this line is replaced by something invalid. */
function* damaged(text: string): Generator<{ line: number; column: number; keyword: string; text: string }> {
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    const [, head = '', keyword = '', value = ''] =
      /^((\s*[A-Z0-9_]+)\s*=\s*)(\S.*?)\s*(?:\[.*\])?\r?$/.exec(line) ?? []
    if (value === '' || keyword.trim() === 'COMMENT') continue
    const wrong = `${head}?!${line.slice(head.length + value.length)}`
    yield {
      line: at + 1,
      column: head.length + 1,
      keyword: keyword.trim(),
      text: lines.with(at, wrong).join('\n'),
    }
  }
}

test.each(plain)('each fault of a damaged $path gives the place of the text that it quotes', ({ text }) => {
  let refused = 0
  for (const damage of damaged(text)) {
    const lines = damage.text.split('\n')
    const before = faultsOf(text).map(({ line, code }) => `${line} ${code}`)
    const faults = faultsOf(damage.text)
    for (const fault of faults) {
      const { line, column, found } = fault
      expect(line, JSON.stringify(fault)).toBeGreaterThanOrEqual(1)
      expect(line, JSON.stringify(fault)).toBeLessThanOrEqual(lines.length)
      expect(column, JSON.stringify(fault)).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1)
      const there = lines[line - 1]?.slice(column - 1) ?? ''
      // Only the beginning of a long text is quoted.
      const quoted = found?.replace(/…$/, '') ?? ''
      expect(there.slice(0, quoted.length), JSON.stringify(fault)).toBe(quoted)
    }
    const [fault] = faults.filter(({ line, code }) => !before.includes(`${line} ${code}`) && line === damage.line)
    if (fault === undefined) continue
    refused += 1
    if (fault.found === '?!')
      expect([fault.column, fault.keyword], JSON.stringify(fault)).toEqual([damage.column, damage.keyword])
  }
  expect(refused).toBeGreaterThan(3)
})
