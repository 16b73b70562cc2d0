import { expect, test } from 'vitest'
import type { DesignCase, DesignWish } from './design.ts'
import { tradeSpaceQuery } from './design-query.ts'

test('another length of the arc asks for another map', () => {
  const given = {} as DesignCase
  const keyOf = (arcS: number) => tradeSpaceQuery(given, { arcS } as DesignWish, []).queryKey
  expect(keyOf(1_200)).not.toEqual(keyOf(600))
})
