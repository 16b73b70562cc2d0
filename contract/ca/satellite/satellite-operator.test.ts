import { expect, test } from 'vitest'
import { OperatorEntries } from './satellite-operator.ts'

const entry = (noradId: number) => ({ noradId, objectName: `SIM ${noradId}`, operatorName: 'Example Orbital' })

test('OperatorEntries accepts each object once; its error names the places of both entries', () => {
  expect(OperatorEntries.safeParse([entry(7), entry(8), entry(9)]).success).toBe(true)
  const { error } = OperatorEntries.safeParse([entry(6), entry(7), entry(8), entry(9), entry(7)])
  expect(error?.issues).toMatchObject([{ path: [4, 'noradId'], message: 'stands at 1 already' }])
})
