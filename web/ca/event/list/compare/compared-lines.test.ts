import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { nameOf } from '../../../../shell/status/testing/naming.ts'
import { type EventRow, rowOf } from '../../event-row.ts'
import { conjunctionsWords } from '../../words.data.ts'
import type { Side } from './compared.ts'
import { parseCompared } from './compared.ts'
import { comparedLines } from './compared-lines.tsx'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const side = (more: Partial<EventRow>): Side => ({
  row: { ...rowOf(EXAMPLE), ...more },
  cdms: undefined,
  isFailed: false,
})
const worst = (sides: readonly Side[], line: string) =>
  comparedLines(sides, { t: conjunctionsWords, nowMs: 0, nameOf })
    .find(({ id }) => id === line)
    ?.cells.map(({ isWorst }) => isWorst === true)

test('the most urgent value is emphasised: the higher probability, the smaller miss distance, the earlier deadline', () => {
  const sides = [
    side({ pc: 1e-5, missM: 80, decideMs: 9e7 }),
    side({ pc: 3e-4, missM: 200, decideMs: 8e7 }),
    side({ pc: undefined }),
  ]
  expect(worst(sides, 'pc')).toEqual([false, true, false])
  expect(worst(sides, 'miss')).toEqual([true, false, false])
  expect(worst(sides, 'decide')).toEqual([false, true, false])
})

test('equal texts are not emphasised', () => {
  expect(worst([side({ pc: 3.501e-3, missM: 55.8 }), side({ pc: 3.502e-3, missM: 56.1 })], 'pc')).toEqual([
    false,
    false,
  ])
  const three = [side({ missM: 55.8 }), side({ missM: 56.1 }), side({ missM: 90 })]
  expect(worst(three, 'miss')).toEqual([true, true, false])
})

test('parseCompared returns each event once, and no more events than fit side by side', () => {
  expect(parseCompared('a,b,,a,c,d')).toEqual(['a', 'b', 'c'])
  expect(parseCompared(undefined)).toEqual([])
})
