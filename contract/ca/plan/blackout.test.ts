import { expect, test } from 'vitest'
import { blackoutReasons, type PlanBlackouts } from './blackout.ts'

const [FROM, TO] = ['2026-11-22T06:00:00.000Z', '2026-11-22T06:10:00.000Z']
const met = (reason: string, isSure: boolean): PlanBlackouts['met'][number] => ({
  kind: 'CONTACT',
  from: FROM,
  to: TO,
  reason,
  isSure,
})

test('known blackouts come first, each with its span and its cause', () => {
  const reasons = blackoutReasons({ met: [met('Kiruna', false), met('Svalbard', true)], unknown: null })
  expect(reasons).toEqual([
    { code: 'in-blackout', values: { kind: 'CONTACT', fromAt: FROM, toAt: TO, place: 'Svalbard' } },
    { code: 'near-blackout', values: { kind: 'CONTACT', fromAt: FROM, toAt: TO, place: 'Kiruna' } },
  ])
})

test('the reason why blackouts are unknown is last, with the time up to which they are known, if there is one', () => {
  const unknown = { cause: 'NO_CONTACTS', after: null, why: 'none was entered' } as const
  expect(blackoutReasons({ met: [met('Kiruna', false)], unknown })).toEqual([
    expect.objectContaining({ code: 'near-blackout' }),
    { code: 'blackouts-unknown', values: { cause: 'NO_CONTACTS', why: 'none was entered' } },
  ])
  expect(blackoutReasons({ met: [], unknown: { ...unknown, after: TO } })).toEqual([
    { code: 'blackouts-unknown-after', values: { cause: 'NO_CONTACTS', why: 'none was entered', afterAt: TO } },
  ])
})
