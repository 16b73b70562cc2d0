import { expect, test } from 'vitest'
import { withEmptyFile } from './empty-file.ts'

const at = (pathname: string, file?: string, search = '') => withEmptyFile({ pathname, search }, file)

test('an address without a file gets an empty file id, and keeps its parameters', () => {
  expect(at('/odt/observation/r')).toBe('/odt/observation/r/')
  expect(at('/odt/observation/r', undefined, '?metric=x')).toBe('/odt/observation/r/?metric=x')
})

test('an address with a file, or with an empty one, is not changed', () => {
  expect(at('/odt/observation/r/')).toBeUndefined()
  expect(at('/odt/observation/r/f', 'f')).toBeUndefined()
})
