import { expect, test } from 'vitest'
import { keepHash, takeHash } from './place.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage
}
const at = (address: string) => new URL(address, 'https://apsis.operator.example') as unknown as Location

test('takeHash returns the hash that keepHash stored for the same address, and only once', () => {
  const storage = memory()
  keepHash(storage, at('/docs/account?q=a#states'))
  expect(takeHash(storage, at('/docs/account?q=a'))).toBe('#states')
  expect(takeHash(storage, at('/docs/account?q=a'))).toBeUndefined()
})

test('takeHash discards the hash of another address', () => {
  const storage = memory()
  keepHash(storage, at('/docs/account#states'))
  expect(takeHash(storage, at('/'))).toBeUndefined()
  expect(takeHash(storage, at('/docs/account'))).toBeUndefined()
})

test('keepHash without a hash discards an earlier one, and an address with its own hash keeps it', () => {
  const storage = memory()
  keepHash(storage, at('/docs/account#states'))
  keepHash(storage, at('/docs/account'))
  expect(takeHash(storage, at('/docs/account'))).toBeUndefined()
  keepHash(storage, at('/docs/account#states'))
  expect(takeHash(storage, at('/docs/account#other'))).toBeUndefined()
})
