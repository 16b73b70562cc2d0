import { expect, test } from 'vitest'
import { fitsPattern, paths } from './paths.ts'

test('an address fits the pattern of its page alone', () => {
  const patterns = Object.values(paths)
  const fitting = (path: string) => patterns.filter((pattern) => fitsPattern(path, pattern))
  expect(fitting('/ca/space')).toEqual([paths.space])
  expect(fitting('/ca/conjunction/one/two')).toEqual([paths.conjunction])
  expect(fitting('/ca/find')).toEqual([paths.find])
  expect(fitting('/ca/find/one')).toEqual([paths.find])
  expect(fitting('/odt/observation/one/')).toEqual([paths.observation])
  expect(fitting('/docs/ca/messages')).toEqual([paths.docs])
  expect(fitting('/ca/conjunction/one')).toEqual([])
  expect(fitting('/ca/space/one')).toEqual([])
})
