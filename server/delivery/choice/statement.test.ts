import { DEFAULT_RULES } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { chooseWay } from './choose-way.ts'
import { statementOf } from './statement.ts'

test('a burn that must not be flown, or is not needed, is told however soon after the last that said so', () => {
  for (const code of ['plan-withdrawn', 'burn-not-needed'] as const) {
    const statement = statementOf({ code, values: { plan: 'M1', why: 'a newer message' } })!
    const nowMs = Date.UTC(2026, 10, 22, 12)
    const occasion = {
      type: 'decision',
      level: 'serious',
      satelliteId: undefined,
      status: undefined,
      statement,
      nowMs,
    } as const
    const listener = { channel: 'email', ticked: [], reachableBy: ['email'], rules: DEFAULT_RULES } as const
    const way = chooseWay(occasion, { ...listener, said: [{ ...statement, atMs: nowMs - 1_000 }] })
    expect([code, way.kind]).toEqual([code, 'now'])
  }
})
